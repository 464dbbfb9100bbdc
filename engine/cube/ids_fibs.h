#pragma once

#include <array>
#include <string_view>

#include "engine/base/result.h"
#include "engine/cube/position.h"

namespace alea {

// The values of one "board:" line, as FIBS sends them to clients and GNU Backgammon to external
// players. Names borrow from the text that was parsed.
struct FibsBoard {
  std::string_view name_first, name_second;
  int length = 0;  // 0 or 9999: unlimited
  int score_first = 0, score_second = 0;
  std::array<int, 26> points{};  // positive: colour 1's checkers; 0 and 25 are the bars
  int turn = 0;                  // colour on roll; 0 when the game is over
  std::array<int, 4> dice{};     // first player's, then the second's
  int cube = 1;
  bool first_may_double = true, second_may_double = true;
  bool was_doubled = false;
  int colour = 1, direction = -1;  // of the first player
  int home = 0, bar = 25;
  int off_first = 0, off_second = 0;
  int bar_first = 0, bar_second = 0;
  int can_move = 0, forced = 0;
  int post_crawford = 0, redoubles = 0;

  // GNU Backgammon shows every board to the external player, and orders names and scores by other rules.
  [[nodiscard]] bool is_from_gnubg() const noexcept;

  bool operator==(const FibsBoard&) const = default;
};

// Errors (input): with the column of the first field that is wrong; nothing about the position itself.
[[nodiscard]] Result<FibsBoard> parse_fibs_board(std::string_view line);

// The position, seen by the player who decides; for GNU Backgammon's lines that is always the external
// player. Errors (input): impossible board, dice, cube or score; a finished game.
//
// GNU Backgammon shows points and cube flags from its player 1 whoever is asked; the turn is that of the
// player who rolls next, or has doubled. A beaver of our double and a raccoon of our beaver look the
// same in it: `we_beavered` tells that our last answer was a beaver.
[[nodiscard]] Result<Position> to_position(const FibsBoard& board, bool we_beavered = false);

}  // namespace alea
