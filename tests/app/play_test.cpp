#include <gtest/gtest.h>

#include <filesystem>

#include "engine/base/file.h"
#include "engine/record/record_io.h"
#include "tests/app/run_alea.h"
#include "tests/support/temporary_folder.h"
#include "tools/app/play_table.h"

namespace alea::app {
namespace {

Transcript play(const std::string& input, std::vector<std::string> options = {}) {
  std::vector<std::string> words{"play", "--weights", "linear", "--plies", "0"};
  words.insert(words.end(), options.begin(), options.end());
  return run_alea(words, input);
}

PlayTable table_at(CubeOwner owner, int exponent, const Rules& rules = {}) {
  PlayTable table(0, rules);
  Position position;
  position.board = starting_board();
  position.cube = {exponent, owner};
  position.rules = rules;
  table.start_from(position, 0);
  return table;
}

// R18: a double that is dropped wins the stake before it.
TEST(PlayTable, ADroppedDoubleDoesNotRaiseTheStake) {
  PlayTable table = table_at(CubeOwner::us, 1);
  table.offer();
  EXPECT_EQ(table.decider(), 1);
  table.drop();
  ASSERT_TRUE(table.result());
  EXPECT_EQ(table.result()->winner, 0);
  EXPECT_EQ(table.result()->points, 2);
}

// R18, R19: the taker owns the doubled cube, and only he may redouble.
TEST(PlayTable, TheTakerOwnsTheCube) {
  PlayTable table = table_at(CubeOwner::centre, 0);
  table.offer();
  table.take();
  EXPECT_EQ(table.decider(), 0);
  EXPECT_EQ(table.position().cube, (CubeState{1, CubeOwner::them}));
  EXPECT_FALSE(may_double(table.position()));
}

// H2: a beaver doubles again at once and keeps the cube.
TEST(PlayTable, ABeaverKeepsTheCube) {
  PlayTable table = table_at(CubeOwner::centre, 0, {.beavers = true});
  table.offer();
  table.beaver();
  EXPECT_EQ(table.decider(), 0);
  EXPECT_EQ(table.position().cube, (CubeState{2, CubeOwner::them}));
  PlayTable dropped = table;
  dropped.drop();
  EXPECT_EQ(dropped.result()->winner, 1);
  EXPECT_EQ(dropped.result()->points, 2);
  table.take();
  EXPECT_EQ(table.position().pending, Pending::roll_or_double);
}

// M1: the first game in which a player is a point away is the Crawford game, without a cube.
TEST(PlayTable, TheCrawfordGameHasNoCube) {
  PlayTable table(3, {});
  table.start_game(0, make_dice(3, 1));
  table.resign(2);
  EXPECT_TRUE(table.match().crawford);
  table.start_game(0, make_dice(3, 1));
  EXPECT_TRUE(table.position().match.crawford);
  table.resign(1);
  EXPECT_TRUE(table.match_over());
}

// H3: with Jacoby an undoubled game counts singly.
TEST(PlayTable, JacobyCountsAnUndoubledGameSingly) {
  PlayTable table = table_at(CubeOwner::centre, 0, {.jacoby = true});
  table.resign(3);
  EXPECT_EQ(table.result()->points, 1);
}

// Whoever starts, the user is X in the IDs as on the board.
TEST(PlayTable, PlayerZeroIsXInIds) {
  for (const int starter : {0, 1}) {
    PlayTable table(3, {});
    table.start_game(starter, make_dice(3, 1));
    EXPECT_EQ(table.position().us_is_first, table.decider() != 0);
  }
}

TEST(Play, LeavesAtTheEndOfTheInput) {
  const Transcript result = play("");
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(result.err.empty());
}

TEST(Play, ExplainsItselfAndQuits) {
  const Transcript result = play("help\nquit\n", {"--dice-by-hand"});
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.out.find("takes the play back"), std::string::npos);
}

// I2: a play can be taken back until it is confirmed.
TEST(Play, TakesAPlayBackUntilItIsConfirmed) {
  const Transcript result = play("31\n8/5 6/5\nundo\n24/20\n\nquit\n", {"--dice-by-hand"});
  EXPECT_NE(result.out.find("24/20? Enter plays it"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("alea's roll: "), std::string::npos) << result.out;
}

// I1: a roll of real dice can be withdrawn until a play has been entered.
TEST(Play, WithdrawsARollEnteredByHand) {
  const Transcript result = play("31\nreroll\n65\nquit\n", {"--dice-by-hand"});
  EXPECT_NE(result.out.find("Your 31: "), std::string::npos);
  EXPECT_NE(result.out.find("Your 65: "), std::string::npos) << result.out;
}

TEST(Play, RefusesAnIllegalPlayAndNamesTheRemedy) {
  const Transcript result = play("31\n8/2\nmoves\nquit\n", {"--dice-by-hand"});
  EXPECT_NE(result.out.find("'moves' lists the legal plays"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("  8/5 6/5\n"), std::string::npos);
}

TEST(Play, SaysWhereACommandDoesNotBelong) {
  for (const char* command : {"double", "undo", "roll", "take"}) {
    const Transcript result = play("31\n" + std::string(command) + "\nquit\n", {"--dice-by-hand"});
    EXPECT_NE(result.out.find("The dice are rolled: enter a play"), std::string::npos)
        << result.out;
  }
  EXPECT_NE(play("31\nhint\nquit\n", {"--dice-by-hand"}).out.find("'moves' lists all"),
            std::string::npos);
}

TEST(Play, WarnsOfABlunderInTutorMode) {
  const Transcript result = play("31\n6/2\nundo\nquit\n", {"--dice-by-hand", "--tutor"});
  EXPECT_NE(result.out.find("against 8/5 6/5."), std::string::npos) << result.out;
}

TEST(Play, SavesARecordThatReadsBack) {
  const auto file = std::filesystem::temp_directory_path() / "alea-play-test.mat";
  const Transcript result =
      play("31\n8/5 6/5\n52\n21\nresign\n", {"--dice-by-hand", "--fast", "--save", file.string()});
  EXPECT_EQ(result.code, 0) << result.err;
  const Result<MatchRecord> record = load_record(file);
  std::filesystem::remove(file);
  ASSERT_TRUE(record) << record.error().text();
  ASSERT_EQ(record->games.size(), 1U);
  EXPECT_EQ(record->games[0].winner, 1);
  EXPECT_EQ(record->games[0].points, 1);
  EXPECT_EQ(record->games[0].events.front().text, "8/5 6/5");
}

TEST(Play, AWholeMatchIsPlayedBySeedAlone) {
  // Enter rolls and confirms; hints cost nothing. Every play is the first legal one: too long to
  // script, so the user resigns each game.
  std::string input;
  for (int i = 0; i < 40; ++i) input += "resign 1\n";
  const Transcript result = play(input, {"--match", "2", "--seed", "7"});
  EXPECT_NE(result.out.find("alea wins the match."), std::string::npos) << result.out;
  EXPECT_EQ(result.out, play(input, {"--match", "2", "--seed", "7"}).out);
}

TEST(Play, WarnsOfACubeBlunderInTutorMode) {
  const Transcript result =
      play("31\n8/5 6/5\n52\ndouble\nundo\nquit\n", {"--dice-by-hand", "--tutor", "--fast"});
  EXPECT_NE(result.out.find("Doubling loses 0."), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("alea takes"), std::string::npos) << result.out;
}

TEST(Play, AsksBeforeABlunderEvenInFastPlay) {
  const Transcript result = play("31\n6/2\nundo\nquit\n", {"--dice-by-hand", "--tutor", "--fast"});
  EXPECT_NE(result.out.find("6/2? Enter plays it"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("alea's roll"), std::string::npos) << result.out;
}

TEST(Play, AnUnwritableRecordIsReportedBeforeTheGame) {
  const Transcript result = play("quit\n", {"--save", "/proc/nowhere/x"});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(result.out.empty()) << result.out;
}

TEST(Play, ResignationsAreAlsoNamed) {
  const Transcript result = play("31\nresign Gammon\n", {"--dice-by-hand"});
  EXPECT_NE(result.out.find("alea wins 2 points: a gammon"), std::string::npos) << result.out;
  const Transcript odd = play("31\nresign 1x\nquit\n", {"--dice-by-hand"});
  EXPECT_NE(odd.out.find("resign 1, 2 or 3"), std::string::npos) << odd.out;
}

// Games on the same evening are not the same game.
TEST(Play, DiceDifferUnlessASeedIsGiven) {
  std::string input;
  for (int i = 0; i < 20; ++i) input += "resign 1\n";
  EXPECT_NE(play(input, {"--match", "15"}).out, play(input, {"--match", "15"}).out);
}

class PlayFiles : public test::TemporaryFolder {
 protected:
  std::string file(const std::string& name) { return path(name).string(); }
  std::string content(const std::string& name) {
    return alea::read_file(path(name)).value_or("missing");
  }
  std::string refused(const std::string& record) {
    EXPECT_TRUE(write_file(path("r.mat"), record));
    const Transcript result = play("quit\n", {"--resume", file("r.mat")});
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(content("r.mat"), record);
    return result.err;
  }
};

TEST_F(PlayFiles, SavesUnderTheNameAsTyped) {
  const Transcript result =
      play("31\nsave " + file("Evening 1.MAT") + "\nquit\n", {"--dice-by-hand"});
  EXPECT_NE(content("Evening 1.MAT"), "missing") << result.out;
}

TEST_F(PlayFiles, GoesOnWithASavedGameAtTheRollWhereItWasLeft) {
  const std::string before = "31\n8/5 6/5\n52\nroll\n21\n";
  const std::string after = "13/10\n43\nresign\n31\n8/5 6/5\n62\n";
  const std::vector<std::string> table{"--dice-by-hand", "--fast", "--match", "3"};
  const auto with = [&](std::vector<std::string> words, const char* option, const char* name) {
    words.insert(words.end(), {option, file(name)});
    return words;
  };
  play(before + after, with(table, "--save", "whole.mat"));
  play(before, with(table, "--save", "cut.mat"));
  EXPECT_NE(content("cut.mat").find("21: ????"), std::string::npos) << content("cut.mat");
  const Transcript result = play(after, with({"--dice-by-hand", "--fast"}, "--resume", "cut.mat"));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err.find("not finished"), std::string::npos) << result.err;  // as expected
  EXPECT_NE(result.out.find("Your 21: "), std::string::npos) << result.out;
  EXPECT_EQ(content("cut.mat"), content("whole.mat"));
}

TEST_F(PlayFiles, TheSameSeedGoesOnWithTheDiceThatWouldHaveCome) {
  const auto games = [&](int count, std::vector<std::string> words) {
    std::string input;
    for (int i = 0; i < count; ++i) input += "resign 1\n";
    words.insert(words.end(), {"--seed", "11"});
    EXPECT_EQ(play(input, words).code, 0);
  };
  games(5, {"--match", "5", "--save", file("whole.mat")});
  games(2, {"--match", "5", "--save", file("cut.mat")});
  EXPECT_NE(content("cut.mat"), content("whole.mat"));
  games(3, {"--resume", file("cut.mat")});
  EXPECT_EQ(content("cut.mat"), content("whole.mat"));
  const Transcript over = play("", {"--resume", file("cut.mat")});
  EXPECT_EQ(over.code, 2);
  EXPECT_NE(over.err.find("the match is over"), std::string::npos) << over.err;
}

// A match of another program: the user takes the seat of whoever is not alea.
TEST_F(PlayFiles, TheUserSitsWhereAleaDoesNot) {
  ASSERT_TRUE(write_file(path("r.mat"),
                         " 3 point match\n\n Game 1\n alea : 0                     Ann : 0\n"
                         "  1) 31: 8/5 6/5              52: 13/8 13/11\n  2) 64: 24/14\n"));
  const Transcript result = play("resign\nquit\n", {"--resume", file("r.mat")});
  EXPECT_EQ(result.code, 0) << result.err;
  const auto record = load_record(path("r.mat"));
  ASSERT_TRUE(record) << record.error().text();
  EXPECT_EQ(record->players, (std::array<std::string, 2>{"Ann", "alea"}));
  EXPECT_EQ(record->games[0].winner, 1);
}

TEST_F(PlayFiles, RefusesToGoOnWithWhatDoesNotFollowTheRules) {
  const std::string head = " 3 point match\n\n Game 1\n You : 0                     alea : 0\n";
  EXPECT_NE(refused(head + "  1) 31: 8/5 6/4              52: 13/8 13/11\n").find("r.mat:5: "),
            std::string::npos);
  EXPECT_NE(refused(head + "  1) 31: ????                 52: 13/8 13/11\n").find("not recorded"),
            std::string::npos);
  EXPECT_NE(refused(" 3 point match\n\n Game 1\n You : 1                     alea : 0\n"
                    "  1) 31: 8/5 6/5\n")
                .find("score does not follow"),
            std::string::npos);
  EXPECT_NE(refused("hello\n").find("r.mat"), std::string::npos);
  EXPECT_EQ(play("", {"--resume", file("nowhere.mat")}).code, 1);
  EXPECT_EQ(play("", {"--resume", file("r.mat"), "--match", "3"}).code, 2);
}

}  // namespace
}  // namespace alea::app
