#pragma once

#include <cstdint>

#include "engine/board/movegen.h"
#include "engine/board/outcome.h"
#include "tests/board/slow_plays.h"
#include "tests/support/board_text.h"

namespace alea {

// Counts of resulting boards over all 21 rolls, one and two turns deep, from fixed positions. The first
// figures follow from the reference lists for the starting position; all are those of slow_perft.
struct PerftCase {
  const char* caption;
  Rules rules;
  std::int64_t depth1, depth2;  // boards after one and two turns, summed over the 21 rolls of each
};

inline constexpr PerftCase kPerftCases[] = {
    {"24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", {}, 447, 202782},
    {"24:1 20:2 13:3 8:3 6:4 5:2 / bar:1 23:1 13:4 8:3 7:1 6:4 3:1", {}, 930, 133581},
    {"bar:2 13:4 9:1 6:5 4:3 / 24:1 18:1 13:4 8:3 6:4 5:2", {}, 62, 40953},
    {"24:2 6:4 5:3 4:3 3:3 / 24:1 8:2 6:4 5:3 4:3 2:2", {}, 226, 44847},
    {"9:1 6:3 5:3 4:3 3:2 1:1 / 8:2 7:1 6:5 4:3 2:2", {}, 340, 106760},
    {"6:2 5:2 3:3 2:1 / 24:1 7:1 5:2 4:2", {}, 177, 23175},
    {"24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", {.max_stack = 5}, 405, 166498},
};

inline std::int64_t perft(const Board& board, int depth, const Rules& rules) {
  if (depth == 0 || outcome_of(board)) return 1;
  std::int64_t count = 0;
  PlayList plays;
  for (const Dice dice : all_rolls()) {
    generate_plays(board, dice, rules, plays);
    for (const Board& after : plays.boards()) count += perft(after, depth - 1, rules);
  }
  return count;
}

// The same by the slow generator.
inline std::int64_t slow_perft(const Board& board, int depth, const Rules& rules) {
  if (depth == 0 || outcome_of(board)) return 1;
  std::int64_t count = 0;
  for (const Dice dice : all_rolls()) {
    SlowBoards plays = slow_plays(board, dice, rules.max_stack);
    if (plays.empty()) plays.insert(slow_bytes(board));
    for (const auto& bytes : plays) {
      Board after;
      std::copy_n(bytes.begin(), 32, after.them.begin());
      std::copy_n(bytes.begin() + 32, 32, after.us.begin());
      count += slow_perft(after, depth - 1, rules);
    }
  }
  return count;
}

}  // namespace alea
