#include "nn/eval/features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/board/random_boards.h"
#include "tests/support/board_text.h"

namespace alea::nn {
namespace {


TEST(Features, NumbersAreDistinctAndWithoutGaps) {
  std::set<int> seen;
  for (int side = 0; side < 2; ++side) {
    for (int slot = 0; slot <= kBar; ++slot) {
      const int most = slot == kBar || slot == kOff ? kCheckers : kCountsPerPoint;
      for (int count = 1; count <= most; ++count) {
        EXPECT_TRUE(seen.insert(feature(side, slot, count)).second);
      }
    }
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(kFeatures));
  EXPECT_EQ(*seen.begin(), 0);
  EXPECT_EQ(*seen.rbegin(), kFeatures - 1);
}

TEST(Features, OneForEachOccupiedSlot) {
  for_random_boards(2, 2000, Rules{}, [](const Board& board) {
    std::set<int> expected;
    for (int slot = 0; slot <= kBar; ++slot) {
      const auto s = static_cast<std::size_t>(slot);
      if (board.us[s] > 0) expected.insert(feature(0, slot, board.us[s]));
      if (board.them[s] > 0) expected.insert(feature(1, slot, board.them[s]));
    }
    std::array<std::uint16_t, kMaxActiveFeatures> active;
    const int count = active_features(board, active);
    ASSERT_EQ(static_cast<std::size_t>(count), expected.size());
    ASSERT_EQ(std::set<int>(active.begin(), active.begin() + count), expected);
  });
}

TEST(Features, EightOrMoreCheckersOnAPointShareOne) {
  EXPECT_EQ(feature(0, 6, 8), feature(0, 6, 15));
  EXPECT_NE(feature(0, 6, 7), feature(0, 6, 8));
  EXPECT_NE(feature(0, kBar, 14), feature(0, kBar, 15));
}

TEST(Phases, RaceIsItsOwnAndContactGoesByMenBack) {
  EXPECT_EQ(phase_of(board("6:5 5:5 4:5 / 6:5 5:5 4:5")), 0);
  // Men back: bar and opponent's home. Up to one, two, more.
  EXPECT_EQ(phase_of(board("18:1 6:5 5:5 4:4 / 18:1 6:5 5:5 4:4")), 1);
  EXPECT_EQ(phase_of(board("24:1 6:5 5:5 4:4 / 24:1 6:5 5:5 4:4")), 1);
  EXPECT_EQ(phase_of(starting_board()), 1 + 3 * 1 + 1);
  EXPECT_EQ(phase_of(board("bar:1 24:2 6:5 5:5 4:2 / 18:1 6:5 5:5 4:4")), 1 + 3 * 2);
  EXPECT_EQ(phase_of(board("18:1 6:5 5:5 4:4 / bar:1 24:2 6:5 5:5 4:2")), 1 + 2);
}

}  // namespace
}  // namespace alea::nn
