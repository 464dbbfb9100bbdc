#include "engine/evaluator/checked_evaluator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "engine/base/check.h"

namespace alea {
namespace {

struct CheckedScratch : Evaluator::Scratch {
  std::unique_ptr<Evaluator::Scratch> inner, reference;
  std::vector<Probabilities> expected;
};

// Not-a-number counts as infinitely wrong.
float difference(float a, float b) noexcept {
  const float d = std::fabs(a - b);
  return std::isnan(d) ? std::numeric_limits<float>::infinity() : d;
}

float difference(const Probabilities& a, const Probabilities& b) noexcept {
  return std::max({difference(a.win, b.win), difference(a.win_gammon, b.win_gammon),
                   difference(a.win_backgammon, b.win_backgammon),
                   difference(a.lose_gammon, b.lose_gammon),
                   difference(a.lose_backgammon, b.lose_backgammon)});
}

}  // namespace

CheckedEvaluator::CheckedEvaluator(std::shared_ptr<const Evaluator> inner,
                                   std::shared_ptr<const Evaluator> reference, float tolerance)
    : inner_(std::move(inner)), reference_(std::move(reference)), tolerance_(tolerance) {
  ALEA_CHECK(inner_ != nullptr && reference_ != nullptr);
}

std::unique_ptr<Evaluator::Scratch> CheckedEvaluator::make_scratch() const {
  auto scratch = std::make_unique<CheckedScratch>();
  scratch->inner = inner_->make_scratch();
  scratch->reference = reference_->make_scratch();
  return scratch;
}

void CheckedEvaluator::evaluate(const Board& origin, std::span<const Board> boards,
                                std::span<Probabilities> out, Scratch& scratch) const {
  auto& own = static_cast<CheckedScratch&>(scratch);
  inner_->evaluate(origin, boards, out, *own.inner);
  own.expected.resize(boards.size());
  reference_->evaluate(origin, boards, own.expected, *own.reference);

  std::uint64_t wrong = 0;
  float worst = 0;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const float d = difference(out[i], own.expected[i]);
    worst = std::max(worst, d);
    wrong += d > tolerance_ ? 1 : 0;
  }
  boards_ += boards.size();
  mismatches_ += wrong;
  float seen = worst_.load();
  while (worst > seen && !worst_.compare_exchange_weak(seen, worst)) {
  }
}

std::string CheckedEvaluator::identity() const {
  return inner_->identity();
}

}  // namespace alea
