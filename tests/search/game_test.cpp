#include "engine/search/game.h"

#include <gtest/gtest.h>

#include <functional>

#include "tests/search/search_support.h"

namespace alea::test {
namespace {

// Makes the first legal play, and asks the test what to do with the cube.
class Scripted : public Player {
 public:
  std::function<bool(const Position&)> on_double = [](const Position&) { return false; };
  std::function<Answer(const Position&)> on_answer = [](const Position&) { return Answer::take; };
  mutable std::vector<Position> asked;  // about doubling

  [[nodiscard]] std::string name() const override { return "scripted"; }
  [[nodiscard]] Board choose_play(const Position& p, Rng&, Scratch&) const override {
    PlayList plays;
    generate_plays(p.board, *p.dice, p.rules, plays);
    return plays.boards()[0];
  }
  [[nodiscard]] bool doubles(const Position& p, Rng&, Scratch&) const override {
    EXPECT_FALSE(p.dice.has_value());  // R17: before rolling
    asked.push_back(p);
    return on_double(p);
  }
  [[nodiscard]] Answer answer(const Position& p, Rng&, Scratch&) const override {
    return on_answer(p);
  }
};

struct Table {
  Scripted us, them;
  PlayedGame play(const Position& start, int max_rolls = 0, std::uint64_t seed = 1) {
    std::array<Seat, 2> seats{Seat{&us, &scratch, Rng(0, 0)}, Seat{&them, &scratch, Rng(0, 1)}};
    RngDice dice(seed, 0);
    return play_game(start, seats, dice, max_rolls);
  }
  Player::Scratch scratch;
};

const auto kDoubles = [](const Position&) { return true; };
const auto kPasses = [](const Position&) { return Player::Answer::pass; };
const auto kBeavers = [](const Position&) { return Player::Answer::beaver; };

// R16: both sides bear off the last checkers; the loser's stand decides.
TEST(Game, CountsSinglesGammonsAndBackgammons) {
  Table table;
  EXPECT_EQ(table.play(position(board("1:1 / 6:14"))).points, 1);
  EXPECT_EQ(table.play(position(board("1:1 / 6:15"))).points, 2);
  EXPECT_EQ(table.play(position(board("1:1 / 24:1 6:14"))).points, 3);
  EXPECT_EQ(table.play(position(board("1:1 / bar:1 6:14"))).points, 3);
  EXPECT_EQ(table.play(position(board("1:1 / 6:15"), {}, {3, CubeOwner::them})).points, 16);
}

TEST(Game, TheSideThatWinsIsToldFromTheStart) {
  Table table;
  const PlayedGame end = table.play(position(board("6:3 / 1:1"), make_dice(2, 1)));
  EXPECT_EQ(end.points, -1);
  EXPECT_TRUE(end.finished);
  EXPECT_EQ(end.rolls, 2);
}

// R18: a drop wins the stake before the double.
TEST(Game, APassWinsTheOldStake) {
  Table table;
  table.us.on_double = kDoubles;
  table.them.on_answer = kPasses;
  const PlayedGame end = table.play(position(starting_board(), {}, {2, CubeOwner::us}));
  EXPECT_TRUE(end.passed);
  EXPECT_EQ(end.points, 4);
  EXPECT_EQ(end.rolls, 0);
  table.us.on_double = [](const Position&) { return false; };
  table.them.on_double = kDoubles;
  table.us.on_answer = kPasses;
  EXPECT_EQ(table.play(position(starting_board())).points, -1);
}

// R18, R19: the taker owns the cube, and only the owner may turn it again.
TEST(Game, ATakeHandsTheCubeOver) {
  Table table;
  table.us.on_double = kDoubles;
  table.them.on_answer = [](const Position& p) {
    EXPECT_EQ(p.pending, Pending::double_offered);
    EXPECT_EQ(p.cube.exponent, 0);  // still the old one
    return Player::Answer::take;
  };
  const PlayedGame end = table.play(position(starting_board()));
  EXPECT_EQ(end.position.cube.exponent, 1);
  EXPECT_EQ(table.us.asked.size(), 1U);  // never again: the opponent owns it
  EXPECT_GT(table.them.asked.size(), 3U);
  for (const Position& p : table.them.asked) EXPECT_EQ(p.cube.owner, CubeOwner::us);
}

// R19: no limit at 64.
TEST(Game, TheCubeGoesBeyondSixtyFour) {
  Table table;
  table.us.on_double = table.them.on_double = kDoubles;
  EXPECT_GT(table.play(position(starting_board())).position.cube.value(), 64);
}

// M1, M2.
TEST(Game, NobodyIsAskedInCrawfordOrWithADeadCube) {
  Table table;
  table.us.on_double = table.them.on_double = kDoubles;
  const PlayedGame crawford = table.play(position(starting_board(), {}, {}, {5, 4, 2, true}));
  EXPECT_EQ(crawford.position.cube.exponent, 0);
  EXPECT_TRUE(table.us.asked.empty());
  EXPECT_TRUE(table.them.asked.empty());

  Table post;
  post.us.on_double = post.them.on_double = kDoubles;
  static_cast<void>(post.play(position(starting_board(), {}, {}, {5, 4, 2, false})));
  EXPECT_TRUE(post.us.asked.empty());  // one point is enough
  EXPECT_FALSE(post.them.asked.empty());
}

// H2.
TEST(Game, BeaversAndRaccoonsNeedTheirRules) {
  const auto play = [](const Rules& rules, Player::Answer to_beaver, Player::Answer to_raccoon) {
    Table table;
    table.us.on_double = [](const Position& p) { return p.cube.exponent == 0; };
    table.us.on_answer = [=](const Position& p) {
      EXPECT_EQ(p.pending, Pending::beaver_offered);
      EXPECT_EQ(p.cube, (CubeState{2, CubeOwner::them}));
      return to_beaver;
    };
    table.them.on_answer = [=](const Position& p) {
      if (p.pending == Pending::double_offered) return Player::Answer::beaver;
      EXPECT_EQ(p.pending, Pending::raccoon_offered);
      EXPECT_EQ(p.cube, (CubeState{3, CubeOwner::us}));
      return to_raccoon;
    };
    return table.play(position(starting_board(), {}, {}, {}, rules), 1);
  };
  using Answer = Player::Answer;
  const Rules none;
  const Rules beavers{.beavers = true};
  const Rules both{.beavers = true, .raccoons = true};
  EXPECT_EQ(play(none, Answer::take, Answer::take).position.cube, (CubeState{1, CubeOwner::us}));
  EXPECT_EQ(play(beavers, Answer::take, Answer::take).position.cube, (CubeState{2, CubeOwner::us}));
  EXPECT_EQ(play(beavers, Answer::beaver, Answer::take).position.cube,
            (CubeState{2, CubeOwner::us}));
  EXPECT_EQ(play(both, Answer::beaver, Answer::take).position.cube, (CubeState{3, CubeOwner::us}));
  EXPECT_EQ(play(beavers, Answer::pass, Answer::take).points, -2);
  EXPECT_EQ(play(both, Answer::beaver, Answer::pass).points, 4);
}

TEST(Game, NoBeaversInAMatch) {
  Table table;
  table.us.on_double = kDoubles;
  table.them.on_answer = kBeavers;
  const PlayedGame end =
      table.play(position(starting_board(), {}, {}, {9, 0, 0, false}, {.beavers = true}), 1);
  EXPECT_EQ(end.position.cube.exponent, 1);
}

// H3.
TEST(Game, JacobyCountsGammonsOnlyWithATurnedCube) {
  Table table;
  const Rules jacoby{.jacoby = true};
  const Board gammon = board("1:1 / 6:15");
  EXPECT_EQ(table.play(position(gammon, {}, {}, {}, jacoby)).points, 1);
  EXPECT_EQ(table.play(position(gammon, {}, {1, CubeOwner::them}, {}, jacoby)).points, 4);
  EXPECT_EQ(table.play(position(gammon, {}, {}, {5, 0, 0, false}, jacoby)).points, 2);
}

// R4, H1: equal numbers raise the stake as often as agreed; cube in the middle.
TEST(Game, OpeningRollIsNeverADouble) {
  int raised = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    RngDice dice(7, i);
    const Position p = opening_position({}, {.automatic_doubles = 2}, dice);
    ASSERT_TRUE(p.dice.has_value());
    EXPECT_FALSE(p.dice->is_double());
    EXPECT_EQ(p.cube.owner, CubeOwner::centre);
    EXPECT_LE(p.cube.exponent, 2);
    raised += p.cube.exponent > 0 ? 1 : 0;
    RngDice again(7, i);
    EXPECT_EQ(opening_position({}, {}, again).cube.exponent, 0);
    RngDice match(7, i);
    EXPECT_EQ(opening_position({7, 0, 0, false}, {.automatic_doubles = 2}, match).cube.exponent, 0);
  }
  EXPECT_NEAR(raised / 2000.0, 1.0 / 6.0, 0.03);
}

TEST(Game, StopsAfterTheGivenRolls) {
  Table table;
  const PlayedGame end = table.play(position(starting_board()), 5);
  EXPECT_FALSE(end.finished);
  EXPECT_EQ(end.rolls, 5);
  EXPECT_EQ(end.points, 0);
  EXPECT_FALSE(end.us_to_decide);
}

// M1: the Crawford game is the first in which a side is a point away.
TEST(Game, CrawfordFollowsTheScore) {
  const MatchState start{5, 0, 0, false};
  const MatchState crawford = next_game(start, 4);
  EXPECT_TRUE(crawford.crawford);
  EXPECT_EQ(crawford.score_us, 4);
  const MatchState after = next_game(crawford, -1);
  EXPECT_FALSE(after.crawford);
  EXPECT_TRUE(after.is_post_crawford());
  EXPECT_FALSE(next_game(after, -3).crawford);  // the other side gets there, too
  EXPECT_EQ(next_game(after, 8).score_us, 5);
  EXPECT_FALSE(next_game(start, 5).crawford);
  EXPECT_EQ(next_game(start, -2).score_them, 2);
}

}  // namespace
}  // namespace alea::test
