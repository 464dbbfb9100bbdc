#include "engine/evaluator/bearoff_evaluator.h"

#include <utility>

#include "engine/base/check.h"
#include "engine/evaluator/remainder.h"

namespace alea {

BearoffEvaluator::BearoffEvaluator(BearoffTables tables, std::shared_ptr<const Evaluator> inner)
    : tables_(std::move(tables)), inner_(std::move(inner)) {
  ALEA_CHECK(inner_ != nullptr);
}

std::unique_ptr<Evaluator::Scratch> BearoffEvaluator::make_scratch() const {
  return std::make_unique<RemainderScratch>(inner_->make_scratch());
}

void BearoffEvaluator::evaluate(const Board& origin, std::span<const Board> boards,
                                std::span<Probabilities> out, Scratch& scratch) const {
  ALEA_ASSERT(boards.size() == out.size());
  auto& own = static_cast<RemainderScratch&>(scratch);
  evaluate_remainder(*inner_, origin, boards, out, own, [&](const Board& board, Probabilities& p) {
    const auto known = tables_.probabilities(board);
    if (known) p = *known;
    return known.has_value();
  });
}

std::string BearoffEvaluator::identity() const {
  const std::string tables = tables_.identity();
  return tables.empty() ? inner_->identity() : inner_->identity() + " + " + tables;
}

}  // namespace alea
