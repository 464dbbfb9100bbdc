#pragma once

#include "engine/board/board.h"

namespace alea {

// How much of a perfectly live cube's use a player really gets: 0 = dead, 1 = fully live.
//
// Janowski's x. A cube would be fully live if chances moved continuously; dice move them in jumps that
// overshoot the doubling point, and the wider the jumps, the less the cube is worth. So x grows with the
// length of a race and is smallest where few rolls are left. Starting values from the range that
// Janowski's paper gives for real positions (0.6 to 0.75); to be fitted on rollouts of our own.
struct CubeEfficiency {
  float contact = 0.68F;
  float crashed = 0.64F;     // a side has little left outside its three lowest points
  float race_short = 0.60F;  // at race_short_pips of the player to roll, and below
  float race_long = 0.70F;   // at race_long_pips and above; linear in between
  int race_short_pips = 40;
  int race_long_pips = 110;

  bool operator==(const CubeEfficiency&) const = default;
};

// The parameter for a position, seen by the player about to roll.
[[nodiscard]] float efficiency_of(const Board& board, const CubeEfficiency& parameters) noexcept;

}  // namespace alea
