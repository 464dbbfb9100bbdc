#include "engine/analysis/decision.h"

#include <array>

namespace alea {

std::string_view to_string(DecisionKind kind) noexcept {
  constexpr std::array<std::string_view, 6> kNames = {"checker", "double",      "take",
                                                      "beaver",  "resignation", "acceptance"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view to_string(CubeChoice choice) noexcept {
  constexpr std::array<std::string_view, 11> kNames = {"",        "no_double", "double", "take",
                                                       "pass",    "beaver",    "accept", "drop",
                                                       "raccoon", "resign",    "play_on"};
  return kNames[static_cast<std::size_t>(choice)];
}

ErrorClass error_class(double loss) noexcept {
  if (loss >= kVeryBad) return ErrorClass::very_bad;
  if (loss >= kBad) return ErrorClass::bad;
  return loss >= kDoubtful ? ErrorClass::doubtful : ErrorClass::none;
}

std::string_view to_string(ErrorClass error) noexcept {
  constexpr std::array<std::string_view, 4> kNames = {"ok", "doubtful", "bad", "very_bad"};
  return kNames[static_cast<std::size_t>(error)];
}

LuckClass luck_class(double luck) noexcept {
  if (luck >= kVeryLucky) return LuckClass::very_lucky;
  if (luck >= kLucky) return LuckClass::lucky;
  if (luck <= -kVeryLucky) return LuckClass::very_unlucky;
  return luck <= -kLucky ? LuckClass::unlucky : LuckClass::none;
}

std::string_view to_string(LuckClass luck) noexcept {
  constexpr std::array<std::string_view, 5> kNames = {"very_unlucky", "unlucky", "none", "lucky",
                                                      "very_lucky"};
  return kNames[static_cast<std::size_t>(luck)];
}

Amount amount_of(double equity, const Position& position, const MatchEquityTable& met) noexcept {
  const int cube = position.cube.value();
  if (position.match.is_money()) return {equity, equity * cube};
  const double gap = met.mwc_after(position.match, cube) - met.mwc_after(position.match, -cube);
  return {equity, 0.5 * gap * equity};
}

}  // namespace alea
