#pragma once

#include <optional>

#include "engine/cube/cube_model.h"

namespace alea {

// The winning chances at which cube decisions turn, for given shares of gammons among wins and losses.
// All are chances of the player on roll except take_point, which is the answerer's own.
struct CubePoints {
  double take_point = 0;      // least chance with which the opponent may take
  double double_point = 0;    // doubling starts to be right (no double = double/take)
  double cash_point = 0;      // the opponent starts to pass (= 1 - take_point)
  double too_good_point = 1;  // playing on for the gammon beats the cash (1 if it never does)

  bool operator==(const CubePoints&) const = default;
};

// For the first player's double at slot 0 of `model`, with gammon shares as in `p` and efficiency `x`
// (0 gives the dead-cube points, 1 the live ones); nothing if that player may not double. Beavers are
// left out of account. Costs some hundred evaluations of the model.
[[nodiscard]] std::optional<CubePoints> cube_points(const CubeModel& model, const Probabilities& p,
                                                    const Efficiency& x) noexcept;

}  // namespace alea
