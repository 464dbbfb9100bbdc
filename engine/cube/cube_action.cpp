#include "engine/cube/cube_action.h"

#include <algorithm>
#include <array>

namespace alea {

std::string_view to_string(CubeAction action) noexcept {
  constexpr std::array<std::string_view, 10> kNames = {
      "no_double",   "double_take",   "double_pass",   "too_good_take", "too_good_pass",
      "no_redouble", "redouble_take", "redouble_pass", "beaver",        "no_cube"};
  return kNames[static_cast<std::size_t>(action)];
}

CubeDecision decide(const CubeValues& values, bool may_turn, CubeOwner owner) noexcept {
  const double nd = values.no_double.points;
  const double dt = values.double_take.points;
  const double dp = values.double_pass.points;
  CubeDecision decision;
  decision.takes = dt <= dp + kCubeTie;
  if (!may_turn) {
    decision.best = values.no_double;
    return decision;
  }
  const double doubled = std::min(dt, dp);
  decision.doubles = doubled >= nd - kCubeTie;
  decision.best = {std::max(nd, doubled)};

  const bool redouble = owner == CubeOwner::us;
  if (values.beavered) {
    decision.action = CubeAction::beaver;
  } else if (decision.doubles) {
    if (decision.takes) {
      decision.action = redouble ? CubeAction::redouble_take : CubeAction::double_take;
    } else {
      decision.action = redouble ? CubeAction::redouble_pass : CubeAction::double_pass;
    }
  } else if (nd > dp) {
    decision.action = decision.takes ? CubeAction::too_good_take : CubeAction::too_good_pass;
  } else {
    decision.action = redouble ? CubeAction::no_redouble : CubeAction::no_double;
  }
  return decision;
}

}  // namespace alea
