#include "tools/app/play_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/check.h"
#include "engine/board/outcome.h"
#include "engine/search/game.h"

namespace alea::app {

PlayTable::PlayTable(int length, const Rules& rules) : rules_(rules) {
  match_.length = length;
  match_.crawford = false;
  if (length > 0) rules_.jacoby = rules_.beavers = rules_.raccoons = false;
}

void PlayTable::start_game(int starter, Dice opening, int doubles) {
  ALEA_CHECK(!match_over());
  position_ = Position{};
  position_.board = starting_board();
  position_.us_is_first = starter != 0;  // player 0 is X in IDs, whoever starts
  position_.rules = rules_;
  position_.match = starter == 0 ? match_ : match_.flipped();
  if (match_.is_money()) position_.cube.exponent = std::min(doubles, rules_.automatic_doubles);
  decider_ = starter;
  result_.reset();
  roll(opening);
}

void PlayTable::start_from(const Position& position, int decider) {
  position_ = position;
  decider_ = decider;
  rules_ = position.rules;
  match_ = decider == 0 ? position.match : position.match.flipped();
  result_.reset();
}

void PlayTable::roll(Dice dice) {
  ALEA_CHECK(!result_);
  position_.dice = dice;
  position_.pending = Pending::checker_play;
}

void PlayTable::turn_to_other() {
  position_ = flipped(position_);
  decider_ = 1 - decider_;
}

void PlayTable::play(const Steps& steps) {
  ALEA_CHECK(position_.pending == Pending::checker_play);
  const Board after = board_after(position_.board, steps);
  const int mover = decider_;
  turn_to_other();
  position_.board = after;
  position_.dice.reset();
  position_.pending = Pending::roll_or_double;
  if (const std::optional<Outcome> outcome = outcome_of(after)) {
    finish(mover, outcome->result,
           -points_of(*outcome, position_.cube, position_.match, position_.rules), true);
  }
}

void PlayTable::offer() {
  ALEA_CHECK(position_.pending == Pending::roll_or_double && may_double(position_));
  turn_to_other();
  position_.pending = Pending::double_offered;
}

void PlayTable::take() {
  if (position_.pending == Pending::double_offered) {
    position_.cube = {position_.cube.exponent + 1, CubeOwner::us};
    turn_to_other();
  } else {
    ALEA_CHECK(position_.pending == Pending::beaver_offered);
  }
  position_.pending = Pending::roll_or_double;
}

void PlayTable::drop() {
  // A dropped double costs the stake before it, a dropped beaver the doubled one.
  const bool beavered = position_.pending == Pending::beaver_offered;
  ALEA_CHECK(beavered || position_.pending == Pending::double_offered);
  finish(1 - decider_, std::nullopt, beavered ? position_.cube.value() / 2 : position_.cube.value(),
         false);
}

void PlayTable::beaver() {
  ALEA_CHECK(position_.pending == Pending::double_offered && rules_.beavers);
  position_.cube = {position_.cube.exponent + 2, CubeOwner::us};
  turn_to_other();
  position_.pending = Pending::beaver_offered;
}

void PlayTable::resign(int level) {
  ALEA_CHECK(!result_);
  const bool single = rules_.jacoby && position_.cube.owner == CubeOwner::centre;
  finish(1 - decider_, static_cast<GameResult>(level),
         (single ? 1 : level) * position_.cube.value(), false);
}

void PlayTable::settle(int winner, int points) {
  ALEA_CHECK(!result_);
  finish(winner, std::nullopt, points, false);
}

void PlayTable::finish(int winner, std::optional<GameResult> kind, int points, bool played_out) {
  const Board::Side& loser = winner == decider_ ? position_.board.them : position_.board.us;
  result_ = GameResultAtTable{
      .winner = winner,
      .points = points,
      .played_out = played_out,
      .kind = kind,
      .cube = position_.cube.value(),
      .loser_off = loser[kOff],
      .singly = rules_.jacoby && position_.cube.owner == CubeOwner::centre,
  };
  match_ = next_game(match_, winner == 0 ? points : -points);
}

std::string result_text(const GameResultAtTable& result, const std::array<std::string, 2>& names) {
  const std::string& winner = names[static_cast<std::size_t>(result.winner)];
  const std::string& loser = names[static_cast<std::size_t>(1 - result.winner)];
  std::string text = fmt::format("{} {} {} point{}", winner, winner == "You" ? "win" : "wins",
                                 result.points, result.points == 1 ? "" : "s");
  if (!result.kind) return text;
  const bool gammon = *result.kind != GameResult::single;
  if (gammon) text += *result.kind == GameResult::gammon ? ": a gammon" : ": a backgammon";
  if (gammon && result.singly) return text + " that counts once (Jacoby rule, nobody doubled)";
  if (result.cube > 1)
    text += fmt::format("{} the cube at {}", gammon ? " with" : ", with", result.cube);
  if (!gammon && result.played_out) {
    text += fmt::format(" (no gammon: {} borne off {} checker{})",
                        loser == "You" ? "you have" : loser + " has", result.loser_off,
                        result.loser_off == 1 ? "" : "s");
  }
  return text;
}

bool PlayTable::match_over() const noexcept {
  return !match_.is_money() &&
         (match_.score_us >= match_.length || match_.score_them >= match_.length);
}

}  // namespace alea::app
