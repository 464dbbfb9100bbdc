#include "engine/cube/cube_efficiency.h"

#include <gtest/gtest.h>

#include "tests/support/caption.h"

namespace alea::test {
namespace {

TEST(CubeEfficiency, GrowsWithTheLengthOfARace) {
  const CubeEfficiency parameters;
  const Efficiency bearoff = efficiency_of(board("3:2 1:2 / 4:2 2:2"), parameters);
  const Efficiency middle = efficiency_of(board("8:5 6:5 4:5 / 8:5 6:5 4:5"), parameters);
  const Efficiency long_race = efficiency_of(board("12:10 6:5 / 12:10 6:5"), parameters);
  for (const CubeOwner owner : {CubeOwner::centre, CubeOwner::us, CubeOwner::them}) {
    EXPECT_GT(middle.of(owner), bearoff.of(owner));
    EXPECT_LT(middle.of(owner), long_race.of(owner));
    EXPECT_GE(bearoff.of(owner), 0.0);
    EXPECT_LT(long_race.of(owner), 1.0);
  }
}

TEST(CubeEfficiency, ContactHasItsOwnFigure) {
  CubeEfficiency parameters;
  parameters.contact = {0.5F, 0.25F, 0.75F};
  parameters.back_game = {0.375F, 0.375F, 0.375F};
  parameters.crashed = {0.125F, 0.125F, 0.125F};
  EXPECT_EQ(efficiency_of(starting_board(), parameters), (Efficiency{0.5, 0.25, 0.75}));
  const Board crashed = board("24:2 6:3 3:3 2:4 1:3 / 20:2 8:3 6:5 5:5");
  EXPECT_EQ(efficiency_of(crashed, parameters), Efficiency{0.125});
  EXPECT_EQ(efficiency_of(crashed.flipped(), parameters), Efficiency{0.125});
  const Board back_game = board("24:2 22:3 13:2 8:2 6:6 / 8:3 6:4 5:4 4:2 13:2");
  EXPECT_EQ(efficiency_of(back_game, parameters), Efficiency{0.375});
  EXPECT_EQ(efficiency_of(back_game.flipped(), parameters), Efficiency{0.375});
}

}  // namespace
}  // namespace alea::test
