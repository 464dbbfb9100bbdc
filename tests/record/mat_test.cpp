#include "engine/record/mat_row.h"
#include "tests/record/record_support.h"

namespace alea {
namespace {

TEST(MatRow, CellsAreCutAtTheirFirstWordNotAtGaps) {
  const auto cells = split_cells("  9) 22: 24/22 22/20 22/20 15/13 21: 25/24* 20/18 ", 4);
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].play, "24/22 22/20 22/20 15/13");
  EXPECT_EQ(cells[1].dice, (std::array<int, 2>{2, 1}));
  EXPECT_EQ(cells[1].play, "25/24* 20/18");
}

TEST(MatRow, WordsStartCellsInAnyCase) {
  const auto cells = split_cells("  3)  Doubles ==> 4      TAKES", 4);
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].kind, CellKind::doubles);
  EXPECT_EQ(cells[0].number, 4);
  EXPECT_EQ(cells[1].kind, CellKind::takes);
}

TEST(MatRow, TabsAndUtf8CountAsColumns) {
  EXPECT_EQ(display_column("\tab", 1), 8);
  EXPECT_EQ(display_column("  1)\tx", 5), 8);
  EXPECT_EQ(display_column("\xC3\x89lan", 5), 4);
}

TEST(MatRow, ScoreLinesAreSplitAtTheNumbers) {
  const auto plain = read_score_line(" Ann of Two : 3          Zo\xC3\xAB X : 12", {});
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->players[0], "Ann of Two");
  EXPECT_EQ(plain->players[1], "Zo\xC3\xAB X");
  EXPECT_EQ(plain->score, (std::array<int, 2>{3, 12}));
  // A long left half is glued to the right one, whose name may begin with a digit.
  const auto glued = read_score_line(" A very very long name indeed : 0Amber FOXES : 0", {});
  ASSERT_TRUE(glued);
  EXPECT_EQ(glued->players[1], "Amber FOXES");
  const auto digits = read_score_line(" Somebody with a long name : 102cool : 4", {"2cool"});
  ASSERT_TRUE(digits);
  EXPECT_EQ(digits->players[1], "2cool");
  EXPECT_EQ(digits->score[0], 10);
  EXPECT_TRUE(read_score_line("Bot1: 0   Bot2: 1", {}));
  EXPECT_FALSE(read_score_line(" only one : 0", {}));
  EXPECT_FALSE(read_score_line("no score here", {}));
}

TEST(Mat, HeadersKeepOrderSpellingAndFreeText) {
  const MatchRecord record = record_of(
      "\xEF\xBB\xBF; [Site \"Galaxy\"]\r\n; [Player 1 Elo \"1,00/0\"]   \r\n; [EventTime "
      "\"03.00\"]\r\n"
      "; [Empty \"\"]\r\n\r\n7 point match\r\n\r\n Game 1\r\n Ann : 0      Bob : 0\r\n"
      "      Wins 1 point\r\n");
  ASSERT_EQ(record.headers.size(), 4U);
  EXPECT_EQ(record.headers[1], (Property{"Player 1 Elo", "1,00/0"}));
  EXPECT_EQ(record.headers[3], (Property{"Empty", ""}));
  EXPECT_EQ(record.producer, "Galaxy");
}

TEST(Mat, PlayersAreThoseOfTheColumnsNotOfTheHeaders) {
  const MatchRecord record = sample("xg2-export-9pt-bom-crlf.txt");
  EXPECT_EQ(record.players[0], "\xC3\x89lan Bleuet");
  EXPECT_EQ(record.headers[4], (Property{"Player 1", "Granite Badger"}));
}

TEST(Mat, OldFilesInWindowsEncodingAreReadAndListed) {
  const MatchRecord record = record_of(
      "5 point match\n\n Game 1\n Fran\xE7ois : 0       Zo\xEB : 0\n      Wins 1 point\n");
  EXPECT_EQ(record.players[0], "Fran\xC3\xA7ois");
  EXPECT_EQ(record.players[1], "Zo\xC3\xAB");
  EXPECT_TRUE(has_problem(record, 1, "Windows-1252"));
}

TEST(Mat, Utf16IsReadToo) {
  std::string text = "\xFF\xFE";
  for (const char c :
       std::string("3 point match\n\n Game 1\n A : 0     B : 0\n      Wins 3 points\n")) {
    text += c;
    text += '\0';
  }
  EXPECT_EQ(record_of(text).games.size(), 1U);
}

