#include "engine/search/duel.h"

#include <gtest/gtest.h>

#include "engine/evaluator/linear_evaluator.h"
#include "engine/evaluator/pip_evaluator.h"
#include "tests/search/search_support.h"

namespace alea::test {
namespace {

std::unique_ptr<Player> toy_player() {
  return make_search_player(std::make_shared<const Searcher>(toy_searcher({})), "toy");
}

std::unique_ptr<Player> pip_player() {
  return make_search_player(std::make_shared<const Searcher>(std::make_shared<const PipEvaluator>(),
                                                             met(), SearchOptions{}),
                            "pip count");
}

void expect_same(const DuelResult& a, const DuelResult& b) {
  EXPECT_EQ(a.score, b.score);
  EXPECT_EQ(a.without_luck, b.without_luck);
  EXPECT_EQ(a.games, b.games);
  EXPECT_EQ(a.wins, b.wins);
  EXPECT_EQ(a.gammons, b.gammons);
  EXPECT_EQ(a.losses, b.losses);
  EXPECT_EQ(a.passes, b.passes);
  EXPECT_EQ(a.rolls, b.rolls);
}

// Duplicated dice: what one game gives, its twin takes.
TEST(Duel, APlayerDrawsEveryPairWithItself) {
  ThreadPool pool(1);
  const auto player = toy_player();
  for (const int length : {0, 3}) {
    const DuelResult result = duel(*player, *player, {.games = 40, .length = length}, pool);
    EXPECT_EQ(result.games, 40);
    EXPECT_EQ(result.per_game(), length == 0 ? 0.0 : 0.5);
    EXPECT_EQ(result.standard_error(), 0.0);
    EXPECT_EQ(result.wins, result.losses);
    EXPECT_TRUE(result.complete);
  }
}

TEST(Duel, ThreadsDoNotChangeAnything) {
  ThreadPool one(1);
  ThreadPool three(3);
  const auto a = toy_player();
  const auto b = make_random_player();
  for (const int length : {0, 3}) {
    const DuelOptions options{.games = 60, .length = length, .seed = 5};
    expect_same(duel(*a, *b, options, one), duel(*a, *b, options, three));
  }
}

TEST(Duel, SwappingThePlayersTurnsTheResult) {
  ThreadPool pool(2);
  const auto a = toy_player();
  const auto b = pip_player();
  const DuelOptions options{.games = 200, .seed = 3};
  const DuelResult ab = duel(*a, *b, options, pool);
  const DuelResult ba = duel(*b, *a, options, pool);
  EXPECT_NE(ab.per_game(), 0.0);
  EXPECT_NEAR(ab.per_game(), -ba.per_game(), 1e-12);
  EXPECT_EQ(ab.wins, ba.losses);
  EXPECT_EQ(ab.gammons, ba.gammons_lost);
}

TEST(Duel, AnyJudgementBeatsRandomPlay) {
  ThreadPool pool(2);
  const auto a = pip_player();
  const auto b = make_random_player();
  const DuelResult result = duel(*a, *b, {.games = 200, .cube = false}, pool);
  EXPECT_GT(result.wins, 160);
  EXPECT_EQ(result.wins + result.losses, 200);
  EXPECT_EQ(result.passes, 0);
  EXPECT_GT(result.per_game(), 0.7);
  EXPECT_EQ(result.score.count(), 100);  // pairs
  EXPECT_GT(result.gammons, result.backgammons);
}

TEST(Duel, EndsWhenTheErrorIsSmallEnough) {
  ThreadPool one(1);
  ThreadPool three(3);
  const auto a = toy_player();
  const auto b = pip_player();
  const DuelOptions options{.games = 4000, .cube = false, .until_se = 0.08};
  const DuelResult result = duel(*a, *b, options, three);
  EXPECT_LT(result.games, 4000);
  EXPECT_LT(result.standard_error(), 0.08);
  EXPECT_TRUE(result.complete);
  expect_same(result, duel(*a, *b, options, one));
}

std::shared_ptr<const LuckMeter> linear_meter(bool cubeful) {
  return std::make_shared<const LuckMeter>(std::make_shared<const LinearEvaluator>(), met(),
                                           cubeful);
}

std::unique_ptr<Player> linear_player(const LinearWeights& weights) {
  return make_search_player(
      std::make_shared<const Searcher>(std::make_shared<const LinearEvaluator>(weights), met(),
                                       SearchOptions{}),
      "linear");
}

// The rolls of both sides have no part in who is better, so the same comes out, with less noise.
TEST(Duel, WithoutLuckTheErrorIsSmaller) {
  ThreadPool one(1);
  ThreadPool three(3);
  const auto a = linear_player({});
  const auto b = linear_player({.prime = 0.0F, .stack = 0.0F});
  for (const int length : {0, 1}) {
    const bool cube = length > 0;
    const DuelOptions options{
        .games = 100, .length = length, .cube = cube, .luck = linear_meter(cube)};
    const DuelResult result = duel(*a, *b, options, three);
    EXPECT_LT(result.without_luck.standard_error(), 0.9 * result.standard_error());
    EXPECT_NEAR(result.without_luck.mean(), result.per_game(), 4 * result.standard_error());
    EXPECT_EQ(result.without_luck.count(), 50);
    expect_same(result, duel(*a, *b, options, one));
    DuelOptions plain = options;
    plain.luck = nullptr;
    EXPECT_EQ(duel(*a, *b, plain, three).score, result.score);
  }
}

// Of all rolls together nothing, and points are those of the cube.
TEST(LuckMeter, IsWhatARollGainsOnTheAverage) {
  const auto meter = linear_meter(false);
  const auto scratch = meter->make_scratch();
  Position p;
  p.board = starting_board();
  p.pending = Pending::checker_play;
  const auto luck = [&](int exponent, const MatchState& match, Dice dice) {
    p.cube = {exponent, CubeOwner::centre};
    p.match = match;
    p.dice = dice;
    return meter->luck(p, *scratch);
  };
  for (const MatchState& match : {MatchState{}, MatchState{.length = 7, .score_us = 3}}) {
    double sum = 0;
    for (const Dice dice : all_rolls()) sum += dice.weight() * luck(0, match, dice);
    EXPECT_NEAR(sum, 0, 1e-6);
    EXPECT_GT(luck(0, match, make_dice(3, 1)), luck(0, match, make_dice(4, 1)));
  }
  EXPECT_NEAR(luck(2, {}, make_dice(6, 6)), 4 * luck(0, {}, make_dice(6, 6)), 1e-9);
  EXPECT_LT(luck(0, {.length = 7}, make_dice(6, 6)), 0.2);  // a chance to win the match
}

TEST(Duel, AgainstItselfAPlayerHasNoLuck) {
  ThreadPool pool(1);
  const auto player = toy_player();
  const DuelResult result = duel(*player, *player, {.games = 40, .luck = linear_meter(true)}, pool);
  EXPECT_EQ(result.without_luck.mean(), 0.0);
  EXPECT_EQ(result.without_luck.standard_error(), 0.0);
}

TEST(Duel, WithLuckMeasuredTheErrorWithoutItEndsTheDuel) {
  ThreadPool pool(2);
  const auto a = toy_player();
  const auto b = pip_player();
  const DuelOptions options{
      .games = 4000, .cube = false, .until_se = 0.08, .luck = linear_meter(false)};
  const DuelResult result = duel(*a, *b, options, pool);
  EXPECT_LT(result.without_luck.standard_error(), 0.08);
  EXPECT_GT(result.standard_error(), 0.08);
}

TEST(Duel, AStopKeepsWholePairs) {
  ThreadPool pool(2);
  const auto a = toy_player();
  std::stop_source source;
  int calls = 0;
  const auto progress = [&](const DuelResult& so_far) {
    ++calls;
    if (so_far.games >= 10) source.request_stop();
  };
  const DuelResult result = duel(*a, *a, {.games = 100000}, pool, progress, source.get_token());
  EXPECT_GE(result.games, 10);
  EXPECT_LT(result.games, 1000);
  EXPECT_EQ(result.games % 2, 0);
  EXPECT_FALSE(result.complete);
  EXPECT_GT(calls, 0);
}

}  // namespace
}  // namespace alea::test
