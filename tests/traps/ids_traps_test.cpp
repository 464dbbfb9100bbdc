// Position IDs that other programs refused, changed or took for settings.
#include <gtest/gtest.h>

#include "engine/cube/ids.h"
#include "tests/traps/trap_support.h"

namespace alea::test {
namespace {

// O to roll; it owns a cube of 2.
const std::string kOsTurn = "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:-1:21:3:6:0:7:10";

// https://github.com/foochu/bgweb-api/issues/2, https://github.com/carsten-wenderdel/wildbg/issues/36
TEST(IdTraps, EveryCommandTakesEveryNotation) {
  const Position position = parse_position(kOsTurn).value();
  const std::vector<std::string> notations{to_xgid(position), to_xgid(position).substr(5),
                                           to_gnu_id(position), to_ogid(position)};
  const std::vector<std::vector<std::string>> commands{
      {"moves"},
      {"id"},
      {"eval", "--weights", "linear"},
      {"analyze", "--weights", "linear", "-p", "0"}};
  for (const auto& command : commands) {
    for (const std::string& notation : notations) {
      std::vector<std::string> words = command;
      words.insert(words.begin() + 1, notation);
      const auto object = json_from(words)[0];
      EXPECT_EQ(object["gnuid"].get<std::string>().substr(0, 14),
                to_gnu_position_id(position.board))
          << command[0] << ' ' << notation;
    }
  }
}

// https://github.com/bungogood/gnubg-ubgi, upstream ChangeLog 2011-08-03 to 2011-08-11
TEST(IdTraps, DrawingAPositionNeverChangesItsId) {
  const std::string gnu = to_gnu_id(parse_position(kOsTurn).value());
  for (const char* mirror : {"", "--mirror"}) {
    std::vector<std::string> words{"id", kOsTurn};
    if (*mirror != 0) words.emplace_back(mirror);
    const std::string text = text_from(words);
    EXPECT_TRUE(contains(text, kOsTurn)) << text;
    EXPECT_TRUE(contains(text, gnu)) << text;
  }
  EXPECT_TRUE(contains(text_from({"analyze", kOsTurn, "--weights", "linear", "-p", "0"}), kOsTurn));
  // There and back, and the other side's view of the same position and back.
  const Position position = parse_position(kOsTurn).value();
  EXPECT_EQ(to_xgid(parse_position(gnu).value()).substr(0, 50), kOsTurn.substr(0, 50));
  EXPECT_EQ(flipped(flipped(position)), position);
}

// https://github.com/bungogood/gnubg-ubgi, upstream ChangeLog 2011-03-19
TEST(IdTraps, RulesInAnIdHoldForThatPositionOnly) {
  // X bears off the last checkers with any roll: a gammon, which Jacoby counts once.
  const std::string board = "XGID=-B----------o-------------:0:0:1:00:0:0:";
  const std::string jacoby = board + "1:0:10", plain = board + "0:0:10";
  const auto together = json_from({"eval", "-", "--weights", "linear", "--plies", "1"},
                                  plain + '\n' + jacoby + '\n' + plain + '\n');
  ASSERT_EQ(together.size(), 3U);
  EXPECT_EQ(together[0], together[2]);
  EXPECT_EQ(together[0], json_from({"eval", plain, "--weights", "linear", "--plies", "1"})[0]);
  EXPECT_EQ(together[1], json_from({"eval", jacoby, "--weights", "linear", "--plies", "1"})[0]);
  EXPECT_NE(together[0]["cubeful_equity"], together[1]["cubeful_equity"]);
}

// https://github.com/gtzampanakis/bgtrain/issues/3
TEST(IdTraps, AnIdIsExplainedByBoardPipsAndItsOtherNotations) {
  const std::string text = text_from({"id", "4HPwATDgc/ABMA"});
  for (const char* part : {"XGID=-b----E-C---eE---c-e----B-", "4HPwATDgc/ABMA:", "OGID:",
                           "+13-14-15-16-17-18-", "167 pips", "money play"}) {
    EXPECT_TRUE(contains(text, part)) << part;
  }
}

}  // namespace
}  // namespace alea::test
