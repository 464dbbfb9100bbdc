#include "nn/eval/tactics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "engine/board/movegen.h"
#include "nn/eval/board_bytes.h"
#include "tests/board/random_boards.h"
#include "tests/support/board_text.h"

namespace alea::nn {
namespace {

BothMen men_of(const Board& board) {
  return both_men(occupied_places(board), made_places(board));
}
int our_shots(const char* text) {
  return shots(men_of(board(text)).us);
}
int our_escapes(const char* text) {
  return escapes(men_of(board(text)).us);
}

// The table every book on the game has: rolls that hit from n pips away when nothing is in the way.
TEST(Shots, OfASingleCheckerByDistance) {
  constexpr std::array<int, 25> kRolls = {0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3,
                                          0, 0,  1,  1,  0,  1,  0,  1, 0, 0, 0, 1};
  for (int distance = 1; distance < 24; ++distance) {
    const Men men{.occupied = 1U << 24, .blots = 1U << (24 - distance)};
    EXPECT_EQ(shots(men), kRolls[static_cast<std::size_t>(distance)]) << distance;
  }
}

TEST(Shots, BlockedStopsTakeCombinationsAway) {
  // 6 pips: 17 rolls, of which 5-1 needs a free stop, 3-3 the middle one, 2-2 both.
  const auto with_blocks = [](std::uint32_t blocks) {
    return shots({.occupied = 1U << 12, .blots = 1U << 6, .blocks = blocks});
  };
  EXPECT_EQ(with_blocks(0), 17);
  EXPECT_EQ(with_blocks(1U << 11), 17) << "5-1 the other way round";
  EXPECT_EQ(with_blocks(1U << 11 | 1U << 7), 15);
  EXPECT_EQ(with_blocks(1U << 9), 16) << "no 3-3";
  EXPECT_EQ(with_blocks(1U << 10), 16) << "no 2-2, but 4-2 over the other stop";
  EXPECT_EQ(with_blocks(1U << 10 | 1U << 8), 14) << "neither 2-2 nor 4-2";
}

TEST(Shots, SeveralBlotsAndShootersCountEachRollOnce) {
  EXPECT_EQ(shots({.occupied = 1U << 10, .blots = 1U << 9 | 1U << 8}), 20) << "any 1 or 2";
  EXPECT_EQ(shots({.occupied = 1U << 10 | 1U << 9, .blots = 1U << 8}), 20) << "likewise";
  EXPECT_EQ(shots({.occupied = 1U << 3, .blots = 1U << 8}), 0) << "behind us";
}

TEST(Shots, MenOnTheBarEnterFirst) {
  // Their blot on our 22-point is their 3-point: a 3, or 2-1 and 1-1 by going on; 12 more of ours wait.
  EXPECT_EQ(our_shots("bar:1 6:14 / 3:1 6:14"), 14);
  EXPECT_EQ(our_shots("bar:2 6:13 / 3:1 6:14"), 11) << "with two on the bar only a 3 hits";
  EXPECT_EQ(our_shots("bar:1 6:14 / 3:1 2:2 1:2 6:10"), 11) << "no stop for 2-1 and 1-1";
  // A man elsewhere hits on our 5-point (their 20) with a 1, if the other die enters; 6-1 does not.
  EXPECT_EQ(our_shots("bar:1 6:14 / 20:1 6:14"), 10) << "1 with 1 to 5, and 5-5 all the way";
}

TEST(Shots, AreTheRollsThatHavePlaysThatHit) {
  PlayList plays;
  int compared = 0, equal = 0;
  for_random_boards(11, 3000, Rules{}, [&](const Board& board) {
    if (board.us[kBar] > 1) return;  // there only hits on entering count
    int hitting = 0;
    for (const Dice dice : all_rolls()) {
      generate_plays(board, dice, Rules{}, plays);
      const bool hits =
          std::any_of(plays.boards().begin(), plays.boards().end(),
                      [&](const Board& after) { return after.us[kBar] > board.them[kBar]; });
      if (hits) hitting += dice.weight();
    }
    const int counted = shots(men_of(board).us);
    // A hit with one die is no play where another play uses both dice: rarely fewer than counted.
    ASSERT_LE(hitting, counted);
    ++compared;
    equal += hitting == counted;
  });
  EXPECT_GT(compared, 2000);
  EXPECT_GT(equal, compared * 98 / 100);
}

TEST(Shots, OfTheOpponentAreOursWithSidesChanged) {
  for_random_boards(12, 500, Rules{}, [&](const Board& board) {
    const BothMen men = men_of(board), flipped = men_of(board.flipped());
    ASSERT_EQ(shots(men.them), shots(flipped.us));
    ASSERT_EQ(escapes(men.them), escapes(flipped.us));
  });
}

TEST(Escapes, OfALoneManBehindNothingAndBehindPrimes) {
  EXPECT_EQ(our_escapes("19:1 6:14 / 1:2 13:13"), 36);
  EXPECT_EQ(our_escapes("24:1 6:14 / 24:15"), 36 - 9) << "6 pips to go: 1-1, 1-2, 1-3, 1-4, 2-3";
  EXPECT_EQ(our_escapes("24:1 6:14 / 2:2 3:2 4:2 5:2 6:2 7:2 13:3"), 0) << "a full prime";
  EXPECT_EQ(our_escapes("24:1 6:14 / 3:2 4:2 5:2 6:2 7:2 13:5"), 2) << "6-1 alone";
}

TEST(Escapes, WithoutAnyoneBehindHaveAValueOfTheirOwn) {
  EXPECT_EQ(our_escapes("18:1 6:14 / 24:2 6:13"), kNoneBehind);
  EXPECT_EQ(our_escapes("bar:1 6:14 / 6:2 5:2 4:2 3:2 2:2 1:2 13:3"), 0) << "closed out";
}

}  // namespace
}  // namespace alea::nn
