#pragma once

#include <string_view>

#include "engine/cube/equity.h"
#include "engine/cube/position.h"

namespace alea {

// The advice for a cube decision (R20), both halves of it: what the player on roll should do, and the
// opponent's answer if doubled.
enum class CubeAction : std::uint8_t {
  no_double,  // ... and take
  double_take,
  double_pass,
  too_good_take,
  too_good_pass,
  no_redouble,
  redouble_take,
  redouble_pass,
  beaver,   // a double would be beavered (CubeDecision::doubles tells whether to double anyway)
  no_cube,  // the cube may not be turned
};

// As the command line and its JSON spell it: "too_good_pass".
[[nodiscard]] std::string_view to_string(CubeAction action) noexcept;

// The three values of a cube decision, per unit of the present cube, seen by the player on roll.
// double_take holds the beavered value where the right answer to a double is a beaver.
struct CubeValues {
  Equity no_double, double_take, double_pass;
  bool beavered = false;

  bool operator==(const CubeValues&) const = default;
};

struct CubeDecision {
  CubeAction action = CubeAction::no_cube;
  bool doubles = false;  // the player on roll should turn the cube
  bool takes = true;     // the opponent should take (or beaver) if doubled
  Equity best;           // value of the position with the right decisions

  bool operator==(const CubeDecision&) const = default;
};

// Differences below this are ties: a double that costs nothing is made, a take that costs nothing too.
inline constexpr double kCubeTie = 1e-6;

// `may_turn`: the player on roll may double. `owner`: of the cube, seen by that player.
[[nodiscard]] CubeDecision decide(const CubeValues& values, bool may_turn,
                                  CubeOwner owner) noexcept;

}  // namespace alea
