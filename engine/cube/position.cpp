#include "engine/cube/position.h"

#include <fmt/format.h>

#include <utility>

namespace alea {

Position flipped(const Position& position) noexcept {
  Position turned = position;
  turned.board = position.board.flipped();
  turned.cube = position.cube.flipped();
  turned.match = position.match.flipped();
  turned.us_is_first = !position.us_is_first;
  return turned;
}

bool may_double(const Position& position) noexcept {
  if (position.cube.owner == CubeOwner::them || position.match.crawford) return false;
  return position.match.is_money() || position.cube.value() < position.match.away_us();
}

namespace {

constexpr int kLongestMatch = 32767;  // 15 bits in a GNU match ID

Status refuse(std::string message) {
  return fail(ErrorKind::input, std::move(message));
}

Status validate_score(const MatchState& match) {
  if (match.length < 0 || match.length > kLongestMatch) {
    return refuse(
        fmt::format("a match of {} points; expected 0 (money) to {}", match.length, kLongestMatch));
  }
  for (const int score : {match.score_us, match.score_them}) {
    if (score < 0 || score > kLongestMatch) return refuse(fmt::format("a score of {}", score));
    if (!match.is_money() && score >= match.length) {
      return refuse(
          fmt::format("a score of {} in a {} point match: the match is over", score, match.length));
    }
  }
  if (match.crawford && (match.is_money() || (match.away_us() != 1 && match.away_them() != 1))) {
    return refuse("a Crawford game needs a match and a player who is one point away");
  }
  return {};
}

Status validate_cube(const Position& position) {
  const CubeState& cube = position.cube;
  if (cube.exponent < 0 || cube.exponent > kMaxCubeExponent) {
    return refuse(
        fmt::format("a cube of 2^{}; expected at most 2^{}", cube.exponent, kMaxCubeExponent));
  }
  if (position.match.crawford && (cube.exponent != 0 || cube.owner != CubeOwner::centre)) {
    return refuse("a turned cube in the Crawford game");
  }
  const bool can_answer = cube.owner != CubeOwner::us && !position.match.crawford;
  if (position.pending == Pending::double_offered && !can_answer) {
    return refuse("a double by a player who may not turn the cube");
  }
  const bool raccoon = position.pending == Pending::raccoon_offered;
  if (raccoon || position.pending == Pending::beaver_offered) {
    const CubeOwner beaverer = raccoon ? CubeOwner::us : CubeOwner::them;
    if (!position.match.is_money() || cube.owner != beaverer || cube.exponent < (raccoon ? 3 : 2)) {
      return refuse("a beaver or raccoon that the cube does not show");
    }
  }
  return {};
}

}  // namespace

Status validate(const Position& position) {
  ALEA_TRY(validate(position.board));
  if (position.board.us[kOff] == kCheckers || position.board.them[kOff] == kCheckers) {
    return refuse("the game is over: a side has borne off all checkers");
  }
  ALEA_TRY(validate_score(position.match));
  ALEA_TRY(validate_cube(position));
  if (const auto& dice = position.dice) {
    if (dice->low < 1 || dice->high > 6 || dice->low > dice->high) {
      return refuse(
          fmt::format("a roll of {} and {}; expected two dice of 1 to 6", dice->high, dice->low));
    }
  }
  const bool needs_dice = position.pending == Pending::checker_play;
  const bool may_have_dice = needs_dice || position.pending == Pending::resignation_offered;
  if (position.dice ? !may_have_dice : needs_dice) {
    return refuse(position.dice ? "a roll where a cube decision is asked for"
                                : "no roll where a checker play is asked for");
  }
  if ((position.pending == Pending::resignation_offered) !=
      (position.resignation >= 1 && position.resignation <= 3)) {
    return refuse(fmt::format("a resignation of {} points per cube unit", position.resignation));
  }
  return {};
}

}  // namespace alea
