#pragma once

#include "engine/evaluator/score_evaluator.h"

namespace alea {

// What a club player looks at, each with a hand-set weight in pips. See linear_evaluator.cpp for the
// exact meaning; every term is taken for both sides and subtracted.
struct LinearWeights {
  float on_roll = 4.0F;            // half an average roll for the player to roll
  float home_point = 5.0F;         // a made point in the home board,
  float home_point_middle = 2.5F;  // and more for the 4-, 5- and 6-points
  float outer_point = 3.0F;        // a made point 7 to 11
  float anchor = 5.0F;             // a made point in the opponent's home board,
  float anchor_high = 5.0F;        // and more for their 4-, 5-points and bar-point (own 21, 20, 18)
  float prime = 0.4F;              // times blocked points squared in front of each enclosed checker
  float bar = 2.0F;                // times closed home points for each opposing checker on the bar
  float deep = 1.5F;             // a checker on the 1- or 2-point while there is contact (a fault)
  float stack = 1.5F;            // a checker beyond the third on a point (a fault)
  float straggler = 1.0F;        // a checker still in the opponent's home board (a fault)
  float exposure = 1.0F;         // chance to be hit times pips lost, by the player about to roll
  float exposure_later = 0.25F;  // the same for blots of the player about to roll
  float hit_extra = 4.0F;        // loss by a hit beyond the pips, a closed home point of the hitter
};

// The second baseline that training is measured against: a weighted sum of features of our own choosing
// (pips, points, blots, primes, anchors); far above PipEvaluator, far below a network.
class LinearEvaluator final : public ScoreEvaluator {
 public:
  explicit LinearEvaluator(const LinearWeights& weights = {}) noexcept : weights_(weights) {}

  [[nodiscard]] std::string identity() const override;  // "linear"

 private:
  [[nodiscard]] float score(const Board& board) const noexcept override;

  LinearWeights weights_;
};

}  // namespace alea
