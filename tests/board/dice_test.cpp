#include "engine/board/dice.h"

#include <gtest/gtest.h>

#include <numeric>

namespace alea {
namespace {

TEST(Dice, AllRollsStandInTheirOrderAndWeighThirtySix) {
  int weights = 0;
  for (int i = 0; i < kRolls; ++i) {
    const Dice dice = all_rolls()[static_cast<std::size_t>(i)];
    EXPECT_EQ(roll_index(dice), i);
    EXPECT_GE(dice.high, dice.low);
    EXPECT_EQ(make_dice(dice.low, dice.high), dice);
    weights += dice.weight();
  }
  EXPECT_EQ(weights, 36);
}

TEST(Dice, RollsComeAsOftenAsTheyWeigh) {
  constexpr int kTrials = 72'000;
  std::array<int, kRolls> seen{};
  Rng rng(11, 3);
  for (int i = 0; i < kTrials; ++i) ++seen[static_cast<std::size_t>(roll_index(roll(rng)))];
  for (const Dice dice : all_rolls()) {
    const int expected = kTrials / 36 * dice.weight();
    // Standard deviation 44 for 2,000 and 61 for 4,000.
    EXPECT_NEAR(seen[static_cast<std::size_t>(roll_index(dice))], expected, 330);
  }
}

TEST(Dice, RollsDependOnSeedAndStreamAlone) {
  Rng a(5, 6), b(5, 6);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(roll(a), roll(b));
}

}  // namespace
}  // namespace alea
