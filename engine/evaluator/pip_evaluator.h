#pragma once

#include "engine/evaluator/score_evaluator.h"

namespace alea {

// A beginner: as a player it minimises its pip count, relative to the opponent's, and the number of its
// blots while there is contact. The first baseline that training is measured against.
class PipEvaluator final : public ScoreEvaluator {
 public:
  [[nodiscard]] std::string identity() const override;  // "pip count"

 private:
  [[nodiscard]] float score(const Board& board) const noexcept override;
};

}  // namespace alea
