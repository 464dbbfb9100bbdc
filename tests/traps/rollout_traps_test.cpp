// Rollouts that stopped too early or played with the wrong cube.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/search/rollout.h"
#include "tests/search/search_support.h"

namespace alea::test {
namespace {

// https://github.com/bungogood/gnubg-ubgi, upstream ChangeLog 2010-05-23 and 2010-05-29
TEST(RolloutTraps, StoppingLooksAtStandardErrorsAlsoWhereTheEquityIsZero) {
  // Both sides alike; whose roll it is weighs little, so relative errors would mean nothing.
  const Position decision =
      position(board("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"), make_dice(6, 2));
  RolloutOptions options;
  options.truncate = 6;
  options.trials = 20000;
  options.until_se = 0.03;
  options.joint_deviations = 2;
  options.least_trials = 144;
  const Rollout rollout(toy(), met(), options);
  auto ranked = toy_searcher({}).analyze_checker(decision);
  ranked.candidates.resize(3);
  RolloutState state = rollout.start_checker(decision, ranked.candidates);
  ThreadPool pool(1);
  rollout.run(state, pool);
  EXPECT_TRUE(state.complete);
  EXPECT_GE(state.trials, 144);
  EXPECT_LT(state.trials, 20000);
  double best = -10;
  for (const RolloutRow& row : state.rows) best = std::max(best, row.cubeful.mean());
  for (const RolloutRow& row : state.rows) {
    EXPECT_GE(row.trials(), 144);
    const bool precise = row.cubeful.standard_error() < 0.03;
    EXPECT_TRUE(precise || !row.active);
    if (row.active) continue;
    // Dropped only where it trails by more than its share of the noise.
    EXPECT_LT(row.cubeful.mean(), best - 2 * row.cubeful.standard_error() + 1e-9);
  }
}

// http://www.extremegammon.com/Help.asp
TEST(RolloutTraps, EachLineOfACubeDecisionPlaysWithItsOwnCube) {
  const Board middle = board("24:1 20:1 13:3 8:3 7:1 6:4 4:2 / 24:2 13:4 8:3 6:4 5:2");
  ThreadPool pool(1);
  RolloutOptions options;
  options.trials = 36;
  options.truncate = 8;
  for (const MatchState& match : {MatchState{}, MatchState{5, 1, 3, false}}) {
    const Rollout rollout(toy(), met(), options);
    RolloutState both = rollout.start_cube(position(middle, std::nullopt, {}, match));
    rollout.run(both, pool);
    ASSERT_EQ(both.rows.size(), 2U);
    ASSERT_TRUE(both.rows[1].doubled);
    // The second line is what one gets by setting up the position after the take.
    RolloutState taken =
        rollout.start_cube(position(middle, std::nullopt, {1, CubeOwner::them}, match));
    rollout.run(taken, pool);
    const double factor = match.is_money() ? 2 : 1;  // points per cube unit; matches count chances
    EXPECT_NEAR(both.rows[1].cubeful.mean(), factor * taken.rows[0].cubeful.mean(), 1e-9);
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_NEAR(both.rows[1].chances[i].mean(), taken.rows[0].chances[i].mean(), 1e-9);
    }
  }
}

}  // namespace
}  // namespace alea::test
