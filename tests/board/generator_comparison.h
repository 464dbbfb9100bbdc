#pragma once

#include <gtest/gtest.h>

#include "engine/board/movegen.h"
#include "tests/board/random_boards.h"
#include "tests/board/slow_plays.h"
#include "tests/support/board_text.h"

namespace alea {

// All that generate_plays promises for one roll, against the slow generator.
inline void expect_same_plays(const Board& board, Dice dice, const Rules& rules, PlayList& plays) {
  const auto where = [&] {
    return "board(\"" + caption(board) + "\") roll " + std::to_string(dice.high) +
           std::to_string(dice.low) + " limit " + std::to_string(rules.max_stack);
  };
  generate_plays(board, dice, rules, plays);
  const SlowBoards expected = slow_plays(board, dice, rules.max_stack);
  ASSERT_EQ(plays.boards().size(), plays.steps().size());
  if (expected.empty()) {
    ASSERT_EQ(plays.size(), 1U) << where();
    ASSERT_EQ(plays.boards()[0], board.flipped()) << where();
    ASSERT_EQ(plays.steps()[0], Steps{}) << where();
    return;
  }
  ASSERT_EQ(plays.size(), expected.size()) << where();
  SlowBoards found;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    const Board after = plays.boards()[i].flipped();
    found.insert(slow_bytes(after));
    // The steps are legal one after the other and lead to the board.
    Board on_the_way = board;
    for (const Step step : plays.steps()[i].all()) {
      bool legal = false;
      for (const int die : {int{dice.low}, int{dice.high}}) {
        Board next;
        if (!legal && std::max(step.from - die, 0) == step.to &&
            slow_step(on_the_way, step.from, die, rules.max_stack, next)) {
          legal = true;
          on_the_way = next;
        }
      }
      ASSERT_TRUE(legal) << where();
    }
    ASSERT_EQ(on_the_way, after) << where();
    ASSERT_EQ(board_after(board, plays.steps()[i]), plays.boards()[i]) << where();
  }
  ASSERT_EQ(found, expected) << where();
}

inline void compare_generators(std::uint64_t seed, int boards, const Rules& rules) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  PlayList plays;
  for_random_boards(seed, boards, rules, [&](const Board& board) {
    for (const Dice dice : all_rolls()) {
      expect_same_plays(board, dice, rules, plays);
      if (testing::Test::HasFatalFailure()) return;
    }
  });
}

}  // namespace alea
