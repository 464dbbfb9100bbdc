#include <gtest/gtest.h>

#include "engine/base/rng.h"
#include "tests/cube_model/model_support.h"

namespace alea::test {
namespace {

constexpr double kExact = 1e-9;
constexpr double kFloat = 1e-6;  // chances are floats

Probabilities random_chances(Rng& rng) {
  Probabilities p;
  p.win = rng.uniform();
  p.win_gammon = p.win * rng.uniform();
  p.win_backgammon = p.win_gammon * rng.uniform();
  p.lose_gammon = (1.0F - p.win) * rng.uniform();
  p.lose_backgammon = p.lose_gammon * rng.uniform();
  return p;
}

TEST(MoneyCube, DeadCubeIsWorthTheCubelessEquity) {
  Rng rng(1, 0);
  for (int i = 0; i < 1000; ++i) {
    const Probabilities p = random_chances(rng);
    for (const CubeOwner owner : {CubeOwner::centre, CubeOwner::us, CubeOwner::them}) {
      EXPECT_NEAR(value_of(money_model(owner), p, 0.0), static_cast<double>(p.cubeless_equity()),
                  kFloat);
    }
  }
}

TEST(MoneyCube, LiveCubeRunsStraightThroughTakeAndCashPoints) {
  // Keeler and Spencer: without gammons 20% and 80%.
  const CubeModel centred = money_model();
  EXPECT_NEAR(value_of(centred, wins(0.2), 1.0), -1.0, kFloat);
  EXPECT_NEAR(value_of(centred, wins(0.8), 1.0), 1.0, kFloat);
  EXPECT_NEAR(value_of(centred, wins(0.5), 1.0), 0.0, kFloat);
  EXPECT_NEAR(value_of(centred, wins(0.65), 1.0), 0.5, kFloat);
  EXPECT_NEAR(value_of(centred, wins(0.1), 1.0), -1.0, kFloat);
  const CubeModel ours = money_model(CubeOwner::us);
  EXPECT_NEAR(value_of(ours, wins(0.0), 1.0), -1.0, kFloat);
  EXPECT_NEAR(value_of(ours, wins(0.4), 1.0), 0.0, kFloat);
  EXPECT_NEAR(value_of(ours, wins(0.8), 1.0), 1.0, kFloat);
  const CubeModel theirs = money_model(CubeOwner::them);
  EXPECT_NEAR(value_of(theirs, wins(0.2), 1.0), -1.0, kFloat);
  EXPECT_NEAR(value_of(theirs, wins(0.6), 1.0), 0.0, kFloat);
  EXPECT_NEAR(value_of(theirs, wins(1.0), 1.0), 1.0, kFloat);
}

TEST(MoneyCube, InterpolatesLinearlyBetweenDeadAndLive) {
  Rng rng(2, 0);
  for (int i = 0; i < 200; ++i) {
    const Probabilities p = random_chances(rng);
    for (const CubeOwner owner : {CubeOwner::centre, CubeOwner::us, CubeOwner::them}) {
      const CubeModel model = money_model(owner);
      const double dead = value_of(model, p, 0.0);
      const double live = value_of(model, p, 1.0);
      EXPECT_NEAR(value_of(model, p, 0.68), 0.32 * dead + 0.68 * live, kExact);
    }
  }
}

// Janowski: an owned cube is worth p(W + L + x/2) - L below the cash point.
TEST(MoneyCube, OwnedCubeFollowsJanowskisFormula) {
  const Probabilities p{.win = 0.55F, .win_gammon = 0.2F, .lose_gammon = 0.1F};
  const double w = 1.0 + 0.2 / 0.55;
  const double l = 1.0 + 0.1 / 0.45;
  for (const double x : {0.0, 0.3, 0.68, 1.0}) {
    EXPECT_NEAR(value_of(money_model(CubeOwner::us), p, x), 0.55 * (w + l + 0.5 * x) - l, kFloat);
    // Seen from the other side: p(W + L + x/2) - L - x/2 where the opponent owns it.
    EXPECT_NEAR(value_of(money_model(CubeOwner::them), p, x),
                0.55 * (w + l + 0.5 * x) - l - 0.5 * x, kFloat);
  }
}

TEST(MoneyCube, IsSymmetric) {
  Rng rng(3, 0);
  for (int i = 0; i < 500; ++i) {
    const Probabilities p = random_chances(rng);
    EXPECT_NEAR(value_of(money_model(), p, 0.7), -value_of(money_model(), p.flipped(), 0.7),
                kFloat);
    EXPECT_NEAR(value_of(money_model(CubeOwner::us), p, 0.7),
                -value_of(money_model(CubeOwner::them), p.flipped(), 0.7), kFloat);
  }
}

TEST(MoneyCube, OwningTheCubeIsNeverWorse) {
  Rng rng(4, 0);
  for (int i = 0; i < 500; ++i) {
    const Probabilities p = random_chances(rng);
    const double ours = value_of(money_model(CubeOwner::us), p, 0.7);
    const double centred = value_of(money_model(), p, 0.7);
    const double theirs = value_of(money_model(CubeOwner::them), p, 0.7);
    EXPECT_GE(ours, centred - kFloat);
    EXPECT_GE(centred, theirs - kFloat);
  }
}

TEST(MoneyCube, FinishedGamesAreExactForAnyEfficiency) {
  const Probabilities gammon_won{.win = 1, .win_gammon = 1};
  const Probabilities backgammon_lost{.win = 0, .lose_gammon = 1, .lose_backgammon = 1};
  for (const CubeOwner owner : {CubeOwner::centre, CubeOwner::us, CubeOwner::them}) {
    EXPECT_NEAR(value_of(money_model(owner), gammon_won, 0.68), 2.0, kExact);
    EXPECT_NEAR(value_of(money_model(owner), backgammon_lost, 0.68), -3.0, kExact);
    EXPECT_NEAR(value_of(money_model(owner), wins(1), 0.68), 1.0, kExact);
  }
}

// H3: gammons count singly while the cube has not been turned.
TEST(MoneyCube, JacobyStripsGammonsFromACentredCubeOnly) {
  const Rules jacoby{.jacoby = true};
  const Probabilities gammon_won{.win = 1, .win_gammon = 1};
  EXPECT_NEAR(value_of(money_model(CubeOwner::centre, jacoby), gammon_won, 0.68), 1.0, kExact);
  EXPECT_NEAR(value_of(money_model(CubeOwner::us, jacoby), gammon_won, 0.68), 2.0, kExact);
  const Probabilities p{.win = 0.6F, .win_gammon = 0.3F, .lose_gammon = 0.1F};
  EXPECT_NEAR(value_of(money_model(CubeOwner::centre, jacoby), p, 0.0), 0.2, kFloat);
}

TEST(MoneyCube, DoublingLeadsToTheOpponentsSlotAtTwiceTheValue) {
  const CubeModel model = money_model();
  ASSERT_EQ(model.slots(), 3);
  const int taken = model.after_double(0, CubeModel::first);
  EXPECT_EQ(model.cube(taken).owner, CubeOwner::them);
  EXPECT_EQ(model.cube(model.after_double(0, CubeModel::second)).owner, CubeOwner::us);
  EXPECT_EQ(model.after_double(taken, CubeModel::first), -1);  // R19
  EXPECT_EQ(model.after_double(taken, CubeModel::second), 1);
  EXPECT_EQ(model.double_factor(), 2.0);

  CubeModel::Values nd{};
  model.no_double(wins(0.7), 0.0, CubeModel::first, nd);
  const CubeValues values = model.cube_values(nd);
  EXPECT_NEAR(values.no_double.points, 0.4, kFloat);
  EXPECT_NEAR(values.double_take.points, 0.8, kFloat);
  EXPECT_NEAR(values.double_pass.points, 1.0, kFloat);
}

TEST(MoneyCube, DecideTakesTheBestOfTheThree) {
  const CubeModel model = money_model();
  const auto best = [&](double win) {
    CubeModel::Values v{};
    model.no_double(wins(win), 0.0, CubeModel::first, v);
    model.decide(CubeModel::first, v);
    EXPECT_NEAR(v[0], model.leaf(wins(win), 0.0, CubeModel::first, 0), kExact);
    return v[0];
  };
  EXPECT_NEAR(best(0.4), -0.2, kFloat);  // no double
  EXPECT_NEAR(best(0.6), 0.4, kFloat);   // double, take
  EXPECT_NEAR(best(0.8), 1.0, kFloat);   // double, pass
}

TEST(MoneyCube, OnlyTheOwnersSeatDecides) {
  const CubeModel model = money_model(CubeOwner::us);
  CubeModel::Values v{};
  model.no_double(wins(0.9), 0.5, CubeModel::second, v);  // the opponent rolls with 90%
  const double before = v[0];
  model.decide(CubeModel::second, v);
  EXPECT_EQ(v[0], before);
}

// H2: a taker who is the favourite with the cube beavers.
TEST(MoneyCube, BeaverDoublesTheStakeAgain) {
  const Rules beavers{.beavers = true};
  const CubeModel model = money_model(CubeOwner::centre, beavers);
  CubeModel::Values nd{};
  model.no_double(wins(0.45), 0.0, CubeModel::first, nd);
  CubeValues values = model.cube_values(nd);
  EXPECT_TRUE(values.beavered);
  EXPECT_NEAR(values.double_take.points, -0.4, kFloat);
  EXPECT_EQ(decide(values, true, CubeOwner::centre).action, CubeAction::beaver);

  // A hopeless doubler drops the beaver and loses the doubled stake.
  model.no_double(wins(0.1), 0.0, CubeModel::first, nd);
  EXPECT_NEAR(model.cube_values(nd).double_take.points, -2.0, kFloat);

  model.no_double(wins(0.55), 0.0, CubeModel::first, nd);
  EXPECT_FALSE(model.cube_values(nd).beavered);

  CubeModel::Values plain{};
  money_model().no_double(wins(0.45), 0.0, CubeModel::first, plain);
  EXPECT_FALSE(money_model().cube_values(plain).beavered);
}

TEST(MoneyCube, ValuesDoNotDependOnTheCubesHeight) {
  // R19: also beyond the 64 that is printed on a cube.
  const CubeModel low(CubeState{.exponent = 1, .owner = CubeOwner::us}, MatchState{}, {}, met());
  const CubeModel high(CubeState{.exponent = 9, .owner = CubeOwner::us}, MatchState{}, {}, met());
  EXPECT_EQ(value_of(low, wins(0.63), 0.6), value_of(high, wins(0.63), 0.6));
  EXPECT_GE(high.after_double(0, CubeModel::first), 0);
  EXPECT_EQ(high.cube(0).value(), 512);
}

}  // namespace
}  // namespace alea::test
