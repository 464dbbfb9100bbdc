#pragma once

#include <compare>

#include "engine/cube/met.h"
#include "engine/cube/position.h"

namespace alea {

// Points per unit of the present cube: in money play as won, in a match normalised (EMG: +1 is
// winning a single game at this cube, -1 losing one).
struct Equity {
  double points = 0;

  [[nodiscard]] constexpr Equity flipped() const noexcept { return {-points}; }
  auto operator<=>(const Equity&) const = default;
};

// Chance of winning the match.
struct Mwc {
  double chance = 0;

  [[nodiscard]] constexpr Mwc flipped() const noexcept { return {1.0 - chance}; }
  auto operator<=>(const Mwc&) const = default;
};

// The linear map between the two at this score and cube value, seen by `us`. Match play only.
[[nodiscard]] inline Equity to_equity(Mwc mwc, const MatchState& match, int cube_value,
                                      const MatchEquityTable& met) noexcept {
  const double won = met.mwc_after(match, cube_value);
  const double lost = met.mwc_after(match, -cube_value);
  return {won > lost ? (2.0 * mwc.chance - won - lost) / (won - lost) : 0.0};
}
[[nodiscard]] inline Mwc to_mwc(Equity equity, const MatchState& match, int cube_value,
                                const MatchEquityTable& met) noexcept {
  const double won = met.mwc_after(match, cube_value);
  const double lost = met.mwc_after(match, -cube_value);
  return {0.5 * (won + lost + equity.points * (won - lost))};
}

}  // namespace alea
