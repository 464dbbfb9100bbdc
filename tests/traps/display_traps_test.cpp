// Boards and figures that other programs showed for the wrong side.
#include <gtest/gtest.h>

#include "engine/cube/ids.h"
#include "tests/traps/trap_support.h"

namespace alea::test {
namespace {

// https://github.com/clavierhaus/gnubg-android/issues/13
TEST(DisplayTraps, BoardPlaysAndDiceAreAllSeenByTheRoller) {
  // The same position with either player at the bottom of the XGID, to play 52.
  const std::string x = "XGID=-b----E-C--AeD---bAdb---A-:0:0:1:52:0:0:0:0:10";
  const std::string o = "XGID=-a---BDaB---dEa--c-e----B-:0:0:-1:52:0:0:0:0:10";
  ASSERT_EQ(parse_position(x)->board, parse_position(o)->board);
  const auto below_ids = [](const std::string& id) {
    const std::string text =
        text_from({"analyze", id, "--weights", "linear", "--plies", "0", "--color", "never"});
    return text.substr(text.find(" +13-14-"));
  };
  const std::string text = below_ids(x);
  EXPECT_EQ(text, below_ids(o));
  EXPECT_TRUE(contains(text, "X to play 52")) << text;
  // The first play moves a checker from where the board shows an X.
  const Position position = parse_position(o).value();
  const auto best =
      json_from({"analyze", o, "--weights", "linear", "--plies", "0"})[0]["moves"][0]["play"];
  const int from = std::stoi(best.get<std::string>());
  EXPECT_GT(position.board.us[static_cast<std::size_t>(from)], 0) << best;
}

// https://github.com/Deinonychus999/AnkiGammon/issues/10
TEST(DisplayTraps, ChancesNameTheirPlayerAlsoWhereTheOtherOneAnswers) {
  const std::string before = "XGID=-b---BDBC---dB---c-eB-a---:0:0:1:00:0:0:0:0:10";
  const std::string offered = "XGID=-b---BDBC---dB---c-eB-a---:0:0:1:D:0:0:0:0:10";
  const std::vector<std::string> options{"--weights", "linear", "--plies", "0"};
  const auto with = [&](const std::string& id) {
    std::vector<std::string> words{"analyze", id};
    words.insert(words.end(), options.begin(), options.end());
    return words;
  };
  // Text: the doubler's chances, named; the doubler is O where X has the answer.
  const std::string asked = text_from(with(before)), answering = text_from(with(offered));
  const auto chances = [](const std::string& text, const std::string& who) {
    const std::size_t at = text.find(who + " on roll  win ");
    EXPECT_NE(at, std::string::npos) << text;
    return at == std::string::npos ? "" : text.substr(at + 1, 60);
  };
  EXPECT_EQ(chances(asked, "X"), chances(answering, "O"));
  EXPECT_TRUE(contains(answering, "O on roll has doubled, X to take or pass"));
  EXPECT_TRUE(contains(answering, "X should "));
  // JSON: always the one who has the decision.
  const auto doubler = json_from(with(before))[0], answerer = json_from(with(offered))[0];
  EXPECT_NEAR(doubler["win"].get<double>() + answerer["win"].get<double>(), 1, 1e-5);
  EXPECT_EQ(doubler["action"], answerer["action"]);
}

// https://github.com/Deinonychus999/AnkiGammon/issues/59
TEST(DisplayTraps, TheLinesOfACubeDecisionKeepTheirOrder) {
  for (const char* id : {"4HPwATDgc/ABMA", "XGID=-b---BDBC---dB---c-eB-a---:0:0:1:00:0:0:0:0:10",
                         "XGID=-BBBBB-B----------bbbbbbcA:0:0:-1:00:0:0:0:0:10"}) {
    const std::string text = text_from({"analyze", id, "--weights", "linear", "--plies", "0"});
    const std::size_t no_double = text.find("  No double  "), take = text.find("  Double, take"),
                      pass = text.find("  Double, pass");
    ASSERT_NE(no_double, std::string::npos) << text;
    EXPECT_LT(no_double, take);
    EXPECT_LT(take, pass);
  }
}

}  // namespace
}  // namespace alea::test
