#include <gtest/gtest.h>

#include <filesystem>

#include "engine/base/file.h"
#include "engine/record/record_io.h"
#include "tests/app/run_alea.h"
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

}  // namespace
}  // namespace alea::app
