#include "engine/bearoff/bearoff_position.h"

#include <gtest/gtest.h>

#include "engine/base/rng.h"
#include "tests/bearoff/bearoff_support.h"

namespace alea {
namespace {

// `checkers` of 15 thrown on points 1 to `points`.
Board::Side random_side(Rng& rng, int points, int checkers) {
  std::vector<int> on(static_cast<std::size_t>(points));
  for (int i = 0; i < checkers; ++i) ++on[rng.below(static_cast<std::uint32_t>(points))];
  return side(on);
}

TEST(BearoffIndex, NumbersAllPositionsWithoutGaps) {
  EXPECT_EQ(position_count({.points = 6, .checkers = 15}), 54264U);
  EXPECT_EQ(position_count({.points = 6, .checkers = 6}), 924U);
  EXPECT_EQ(position_count({.points = 10, .checkers = 15}), 3268760U);
  for (const BearoffShape shape : {BearoffShape{6, 15}, BearoffShape{1, 15}, BearoffShape{12, 4}}) {
    std::vector<bool> seen(std::size_t{1} << 17);
    for (std::uint32_t index = 0; index < position_count(shape); ++index) {
      const PackedSide packed_side = side_of_index(index, shape.points);
      ASSERT_LE(checkers_of(packed_side), shape.checkers);
      ASSERT_EQ(bearoff_index(packed_side, shape.points), index);
      ASSERT_EQ(bearoff_index(unpack(packed_side), shape.points), index);
      ASSERT_FALSE(seen[index]);
      seen[index] = true;
    }
  }
}

TEST(BearoffIndex, FewerCheckersComeFirst) {
  const int points = 5;
  int checkers = 0;
  for (std::uint32_t index = 0; index < position_count({points, 15}); ++index) {
    const int now = checkers_of(side_of_index(index, points));
    ASSERT_GE(now, checkers);
    checkers = now;
  }
  EXPECT_EQ(checkers, 15);
}

TEST(BearoffIndex, EveryPlayLowersIt) {
  Rng rng(1, 0);
  BearoffPlays plays;
  for (int trial = 0; trial < 500; ++trial) {
    const auto us = random_side(rng, 8, 1 + static_cast<int>(rng.below(15)));
    for (const PackedSide after : plays.generate(packed(us), roll(rng))) {
      ASSERT_LT(bearoff_index(after, 8), bearoff_index(us, 8));
    }
  }
}

// R9, R10, R13, R14, R15: the same sides as the general generator finds.
TEST(BearoffPlays, AgreeWithTheRulesOfTheBoard) {
  Rng rng(2, 0);
  BearoffPlays plays;
  for (int trial = 0; trial < 3000; ++trial) {
    const int points = 1 + static_cast<int>(rng.below(kMaxBearoffPoints));
    const auto us = random_side(rng, points, 1 + static_cast<int>(rng.below(15)));
    const Dice dice = roll(rng);
    ASSERT_EQ(plays.generate(packed(us), dice), sides_after(us, dice))
        << "trial " << trial << ", roll " << int{dice.high} << int{dice.low};
  }
}

TEST(BearoffPlays, BearOffFromTheRearWhenTheNumberIsTooHigh) {
  BearoffPlays plays;
  // R14: with 6-5, both checkers on 4 and 2 come off; nothing else is possible.
  EXPECT_EQ(plays.generate(packed(side({0, 1, 0, 1})), {6, 5}), std::vector<PackedSide>{0});
  // R14: nothing comes off with 4-1 from 6 and 3: the 4 must be played from the 6-point.
  EXPECT_EQ(plays.generate(packed(side({0, 0, 1, 0, 0, 1})), {4, 1}),
            (std::vector<PackedSide>{packed(side({0, 2})), packed(side({1, 0, 1}))}));
}

TEST(BearoffCovers, KnowsTheLastPointAndTheNumberOfCheckers) {
  const BearoffShape home{.points = 6, .checkers = 15};
  const BearoffShape few{.points = 6, .checkers = 6};
  EXPECT_TRUE(covers(home, side({15})));
  EXPECT_TRUE(covers(few, side({0, 0, 0, 0, 0, 6})));
  EXPECT_FALSE(covers(few, side({1, 0, 0, 0, 0, 6})));
  EXPECT_FALSE(covers(home, starting_board().us));
  for (int points = 1; points <= kMaxBearoffPoints; ++points) {
    const BearoffShape shape{.points = points, .checkers = 15};
    for (std::size_t slot = 0; slot <= kBar; ++slot) {
      Board::Side one{};
      one[slot] = 1;
      one[kOff] = static_cast<std::uint8_t>(one[kOff] + 14);
      EXPECT_EQ(covers(shape, one), slot <= static_cast<std::size_t>(points)) << points << slot;
    }
  }
}

}  // namespace
}  // namespace alea
