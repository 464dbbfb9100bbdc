#include "engine/analysis/sgf_analysis.h"

#include <fmt/format.h>

#include <cstdlib>

#include "engine/analysis/summary.h"
#include "engine/base/file.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/evaluator/linear_evaluator.h"
#include "engine/record/record_io.h"
#include "tests/support/temporary_folder.h"

namespace alea {
namespace {

struct Analysed {
  MatchRecord record;
  MatchAnalysis analysis;
  std::string sgf;
};

Analysed analysed(const std::string& name) {
  Analysed result;
  result.record = load_record(std::filesystem::path(ALEA_TEST_DATA) / "records" / name).value();
  const auto met = std::make_shared<const MatchEquityTable>(MatchEquityTable::kazaross_xg2());
  const MatchAnalyst analyst(std::make_shared<ExactEvaluator>(std::make_shared<LinearEvaluator>()),
                             met, SearchOptions{});
  ThreadPool pool(1);
  result.analysis = analyst.start(result.record);
  analyst.run(result.record, result.analysis, pool);
  result.sgf =
      write_record(with_sgf_analysis(result.record, result.analysis), RecordFormat::sgf).value();
  return result;
}

const std::string* extra(const Event& event, const char* name) {
  for (const Property& property : event.extras) {
    if (property.first == name) return &property.second;
  }
  return nullptr;
}

TEST(SgfAnalysis, IsTheSameMatchAndKeepsTheFigures) {
  const Analysed match = analysed("m5a.mat");
  const MatchRecord back = read_record(match.sgf, "test").value();
  EXPECT_TRUE(same_match(match.record, back));
  int plays = 0;
  for (std::size_t i = 0; i < match.analysis.units.size(); ++i) {
    for (const Decision& decision : match.analysis.results[i].decisions) {
      if (decision.kind != DecisionKind::checker || decision.played < 0) continue;
      const auto& game = back.games[static_cast<std::size_t>(match.analysis.units[i].game)];
      const Event& event = game.events[static_cast<std::size_t>(decision.event)];
      const std::string* luck = extra(event, "LU");
      ASSERT_NE(luck, nullptr);
      EXPECT_EQ(*luck, fmt::format("[{:.5f}]", decision.luck->luck.equity));
      const std::string* rows = extra(event, "A");
      if (decision.candidates.front().steps.count == 0) continue;
      ASSERT_NE(rows, nullptr);
      EXPECT_TRUE(rows->starts_with(fmt::format("[{}][", decision.played)));
      ++plays;
    }
  }
  EXPECT_GT(plays, 40);
}

TEST(SgfAnalysis, ReplacesTheOneOfTheSource) {
  const Analysed match = analysed("m3_analysed.sgf");
  EXPECT_EQ(match.sgf.find("GS["), std::string::npos);
  const MatchRecord back = read_record(match.sgf, "test").value();
  for (const RecordedGame& game : back.games) {
    for (const Event& event : game.events) {
      EXPECT_LE(std::count_if(event.extras.begin(), event.extras.end(),
                              [](const Property& p) { return p.first == "A"; }),
                1);
    }
  }
}

using GnubgStatistics = test::TemporaryFolder;

// GNU Backgammon adds up what we wrote to the same totals. Skipped where it is missing.
TEST_F(GnubgStatistics, AgreeWithOurs) {
  const std::string program = "/usr/games/gnubg";
  if (!std::filesystem::exists(program)) GTEST_SKIP() << "gnubg is not installed";
  const Analysed match = analysed("m7a.mat");
  ASSERT_TRUE(write_file(path("match.sgf"), match.sgf));
  ASSERT_TRUE(write_file(path("script"), "load match match.sgf\nshow statistics match\n"));
  const std::string line = "cd '" + path(".").string() + "' && HOME=. timeout 300 " + program +
                           " -t -q -r < script > log 2>&1";
  ASSERT_EQ(std::system(line.c_str()), 0);
  const std::string log = read_file(path("log")).value();

  const GameSummary total = summarise(match.record, match.analysis).total;
  // The rows of both players: the first error total is that of checker play, the second of the cube.
  const auto row = [&](const char* label, int which) {
    std::size_t at = 0;
    for (int i = 0; i <= which; ++i) at = log.find(label, i == 0 ? 0 : at + 1);
    double first = 0;
    double second = 0;
    const std::string text = log.substr(at, log.find('\n', at) - at);
    // "Luck total EMG (MWC)   +0.534 (+10.121%)  -1.331 (-20.134%)", or counts alone
    if (text.find('%') != std::string::npos) {
      const std::string figures = text.substr(text.find("(MWC)") + 5);
      EXPECT_EQ(std::sscanf(figures.c_str(), " %lf (%*[^)]) %lf", &first, &second), 2) << text;
    } else {
      EXPECT_EQ(std::sscanf(text.c_str() + std::string(label).size(), " %lf %lf", &first, &second),
                2)
          << text;
    }
    return std::array{first, second};
  };
  for (std::size_t p = 0; p < 2; ++p) {
    const PlayerSummary& player = total.players[p];
    EXPECT_EQ(row("Total moves", 0)[p], player.plays);
    EXPECT_EQ(row("Unforced moves", 0)[p], player.unforced);
    EXPECT_EQ(row("Total cube decisions", 0)[p], player.cube_decisions);
    EXPECT_EQ(row("Close or actual cube decisions", 0)[p], player.cube_close);
    EXPECT_NEAR(row("Error total", 0)[p], -player.checker_loss.equity, 0.002);
    EXPECT_NEAR(row("Error total", 1)[p], -player.cube_loss.equity, 0.002);
    EXPECT_NEAR(row("Luck total", 0)[p], player.luck.equity, 0.002);
  }
}

}  // namespace
}  // namespace alea
