#include "engine/analysis/match_analysis.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "engine/analysis/decision_state.h"
#include "engine/analysis/summary.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/evaluator/linear_evaluator.h"
#include "engine/record/record_io.h"

namespace alea {
namespace {

std::shared_ptr<const MatchEquityTable> met() {
  static const auto table =
      std::make_shared<const MatchEquityTable>(MatchEquityTable::kazaross_xg2());
  return table;
}

std::shared_ptr<const Evaluator> evaluator() {
  return std::make_shared<ExactEvaluator>(std::make_shared<LinearEvaluator>());
}

MatchAnalyst analyst(int plies) {
  SearchOptions options;
  options.plies = plies;
  return MatchAnalyst(evaluator(), met(), options);
}

MatchRecord sample(const std::string& name) {
  return load_record(std::filesystem::path(ALEA_TEST_DATA) / "records" / name).value();
}

MatchAnalysis analysed(const MatchRecord& record, int plies, int threads = 1) {
  ThreadPool pool(threads);
  const MatchAnalyst judge = analyst(plies);
  MatchAnalysis analysis = judge.start(record);
  judge.run(record, analysis, pool);
  return analysis;
}

std::string dump(const MatchAnalysis& analysis) {
  return save_analysis(analysis, "key");
}

MatchRecord text_match(const std::string& text) {
  return read_record(text, "test").value();
}

std::vector<Decision> decisions_of(const MatchAnalysis& analysis) {
  std::vector<Decision> all;
  for (const UnitResult& unit : analysis.results) {
    all.insert(all.end(), unit.decisions.begin(), unit.decisions.end());
  }
  return all;
}

// GNU Backgammon's statistics of the same file: what does not depend on anybody's judgement.
TEST(MatchAnalysis, CountsPlaysAndCubeDecisionsAsGnubgDoes) {
  const MatchRecord record = sample("m7a.mat");
  const MatchSummary summary = summarise(record, analysed(record, 0));
  const auto& [first, second] = summary.total.players;
  EXPECT_EQ(first.plays, 72);
  EXPECT_EQ(second.plays, 71);
  EXPECT_EQ(first.unforced, 63);
  EXPECT_EQ(second.unforced, 52);
  EXPECT_EQ(first.cube_decisions, 22);
  EXPECT_EQ(second.cube_decisions, 72);
  EXPECT_EQ(first.doubles, 2);
  EXPECT_EQ(second.takes, 2);
  EXPECT_EQ(first.passes, 1);
  EXPECT_EQ(summary.result.actual, 1.0);
}

TEST(MatchAnalysis, EveryThreadCountGivesTheSame) {
  const MatchRecord record = sample("m5a.mat");
  EXPECT_EQ(dump(analysed(record, 1, 1)), dump(analysed(record, 1, 3)));
}

TEST(MatchAnalysis, GoingOnAfterAnInterruptionGivesTheSame) {
  const MatchRecord record = sample("m1a.mat");
  const MatchAnalyst judge = analyst(0);
  ThreadPool pool(1);
  MatchAnalysis half = judge.start(record);
  judge.run(record, half, pool, [](std::size_t done) { return done < 5; });
  EXPECT_EQ(half.done(), 5U);

  MatchAnalysis later = judge.start(record);
  ASSERT_TRUE(restore_analysis(dump(half), "key", later));
  EXPECT_EQ(later.done(), 5U);
  judge.run(record, later, pool);
  EXPECT_TRUE(later.complete());
  EXPECT_EQ(dump(later), dump(analysed(record, 0)));
}

TEST(MatchAnalysis, AStopRequestLeavesUnitsUndone) {
  const MatchRecord record = sample("m1a.mat");
  const MatchAnalyst judge = analyst(0);
  ThreadPool pool(1);
  std::stop_source stop;
  stop.request_stop();
  MatchAnalysis analysis = judge.start(record);
  judge.run(record, analysis, pool, {}, stop.get_token());
  EXPECT_EQ(analysis.done(), 0U);
}

TEST(AnalysisState, RefusesAnotherKeyAndDamage) {
  const MatchRecord record = sample("m1a.mat");
  const std::string text = dump(analysed(record, 0));
  MatchAnalysis fresh = analyst(0).start(record);
  EXPECT_FALSE(restore_analysis(text, "other", fresh));
  EXPECT_FALSE(restore_analysis(text.substr(0, text.size() - 2), "key", fresh));
  std::string changed = text;
  changed[text.size() / 2] = changed[text.size() / 2] == '1' ? '2' : '1';
  EXPECT_FALSE(restore_analysis(changed, "key", fresh));
  EXPECT_FALSE(restore_analysis("", "key", fresh));
  EXPECT_FALSE(restore_analysis("[]\n[]\n", "key", fresh));
  EXPECT_FALSE(restore_analysis("{}\n[]\n", "key", fresh));
  EXPECT_EQ(fresh.done(), 0U);
}

// A play that the search leaves behind early is judged at the depth of the best one all the same.
TEST(MatchAnalysis, ThePlayedRowIsLookedAtInFullDepth) {
  const MatchRecord record = sample("m1a.mat");
  const Searcher full(evaluator(), met(), [] {
    SearchOptions options;
    options.plies = 1;
    options.filters.before.fill({1 << 20, 1e9});
    return options;
  }());
  int checked = 0;
  for (const Decision& decision : decisions_of(analysed(record, 1))) {
    if (decision.kind != DecisionKind::checker || decision.forced) continue;
    const Candidate* played = decision.played_candidate();
    ASSERT_NE(played, nullptr);
    if (played->level.plies == 0) continue;  // bears off the last checker
    EXPECT_EQ(played->level.plies, 1);
    const CheckerAnalysis rows = full.analyze_checker(decision.position);
    for (const Candidate& row : rows.candidates) {
      if (!(row.after == played->after)) continue;
      EXPECT_NEAR(row.value.cubeful.points, played->value.cubeful.points, 1e-6);
      ++checked;
    }
  }
  EXPECT_GT(checked, 20);
}

TEST(MatchAnalysis, TheLuckOfAllRollsAveragesToNothing) {
  SearchOptions options;
  options.plies = 1;
  Position start;
  start.board = starting_board();
  const CubeAnalysis cube = Searcher(evaluator(), met(), options).analyze_cube(start);
  ASSERT_EQ(cube.after_roll.size(), std::size_t{kRolls});
  double sum = 0;
  for (std::size_t i = 0; i < kRolls; ++i) {
    sum += cube.after_roll[i].points * all_rolls()[i].weight() / 36.0;
  }
  EXPECT_NEAR(sum, cube.values.no_double.points, 1e-9);
}

// The mean of all opening rolls of both players is nothing.
TEST(MatchAnalysis, OpeningLuckIsAgainstTheRollsOfBothPlayers) {
  double sum = 0;
  for (int high = 2; high <= 6; ++high) {
    for (int low = 1; low < high; ++low) {
      for (const bool left : {true, false}) {
        MatchRecord record;
        record.players = {"A", "B"};
        RecordedGame& game = record.games.emplace_back();
        game.start = starting_board();
        Event& event = game.events.emplace_back();
        event.kind = EventKind::unplayed;
        event.player = left ? 0 : 1;
        event.dice = {high, low};
        event.before = starting_board();
        const double luck = decisions_of(analysed(record, 0)).back().luck->luck.equity;
        sum += left ? luck : -luck;
      }
    }
  }
  EXPECT_NEAR(sum, 0, 1e-9);
}

TEST(MatchAnalysis, IllegalPlaysAreReportedAndSkipped) {
  const std::string text =
      " 3 point match\n\n Game 1\n A : 0        B : 0\n"
      "  1) 31: 8/5 6/5          52: 13/8 13/10\n"
      "  2) 64: 24/14            \n"
      "      Wins 1 point\n";
  const MatchRecord record = read_record(text, "test").value();
  const std::vector<Decision> decisions = decisions_of(analysed(record, 0));
  int skipped = 0;
  for (const Decision& decision : decisions) {
    if (decision.skipped.empty()) continue;
    ++skipped;
    EXPECT_EQ(decision.skipped, "illegal play");
    EXPECT_EQ(decision.player, 1);
    EXPECT_TRUE(decision.luck.has_value());
  }
  EXPECT_EQ(skipped, 1);
}

TEST(MatchAnalysis, ANoDoubleIsADecisionOnlyWhereTheCubeMayBeTurned) {
  const MatchRecord record = sample("m5a.mat");
  for (const Decision& decision : decisions_of(analysed(record, 0))) {
    if (decision.choice != CubeChoice::no_double) continue;
    EXPECT_TRUE(may_double(decision.position));
    EXPECT_GT(decision.turn, 1);  // nobody may double before the opening roll
  }
}

TEST(MatchAnalysis, GivenUpGamesHaveAResignation) {
  const MatchRecord record = sample("m3_analysed.mat");
  int resignations = 0;
  for (const Decision& decision : decisions_of(analysed(record, 0))) {
    resignations += decision.kind == DecisionKind::resignation ? 1 : 0;
  }
  int recorded = 0;
  for (const RecordedGame& game : record.games) recorded += game.end == GameEnd::resigned ? 1 : 0;
  EXPECT_EQ(resignations, recorded);
  EXPECT_GT(recorded, 0);
}

// One of the two who end a game early may be wrong, never both: what one gives away the other gains.
TEST(MatchAnalysis, AResignationIsJudgedForBothPlayers) {
  // Far ahead and on roll with the other still on the bar, Ann accepts a single game.
  const MatchRecord record = text_match(
      "0 point match\n\n Game 1\n Ann : 0                          Bob : 0\n"
      "  1) 31: 8/5 6/5                 52: 24/22 13/8\n"
      "  2) 66: 24/18(2) 13/7(2)\n"
      "      Wins 1 point\n");
  const std::vector<Decision> decisions = decisions_of(analysed(record, 0));
  ASSERT_GE(decisions.size(), 2U);
  const Decision& resignation = decisions[decisions.size() - 2];
  const Decision& acceptance = decisions.back();
  ASSERT_EQ(resignation.kind, DecisionKind::resignation);
  ASSERT_EQ(acceptance.kind, DecisionKind::acceptance);
  EXPECT_EQ(resignation.player, 1);
  EXPECT_EQ(acceptance.player, 0);
  EXPECT_GT(resignation.loss.equity, 0.1);  // the game was far from lost
  EXPECT_EQ(acceptance.loss.equity, 0);
  EXPECT_EQ(acceptance.best, CubeChoice::accept);
}

TEST(MatchAnalysis, AcceptingASingleGameWhereAGammonIsCertainIsAnError) {
  // Bob has borne off nothing, Ann bears off her last two checkers.
  const MatchRecord record = text_match(
      "0 point match\n\n Game 1\n Ann : 0                          Bob : 0\n"
      "; Set Pos=-B------------------o-----\n"
      "  1)                                 21: 5/3 5/4\n      Wins 1 point\n");
  const std::vector<Decision> decisions = decisions_of(analysed(record, 1));
  ASSERT_FALSE(decisions.empty());
  const Decision& acceptance = decisions.back();
  ASSERT_EQ(acceptance.kind, DecisionKind::acceptance);
  EXPECT_EQ(acceptance.player, 0);
  EXPECT_EQ(acceptance.best, CubeChoice::play_on);
  EXPECT_NEAR(acceptance.loss.equity, 1.0, 1e-6);
  EXPECT_NEAR(acceptance.loss.stake, 1.0, 1e-6);
  EXPECT_EQ(decisions[decisions.size() - 2].loss.equity, 0);
}

TEST(MatchAnalysis, EverySampleIsAnalysedWithoutHarm) {
  const std::filesystem::path folder = std::filesystem::path(ALEA_TEST_DATA) / "records";
  int matches = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const auto record = load_record(file.path());
    if (!record || record->games.empty()) continue;
    ++matches;
    const MatchAnalysis analysis = analysed(*record, 0);
    EXPECT_TRUE(analysis.complete());
    for (const Decision& decision : decisions_of(analysis)) {
      EXPECT_GE(decision.loss.equity, 0) << file.path();
      EXPECT_LT(decision.loss.equity, 64) << file.path();
      EXPECT_TRUE(!decision.skipped.empty() || decision.kind != DecisionKind::checker ||
                  decision.played >= 0);
    }
  }
  EXPECT_GT(matches, 15);
}

}  // namespace
}  // namespace alea
