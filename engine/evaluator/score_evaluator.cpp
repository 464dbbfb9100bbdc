#include "engine/evaluator/score_evaluator.h"

#include <cmath>

#include "engine/base/check.h"
#include "engine/board/outcome.h"

namespace alea {

float chance_of_score(float score) noexcept {
  return 0.5F + 0.5F * score / (1.0F + std::fabs(score));
}

void ScoreEvaluator::evaluate(const Board& /*origin*/, std::span<const Board> boards,
                              std::span<Probabilities> out, Scratch& /*scratch*/) const {
  ALEA_ASSERT(boards.size() == out.size());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const auto outcome = outcome_of(boards[i]);
    out[i] = outcome ? outcome->probabilities()
                     : Probabilities{.win = chance_of_score(score(boards[i]))};
  }
}

}  // namespace alea
