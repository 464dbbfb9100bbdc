#include "nn/eval/features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "nn/eval/board_bytes.h"
#include "tests/board/random_boards.h"
#include "tests/support/board_text.h"

namespace alea::nn {
namespace {

TEST(Features, NumbersOfPlacedInputsAreDistinctAndWithoutGaps) {
  std::set<int> seen;
  for (int side = 0; side < 2; ++side) {
    for (int slot = 0; slot <= kBar; ++slot) {
      const int most = slot == kBar || slot == kOff ? kCheckers : kCountsPerPoint;
      for (int count = 1; count <= most; ++count) {
        EXPECT_TRUE(seen.insert(feature(side, slot, count)).second);
      }
    }
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(kPlacedFeatures));
  EXPECT_EQ(*seen.begin(), 0);
  EXPECT_EQ(*seen.rbegin(), kPlacedFeatures - 1);
}

// Where the groups of derived inputs begin, worked out by hand from docs/weights-format.md.
constexpr int kDifferenceAt = 444, kOursAt = 492, kTheirsAt = 532, kPatternsAt = 572,
              kTacticsAt = 1212;

std::array<int, kDerivedGroups> as_array(const DerivedFeatures& features) {
  std::array<int, kDerivedGroups> active;
  for (int group = 0; group < kDerivedGroups; ++group) {
    active[static_cast<std::size_t>(group)] = features[group];
  }
  return active;
}

auto derived(const Board& board) {
  return as_array(derived_features(summary_of(occupied_places(board), made_places(board),
                                              {pips_of(board.us), pips_of(board.them)})));
}

auto derived_of_pips(int us, int them) {
  return as_array(derived_features({.made = 0, .pips = {Pips{.all = us}, Pips{.all = them}}}));
}

TEST(DerivedFeatures, OfTheStartingPosition) {
  // 167 pips each; we hold our 24-, 13-, 8- and 6-point, and so do they.
  const auto active = derived(starting_board());
  EXPECT_EQ(active[0], kDifferenceAt + 24);
  EXPECT_EQ(active[1], kOursAt + 33);
  EXPECT_EQ(active[2], kTheirsAt + 33);
  const std::array<int, 5> patterns = {
      1 << 5,           // points 1 to 6
      1 << 2 | 1 << 4,  // 4 to 9
      1 << 1,           // 7 to 12: the 8-point
      1 << 0,           // 13 to 18
      1 << 5,           // 19 to 24
  };
  for (int side = 0; side < 2; ++side) {
    for (int w = 0; w < 5; ++w) {
      const auto group = static_cast<std::size_t>(3 + 5 * side + w);
      EXPECT_EQ(active[group],
                kPatternsAt + 64 * (5 * side + w) + patterns[static_cast<std::size_t>(w)])
          << "side " << side << " window " << w;
    }
  }
  // Nothing to hit on either side. The men on the 24-point escape with any 6 (11 rolls), 5-1, 5-3, 5-4 and
  // 4-2, and 2-2, 3-3, 4-4. The 8- and 13-points are 3 x 2 and 5 x 7 pips from the 6-point.
  for (int side = 0; side < 2; ++side) {
    EXPECT_EQ(active[static_cast<std::size_t>(13 + side)], kTacticsAt + 40 * side);
    EXPECT_EQ(active[static_cast<std::size_t>(15 + side)], kTacticsAt + 40 * (2 + side) + 22);
    EXPECT_EQ(active[static_cast<std::size_t>(17 + side)], kTacticsAt + 40 * (4 + side) + 41 / 2);
  }
  EXPECT_EQ(kTacticsAt + 240, kFeatures);
}

TEST(DerivedFeatures, DifferenceIsOursLessTheirsInStepsOfFour) {
  EXPECT_EQ(derived_of_pips(100, 104)[0], kDifferenceAt + 23);
  EXPECT_EQ(derived_of_pips(107, 100)[0], kDifferenceAt + 25);
  EXPECT_EQ(derived_of_pips(108, 100)[0], kDifferenceAt + 26);
}

TEST(DerivedFeatures, PipsBeyondTheLastStepShareIt) {
  const auto most = derived_of_pips(375, 0);
  EXPECT_EQ(most[0], kDifferenceAt + 47);
  EXPECT_EQ(most[1], kOursAt + 39);
  EXPECT_EQ(most[2], kTheirsAt);
  const auto least = derived_of_pips(0, 375);
  EXPECT_EQ(least[0], kDifferenceAt);
  EXPECT_EQ(least[2], kTheirsAt + 39);
}

TEST(DerivedFeatures, ABlotMakesNoPointAndTheBarIsNone) {
  const auto active = derived(board("bar:2 24:1 6:5 5:5 4:2 / 24:1 6:5 5:5 4:4"));
  EXPECT_EQ(active[3], kPatternsAt + (1 << 3 | 1 << 4 | 1 << 5));
  EXPECT_EQ(active[7], kPatternsAt + 64 * 4) << "24-point: a blot, and two on the bar behind it";
}

TEST(Features, OneForEachOccupiedSlotAndForEachDerivedGroup) {
  for_random_boards(2, 2000, Rules{}, [](const Board& board) {
    std::set<int> expected;
    for (const int f : derived(board)) expected.insert(f);
    ASSERT_EQ(expected.size(), static_cast<std::size_t>(kDerivedGroups));
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
  // Men back: bar and opponent's home. None, one, two, three, four or five, more.
  EXPECT_EQ(phase_of(board("18:1 6:5 5:5 4:4 / 18:1 6:5 5:5 4:4")), 1);
  EXPECT_EQ(phase_of(board("24:1 6:5 5:5 4:4 / 24:1 6:5 5:5 4:4")), 1 + 6 * 1 + 1);
  EXPECT_EQ(phase_of(starting_board()), 1 + 6 * 2 + 2);
  EXPECT_EQ(phase_of(board("bar:1 24:2 6:5 5:5 4:2 / 18:1 6:5 5:5 4:4")), 1 + 6 * 3);
  EXPECT_EQ(phase_of(board("18:1 6:5 5:5 4:4 / bar:1 24:2 6:5 5:5 4:2")), 1 + 3);
  EXPECT_EQ(phase_of(board("bar:3 24:2 6:5 5:5 / bar:1 24:2 23:2 6:5 5:5")), 1 + 6 * 4 + 4);
  EXPECT_EQ(phase_of(board("bar:4 24:2 6:5 5:4 / bar:1 24:2 23:2 6:5 5:5")), 1 + 6 * 5 + 4);
}

TEST(Phases, NetsWithFewerHeadsShareThem) {
  for (int phase = 0; phase < kPhases; ++phase) {
    EXPECT_EQ(head_of(phase, 1), 0);
    EXPECT_EQ(head_of(phase, kPhases), phase);
  }
  // Medium phases: none, one, two, three, more men back.
  EXPECT_EQ(head_of(0, kMediumPhases), 0);
  for (int us = 0; us < 6; ++us) {
    for (int them = 0; them < 6; ++them) {
      EXPECT_EQ(head_of(1 + 6 * us + them, kMediumPhases),
                1 + 5 * std::min(us, 4) + std::min(them, 4));
    }
  }
  // Coarse phases: up to one, two, more men back.
  EXPECT_EQ(head_of(0, kCoarsePhases), 0);
  for (const int men : {0, 1}) EXPECT_EQ(head_of(1 + 6 * men + 1 - men, kCoarsePhases), 1);
  EXPECT_EQ(head_of(1 + 6 * 2 + 2, kCoarsePhases), 1 + 3 + 1);
  for (const int men : {3, 4, 5}) {
    EXPECT_EQ(head_of(1 + 6 * men, kCoarsePhases), 1 + 3 * 2);
    EXPECT_EQ(head_of(1 + men, kCoarsePhases), 1 + 2);
  }
  EXPECT_EQ(head_origins(1, kCoarsePhases), std::vector<int>(10, 0));
  for (const int fewer : {kCoarsePhases, kMediumPhases}) {
    const std::vector<int> origins = head_origins(fewer, kPhases);
    for (int phase = 0; phase < kPhases; ++phase) {
      EXPECT_EQ(origins[static_cast<std::size_t>(phase)], head_of(phase, fewer));
    }
  }
}

}  // namespace
}  // namespace alea::nn
