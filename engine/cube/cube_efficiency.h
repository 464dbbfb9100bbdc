#pragma once

#include "engine/board/board.h"
#include "engine/cube/position.h"

namespace alea {

// How much of a perfectly live cube's use the players really get in one position: 0 = dead, 1 = fully
// live; by who owns the cube, seen by the player about to roll without doubling.
struct Efficiency {
  double centre = 0, us = 0, them = 0;

  constexpr Efficiency(double for_all) noexcept  // NOLINT(google-explicit-constructor): a plain x
      : centre(for_all), us(for_all), them(for_all) {}
  constexpr Efficiency(double centred, double ours, double theirs) noexcept
      : centre(centred), us(ours), them(theirs) {}

  [[nodiscard]] constexpr double of(CubeOwner owner) const noexcept {
    return owner == CubeOwner::centre ? centre : (owner == CubeOwner::us ? us : them);
  }
  bool operator==(const Efficiency&) const = default;
};

// Janowski's x for every position.
//
// A cube would be fully live if chances moved continuously; dice move them in jumps that overshoot the
// doubling point, and the wider the jumps, the less the cube is worth. In a race the jumps shrink with
// the root of its length, and so does what is lost: x = 1 - spread / sqrt(mean pips of both sides). The
// spreads are fitted to the exact cubeful equities of races in which pips alone count, up to 150 pips;
// the exact two-sided bear-offs agree (tests/cube_model/race_efficiency_test.cpp makes the fit). The owner
// about to roll gets the least because he lets this turn's chance pass.
struct CubeEfficiency {
  struct ByOwner {
    float centre = 0, us = 0, them = 0;
    bool operator==(const ByOwner&) const = default;
  };
  // The x at which the model agrees with its own look-ahead of 2 plies (alea_cube_lab fixed; a fixed point
  // reached in a few rounds; about 300, 110 and 300 positions, error about 0.02).
  ByOwner contact{0.70F, 0.69F, 0.75F};
  ByOwner crashed{0.75F, 0.63F, 0.80F};    // a side has little left outside its three lowest points
  ByOwner back_game{0.84F, 0.79F, 0.83F};  // a side holds two points or more in the other's home
  ByOwner race_spread{1.29F, 2.11F, 1.64F};

  bool operator==(const CubeEfficiency&) const = default;
};

// The parameter for a position, seen by the player about to roll.
[[nodiscard]] Efficiency efficiency_of(const Board& board,
                                       const CubeEfficiency& parameters) noexcept;

// Of a race in which both sides have so many pips left on average.
[[nodiscard]] Efficiency race_efficiency(double mean_pips,
                                         const CubeEfficiency& parameters) noexcept;

}  // namespace alea
