#include "engine/board/notation.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/board/random_boards.h"
#include "tests/support/board_text.h"
#include "tests/support/gnu_id.h"

namespace alea {
namespace {

// The board after the play that a text means, as text: easy to compare and to read.
std::string after(const Board& before, Dice dice, std::string_view text) {
  const auto steps = parse_play(before, dice, Rules{}, text);
  return steps ? format_play(before, *steps) : steps.error().text();
}

TEST(Notation, WritesAndReadsBackEveryReferencePlay) {
  std::ifstream file(ALEA_TEST_DATA "/legal_moves.jsonl");
  PlayList plays;
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    const auto record = nlohmann::json::parse(line);
    if (!record.contains("moves")) continue;
    const Board before = board_from_gnu_id(record["position_id"].get<std::string>());
    const Dice dice = make_dice(record["dice"][0], record["dice"][1]);
    std::map<std::string, std::string> texts;
    for (std::size_t i = 0; i < record["next"].size(); ++i) {
      texts[record["next"][i]] = record["moves"][i];
    }
    generate_plays(before, dice, Rules{}, plays);
    for (std::size_t i = 0; i < plays.size(); ++i, ++count) {
      const std::string text = format_play(before, plays.steps()[i]);
      ASSERT_EQ(text, texts[gnu_id(plays.boards()[i])]);
      // Reading every play again generates its list: enough of them.
      if (count % 7 != 0) continue;
      const auto steps = parse_play(before, dice, Rules{}, text);
      ASSERT_TRUE(steps) << steps.error().text();
      ASSERT_EQ(board_after(before, *steps), plays.boards()[i]) << text;
    }
  }
  EXPECT_EQ(count, 31'331);
}

TEST(Notation, RoundTripKeepsTheResultOnRandomBoards) {
  PlayList plays;
  Rng rng(3, 0);
  for (const int limit : {15, 5}) {
    const Rules rules{.max_stack = limit};
    for_random_boards(99, 1000, rules, [&](const Board& before) {
      const Dice dice = roll(rng);
      generate_plays(before, dice, rules, plays);
      const auto i = rng.below(static_cast<std::uint32_t>(plays.size()));
      const std::string text = format_play(before, plays.steps()[i]);
      const auto steps = parse_play(before, dice, rules, text);
      ASSERT_TRUE(steps) << caption(before) << ": " << steps.error().text();
      ASSERT_EQ(board_after(before, *steps), plays.boards()[i]) << caption(before) << ' ' << text;
      const auto loose = play_text(before, text);
      ASSERT_TRUE(loose) << caption(before) << ": " << loose.error().text();
      ASSERT_EQ(*loose, plays.boards()[i]) << caption(before) << ' ' << text;
    });
  }
}

TEST(Notation, SpellingDoesNotDependOnTheOrderOfTheSteps) {
  const Board start = starting_board();
  EXPECT_EQ(format_play(start, {{Step{13, 9}, Step{24, 18}}, 2}), "24/18 13/9");
  EXPECT_EQ(format_play(start, {{Step{24, 18}, Step{13, 9}}, 2}), "24/18 13/9");
  EXPECT_EQ(format_play(start, {{Step{24, 20}, Step{20, 14}}, 2}), "24/14");
  EXPECT_EQ(format_play(start, {{Step{6, 4}, Step{8, 4}, Step{6, 4}, Step{8, 6}}, 4}),
            format_play(start, {{Step{8, 6}, Step{8, 4}, Step{6, 4}, Step{6, 4}}, 4}));
  EXPECT_EQ(format_play(start, Steps{}), "");
}

TEST(Notation, ReadsEverySpellingOfBarAndOff) {
  const Board bar = board("bar:1 6:3 / 3:1");
  for (const char* text : {"bar/22*/20", "BAR/22*/20", "Bar/22/20", "25/22*/20", "25/22 22/20",
                           "22/20 bar/22", "bar/22*/20*", "bar/22,22/20*"}) {
    EXPECT_EQ(after(bar, {3, 2}, text), "bar/22*/20") << text;
  }
  const Board home = board("6:2 / 1:3");
  for (const char* text : {"6/off(2)", "6/0(2)", "6/OFF 6/Off", "6/off,6/0", " 6/off   6/off\t",
                           "6/off (2)", "6/0*(2)"}) {
    EXPECT_EQ(after(home, {6, 6}, text), "6/off(2)") << text;
  }
}

TEST(Notation, StarsMayBeMissingOrTooMany) {
  const Board before = board("24:1 13:2 8:1 / 11:1 6:1 4:1");  // blots on our 14, 19, 21
  EXPECT_EQ(after(before, {5, 3}, "24/21*/16"), "24/21*/16");
  EXPECT_EQ(after(before, {5, 3}, "24/21/16"), "24/21*/16");
  EXPECT_EQ(after(before, {5, 3}, "24/19/16*"), "24/19*/16");
  EXPECT_EQ(after(before, {5, 3}, "13/5*"), "13/5");
  EXPECT_EQ(after(before, {5, 3}, "24/19 13/10"), "24/19* 13/10");
}

TEST(Notation, ASpanMeansTheQuietWayAndIsRefusedIfOnlyTwoHitsAreLeft) {
  const Board both = board("24:1 / 6:1 4:1");  // blots on 19 and 21
  EXPECT_EQ(after(both, {5, 3}, "24/16"),
            "\"24/16\" is not legal for 53: ambiguous: 24/19*/16 or 24/21*/16");
  const Board one = board("24:1 / 6:1");
  EXPECT_EQ(after(one, {5, 3}, "24/16"), "24/16");
  EXPECT_EQ(after(one, {5, 3}, "24/19/16"), "24/19*/16");
  const Board forced = board("24:1 / 6:1 4:2");  // 21 is closed
  EXPECT_EQ(after(forced, {5, 3}, "24/16"), "24/19*/16");
}

TEST(Notation, AnEmptyTextIsTheLostRollAndNothingElse) {
  const Board shut = board("bar:1 / 6:2 5:2");
  EXPECT_EQ(after(shut, {6, 5}, ""), "");
  EXPECT_EQ(after(shut, {6, 5}, "Cannot Move"), "");
  EXPECT_EQ(after(shut, {6, 5}, "bar/20"),
            "\"bar/20\" is not legal for 65: the roll cannot be played");
  EXPECT_EQ(after(starting_board(), {6, 5}, " "),
            "\" \" is not legal for 65: the roll can be played");
}

TEST(Notation, SyntaxErrorsNameTheColumn) {
  const auto column = [](std::string_view text) {
    const auto hops = parse_hops(text);
    return hops ? 0 : hops.error().column;
  };
  EXPECT_EQ(column("8/5 6/5"), 0);
  EXPECT_EQ(column("8"), 2);
  EXPECT_EQ(column("8/5 6"), 6);
  EXPECT_EQ(column("8-5"), 2);
  EXPECT_EQ(column("8/5x"), 4);
  EXPECT_EQ(column("26/20"), 1);
  EXPECT_EQ(column("x/5"), 1);
  EXPECT_EQ(column("8/"), 3);
  EXPECT_EQ(column("8/5 6/bar"), 7);
  EXPECT_EQ(column("8/25"), 3);
  EXPECT_EQ(column("off/5"), 1);
  EXPECT_EQ(column("6/off/2"), 3);
  EXPECT_EQ(column("8/5(5)"), 4);
  EXPECT_EQ(column("8/5(0)"), 4);
  EXPECT_EQ(column("8/5(2"), 4);
  EXPECT_EQ(column("8/5()"), 4);
  EXPECT_EQ(column("1234/5"), 1);
  EXPECT_EQ(column("bark/5"), 4);
}

TEST(Notation, MessagesStayOnOneLine) {
  const auto hops = parse_hops("8/5\n\x1b[31m\xff 6/5");
  ASSERT_FALSE(hops);
  for (const char c : hops.error().text()) EXPECT_TRUE(c >= ' ' && c <= '~');
}

TEST(Notation, SaysWhyAPlayIsNotLegal) {
  const Board start = starting_board();
  const auto why = [&](const Board& before, Dice dice, std::string_view text) {
    const std::string message = after(before, dice, text);
    const auto at = message.find(": ");
    return at == std::string::npos ? "legal: " + message : message.substr(at + 2);
  };
  EXPECT_EQ(why(start, {3, 1}, "7/4 6/5"), "no checker on the 7-point for this");
  EXPECT_EQ(why(start, {3, 1}, "24/21 24/23 24/23"), "too few checkers on the 24-point for this");
  EXPECT_EQ(why(start, {5, 1}, "24/19 6/5"), "the opponent holds the 19-point");
  EXPECT_EQ(why(start, {3, 1}, "8/5"), "more of the roll must be played");
  EXPECT_EQ(why(start, {3, 1}, "8/5 8/5"), "no legal play has this result");
  EXPECT_EQ(why(start, {3, 1}, "6/8"), "checkers move towards lower points");
  EXPECT_EQ(why(board("bar:1 13:1 / 6:2"), {3, 1}, "13/9"), "checkers on the bar enter first");
}

TEST(Notation, IllegalPlaysAreKeptAsPlayedIfTheBoardIsPossible) {  // I3
  const Board start = starting_board();
  const auto result = [&](const Board& before, std::string_view text) {
    const auto played = play_text(before, text);
    return played ? caption(played->flipped()) : played.error().text();
  };
  EXPECT_EQ(result(start, "13/9 13/9 6/5"), "24:2 13:3 9:2 8:3 6:4 5:1 / 24:2 13:5 8:3 6:5");
  EXPECT_EQ(result(start, "8/13"), "24:2 13:6 8:2 6:5 / 24:2 13:5 8:3 6:5");
  EXPECT_EQ(result(start, "6/off"), "24:2 13:5 8:3 6:4 / 24:2 13:5 8:3 6:5");
  EXPECT_EQ(result(start, ""), caption(start));
  EXPECT_EQ(result(board("24:2 / 2:1 13:2"), "24/23"), "24:1 23:1 / bar:1 13:2");
  EXPECT_EQ(result(start, "24/19"), "\"24/19\": both sides on our 19-point");
  EXPECT_EQ(result(start, "7/4"), "\"7/4\": no checker on the 7-point for this");
  EXPECT_EQ(result(start, "24/19/18"), "24:1 18:1 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5");
}

TEST(Notation, HopsOutsideTheBoardAreRefused) {
  for (const Hop hop : {Hop{0, 5}, Hop{26, 5}, Hop{6, 25}, Hop{255, 255}}) {
    EXPECT_FALSE(play_hops(starting_board(), std::span(&hop, 1)));
    EXPECT_FALSE(match_play(starting_board(), {3, 1}, Rules{}, std::span(&hop, 1)));
  }
}

TEST(Notation, FindsThePlayBetweenTwoBoards) {
  const Board start = starting_board();
  const auto steps = parse_play(start, {3, 1}, Rules{}, "8/5 6/5");
  ASSERT_TRUE(steps);
  const auto found = play_between(start, {3, 1}, Rules{}, board_after(start, *steps));
  ASSERT_TRUE(found);
  EXPECT_EQ(format_play(start, *found), "8/5 6/5");
  EXPECT_FALSE(play_between(start, {3, 1}, Rules{}, start));
}

}  // namespace
}  // namespace alea
