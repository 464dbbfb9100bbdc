#pragma once

#include <array>
#include <optional>
#include <string>

#include "engine/board/movegen.h"
#include "engine/board/outcome.h"
#include "engine/cube/position.h"

namespace alea::app {

// How a game at the table ended.
struct GameResultAtTable {
  int winner = 0;  // player 0 or 1
  int points = 0;  // cube included
  bool played_out = false;
  std::optional<GameResult> kind{};  // nothing after a dropped double
  int cube = 1;
  int loser_off = 0;    // checkers that the loser has borne off
  bool singly = false;  // H3: nobody doubled, so it counts once whatever it is
};

// "alea wins 4 points: a gammon with the cube at 2", and why it is no gammon where that may surprise.
[[nodiscard]] std::string result_text(const GameResultAtTable& result,
                                      const std::array<std::string, 2>& names);

// A game or match between two players (0 and 1), by the rules: whose decision it is, and what follows
// from it. Knows no engine and prints nothing. Calls that do not fit the state are broken promises.
class PlayTable {
 public:
  PlayTable(int length, const Rules& rules);

  // Starts the next game: `starter` plays the opening roll (R4); `doubles` equal rolls came before (H1).
  void start_game(int starter, Dice opening, int doubles = 0);
  // Starts from a position; `decider` is who decides in it.
  void start_from(const Position& position, int decider);

  // Whose decision is pending, and which (seen by that player).
  [[nodiscard]] int decider() const noexcept { return decider_; }
  [[nodiscard]] const Position& position() const noexcept { return position_; }

  void roll(Dice dice);
  void play(const Steps& steps);
  void offer();
  void take();    // of a double or a beaver
  void drop();    // likewise
  void beaver();  // instead of a take
  void resign(int level);
  // The game ends with these points by agreement, whatever the position.
  void settle(int winner, int points);

  [[nodiscard]] const std::optional<GameResultAtTable>& result() const noexcept { return result_; }
  [[nodiscard]] bool match_over() const noexcept;
  [[nodiscard]] const MatchState& match() const noexcept { return match_; }  // seen by player 0
  [[nodiscard]] const Rules& rules() const noexcept { return rules_; }

 private:
  void finish(int winner, std::optional<GameResult> kind, int points, bool played_out);
  void turn_to_other();

  Rules rules_;
  MatchState match_;
  Position position_;
  int decider_ = 0;
  std::optional<GameResultAtTable> result_;
};

}  // namespace alea::app
