#include "engine/record/game_builder.h"

#include "engine/record/play_text.h"
#include "tests/record/record_support.h"

namespace alea {
namespace {

struct Fixture {
  MatchRecord record;
  RecordedGame game;
  Fixture(int length = 7) {
    record.length = length;
    record.players = {"Ann", "Bob"};
    game.start = starting_board();
    game.number = 1;
  }
};

GameBuilder::Roll roll_of(int player, std::array<int, 2> dice, const char* text) {
  GameBuilder::Roll roll{.player = player, .dice = dice, .text = text};
  roll.hops = parse_recorded_hops(text).value_or(std::vector<Hop>{});
  return roll;
}

TEST(GameBuilder, R4FirstRollIsNeverADouble) {
  Fixture f;
  GameBuilder builder(f.record, f.game);
  builder.roll(roll_of(0, {3, 3}, "8/5(2) 6/3(2)"));
  EXPECT_TRUE(has_problem(f.record, 0, "the first roll of the game is a double"));
}

TEST(GameBuilder, R5TurnsAlternate) {
  Fixture f;
  GameBuilder builder(f.record, f.game);
  builder.roll(roll_of(0, {3, 1}, "8/5 6/5"));
  builder.roll(roll_of(0, {4, 2}, "8/4 6/4"));
  EXPECT_TRUE(has_problem(f.record, 0, "Ann plays out of turn"));
}

TEST(GameBuilder, R18DroppedDoubleLosesTheStakeBeforeIt) {
  Fixture f;
  GameBuilder builder(f.record, f.game);
  builder.roll(roll_of(0, {3, 1}, "8/5 6/5"));
  builder.turn_cube(1, 2, 0);
  builder.take(0, 0);
  builder.roll(roll_of(1, {4, 2}, "8/4 6/4"));
  builder.turn_cube(0, 4, 0);
  builder.drop(1, 0);
  builder.finish_without_result(9);
  EXPECT_EQ(f.game.winner, 0);
  EXPECT_EQ(f.game.points, 2);
  EXPECT_EQ(f.game.end, GameEnd::dropped);
  EXPECT_TRUE(has_problem(f.record, 9, "no result is recorded; by the play Ann wins 2"));
}

TEST(GameBuilder, R19OnlyTheOwnerRedoubles) {
  Fixture f;
  GameBuilder builder(f.record, f.game);
  builder.roll(roll_of(0, {3, 1}, "8/5 6/5"));
  builder.turn_cube(1, 2, 0);
  builder.take(0, 0);
  builder.roll(roll_of(1, {4, 2}, "8/4 6/4"));
  builder.roll(roll_of(0, {2, 1}, "13/11 24/23"));
  EXPECT_EQ(problems_of(f.record), "");
  builder.turn_cube(1, 4, 0);
  EXPECT_TRUE(has_problem(f.record, 0, "Ann owns the cube"));
}

TEST(GameBuilder, H2DroppedBeaverCostsTheDouble) {
  Fixture f(0);
  GameBuilder builder(f.record, f.game);
  builder.roll(roll_of(0, {3, 1}, "8/5 6/5"));
  builder.turn_cube(1, 2, 0);
  builder.turn_cube(0, 4, 0);
  builder.drop(1, 0);
  builder.finish(0, 2, 0);
  EXPECT_EQ(problems_of(f.record), "");
  const Event& drop = f.game.events.back();
  const Position position = position_before(f.record, f.game, drop);
  EXPECT_EQ(position.pending, Pending::beaver_offered);
  EXPECT_EQ(position.cube, (CubeState{2, CubeOwner::them}));
  EXPECT_TRUE(validate(position));
}

TEST(GameBuilder, BeaverInAMatchIsListed) {
  Fixture f(7);
  GameBuilder builder(f.record, f.game);
  builder.roll(roll_of(0, {3, 1}, "8/5 6/5"));
  builder.turn_cube(1, 2, 0);
  builder.turn_cube(0, 4, 0);
  EXPECT_TRUE(has_problem(f.record, 0, "a beaver in a match"));
}

TEST(GameBuilder, PositionBeforeTellsTheDecision) {
  Fixture f;
  f.game.score = {3, 5};
  GameBuilder builder(f.record, f.game);
  builder.roll(roll_of(0, {3, 1}, "8/5 6/5"));
  builder.turn_cube(1, 2, 0);
  builder.take(0, 0);
  const Position play = position_before(f.record, f.game, f.game.events[0]);
  EXPECT_EQ(play.pending, Pending::checker_play);
  EXPECT_EQ(play.dice, make_dice(3, 1));
  const Position offer = position_before(f.record, f.game, f.game.events[1]);
  EXPECT_EQ(offer.pending, Pending::roll_or_double);
  EXPECT_EQ(offer.match, (MatchState{7, 5, 3, false}));
  EXPECT_EQ(offer.board.them[5], 2);
  const Position take = position_before(f.record, f.game, f.game.events[2]);
  EXPECT_EQ(take.pending, Pending::double_offered);
  EXPECT_EQ(take.cube, CubeState{});
  EXPECT_EQ(take.board, offer.board.flipped());
}

TEST(GameBuilder, HitsAreJudgedByWhatStoodThere) {
  Fixture f;
  GameBuilder builder(f.record, f.game);
  builder.roll(roll_of(0, {6, 2}, "24/18 13/11*"));
  EXPECT_TRUE(f.game.events[0].legal);
  EXPECT_TRUE(has_problem(f.record, 0, "marks a hit on 11"));
  builder.roll(roll_of(1, {6, 1}, "13/7 8/7"));  // the star is missing, the hit is not
  EXPECT_TRUE(f.game.events[1].legal);
  EXPECT_EQ(f.game.events[1].after.us[kBar], 1);
}

TEST(GameBuilder, R16GammonOfAPlayedOutGameIsCounted) {
  Fixture f;
  Board board;
  board.us[1] = 1;
  board.us[kOff] = 14;
  board.them[12] = 15;
  f.game.start = board;
  f.game.set_up = true;
  GameBuilder builder(f.record, f.game);
  builder.roll(roll_of(0, {2, 1}, "1/off"));
  builder.finish(0, 2, 0);
  EXPECT_EQ(problems_of(f.record), "");
  EXPECT_EQ(f.game.end, GameEnd::played_out);
}

TEST(GameBuilder, PlayDecidesAgainstAWrongResult) {
  Fixture f;
  GameBuilder builder(f.record, f.game);
  builder.roll(roll_of(0, {3, 1}, "8/5 6/5"));
  builder.turn_cube(1, 2, 0);
  builder.drop(0, 0);
  builder.finish(0, 1, 3);
  EXPECT_EQ(f.game.winner, 1);
  EXPECT_TRUE(has_problem(f.record, 3, "by the play it is Bob"));
}

TEST(GameBuilder, DiceOfDamagedFilesAreNone) {
  Fixture f;
  GameBuilder builder(f.record, f.game);
  builder.roll(roll_of(0, {-31, 3}, "8/5"));
  EXPECT_EQ(f.game.events[0].dice, (std::array<int, 2>{0, 3}));
  EXPECT_FALSE(f.game.events[0].legal);
  EXPECT_TRUE(has_problem(f.record, 0, "a roll of 03"));
}

TEST(GameBuilder, ActionsAfterTheEndAreListed) {
  Fixture f;
  GameBuilder builder(f.record, f.game);
  builder.roll(roll_of(0, {3, 1}, "8/5 6/5"));
  builder.turn_cube(1, 2, 0);
  builder.drop(0, 0);
  builder.roll(roll_of(1, {4, 2}, "8/4 6/4"));
  EXPECT_TRUE(has_problem(f.record, 0, "acts after the game is over"));
}

TEST(PlayText, MarkedHits) {
  EXPECT_EQ(marked_hits("8/5*/4*(2) bar/22 6/off(2)"), (std::vector<int>{5, 4}));
  EXPECT_EQ(marked_hits("6/1(2)*"), (std::vector<int>{1}));
}

TEST(PlayText, HopsAsText) {
  const std::vector<Hop> hops = {{25, 22}, {6, 5}, {6, 5}, {3, 0}};
  EXPECT_EQ(hops_text(hops), "bar/22 6/5(2) 3/off");
}

}  // namespace
}  // namespace alea
