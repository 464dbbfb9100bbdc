// What users of other programs could not type, find or rely on.
#include <gtest/gtest.h>

#include <functional>

#include "engine/base/file.h"
#include "engine/board/notation.h"
#include "engine/cube/ids.h"
#include "tests/support/board_text.h"
#include "tests/traps/trap_support.h"

namespace alea::test {
namespace {

const std::string kRoot = std::string(ALEA_TEST_DATA) + "/../../";

// https://github.com/carsten-wenderdel/wildbg/pull/42
TEST(CliTraps, EveryKeyThatIsSentIsInTheDocumentation) {
  const std::string documents =
      read_file(kRoot + "docs/cli.md").value() + read_file(kRoot + "docs/match.md").value();
  // The documentation abbreviates the five chances once.
  const std::vector<std::string> linear{"--weights", "linear", "--plies", "0"};
  const std::vector<std::vector<std::string>> calls{
      {"analyze", "4HPwATDgc/ABMA", "--dice", "31"},
      {"analyze", "4HPwATDgc/ABMA", "--match", "7", "--score", "3-5", "--dice", "52", "--both"},
      {"analyze", "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10"},
      {"eval", "4HPwATDgc/ABMA"},
      {"eval", "4HPwATDgc/ABMA", "--match", "7", "--score", "3-5"},
      {"match", std::string(ALEA_TEST_DATA) + "/records/m1a.mat"}};
  std::vector<nlohmann::json> objects;
  for (std::vector<std::string> call : calls) {
    call.insert(call.end(), linear.begin(), linear.end());
    for (const auto& object : json_from(call)) objects.push_back(object);
  }
  for (const auto& call :
       std::vector<std::vector<std::string>>{{"moves", "4HPwATDgc/ABMA", "--dice", "66"},
                                             {"id", "4HPwATDgc/ABMA"},
                                             {"table", "--match", "7", "--score", "3-5"}}) {
    objects.push_back(json_from(call)[0]);
  }
  const std::function<void(const nlohmann::json&)> check = [&](const nlohmann::json& value) {
    for (const auto& [key, inner] : value.items()) {
      EXPECT_TRUE(value.is_array() || contains(documents, key)) << key << " is not documented";
      if (inner.is_structured()) check(inner);
    }
  };
  for (const auto& object : objects) check(object);
}

// https://github.com/fomorians/td-gammon/issues/3
TEST(CliTraps, ADoubleFromTheBarMayBeTypedInAnyUsualWay) {
  const Board from = board("bar:1 13:3 8:3 6:5 4:3 / 24:2 13:5 8:3 6:5");
  const auto parsed = [&](std::string_view text) {
    return parse_play(from, make_dice(5, 5), Rules{}, text);
  };
  const Result<Steps> play = parsed("bar/20 20/10 13/8(1)");
  ASSERT_TRUE(play) << play.error().text();
  for (const char* same : {"bar/20 20/15 15/10 13/8", "bar/10 13/8", "25/20/15/10, 13/8",
                           "BAR/20 13/8 20/10", "bar/10* 13/8"}) {
    const Result<Steps> other = parsed(same);
    ASSERT_TRUE(other) << same << ": " << other.error().text();
    EXPECT_EQ(board_after(from, *other), board_after(from, *play)) << same;
  }
  EXPECT_TRUE(parsed("bar/20 20/15 13/8(2)"));
}

// https://github.com/fomorians/td-gammon/issues/3
TEST(CliTraps, APlayThatIsNotLegalIsAnsweredWithLegalOnes) {
  const app::Transcript result = app::run_alea(
      {"play", "--weights", "linear", "--plies", "0", "--dice-by-hand"}, "31\n8/2\nquit\n");
  EXPECT_TRUE(contains(result.out, "Legal plays:\n  ")) << result.out;
  EXPECT_TRUE(contains(result.out, "more: 'moves' lists the legal plays")) << result.out;
}

// https://github.com/clavierhaus/gnubg-android/issues/11
TEST(CliTraps, EveryResultHasAnIdToGoOnWith) {
  const auto analysis = json_from(
      {"analyze", "4HPwATDgc/ABMA", "--dice", "43", "--weights", "linear", "--plies", "0"})[0];
  const auto moves = json_from({"moves", "4HPwATDgc/ABMA", "--dice", "43"})[0];
  for (const auto* rows : {&analysis["moves"], &moves["plays"]}) {
    for (const auto& row : *rows) {
      const std::string id = row["position"];
      EXPECT_TRUE(parse_position(id)) << id;
      EXPECT_EQ(json_from({"id", id})[0]["gnuid"].get<std::string>().substr(0, 14), id);
    }
  }
}

// https://github.com/csells/fibscli/issues/14, https://github.com/foochu/bgweb-api/issues/5
TEST(CliTraps, OneCommandTellsChancesAndTheRightCubeAction) {
  const std::vector<std::string> words{"analyze", "4HPwATDgc/ABMA", "--weights",
                                       "linear",  "--plies",        "0"};
  const auto object = json_from(words)[0];
  for (const char* key : {"win", "no_double", "double_take", "double_pass", "action"}) {
    EXPECT_TRUE(object.contains(key)) << key;
  }
  const std::string text = text_from(words);
  EXPECT_TRUE(contains(text, "X on roll  win ")) << text;
  EXPECT_TRUE(contains(text, "No double / Take")) << text;
}

// https://github.com/Deinonychus999/AnkiGammon/issues/40
TEST(CliTraps, TheTableOfScoresIsAsLargeAsAskedFor) {
  const std::string small = text_from({"table", "--match", "3"});
  EXPECT_EQ(app::lines_of(small).size(), 7U) << small;  // two lines, blank, heads, three rows
  EXPECT_LE(app::lines_of(text_from({"table", "--match", "64"})).size(), 29U);
}

}  // namespace
}  // namespace alea::test