TEST(Mat, BarOffHitsRepeatsAndSpansInEverySpelling) {
  for (const char* play :
       {"13/11(2) 6/4(2)", "13/11 13/11 6/4 6/4", "6/4(2) 13/11(2)*", "13/11*(2) 6/4 6/4"}) {
    const MatchRecord record = record_of(
        one_game(std::string("  1) 31: 8/5 6/5      64: 24/14\n  2) 22: ") + play + "\n"));
    ASSERT_EQ(record.games[0].events.size(), 3U) << play;
    EXPECT_TRUE(record.games[0].events[2].legal) << play << problems_of(record);
  }
  for (const char* bar : {"bar/22 6/5", "Bar/22 6/5", "BAR/22, 6/5", "25/22 6/5"}) {
    const MatchRecord record = record_of(one_game(
        "  1) 62: 24/18 13/11          61: 13/7* 8/7\n  2) 31: " + std::string(bar) + "\n"));
    ASSERT_EQ(record.games[0].events.size(), 3U) << bar;
    EXPECT_TRUE(record.games[0].events[2].legal) << bar << problems_of(record);
    EXPECT_EQ(record.games[0].events[2].before.us[kBar], 1);
  }
  for (const char* off : {"3/off 6/off", "3/Off 6/OFF", "3/0 6/0", "6/0 3/0 0/0"}) {
    const MatchRecord good = record_of(
        one_game("; Set Pos=---CDEB------------cccaa--/0\n  1) 63: " + std::string(off) + "\n"));
    EXPECT_TRUE(good.games[0].events[0].legal) << off << problems_of(good);
  }
}

TEST(Mat, TwoHalvesAreLeftAndRightWhereverTheyStand) {
  const MatchRecord record =
      record_of(one_game("  1) 31: 8/5 6/5                              42: 8/4 6/4\n"
                         "  2) 61: 13/7 8/7 61: 13/7 8/7\n"
                         "  3) 21: 13/11 24/23                           21: 13/11 24/23\n"));
  ASSERT_EQ(record.games[0].events.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(record.games[0].events[i].player, static_cast<int>(i % 2)) << i;
}

TEST(Mat, DanceIsNothingOrCannotMove) {
  const MatchRecord record = sample("bgstudio-13pt.txt");
  const Event& dance = record.games[1].events[3];
  EXPECT_EQ(dance.kind, EventKind::play);
  EXPECT_EQ(dance.text, "Cannot Move");
  EXPECT_EQ(dance.steps.count, 0);
  EXPECT_TRUE(dance.legal);
}

TEST(Mat, ResultsOnTheirOwnOnARowAndBehindTheLastHalf) {
  const char* games =
      " Game 1\n Ann : 0                          Bob : 0\n  1) 31: 8/5 6/5                  "
      "Doubles => 2\n"
      "  2)  Drops                         Wins 1 point\n\n"
      " Game 2\n Ann : 0                          Bob : 1\n  1) 31: 8/5 6/5                   42: "
      "8/4 6/4\n"
      "  2)  Wins 2 point\n\n"
      " Game 3\n Ann : 2                          Bob : 1\n  1) 31: 8/5 6/5                   42: "
      "8/4 6/4\n"
      "                                    Wins 1 points\n\n"
      " Game 4\n Ann : 2                          Bob : 2\n  1)                               42: "
      "8/4 6/4\n"
      "  2) 31: ???                        Wins 5 points and the      Match\n";
  const MatchRecord record = record_of(std::string("7 point match\n\n") + games);
  ASSERT_EQ(record.games.size(), 4U);
  const int winners[] = {1, 0, 1, 1}, points[] = {1, 2, 1, 5};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(record.games[i].winner, winners[i]) << i;
    EXPECT_EQ(record.games[i].points, points[i]) << i;
  }
  EXPECT_EQ(record.games[0].end, GameEnd::dropped);
  EXPECT_EQ(record.games[2].end, GameEnd::resigned);
  EXPECT_EQ(problems_of(record), "");
}

TEST(Mat, ForfeitWithoutAPlayIsAGame) {
  const MatchRecord record = record_of(one_game("  1)\n      Wins 7 points and the match\n"));
  EXPECT_EQ(record.games[0].end, GameEnd::forfeited);
  EXPECT_EQ(record.games[0].winner, 0);
  EXPECT_EQ(record.games[0].points, 7);
  EXPECT_EQ(problems_of(record), "");
}

TEST(Mat, MatchThatStopsInTheMiddleHasNoWinner) {
  const MatchRecord record = record_of(one_game("  1) 31: 8/5 6/5        42: 8/4 6/4\n"));
  EXPECT_FALSE(record.games[0].winner);
  EXPECT_EQ(record.games[0].end, GameEnd::unfinished);
  EXPECT_TRUE(has_problem(record, 5, "not finished"));
}

