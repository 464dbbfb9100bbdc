#include "tools/app/positions.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/cube/ids.h"
#include "tests/app/run_alea.h"

namespace alea::app {
namespace {

using nlohmann::json;

std::string xgid_with(std::vector<std::string> options, const char* position = kStart) {
  options.insert(options.begin(), {"id", position, "--json"});
  const Transcript result = run_alea(options);
  EXPECT_EQ(result.code, 0) << result.err;
  return result.code == 0 ? json::parse(result.out)["xgid"].get<std::string>() : result.err;
}

constexpr const char* kBoard = "XGID=-b----E-C---eE---c-e----B-";

TEST(PositionOptions, OverrideWhatTheIdCarries) {
  const struct {
    std::vector<std::string> options;
    const char* fields;
  } cases[] = {{{}, ":0:0:1:00:0:0:0:0:10"},
               {{"--dice", "31"}, ":0:0:1:31:0:0:0:0:10"},
               {{"-d", "1-3"}, ":0:0:1:31:0:0:0:0:10"},
               {{"--cube", "4", "--owner", "me"}, ":2:1:1:00:0:0:0:0:10"},
               {{"--cube", "2", "--owner", "them"}, ":1:-1:1:00:0:0:0:0:10"},
               {{"--cube", "2", "--owner", "center"}, ":1:0:1:00:0:0:0:0:10"},
               {{"--match", "7", "--score", "3-5"}, ":0:0:1:00:3:5:0:7:10"},
               {{"--match", "7", "--score", "3-6", "--crawford"}, ":0:0:1:00:3:6:1:7:10"},
               {{"--jacoby"}, ":0:0:1:00:0:0:1:0:10"},
               {{"--jacoby", "--beavers"}, ":0:0:1:00:0:0:3:0:10"}};
  for (const auto& [options, fields] : cases) {
    EXPECT_EQ(xgid_with(options), std::string(kBoard) + fields);
  }
}

TEST(PositionOptions, TakeAwayWhatTheIdCarries) {
  const char* rolled = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10";
  EXPECT_EQ(xgid_with({"--dice", "none"}, rolled), std::string(kBoard) + ":0:0:1:00:0:0:3:0:10");
  EXPECT_EQ(xgid_with({"--no-jacoby", "--no-beavers"}, rolled),
            std::string(kBoard) + ":0:0:1:31:0:0:0:0:10");
}

TEST(PositionOptions, ApplyToEveryPosition) {
  const Transcript result =
      run_alea({"id", "-", kStart, "--dice", "52", "--json"}, "4HPwATDgc/ABMA\n4PPgAyCwc/ADEA\n");
  ASSERT_EQ(result.code, 0) << result.err;
  const auto lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 3U);
  for (const std::string& line : lines) EXPECT_NE(line.find(":52:"), std::string::npos) << line;
}

TEST(Positions, AreReadOneALineWithBlankLinesAndCommentsSkipped) {
  const Transcript result = run_alea(
      {"id", "-", "--json"},
      "# a list\n\n  4HPwATDgc/ABMA  \r\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n"
      "4HPwATDgc/ABMA:cAkAAAAAAAAA");
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(lines_of(result.out).size(), 3U);
}

// A board as GNU Backgammon prints it. A position ID whose match ID was lost would silently be money play.
TEST(Positions, CaptionsOnTwoLinesAreOnePosition) {
  const std::string captions =
      " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : 8IhlACAAAAAE";
  const std::string board =
      "\n +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Ann\n"
      "v|                  |BAR|                  |     3 points match (Crawford game)\n"
      " +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: Bob\nPip counts: O 167, X 167\n\n";
  const json expected = json::parse(run_alea({"id", "4HPwATDgc/ABMA:8IhlACAAAAAE", "--json"}).out);
  for (const std::string& text : {captions + "\r\n", captions + board + captions + board}) {
    const Transcript result = run_alea({"id", "-", "--json"}, text);
    EXPECT_EQ(result.code, 0) << result.err;
    ASSERT_FALSE(lines_of(result.out).empty());
    for (const std::string& line : lines_of(result.out)) {
      EXPECT_EQ(json::parse(line), expected);
    }
  }
  // Board rows that belong to no position are no positions.
  EXPECT_EQ(run_alea({"id", "-"}, board).code, 2);
}

TEST(Positions, AMatchIdLineWithoutItsPositionIsReported) {
  const Transcript result =
      run_alea({"id", "-", "--json"}, "4HPwATDgc/ABMA\nMatch ID: 8IhlACAAAAAE\n");
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(lines_of(result.out).size(), 1U);
  EXPECT_EQ(result.err.rfind("alea: stdin:2:", 0), 0U) << result.err;
}

TEST(Positions, ABadLineIsReportedAndTheRestDone) {
  const Transcript result =
      run_alea({"id", "-", "--json"}, "4HPwATDgc/ABMA\nnonsense\n4HPwATDgc/ABMA\n");
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(lines_of(result.out).size(), 2U);
  ASSERT_EQ(lines_of(result.err).size(), 1U);
  EXPECT_EQ(result.err.rfind("alea: stdin:2:", 0), 0U) << result.err;
}

TEST(Positions, ABadArgumentIsReportedAndTheRestDone) {
  const Transcript result = run_alea({"moves", "nonsense", kStart, "--dice", "31", "--json"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(lines_of(result.out).size(), 1U);
  EXPECT_EQ(lines_of(result.err).size(), 1U);
}

TEST(Positions, ErrorsOfTheWorkNameTheLineToo) {
  const Transcript result = run_alea({"moves", "-"}, "\n4HPwATDgc/ABMA\n");
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "alea: stdin:2: the position has no roll; add one, as in --dice 31\n");
}

TEST(Positions, NoneAtAllIsAUsageError) {
  for (const char* command : {"id", "moves", "analyze", "eval", "rollout"}) {
    const Transcript result = run_alea({command, "--weights", "pips"});
    EXPECT_EQ(result.code, 2);
    EXPECT_NE(result.err.find("needs a position"), std::string::npos);
  }
}

TEST(Positions, AnEmptyInputIsNoError) {
  const Transcript result = run_alea({"id", "-", "--json"}, "");
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(result.out.empty());
}

// F068: the settings of an ID hold for that position only.
TEST(Positions, SettingsOfOneDoNotReachTheNext) {
  const Transcript result =
      run_alea({"id", "-", "--json"},
               "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:3:0:10\n4HPwATDgc/ABMA\n");
  const auto lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[1].find(":0:0:1:00:0:0:0:0:10"), std::string::npos) << lines[1];
}

}  // namespace
}  // namespace alea::app
