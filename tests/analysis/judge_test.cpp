#include "engine/analysis/judge.h"

#include <gtest/gtest.h>

namespace alea {
namespace {

// A row whose board is told from others by one checker.
Candidate row(int mark, double equity, int plies = 2) {
  Candidate candidate;
  candidate.after.us[static_cast<std::size_t>(mark)] = 1;
  candidate.value.cubeful = {equity};
  candidate.level.plies = plies;
  return candidate;
}

Decision played(std::vector<Candidate> rows, int mark) {
  Decision decision;
  judge_play(std::move(rows), row(mark, 0).after, decision);
  return decision;
}

Decision cube_decision(DecisionKind kind, CubeChoice choice, CubeValues values,
                       const Rules& rules = {}) {
  Decision decision;
  decision.kind = kind;
  decision.choice = choice;
  decision.stage = kind == DecisionKind::beaver ? 1 : 0;
  decision.cube.emplace();
  decision.cube->values = values;
  judge_cube(rules, decision);
  return decision;
}

CubeValues values(double nd, double dt, double dp = 1) {
  return {{nd}, {dt}, {dp}, false};
}

TEST(JudgePlay, LossIsAgainstTheBestOfTheDeepestRows) {
  const Decision decision = played({row(1, 0.9, 0), row(2, 0.30), row(3, 0.25)}, 3);
  EXPECT_NEAR(decision.loss.equity, 0.05, 1e-12);
  EXPECT_EQ(decision.played, 1);  // behind row 2, before the shallow one
  EXPECT_EQ(decision.candidates[2].level.plies, 0);
  EXPECT_TRUE(decision.counted);
}

TEST(JudgePlay, AShallowRowAboveTheBestIsNoGain) {
  EXPECT_EQ(played({row(1, 0.9, 0), row(2, 0.3)}, 1).loss.equity, 0);
}

TEST(JudgePlay, TenRowsAndThePlayedOneAreKept) {
  std::vector<Candidate> rows;
  for (int i = 1; i <= 15; ++i) rows.push_back(row(i, 1 - 0.1 * i));
  const Decision last = played(rows, 15);
  EXPECT_EQ(last.candidates.size(), 11U);
  EXPECT_EQ(last.played, 10);
  EXPECT_NEAR(last.loss.equity, 1.4, 1e-12);
  EXPECT_EQ(last.candidates[10].after, row(15, 0).after);
  EXPECT_EQ(played(rows, 2).candidates.size(), 10U);
}

TEST(JudgePlay, NothingIsPlayedIfNoRowLeadsThere) {
  EXPECT_EQ(played({row(1, 0), row(2, 0)}, 3).played, -1);
}

TEST(JudgePlay, ForcedPlaysDoNotCount) {
  const Decision decision = played({row(1, 0)}, 1);
  EXPECT_TRUE(decision.forced);
  EXPECT_FALSE(decision.counted);
}

TEST(JudgePlay, PlaysOfWhichTheFirstTenAreEqualDoNotCount) {
  std::vector<Candidate> rows;
  for (int i = 1; i <= 10; ++i) rows.push_back(row(i, 0.5));
  rows.push_back(row(11, -0.5));
  EXPECT_FALSE(played(rows, 3).counted);
  EXPECT_TRUE(played(rows, 11).counted);  // but an error does
  rows[9].value.cubeful = {0.498};
  EXPECT_TRUE(played(rows, 3).counted);
}

TEST(JudgeDouble, MissedDoubleCostsWhatItWouldHaveWon) {
  const Decision decision =
      cube_decision(DecisionKind::double_, CubeChoice::no_double, values(0.6, 0.7));
  EXPECT_NEAR(decision.loss.equity, 0.1, 1e-12);
  EXPECT_EQ(decision.best, CubeChoice::double_);
  EXPECT_TRUE(decision.counted);
  EXPECT_TRUE(decision.close);
}

TEST(JudgeDouble, IsMeasuredAgainstTheRightAnswer) {
  // The opponent should pass: a double wins one point, not 1.3.
  const Decision decision =
      cube_decision(DecisionKind::double_, CubeChoice::no_double, values(0.9, 1.3));
  EXPECT_NEAR(decision.loss.equity, 0.1, 1e-12);
}

TEST(JudgeDouble, WrongDoubleCostsAndAlwaysCounts) {
  const Decision decision =
      cube_decision(DecisionKind::double_, CubeChoice::double_, values(0.3, -0.2));
  EXPECT_NEAR(decision.loss.equity, 0.5, 1e-12);
  EXPECT_TRUE(decision.counted);
  EXPECT_TRUE(cube_decision(DecisionKind::double_, CubeChoice::double_, values(0.8, 0.8)).counted);
}

TEST(JudgeDouble, ObviousOnesDoNotCount) {
  const auto counted = [](double nd, double dt) {
    return cube_decision(DecisionKind::double_, CubeChoice::no_double, values(nd, dt)).counted;
  };
  EXPECT_TRUE(counted(0.3, 0.2));      // close and right
  EXPECT_FALSE(counted(0.3, 0.05));    // doubling would lose more than 0.2
  EXPECT_FALSE(counted(0.5, 0.4995));  // all the same
  EXPECT_FALSE(counted(-0.95, -1.0));  // hopeless
}

TEST(JudgeDouble, CloseMeansLittleDifferenceOrTooGood) {
  const auto close = [](double nd, double dt) {
    return cube_decision(DecisionKind::double_, CubeChoice::no_double, values(nd, dt)).close;
  };
  EXPECT_TRUE(close(0.3, 0.15));
  EXPECT_FALSE(close(0.3, 0.13));
  EXPECT_TRUE(close(1.4, 1.9));
}

TEST(JudgeTake, WrongTakesAndPassesCostTheDifference) {
  const auto loss = [](CubeChoice choice, double dt) {
    return cube_decision(DecisionKind::take, choice, values(0.8, dt)).loss.equity;
  };
  EXPECT_NEAR(loss(CubeChoice::take, 1.2), 0.2, 1e-12);
  EXPECT_NEAR(loss(CubeChoice::pass, 1.2), 0, 1e-12);
  EXPECT_NEAR(loss(CubeChoice::pass, 0.7), 0.3, 1e-12);
  EXPECT_NEAR(loss(CubeChoice::take, 0.7), 0, 1e-12);
}

TEST(JudgeTake, EqualAndObviousOnesDoNotCount) {
  const auto counted = [](CubeChoice choice, double dt) {
    return cube_decision(DecisionKind::take, choice, values(0.8, dt)).counted;
  };
  EXPECT_FALSE(counted(CubeChoice::take, 1.0005));
  EXPECT_FALSE(counted(CubeChoice::take, 0.7));
  EXPECT_TRUE(counted(CubeChoice::take, 0.9));
  EXPECT_TRUE(counted(CubeChoice::pass, 0.7));
  EXPECT_TRUE(counted(CubeChoice::pass, 1.7));
}

TEST(JudgeBeaver, AMissedBeaverCostsTheTakeOverAgain) {  // H2
  const CubeValues beavered{{-0.1}, {-0.6}, {1}, true};
  const Decision decision = cube_decision(DecisionKind::take, CubeChoice::take, beavered,
                                          {.jacoby = false, .beavers = true});
  EXPECT_EQ(decision.best, CubeChoice::beaver);
  EXPECT_NEAR(decision.loss.equity, 0.3, 1e-12);
}

TEST(JudgeBeaver, AnswersAreValuedPerUnitOfTheFirstCube) {
  const Rules rules{.beavers = true, .raccoons = true};
  const Decision accept =
      cube_decision(DecisionKind::beaver, CubeChoice::accept, values(0.5, 0.8), rules);
  EXPECT_EQ(accept.best, CubeChoice::raccoon);
  EXPECT_NEAR(accept.loss.equity, 1.6, 1e-12);
  const Decision drop =
      cube_decision(DecisionKind::beaver, CubeChoice::drop, values(0.5, -0.4), {});
  EXPECT_EQ(drop.best, CubeChoice::accept);
  EXPECT_NEAR(drop.loss.equity, 2 - 0.8, 1e-12);
}

TEST(JudgeResignation, CostsWhatPlayingOnIsWorthMore) {
  Decision decision;
  decision.choice = CubeChoice::resign;
  judge_resignation(-0.6, -1, decision);
  EXPECT_NEAR(decision.loss.equity, 0.4, 1e-12);
  EXPECT_EQ(decision.best, CubeChoice::play_on);
  judge_resignation(-1.2, -1, decision);
  EXPECT_EQ(decision.loss.equity, 0);
}

TEST(JudgeAcceptance, CostsWhatPlayingOnIsWorthMore) {
  Decision decision;
  decision.choice = CubeChoice::accept;
  judge_acceptance(1.2, 1, decision);
  EXPECT_NEAR(decision.loss.equity, 0.2, 1e-12);
  EXPECT_EQ(decision.best, CubeChoice::play_on);
  judge_acceptance(0.6, 1, decision);
  EXPECT_EQ(decision.loss.equity, 0);
  EXPECT_EQ(decision.best, CubeChoice::accept);
}

TEST(ErrorClasses, BeginAtTheirThresholds) {
  EXPECT_EQ(error_class(0.0299), ErrorClass::none);
  EXPECT_EQ(error_class(0.03), ErrorClass::doubtful);
  EXPECT_EQ(error_class(0.06), ErrorClass::bad);
  EXPECT_EQ(error_class(0.12), ErrorClass::very_bad);
  EXPECT_EQ(luck_class(0.3), LuckClass::lucky);
  EXPECT_EQ(luck_class(-0.6), LuckClass::very_unlucky);
}

}  // namespace
}  // namespace alea