// I3: kept as played, listed, and the game goes on from there. Three hops on a non-double.
TEST(Mat, I3IllegalPlayIsKeptWithItsPlaceAndFifteenCheckersStay) {
  const MatchRecord record = record_of(one_game(
      "  1) 31: 13/9 12/11         42: 8/4 6/4\n  2) 65: 13/7 7/2 6/1          52: 13/8 6/4\n"));
  const RecordedGame& game = record.games[0];
  ASSERT_EQ(game.events.size(), 4U);
  EXPECT_FALSE(game.events[0].legal);
  EXPECT_EQ(game.events[0].text, "13/9 12/11");
  EXPECT_EQ(game.events[0].after.them[9], 1);
  EXPECT_TRUE(has_problem(record, 5, "31: 13/9 12/11"));
  EXPECT_TRUE(has_problem(record, 5, "12/11, which cannot be moved"));
  EXPECT_FALSE(game.events[2].legal);
  EXPECT_TRUE(has_problem(record, 6, "no legal play"));
  EXPECT_TRUE(game.events[1].legal && game.events[3].legal);
  for (const Event& event : game.events) EXPECT_TRUE(validate(event.after));
}

TEST(Mat, UnusedDieAndBackwardHopAreIllegal) {
  const MatchRecord record =
      record_of(one_game("  1) 31: 8/5              42: 4/8 6/4\n  2) 65: 24/18 18/13\n"));
  EXPECT_FALSE(record.games[0].events[0].legal);
  EXPECT_FALSE(record.games[0].events[1].legal);
  EXPECT_TRUE(record.games[0].events[2].legal);
}

TEST(Mat, BadDiceAreNamedWithTheirLine) {
  const MatchRecord record =
      record_of(one_game("  1) 73: 8/5 6/5              42: 8/4 6/4\n  2) 03: 8/5\n"));
  EXPECT_TRUE(has_problem(record, 5, "a roll of 73; expected two digits 1-6"));
  EXPECT_TRUE(has_problem(record, 6, "a roll of 03"));
  EXPECT_EQ(record.games[0].events.size(), 3U);
}

TEST(Mat, MissingPlayIsNotTakenForADance) {
  const MatchRecord record = record_of(one_game("  1) 31:                 42: 8/4 6/4\n"));
  EXPECT_EQ(record.games[0].events[0].kind, EventKind::unplayed);
  EXPECT_TRUE(has_problem(record, 5, "no play is recorded for 31"));
}

TEST(Mat, UnreadablePlayIsKeptAsWritten) {
  const MatchRecord record = record_of(one_game("  1) 31: 8/5 six/5          42: 8/4 6/4\n"));
  EXPECT_EQ(record.games[0].events[0].kind, EventKind::unplayed);
  EXPECT_EQ(record.games[0].events[0].text, "8/5 six/5");
  EXPECT_FALSE(record.problems.empty());
  const auto text = write_record(record, RecordFormat::mat);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("31: 8/5 six/5"), std::string::npos);
}

TEST(Mat, CubeOutOfOrderIsListed) {
  const MatchRecord record = record_of(
      one_game("  1) 31: 8/5 6/5           Takes\n  2)  Doubles => 3           42: 8/4 6/4\n"));
  EXPECT_TRUE(has_problem(record, 5, "nothing was offered"));
  EXPECT_TRUE(has_problem(record, 6, "turns the cube from 1 to 3"));
  EXPECT_TRUE(has_problem(record, 6, "before Bob has answered"));
}

TEST(Mat, WrongScoresAndResultsAreListedAndKept) {
  const MatchRecord record = record_of(
      "7 point match\n\n Game 1\n Ann : 0      Bob : 0\n  1) 31: 8/5 6/5        Doubles => 2\n  2) "
      " Drops    "
      "          Wins 2 points\n Game 2\n Ann : 0         Bob : 1\n  1) 31: 8/5 6/5       42: 8/4 "
      "6/4\n");
  EXPECT_EQ(record.games[0].points, 2);
  EXPECT_TRUE(has_problem(record, 6, "2 points are recorded, the play gives 1"));
  EXPECT_TRUE(has_problem(record, 7, "starts at 0-1, but the game before leads to 0-2"));
}

TEST(Mat, PointsMayPassTheLength) {
  const MatchRecord record = record_of(
      "3 point match\n\n Game 1\n Ann : 1      Bob : 0\n  1) 31: 8/5 6/5        Doubles => 2\n"
      "  2)  Takes              42: 8/4 6/4\n  3) 31: ???\n                        Wins 4 points "
      "and the match\n");
  EXPECT_EQ(record.games[0].points, 4);
  EXPECT_EQ(record.games[0].winner, 1);
}

