#include "engine/analysis/summary.h"

#include <gtest/gtest.h>

namespace alea {
namespace {

Decision checker(double loss, bool forced = false, bool counted = true) {
  Decision decision;
  decision.loss = {loss, loss / 10};
  decision.forced = forced;
  decision.counted = counted;
  return decision;
}

Decision cube(CubeChoice choice, double loss, bool close = true, bool counted = true) {
  Decision decision = checker(loss, false, counted);
  decision.kind = choice == CubeChoice::take || choice == CubeChoice::pass ? DecisionKind::take
                                                                           : DecisionKind::double_;
  decision.choice = choice;
  decision.close = close;
  return decision;
}

PlayerSummary sum(const std::vector<Decision>& decisions) {
  PlayerSummary summary;
  for (const Decision& decision : decisions) add(decision, summary);
  return summary;
}

TEST(Summary, RatesFollowTheirFormulas) {
  const PlayerSummary p =
      sum({checker(0.1), checker(0), checker(0, true, false), checker(0, false, false),
           cube(CubeChoice::no_double, 0.02), cube(CubeChoice::no_double, 0, true, false)});
  EXPECT_EQ(p.plays, 4);
  EXPECT_EQ(p.unforced, 3);
  EXPECT_EQ(p.best, 2);
  EXPECT_NEAR(*p.pr(), 500 * 0.12 / 3, 1e-9);
  EXPECT_NEAR(*p.checker_pr(), 500 * 0.1 / 2, 1e-9);
  EXPECT_NEAR(*p.error_rate(), 1000 * 0.12 / 5, 1e-9);
  EXPECT_NEAR(*p.snowie_rate(10), 1000 * 0.12 / 10, 1e-9);
  EXPECT_NEAR(p.checker_loss.stake, 0.01, 1e-12);
}

TEST(Summary, NothingCountedHasNoRate) {
  EXPECT_FALSE(PlayerSummary{}.pr());
  EXPECT_FALSE(PlayerSummary{}.snowie_rate(0));
}

TEST(Summary, WrongCubeDecisionsAreToldApart) {
  const PlayerSummary p = sum({cube(CubeChoice::no_double, 0.05), cube(CubeChoice::no_double, 0),
                               cube(CubeChoice::double_, 0.2), cube(CubeChoice::take, 0.1),
                               cube(CubeChoice::pass, 0.3)});
  EXPECT_EQ(p.missed_doubles.count, 1);
  EXPECT_EQ(p.wrong_doubles.count, 1);
  EXPECT_EQ(p.wrong_takes.count, 1);
  EXPECT_EQ(p.wrong_passes.count, 1);
  EXPECT_NEAR(p.wrong_passes.cost.equity, 0.3, 1e-12);
  EXPECT_EQ(p.doubles, 1);
  EXPECT_EQ(p.takes, 1);
  EXPECT_EQ(p.passes, 1);
  EXPECT_EQ(p.errors[1], 1);
  EXPECT_EQ(p.errors[2], 1);
  EXPECT_EQ(p.errors[3], 2);
}

TEST(Summary, ResignationsStayOutOfTheRates) {
  Decision decision = checker(0.5);
  decision.kind = DecisionKind::resignation;
  decision.choice = CubeChoice::resign;
  Decision acceptance = decision;
  acceptance.kind = DecisionKind::acceptance;
  acceptance.choice = CubeChoice::accept;
  const PlayerSummary p = sum({checker(0), decision, acceptance, acceptance});
  EXPECT_EQ(*p.pr(), 0);
  EXPECT_EQ(p.resignations.count, 1);
  EXPECT_EQ(p.acceptances.count, 2);
}

TEST(Summary, SkippedDecisionsKeepOnlyTheirLuck) {
  Decision decision = checker(0.5);
  decision.skipped = "illegal play";
  decision.luck = RollLuck{.luck = {0.4, 0.1}, .chance = 0.5};
  const PlayerSummary p = sum({decision});
  EXPECT_EQ(p.plays, 0);
  EXPECT_EQ(p.skipped, 1);
  EXPECT_EQ(p.rolls[3], 1);
  EXPECT_NEAR(p.luck.equity, 0.4, 1e-12);
}

TEST(Summary, SumsAddUp) {
  PlayerSummary a = sum({checker(0.1), cube(CubeChoice::take, 0.1)});
  a += sum({checker(0.3), cube(CubeChoice::take, 0.2)});
  const PlayerSummary b =
      sum({checker(0.1), cube(CubeChoice::take, 0.1), checker(0.3), cube(CubeChoice::take, 0.2)});
  EXPECT_EQ(*a.pr(), *b.pr());
  EXPECT_EQ(a.wrong_takes.count, b.wrong_takes.count);
}

TEST(Ratings, AreNamedByErrorRate) {
  EXPECT_STREQ(rating_name(4.9), "Super Grandmaster");
  EXPECT_STREQ(rating_name(5), "Grandmaster");
  EXPECT_STREQ(rating_name(12.9), "Master");
  EXPECT_STREQ(rating_name(40), "Beginner");
}

}  // namespace
}  // namespace alea
