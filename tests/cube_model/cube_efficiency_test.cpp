#include "engine/cube/cube_efficiency.h"

#include <gtest/gtest.h>

#include "tests/support/caption.h"

namespace alea::test {
namespace {

TEST(CubeEfficiency, GrowsWithTheLengthOfARace) {
  const CubeEfficiency parameters;
  const float bearoff = efficiency_of(board("3:2 1:2 / 4:2 2:2"), parameters);
  const float middle = efficiency_of(board("8:5 6:5 4:5 / 8:5 6:5 4:5"), parameters);
  const float long_race = efficiency_of(board("12:10 6:5 / 12:10 6:5"), parameters);
  EXPECT_EQ(bearoff, parameters.race_short);
  EXPECT_GT(middle, bearoff);
  EXPECT_LT(middle, long_race);
  EXPECT_EQ(long_race, parameters.race_long);
}

TEST(CubeEfficiency, ContactHasItsOwnFigure) {
  const CubeEfficiency parameters;
  EXPECT_EQ(efficiency_of(starting_board(), parameters), parameters.contact);
  const Board crashed = board("24:2 6:3 3:3 2:4 1:3 / 20:2 8:3 6:5 5:5");
  EXPECT_EQ(efficiency_of(crashed, parameters), parameters.crashed);
  EXPECT_EQ(efficiency_of(crashed.flipped(), parameters), parameters.crashed);
}

}  // namespace
}  // namespace alea::test
