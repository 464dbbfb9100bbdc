#include "engine/evaluator/exact_evaluator.h"

#include <utility>

#include "engine/base/check.h"
#include "engine/board/outcome.h"
#include "engine/evaluator/remainder.h"

namespace alea {

ExactEvaluator::ExactEvaluator(std::shared_ptr<const Evaluator> inner) : inner_(std::move(inner)) {
  ALEA_CHECK(inner_ != nullptr);
}

std::unique_ptr<Evaluator::Scratch> ExactEvaluator::make_scratch() const {
  return std::make_unique<RemainderScratch>(inner_->make_scratch());
}

void ExactEvaluator::evaluate(const Board& origin, std::span<const Board> boards,
                              std::span<Probabilities> out, Scratch& scratch) const {
  ALEA_ASSERT(boards.size() == out.size());
  auto& own = static_cast<RemainderScratch&>(scratch);
  evaluate_remainder(*inner_, origin, boards, out, own, [](const Board& board, Probabilities& p) {
    const auto outcome = outcome_of(board);
    if (outcome) p = outcome->probabilities();
    return outcome.has_value();
  });
  for (const std::uint32_t place : own.places) {
    out[place] = restricted(out[place], possible_outcomes(boards[place]));
  }
}

std::string ExactEvaluator::identity() const {
  return inner_->identity();
}

}  // namespace alea
