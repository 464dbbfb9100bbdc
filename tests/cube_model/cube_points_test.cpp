#include "engine/cube/cube_points.h"

#include <gtest/gtest.h>

#include "tests/cube_model/model_support.h"

namespace alea::test {
namespace {

constexpr double kFloat = 1e-5;

// Textbook figures for money play without gammons.
TEST(CubePoints, RunFromDeadToLive) {
  const CubeModel model = money_model();
  const auto dead = cube_points(model, wins(0.5), 0.0);
  EXPECT_NEAR(dead->take_point, 0.25, kFloat);
  EXPECT_NEAR(dead->double_point, 0.5, kFloat);
  EXPECT_NEAR(dead->cash_point, 0.75, kFloat);
  EXPECT_NEAR(dead->too_good_point, 1.0, kFloat);
  const auto live = cube_points(model, wins(0.5), 1.0);
  EXPECT_NEAR(live->take_point, 0.2, kFloat);
  EXPECT_NEAR(live->double_point, 0.8, kFloat);
  EXPECT_NEAR(live->cash_point, 0.8, kFloat);
}

// Janowski: take point (L - 1/2) / (W + L + x/2), for the taker's own W and L.
TEST(CubePoints, TakePointFollowsJanowskisFormula) {
  // Of the doubler's wins 40% are gammons, of the losses 20%.
  const Probabilities p{.win = 0.7F, .win_gammon = 0.28F, .lose_gammon = 0.06F};
  for (const double x : {0.0, 0.5, 0.68, 1.0}) {
    const double l = 1.4;  // the taker's average loss
    const double w = 1.2;
    const auto points = cube_points(money_model(), p, x);
    EXPECT_NEAR(points->take_point, (l - 0.5) / (w + l + 0.5 * x), kFloat);
  }
}

TEST(CubePoints, RedoublingNeedsMoreThanDoubling) {
  const auto first = cube_points(money_model(), wins(0.5), 0.7);
  const auto again = cube_points(money_model(CubeOwner::us), wins(0.5), 0.7);
  EXPECT_GT(again->double_point, first->double_point + 0.01);
  EXPECT_NEAR(again->take_point, first->take_point, kFloat);
}

TEST(CubePoints, GammonsOpenTheTooGoodWindow) {
  const Probabilities p{.win = 0.8F, .win_gammon = 0.4F};
  const auto points = cube_points(money_model(), p, 0.68);
  EXPECT_LT(points->too_good_point, 1.0);
  EXPECT_GT(points->too_good_point, points->cash_point);
}

TEST(CubePoints, NoneWithoutACubeToTurn) {
  EXPECT_FALSE(cube_points(money_model(CubeOwner::them), wins(0.5), 0.7).has_value());
  EXPECT_FALSE(cube_points(match_model(score(1, 4, true)), wins(0.5), 0.7).has_value());
}

}  // namespace
}  // namespace alea::test