TEST(Mat, SetPositionStartsTheGameAndOwnsTheCube) {
  const MatchRecord record = record_of(
      one_game("; Set Pos=---BADB------------bf---a-/1\n  1) 21: 6/4 2/1     65: 5/off 6/off\n"));
  const RecordedGame& game = record.games[0];
  EXPECT_TRUE(game.set_up);
  EXPECT_EQ(game.start.us[6], 2);
  EXPECT_EQ(game.start.us[5], 4);
  EXPECT_EQ(game.start.them[6], 2);
  EXPECT_EQ(game.start_cube, (CubeState{1, CubeOwner::us}));
  const MatchRecord theirs =
      record_of(one_game("; Set Pos=---BADB------------bf---a-/-2\n  1) 21: 6/4\n"));
  EXPECT_EQ(theirs.games[0].start_cube, (CubeState{2, CubeOwner::them}));
}

TEST(Mat, IllegalPlayDumpGivesThePositionAfterIt) {
  // The opening; Ann's 31 is given as the position it led to: one checker went from 8 to 3.
  const MatchRecord record = record_of(
      one_game("  1) 31: Illegal play (7;0;1;0;0;Ann;Bob;0;0;0;1;0;"
               "0;-2;0;1;0;0;5;0;2;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;4;2;) 42: 8/4 6/4\n"));
  const RecordedGame& game = record.games[0];
  ASSERT_EQ(game.events.size(), 2U) << problems_of(record);
  EXPECT_FALSE(game.events[0].legal);
  EXPECT_EQ(game.events[0].after.them[3], 1);
  EXPECT_EQ(game.events[0].after.them[8], 2);
  EXPECT_TRUE(has_problem(record, 5, "no legal play"));
}

TEST(Mat, VariationsKnownAndUnknown) {
  const auto with = [](const char* variation) {
    return record_of(std::string("; [Variation \"") + variation + "\"]\n" +
                     one_game("  1) 31: 8/5 6/5      42: 8/4 6/4\n"));
  };
  EXPECT_EQ(with("Nackgammon").games[0].start.us[23], 2);
  EXPECT_EQ(with("Backgammon").games[0].start, starting_board());
  EXPECT_TRUE(has_problem(with("Hypergammon"), 5, "does not know the variation"));
}

TEST(Mat, M1CrawfordOffAndOnePointMatchesHaveNoCrawfordGame) {
  const std::string match =
      " 3 point match\n Game 1\n Ann : 2     Bob : 0\n  1) 31: 8/5 6/5   Doubles => 2\n";
  EXPECT_TRUE(record_of(match).games[0].crawford);
  EXPECT_TRUE(has_problem(record_of(match), 4, "a double in the Crawford game"));
  EXPECT_FALSE(record_of("; [Crawford \"Off\"]\n" + match).games[0].crawford);
  EXPECT_FALSE(sample("m1a.mat").games[0].crawford);
}

TEST(Mat, H3JacobyCountsAGammonOnceWhileNobodyDoubled) {
  // Ann bears off her last checker while Bob has none off; the cube is in the middle.
  const std::string game =
      "0 point match\n\n Game 1\n Ann : 0     Bob : 0\n; Set Pos=-A----------o-------------/0\n"
      "  1) 21: 1/off\n      Wins 1 point\n";
  const MatchRecord without = record_of(game);
  EXPECT_TRUE(has_problem(without, 7, "the play gives 2")) << problems_of(without);
  const MatchRecord with = record_of("; [Jacoby \"On\"]\n" + game);
  EXPECT_FALSE(has_problem(with, 8, "the play gives")) << problems_of(with);
}

TEST(Mat, SingleGameWithoutAHeadIsRead) {
  const MatchRecord record = sample("money3.gam");
  EXPECT_EQ(record.players[0], "Alpha");
  EXPECT_EQ(record.players[1], "Beta");
  EXPECT_EQ(record.games[0].points, 1);
  EXPECT_TRUE(has_problem(record, 1, "money play"));
}

TEST(Mat, SecondMatchInTheFileIsListedNotMixedIn) {
  const std::string one = one_game("  1) 31: 8/5 6/5      42: 8/4 6/4\n");
  const MatchRecord record = record_of(one + one);
  EXPECT_EQ(record.games.size(), 1U);
  EXPECT_TRUE(has_problem(record, 6, "a second match starts here"));
}

}  // namespace
}  // namespace alea
