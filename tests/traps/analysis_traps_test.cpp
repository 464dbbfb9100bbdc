// Levels, luck, losses and labels that other programs mixed up.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/analysis/decision_state.h"
#include "engine/analysis/summary.h"
#include "engine/base/file.h"
#include "engine/cube/ids.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/evaluator/linear_evaluator.h"
#include "engine/record/record_io.h"
#include "tests/search/search_support.h"
#include "tests/support/temporary_folder.h"
#include "tests/traps/trap_support.h"

namespace alea::test {
namespace {

using nlohmann::json;

std::shared_ptr<const Evaluator> judge_of_traps() {
  return std::make_shared<ExactEvaluator>(std::make_shared<LinearEvaluator>());
}

SearchOptions looking_ahead(int plies) {
  SearchOptions options;
  options.plies = plies;
  return options;
}

MatchRecord read_match(const std::string& text) {
  return read_record(text, "test").value();
}

struct Analysed {
  MatchAnalysis analysis;
  MatchSummary summary;

  [[nodiscard]] std::vector<Decision> decisions() const {
    std::vector<Decision> all;
    for (const UnitResult& unit : analysis.results) {
      all.insert(all.end(), unit.decisions.begin(), unit.decisions.end());
    }
    return all;
  }
};
Analysed analysed_match(const MatchRecord& record, int plies = 0,
                        std::optional<int> luck_plies = {}) {
  ThreadPool pool(1);
  const MatchAnalyst analyst(judge_of_traps(), met(), looking_ahead(plies), luck_plies);
  Analysed result{.analysis = analyst.start(record), .summary = {}};
  analyst.run(record, result.analysis, pool);
  result.summary = summarise(record, result.analysis);
  return result;
}

// Worth to the mover of having played to `after`, at a level.
Valuation worth_after(const Position& decision, const Board& after, int plies) {
  Position next = flipped(decision);
  next.board = after;
  next.dice.reset();
  next.pending = Pending::roll_or_double;
  return Searcher(judge_of_traps(), met(), looking_ahead(plies)).evaluate(next);
}

// https://github.com/ngvlamis/gammonview-analysis, docs/upstream-bgsage.md, item 2
TEST(AnalysisTraps, TheLevelOfEachRowIsTheDepthThatMadeItsFigures) {
  for (const MatchState& match : {MatchState{}, MatchState{7, 2, 5, false}}) {
    const Position decision = position(starting_board(), make_dice(6, 5), {}, match);
    const CheckerAnalysis rows =
        Searcher(judge_of_traps(), met(), looking_ahead(2)).analyze_checker(decision);
    std::array<int, 3> seen{};
    for (const Candidate& row : rows.candidates) {
      ++seen[static_cast<std::size_t>(row.level.plies)];
      const Valuation worth = worth_after(decision, row.after, row.level.plies);
      EXPECT_NEAR(row.value.cubeful.points, -worth.cubeful.points, 1e-9);
      EXPECT_NEAR(row.value.probabilities.win, 1 - worth.probabilities.win, 1e-6);
    }
    EXPECT_GT(seen[0], 0);
    EXPECT_GT(seen[2], 0);
  }
}

// https://github.com/bungogood/gnubg-ubgi, upstream ChangeLog 2012-03-03
TEST(AnalysisTraps, ARaceHasOneEstimateInTheFilterAndInTheEvaluation) {
  // We bear off; two of theirs are still in our home board.
  const Position decision = position(board("2:4 1:3 / 22:2 6:13"), make_dice(2, 1));
  SearchOptions narrow = looking_ahead(1);
  narrow.filters.before.fill({1, 0.0});
  const CheckerAnalysis rows = Searcher(judge_of_traps(), met(), narrow).analyze_checker(decision);
  int filtered = 0;
  for (const Candidate& row : rows.candidates) {
    if (row.level.plies > 0) continue;
    ++filtered;
    EXPECT_NEAR(row.value.probabilities.win_backgammon,
                worth_after(decision, row.after, 0).probabilities.lose_backgammon, 1e-7);
  }
  EXPECT_GT(filtered, 0);
}

// https://github.com/ngvlamis/gammonview-analysis, docs/upstream-bgsage.md, root routing
TEST(AnalysisTraps, TheCommandLineGivesTheFiguresOfTheLibrary) {
  for (const char* id : {"XGID=-b----E-C---eE---c-e----B-:0:0:1:65:0:0:0:0:10",
                         "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10",
                         "XGID=---c--CCB---dB-B---c-BcAb-:1:1:1:43:0:1:0:7:10"}) {
    const json object = json_from(
        {"analyze", id, "--weights", "linear", "--plies", "1", "--full", "--moves", "100"})[0];
    SearchOptions options = looking_ahead(1);
    options.filters.before.fill({100, 1e9});
    const CheckerAnalysis rows =
        Searcher(judge_of_traps(), met(), options).analyze_checker(parse_position(id).value());
    ASSERT_EQ(object["moves"].size(), rows.candidates.size());
    for (std::size_t i = 0; i < rows.candidates.size(); ++i) {
      EXPECT_EQ(object["moves"][i]["position"], to_gnu_position_id(rows.candidates[i].after));
      EXPECT_NEAR(object["moves"][i]["equity"].get<double>(),
                  rows.candidates[i].value.cubeful.points, 1e-6);
    }
  }
}

// https://github.com/clavierhaus/gnubg-android/issues/16
TEST(AnalysisTraps, TheFirstFiveRowsAreComparedAtTheSameDepth) {
  for (const char* dice : {"31", "55", "62"}) {
    const json moves = json_from({"analyze", "4HPwATDgc/ABMA", "--dice", dice, "--weights",
                                  "linear", "--plies", "2"})[0]["moves"];
    ASSERT_GE(moves.size(), 4U);
    for (const json& row : moves) EXPECT_EQ(row["level"], "2ply") << dice;
    for (std::size_t i = 1; i < moves.size(); ++i) {
      EXPECT_LE(moves[i]["equity"].get<double>(), moves[i - 1]["equity"].get<double>());
    }
  }
}

// https://github.com/clavierhaus/gnubg-android/issues/9
TEST(AnalysisTraps, AnOfferedDoubleIsComparedWithNotDoubling) {
  // At the start a double is wrong whatever the answer.
  const Analysed result =
      analysed_match(read_match(" 0 point match\n\n Game 1\n A : 0        B : 0\n"
                                "  1) 31: 8/5 6/5          52: 13/8 13/11\n"
                                "  2)  Doubles => 2         Takes\n"
                                "  3) 43: 24/20 13/10\n"));
  int doubles = 0;
  for (const Decision& decision : result.decisions()) {
    if (decision.choice != CubeChoice::double_) continue;
    ++doubles;
    const CubeValues& values = decision.cube->values;
    const double right = std::min(values.double_take.points, values.double_pass.points);
    EXPECT_NEAR(decision.loss.equity, std::max(0.0, values.no_double.points - right), 1e-9);
  }
  EXPECT_EQ(doubles, 1);
}

// https://github.com/ngvlamis/gammonview-analysis, CHANGELOG 0.36.0
TEST(AnalysisTraps, AHopelessPositionIsAnalysedAndItsZeroIsAFigure) {
  const Position hopeless = position(board("13:15 / 1:2"));
  const json object =
      json_from({"eval", to_xgid(hopeless), "--weights", "linear", "--plies", "2"})[0];
  EXPECT_EQ(object["win"], 0.0);
  EXPECT_EQ(object["lose_gammon"], 1.0);
  // The same in a recorded game, as written and read back by what keeps unfinished analyses.
  MatchRecord record;
  record.players = {"A", "B"};
  RecordedGame& game = record.games.emplace_back();
  game.set_up = true;
  game.start = hopeless.board;
  Event& event = game.events.emplace_back();
  event.dice = {3, 1};
  event.before = hopeless.board;
  event.steps = {{Step{13, 10}, Step{13, 12}}, 2};
  event.after = board_after(event.before, event.steps);
  const Analysed result = analysed_match(record);
  const std::vector<Decision> decisions = result.decisions();
  ASSERT_EQ(decisions.size(), 2U);  // no double, and the play
  for (const Decision& decision : decisions) EXPECT_EQ(decision.skipped, "");
  ASSERT_NE(decisions[1].played_candidate(), nullptr);
  EXPECT_EQ(decisions[1].played_candidate()->value.probabilities.win, 0);
  EXPECT_EQ(decisions[0].cube->value.probabilities.win, 0);
  MatchAnalysis again = result.analysis;
  for (UnitResult& unit : again.results) unit = {};
  ASSERT_TRUE(restore_analysis(save_analysis(result.analysis, "key"), "key", again));
  EXPECT_EQ(save_analysis(again, "key"), save_analysis(result.analysis, "key"));
  EXPECT_TRUE(again.complete());
}

const std::string kTwoGames =
    " 5 point match\n\n Game 1\n Zoe : 0                          Ann : 0\n"
    "  1) 31: 8/5 6/5          52: 13/8 13/10\n"
    "  2) 64: 24/14            21: 13/11 6/5\n"
    "      Wins 1 point\n\n"
    " Game 2\n Zoe : 1                          Ann : 0\n"
    "                          Wins 1 point\n\n"
    " Game 3\n Zoe : 1                          Ann : 1\n"
    "  1)                      42: 8/4 6/4\n"
    "  2) 65: 24/13            \n"
    "                          Wins 2 points\n";

using MatchTraps = TemporaryFolder;

// https://github.com/ngvlamis/gammonview-analysis, CHANGELOG 0.26.0: guards
TEST_F(MatchTraps, WhatIsNotAnalysedIsNamedByGameTurnPlayerAndRoll) {
  ASSERT_TRUE(write_file(path("m.mat"), kTwoGames));
  const app::Transcript text =
      app::run_alea({"match", path("m.mat").string(), "--weights", "linear", "--plies", "0"});
  EXPECT_EQ(text.code, 0);
  EXPECT_TRUE(contains(text.err, "m.mat:5: ")) << text.err;
  EXPECT_TRUE(contains(text.err, "13/10")) << text.err;
  const std::size_t at = text.out.find("not analysed: illegal play");
  ASSERT_NE(at, std::string::npos) << text.out;
  const std::string row = text.out.substr(text.out.rfind('\n', at) + 1, at);
  for (const char* part : {"2  ", "Ann", "52", "13/8 13/10"})
    EXPECT_TRUE(contains(row, part)) << row;
  EXPECT_LT(text.out.find("Game 1"), at);
}

// https://github.com/ngvlamis/gammonview-analysis, CHANGELOG 0.26.0
TEST_F(MatchTraps, AnIllegalPlayIsNoDecision) {
  const Analysed result = analysed_match(read_match(kTwoGames));
  const PlayerSummary& ann = result.summary.games[0].players[1];
  EXPECT_EQ(ann.skipped, 1);
  EXPECT_EQ(ann.unforced, 1);
  EXPECT_EQ(ann.lucky_rolls, 2);
}

// Seen in the tests of a public sync tool for play sites
TEST_F(MatchTraps, AForfeitUsesUpNoAnalysis) {
  const Analysed result = analysed_match(read_match(kTwoGames));
  EXPECT_EQ(result.summary.games[1].players[0].plays, 0);
  EXPECT_EQ(result.summary.games[1].players[1].plays, 0);
  // What follows is judged in its own place.
  int in_third = 0;
  for (std::size_t i = 0; i < result.analysis.units.size(); ++i) {
    if (result.analysis.units[i].game != 2) continue;
    for (const Decision& decision : result.analysis.results[i].decisions) {
      if (decision.kind != DecisionKind::checker) continue;
      EXPECT_EQ(decision.position.match.score_us, 1);
      EXPECT_EQ(decision.skipped, "");
      ++in_third;
    }
  }
  EXPECT_EQ(in_third, 2);
}

// https://github.com/ngvlamis/gammonview-analysis, CHANGELOG 1.5.1
TEST_F(MatchTraps, PlayersKeepTheSeatsOfTheFile) {
  ASSERT_TRUE(write_file(path("m.mat"), kTwoGames));
  const auto objects =
      json_from({"match", path("m.mat").string(), "--weights", "linear", "--plies", "0"});
  EXPECT_EQ(objects.back()["summary"]["players"], (json{"Zoe", "Ann"}));
  for (const json& object : objects) {
    if (!object.contains("player")) continue;
    EXPECT_EQ(object["name"], object["player"] == 1 ? "Zoe" : "Ann");
  }
}

// https://github.com/ngvlamis/gammonview-analysis, CHANGELOG 0.31.0
TEST_F(MatchTraps, AResignationBelongsToTheOneWhoResigns) {
  const MatchRecord record = read_match(kTwoGames);
  const MatchRecord as_sgf =
      read_record(write_record(record, RecordFormat::sgf).value(), "test").value();
  for (const MatchRecord* match : {&record, &as_sgf}) {
    std::vector<int> resigned;
    for (const Decision& decision : analysed_match(*match).decisions()) {
      if (decision.kind == DecisionKind::resignation) resigned.push_back(decision.player);
    }
    EXPECT_EQ(resigned, (std::vector<int>{1, 0}));  // Zoe wins the first game, Ann the third
  }
}

// https://github.com/bungogood/gnubg-ubgi, upstream ChangeLog 2011-06 to 2011-07
TEST_F(MatchTraps, LuckIsLabelledByItsEquityAndTheThresholdsInForce) {
  EXPECT_EQ(luck_class(kLucky), LuckClass::lucky);
  EXPECT_EQ(luck_class(kLucky - 1e-9), LuckClass::none);
  EXPECT_EQ(luck_class(kVeryLucky), LuckClass::very_lucky);
  EXPECT_EQ(luck_class(-kLucky), LuckClass::unlucky);
  EXPECT_EQ(luck_class(-kVeryLucky), LuckClass::very_unlucky);
  std::array<int, 5> rolls{};
  const auto objects = json_from({"match", std::string(ALEA_TEST_DATA) + "/records/m5a.mat",
                                  "--weights", "linear", "--plies", "0"});
  for (const json& object : objects) {
    if (!object.contains("luck_rating")) continue;
    const LuckClass expected = luck_class(object["luck"].get<double>());
    EXPECT_EQ(object["luck_rating"], to_string(expected));
    ++rolls[static_cast<std::size_t>(expected)];
  }
  EXPECT_GT(rolls[0] + rolls[1], 0);
  EXPECT_GT(rolls[3] + rolls[4], 0);
}

// bug-gnubg archive, August 2008, "Error Rate and Match Winning Chances"
TEST_F(MatchTraps, TheDepthOfLuckCanBeChosenAndItsMeaningIsPrinted) {
  const MatchRecord record = read_match(kTwoGames);
  const Analysed shallow = analysed_match(record, 0), same = analysed_match(record, 0, 1),
                 deep = analysed_match(record, 0, 2);
  EXPECT_EQ(save_analysis(shallow.analysis, ""), save_analysis(same.analysis, ""));
  const Amount luck = shallow.summary.total.players[0].luck;
  const Amount deeper = deep.summary.total.players[0].luck;
  EXPECT_NE(luck.equity, deeper.equity);
  EXPECT_EQ(shallow.summary.total.players[0].checker_loss,
            deep.summary.total.players[0].checker_loss);
  EXPECT_EQ(deep.analysis.luck_level.plies, 2);
  ASSERT_TRUE(write_file(path("m.mat"), kTwoGames));
  const std::string text = text_from({"match", path("m.mat").string(), "--weights", "linear",
                                      "--plies", "0", "--luck-plies", "2", "--quiet"});
  EXPECT_TRUE(contains(text, "own rolls (2-ply)")) << text;
  EXPECT_EQ(app::run_alea({"match", path("m.mat").string(), "--luck-plies", "0"}).code, 2);
}

// https://github.com/ngvlamis/gammonview-analysis, docs/METHODOLOGY.md
TEST_F(MatchTraps, TheConventionOfLuckIsNamed) {
  ASSERT_TRUE(write_file(path("m.mat"), kTwoGames));
  const std::string text = text_from(
      {"match", path("m.mat").string(), "--weights", "linear", "--plies", "0", "--quiet"});
  EXPECT_TRUE(contains(text, "Luck is that of a player's own rolls")) << text;
  const Analysed result = analysed_match(read_match(kTwoGames));
  std::array<double, 2> own{};
  for (const Decision& decision : result.decisions()) {
    if (decision.luck) own[static_cast<std::size_t>(decision.player)] += decision.luck->luck.equity;
  }
  for (std::size_t p = 0; p < 2; ++p) {
    EXPECT_NEAR(result.summary.total.players[p].luck.equity, own[p], 1e-12);
  }
}

}  // namespace
}  // namespace alea::test
