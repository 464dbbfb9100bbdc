#include "engine/cube/ids.h"
#include "tests/record/record_support.h"

namespace alea {
namespace {

TEST(PositionText, XgTextsOfAllLanguagesGiveTheirXgidAndNames) {
  const struct {
    const char* file;
    const char* xgid;
    const char* x;
  } rows[] = {
      {"xgpos-checker-en.txt", "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10", "Player 1"},
      {"xgpos-noredouble-take-fr.txt", "XGID=---BADB------------bf---a-:1:1:1:00:4:0:0:7:10",
       "\xE3\x83\x97\xE3\x83\xAC\xE3\x83\xBC\xE3\x83\xA4\xE3\x83\xBC 1"},
      {"xgpos-redouble-take-de.txt", "XGID=---c--CCB---dB-B---c-BcAb-:1:1:1:00:0:1:0:7:10",
       "Spieler 1"}};
  for (const auto& row : rows) {
    const MatchRecord record = sample(row.file);
    ASSERT_EQ(record.positions.size(), 1U) << row.file;
    EXPECT_EQ(to_xgid(record.positions[0].position), row.xgid);
    EXPECT_EQ(record.positions[0].players[0], row.x);
    EXPECT_EQ(record.positions[0].comment, "") << row.file;
    EXPECT_EQ(problems_of(record), "");
  }
}

TEST(PositionText, NamesMayStandOnTwoLines) {
  const MatchRecord record = record_of(
      "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10\n\nX:Ann of Two\nO:Bob\nScore is X:0 "
      "O:0.\n");
  EXPECT_EQ(record.positions[0].players[0], "Ann of Two");
  EXPECT_EQ(record.positions[0].players[1], "Bob");
}

// A note behind the list of moves, rows moved by a blank, another XGID quoted in the note.
TEST(PositionText, CommentIsKeptForMovesAndCubes) {
  const std::string tail =
      "\n My note: 18/11 it is,\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 shows why\n\n"
      "eXtreme Gammon Version: 2.10, MET: Kazaross XG2\n";
  const MatchRecord moves = record_of(
      "XGID=-b----E-C--AeD---bAdb---A-:0:0:1:52:0:0:3:0:10\n\n X:Me O:You\n Score is X:0 O:0.\n"
      "     1. 4-ply       18/11                        eq:-0,491\n"
      "       Player:   25,45% (G:0,00% B:0,00%)\n       Opponent: 74,55% (G:31,09% B:0,09%)\n" +
      tail);
  ASSERT_EQ(moves.positions.size(), 1U);
  EXPECT_EQ(moves.positions[0].players[1], "You");
  EXPECT_TRUE(moves.positions[0].comment.starts_with("My note: 18/11 it is,\nXGID=-b"));
  const MatchRecord cube = record_of(
      "XGID=---BBaB-BbA-bC-b--BdAca---:0:0:1:00:0:5:0:9:10\n\nX:A   O:B\n\nCubeful Equities:\n"
      "       No double:     +0.337\n       Double/Take:   +0.215 (-0.122)\n"
      "       Double/Pass:   +1.000 (+0.663)\n\nBest Cube action: No double / Take\n"
      "Percentage of wrong pass needed to make the double decision right: 13.4%\n" +
      tail);
  EXPECT_TRUE(cube.positions[0].comment.starts_with("My note: 18/11")) << cube.positions[0].comment;
}

TEST(PositionText, SeveralXgTextsInOneFile) {
  const std::string one = bytes_of("xgpos-checker-en.txt"),
                    two = bytes_of("xgpos-nodouble-take-en.txt");
  EXPECT_EQ(record_of(one + "\n" + two + "\n" + one).positions.size(), 3U);
}

TEST(PositionText, BgblitzIdsCheckEachOther) {
  const MatchRecord good = sample("bgblitzpos-checker-en.txt");
  EXPECT_EQ(good.positions[0].players[0], "Red");
  EXPECT_EQ(good.positions[0].players[1], "Green");
  EXPECT_EQ(problems_of(good), "");
  std::string text = bytes_of("bgblitzpos-checker-en.txt");
  text.replace(text.find("b9sBCIC5bYDQAA"), 14, "4HPwATDgc/ABMA");
  EXPECT_TRUE(has_problem(record_of(text), 15, "different positions"));
}

TEST(PositionText, ListsOfIdsInMixedNotations) {
  const MatchRecord record = record_of(
      "# my "
      "positions\n4HPwATDgc/ABMA\n4HPwATDgc/"
      "ABMA:cAkAAAAAAAAA\n\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n"
      "4HPwATDgc/ABM!\n");
  EXPECT_EQ(record.positions.size(), 3U);
  EXPECT_EQ(record.positions[2].line, 5);
  EXPECT_TRUE(has_problem(record, 6, "letters, digits"));
}

TEST(PositionText, FibsBoardsAreFoundInALog) {
  const std::string board =
      "board:You:someplayer:3:1:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:5:0:"
      "0:1:1:1:0:1:"
      "-1:0:25:0:0:0:0:2:0:0:0";
  const MatchRecord record =
      record_of("You roll 6 and 5.\n" + board + "\nsome chat\n" + board + "\n");
  EXPECT_EQ(record.positions.size(), 2U);
  EXPECT_TRUE(has_problem(record, 0, "2 lines"));
}

// As GNU Backgammon copies it: the match ID in a line of its own, and a drawing with the names.
TEST(PositionText, CaptionsOnTwoLinesAndTheBoardBelowAreOnePosition) {
  const std::string board =
      " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n"
      "                 Match ID   : 8IhlACAAAAAE\n"
      " +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Ann 2\n"
      " | X           O    |   | O              X |     2 points\n"
      "v|                  |BAR|                  |     3 points match (Crawford game)\n"
      " | O           X    |   | X              O |     Rolled 31\n"
      " +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: Bob\n"
      "Pip counts: O 167, X 167\n";
  const MatchRecord record = record_of(board + "\n" + board);
  ASSERT_EQ(record.positions.size(), 2U);
  EXPECT_TRUE(record.positions[0].position == *parse_position("4HPwATDgc/ABMA:8IhlACAAAAAE"));
  EXPECT_EQ(record.positions[0].players, (std::array<std::string, 2>{"Bob", "Ann 2"}));
  EXPECT_EQ(record.positions[1].line, 10);
  EXPECT_EQ(problems_of(record), "");
  // Words of the program around it do not matter; that they are left out is said.
  const MatchRecord wordy = record_of("Hint:\n" + board + "1. Cubeful 2-ply 8/5 6/5 Eq.: +0.128\n");
  EXPECT_EQ(wordy.positions.size(), 1U);
  EXPECT_TRUE(has_problem(wordy, 0, "2 lines"));
}

// What the terminal showed is no export of a game, even where it tells a score.
TEST(PositionText, ALogOfASessionIsItsBoards) {
  const std::string ids =
      " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : 8IhlACAAAAAE\n";
  const MatchRecord record = record_of("anna rolls 5, bert rolls 4.\n" + ids +
                                       "The score (after 1 game) is: anna 2, bert 0 (match to 3 "
                                       "points)\n" +
                                       ids);
  EXPECT_EQ(record.positions.size(), 2U);
  EXPECT_TRUE(record.games.empty());
}

TEST(PositionText, ACaptionedIdWithoutMatchIdIsMoneyPlay) {
  const MatchRecord record =
      record_of("Position ID: 4HPwATDgc/ABMA\n\nPosition ID: 4PPgAyCwc/ADEA\n");
  ASSERT_EQ(record.positions.size(), 2U);
  EXPECT_TRUE(record.positions[0].position.match.is_money());
}

TEST(PositionText, SingleBadIdNamesLineAndColumn) {
  const auto record =
      read_record("\nXGID=-b----E-C---eE---c-e----B-:0:0:1:07:0:0:0:0:10\n", "bad.txt");
  ASSERT_FALSE(record);
  EXPECT_EQ(record.error().text().substr(0, 13), "bad.txt:2:39:");
}

}  // namespace
}  // namespace alea
