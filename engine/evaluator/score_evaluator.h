#pragma once

#include "engine/evaluator/evaluator.h"

namespace alea {

// Base of the hand-made baselines: a score per board, mapped to a chance of winning without gammons.
//
// Only the order of the scores matters to a player; the chances are rough. The map is a rational
// sigmoid, made of exactly rounded operations, so results are the same on every machine.
class ScoreEvaluator : public Evaluator {
 public:
  void evaluate(const Board& origin, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch& scratch) const final;

 private:
  // How well the player about to roll stands; 0 = even, 1 = three chances in four. The game goes on.
  [[nodiscard]] virtual float score(const Board& board) const noexcept = 0;
};

// x -> (0, 1), rising, 0 -> 1/2, 1 -> 3/4, -1 -> 1/4.
[[nodiscard]] float chance_of_score(float score) noexcept;

}  // namespace alea
