#include <gtest/gtest.h>

#include "engine/base/rng.h"
#include "engine/cube/cube_points.h"
#include "tests/cube_model/model_support.h"

namespace alea::test {
namespace {

constexpr double kExact = 1e-9;
constexpr double kFloat = 1e-6;

const Probabilities kGammonish{.win = 0.6F,
                               .win_gammon = 0.3F,
                               .win_backgammon = 0.05F,
                               .lose_gammon = 0.12F,
                               .lose_backgammon = 0.01F};

TEST(MatchCube, DoubleMatchPointIsTheWinningChance) {
  const CubeModel model = match_model(score(1, 1));
  EXPECT_EQ(model.slots(), 1);
  for (const double x : {0.0, 0.68, 1.0}) {
    EXPECT_NEAR(value_of(model, kGammonish, x), 0.6, kFloat);
  }
}

// M1: no cube in the Crawford game, whoever could use it.
TEST(MatchCube, CrawfordGameHasNoCube) {
  for (const auto& match : {score(1, 3, true), score(3, 1, true)}) {
    const CubeModel model = match_model(match);
    EXPECT_EQ(model.slots(), 1);
    EXPECT_EQ(model.after_double(0, CubeModel::first), -1);
    EXPECT_EQ(model.after_double(0, CubeModel::second), -1);
    EXPECT_NEAR(value_of(model, kGammonish, 0.0), value_of(model, kGammonish, 1.0), kExact);
  }
}

TEST(MatchCube, DeadCubeCountsGammonsThroughTheTable) {
  // 3-away 5-away, Crawford-free: 30% gammons win the match outright with the cube on 2.
  const MatchState match = score(3, 5);
  const CubeModel model = match_model(match, {.exponent = 1, .owner = CubeOwner::them});
  const OutcomeMwc end = outcome_mwc(met(), match, 2);
  const double expected = 0.3 * end.win + 0.25 * end.win_gammon + 0.05 * end.win_backgammon +
                          0.28 * end.lose + 0.11 * end.lose_gammon + 0.01 * end.lose_backgammon;
  EXPECT_NEAR(model.cubeless(kGammonish, CubeModel::first), expected, kFloat);
  EXPECT_NEAR(value_of(model, kGammonish, 0.0), expected, kFloat);
}

// M2: a player whom the stake carries to the end does not double.
TEST(MatchCube, CubeIsDeadForWhomTheStakeSuffices) {
  const CubeModel ours = match_model(score(2, 5), {.exponent = 1, .owner = CubeOwner::us});
  EXPECT_EQ(ours.after_double(0, CubeModel::first), -1);
  EXPECT_NEAR(value_of(ours, kGammonish, 1.0), value_of(ours, kGammonish, 0.0), kExact);
  const CubeModel theirs = match_model(score(2, 5), {.exponent = 1, .owner = CubeOwner::them});
  EXPECT_GE(theirs.after_double(0, CubeModel::second), 0);
}

TEST(MatchCube, BothTwoAwayADoubleKillsTheCube) {
  const CubeModel model = match_model(score(2, 2));
  const int taken = model.after_double(0, CubeModel::first);
  ASSERT_GE(taken, 0);
  EXPECT_NEAR(value_of(model, wins(0.37), 1.0, taken), 0.37, kFloat);
  EXPECT_EQ(model.after_double(taken, CubeModel::second), -1);
  // The taker has 1 - met(1,2) = 32.264% after a pass, the table's own figure.
  const auto points = cube_points(model, wins(0.5), 0.68);
  ASSERT_TRUE(points.has_value());
  EXPECT_NEAR(points->take_point, 1.0 - met().mwc(1, 2), 1e-5);
}

TEST(MatchCube, DeadAndLiveTakePointsAgreeWithTheTables) {
  for (int us = 1; us <= 15; ++us) {
    for (int them = 1; them <= 15; ++them) {
      const MatchState match = score(us, them);
      const CubeModel model = match_model(match);
      const auto dead = cube_points(model, wins(0.5), 0.0);
      const auto live = cube_points(model, wins(0.5), 1.0);
      if (!dead) continue;
      // The answerer's view.
      const MatchState taker = match.flipped();
      EXPECT_NEAR(live->take_point, live_cube_take_point(met(), taker, 1), 1e-5)
          << us << " " << them;
      // With a free redouble for the taker "dead" counts it; the plain figure does not.
      if (us > 2) {
        EXPECT_NEAR(dead->take_point, dead_cube_take_point(met(), taker, 1), 1e-5)
            << us << " " << them;
      }
    }
  }
}

TEST(MatchCube, TrailerDoublesAtOnceAfterCrawford) {
  // 2-away against 1-away, cube in the middle: doubling risks nothing.
  const CubeModel model = match_model(score(2, 1));
  CubeModel::Values nd{};
  model.no_double(wins(0.45), 0.68, CubeModel::first, nd);
  const CubeValues values = model.cube_values(nd);
  EXPECT_NEAR(model.value(values.double_take), 0.45, kFloat);
  EXPECT_TRUE(decide(values, true, CubeOwner::centre).doubles);
  // The leader may not.
  const CubeModel leader = match_model(score(1, 2));
  EXPECT_EQ(leader.after_double(0, CubeModel::first), -1);
}

TEST(MatchCube, FreeRedoubleIsCountedAtOnce) {
  // They need 2 and get the cube on 2 from us, who need 1 more than that: they lose the match with the
  // game anyway, so they will turn it to 4.
  const MatchState match = score(2, 4);
  const CubeModel model = match_model(match, {.exponent = 1, .owner = CubeOwner::them});
  const double at_four = 0.7;  // win the match with the game
  EXPECT_NEAR(value_of(model, wins(0.7), 0.0), at_four, kFloat);
}

TEST(MatchCube, FinishedGamesAreExactForAnyEfficiency) {
  Rng rng(5, 0);
  for (int i = 0; i < 300; ++i) {
    const int us = 1 + static_cast<int>(rng.below(15));
    const int them = 1 + static_cast<int>(rng.below(15));
    const MatchState match = score(us, them);
    const CubeState cube{.exponent = static_cast<int>(rng.below(3)),
                         .owner = rng.below(2) == 0 ? CubeOwner::us : CubeOwner::them};
    const CubeModel model = match_model(match, cube);
    const OutcomeMwc end = outcome_mwc(met(), match, cube.value());
    EXPECT_NEAR(value_of(model, wins(1), 0.68), end.win, kExact);
    EXPECT_NEAR(value_of(model, wins(0), 0.68), end.lose, kExact);
    EXPECT_NEAR(value_of(model, {.win = 1, .win_gammon = 1}, 0.68), end.win_gammon, kExact);
    EXPECT_NEAR(value_of(model, {.lose_gammon = 1, .lose_backgammon = 1}, 0.68),
                end.lose_backgammon, kExact);
  }
}

TEST(MatchCube, SidesSumToOne) {
  Rng rng(6, 0);
  for (int i = 0; i < 300; ++i) {
    const MatchState match =
        score(1 + static_cast<int>(rng.below(20)), 1 + static_cast<int>(rng.below(20)));
    const CubeModel model = match_model(match);
    CubeModel::Values us{};
    CubeModel::Values them{};
    model.no_double(kGammonish, 0.6, CubeModel::first, us);
    model.no_double(kGammonish.flipped(), 0.6, CubeModel::second, them);
    const CubeModel mirrored = match_model(match.flipped());
    for (int s = 0; s < model.slots(); ++s) {
      const auto i_s = static_cast<std::size_t>(s);
      EXPECT_NEAR(us[i_s], model.flip(them[i_s]), kFloat);
      EXPECT_GE(us[i_s], 0.0);
      EXPECT_LE(us[i_s], 1.0);
    }
    EXPECT_NEAR(value_of(mirrored, kGammonish.flipped(), 0.6), 1.0 - us[0], kFloat);
  }
}

TEST(MatchCube, RisesWithTheWinningChance) {
  for (const auto& match : {score(2, 1), score(1, 2), score(4, 2), score(7, 7), score(3, 11)}) {
    const CubeModel model = match_model(match);
    for (int s = 0; s < model.slots(); ++s) {
      double before = -1;
      for (int percent = 0; percent <= 100; ++percent) {
        const double now = value_of(model, wins(percent / 100.0), 0.7, s);
        EXPECT_GE(now, before - kFloat) << match.away_us() << match.away_them() << s;
        before = now;
      }
    }
  }
}

TEST(MatchCube, LongMatchesApproachMoney) {
  const CubeModel match = match_model(score(60, 60));
  const CubeModel money = money_model();
  for (const double win : {0.3, 0.5, 0.6, 0.7, 0.75}) {
    EXPECT_NEAR(match.equity(value_of(match, wins(win), 0.68)).points,
                value_of(money, wins(win), 0.68), 0.03);
  }
}

TEST(MatchCube, EmgPutsTheCubeAtPlusAndMinusOne) {
  const MatchState match = score(5, 3);
  const CubeModel model = match_model(match, {.exponent = 1, .owner = CubeOwner::us});
  EXPECT_NEAR(model.equity(met().mwc_after(match, 2)).points, 1.0, kExact);
  EXPECT_NEAR(model.equity(met().mwc_after(match, -2)).points, -1.0, kExact);
  EXPECT_NEAR(model.value(Equity{0.25}), to_mwc({0.25}, match, 2, met()).chance, kExact);
  EXPECT_NEAR(to_equity(to_mwc({0.3}, match, 2, met()), match, 2, met()).points, 0.3, kExact);
}

TEST(MatchCube, SlotsFollowTheDoubles) {
  const CubeModel model = match_model(score(9, 9));
  int slot = 0;
  auto seat = CubeModel::first;
  for (int value = 2; value <= 16; value *= 2) {
    slot = model.after_double(slot, seat);
    ASSERT_GE(slot, 0) << value;
    EXPECT_EQ(model.cube(slot).value(), value);
    EXPECT_EQ(model.cube(slot).owner, seat == CubeModel::first ? CubeOwner::them : CubeOwner::us);
    seat = CubeModel::other(seat);
  }
  EXPECT_EQ(model.after_double(slot, seat), -1);  // 16 ends the match for both
}

}  // namespace
}  // namespace alea::test
