#include "engine/cube/cube_action.h"

#include <gtest/gtest.h>

namespace alea {
namespace {

CubeAction action(double nd, double dt, CubeOwner owner = CubeOwner::centre, double dp = 1.0) {
  return decide({.no_double = {nd}, .double_take = {dt}, .double_pass = {dp}}, true, owner).action;
}

// R20: the four answers, and those of the other player.
TEST(CubeAction, NamesEveryCase) {
  EXPECT_EQ(action(0.2, -0.1), CubeAction::no_double);
  EXPECT_EQ(action(0.7, 0.8), CubeAction::double_take);
  EXPECT_EQ(action(0.9, 1.2), CubeAction::double_pass);
  EXPECT_EQ(action(1.1, 1.6), CubeAction::too_good_pass);
  EXPECT_EQ(action(1.1, 0.9), CubeAction::too_good_take);
  EXPECT_EQ(action(0.2, -0.1, CubeOwner::us), CubeAction::no_redouble);
  EXPECT_EQ(action(0.7, 0.8, CubeOwner::us), CubeAction::redouble_take);
  EXPECT_EQ(action(0.9, 1.2, CubeOwner::us), CubeAction::redouble_pass);
  EXPECT_EQ(action(1.1, 1.6, CubeOwner::us), CubeAction::too_good_pass);
}

TEST(CubeAction, TiesAreDoubledAndTaken) {
  EXPECT_EQ(action(0.5, 0.5), CubeAction::double_take);
  EXPECT_EQ(action(1.0, 2.0), CubeAction::double_pass);  // a certain win without gammons
  EXPECT_EQ(action(0.9, 1.0), CubeAction::double_take);
}

TEST(CubeAction, NothingToDecideWhereTheCubeMayNotBeTurned) {
  const auto decision = decide({.no_double = {0.9}, .double_take = {1.5}, .double_pass = {1.0}},
                               false, CubeOwner::them);
  EXPECT_EQ(decision.action, CubeAction::no_cube);
  EXPECT_FALSE(decision.doubles);
  EXPECT_EQ(decision.best.points, 0.9);
}

TEST(CubeAction, BestIsTheValueAfterBothDecideRight) {
  const auto best = [](double nd, double dt) {
    return decide({.no_double = {nd}, .double_take = {dt}, .double_pass = {1.0}}, true,
                  CubeOwner::centre)
        .best.points;
  };
  EXPECT_EQ(best(0.2, -0.1), 0.2);
  EXPECT_EQ(best(0.7, 0.8), 0.8);
  EXPECT_EQ(best(0.9, 1.2), 1.0);
  EXPECT_EQ(best(1.1, 1.6), 1.1);
}

TEST(CubeAction, BeaverTellsWhetherToDoubleAllTheSame) {
  CubeValues values{.no_double = {-0.5}, .double_take = {-0.3}, .double_pass = {1.0}};
  values.beavered = true;  // Jacoby's paradox: right to double, right to beaver
  const auto decision = decide(values, true, CubeOwner::centre);
  EXPECT_EQ(decision.action, CubeAction::beaver);
  EXPECT_TRUE(decision.doubles);
}

TEST(CubeAction, IsSpelledAsOnTheCommandLine) {
  EXPECT_EQ(to_string(CubeAction::no_double), "no_double");
  EXPECT_EQ(to_string(CubeAction::too_good_take), "too_good_take");
  EXPECT_EQ(to_string(CubeAction::redouble_pass), "redouble_pass");
  EXPECT_EQ(to_string(CubeAction::beaver), "beaver");
  EXPECT_EQ(to_string(CubeAction::no_cube), "no_cube");
}

}  // namespace
}  // namespace alea
