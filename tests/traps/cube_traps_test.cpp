// Cube values that other programs got wrong near the end of a game or match.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/bearoff/bearoff_tables.h"
#include "engine/evaluator/bearoff_evaluator.h"
#include "engine/evaluator/exact_evaluator.h"
#include "tests/search/search_support.h"
#include "tests/traps/trap_support.h"

namespace alea::test {
namespace {

std::shared_ptr<const Evaluator> small_tables() {
  static const auto evaluator = [] {
    ThreadPool pool(1);
    BearoffTables tables;
    tables.two_sided = std::make_shared<const TwoSidedBearoff>(
        *TwoSidedBearoff::make({.points = 6, .checkers = 4}, pool));
    return std::make_shared<const ExactEvaluator>(
        std::make_shared<const BearoffEvaluator>(tables, toy()));
  }();
  return evaluator;
}

double emg_at(const Position& p, int plies) {
  const Searcher searcher(small_tables(), met(), SearchOptions::exhaustive(plies));
  return searcher.evaluate(p).cubeful.points;
}

// Our chance to win the match if they turn the cube as soon as they roll, and we pass (then the match is
// even) or play on for all of it.
double with_the_redouble(const Position& before) {
  const auto scratch = small_tables()->make_scratch();
  double sum = 0;
  PlayList plays;
  for (const Dice dice : all_rolls()) {
    generate_plays(before.board, dice, Rules{}, plays);
    double best = 0;
    for (const Board& after : plays.boards()) {
      Probabilities theirs;
      small_tables()->evaluate(after, {&after, 1}, {&theirs, 1}, *scratch);
      best = std::max(best, outcome_of(after) ? 1.0 : std::max(0.5, 1.0 - theirs.win));
    }
    sum += dice.weight() / 36.0 * best;
  }
  return sum;
}

// https://github.com/bungogood/gnubg-ubgi, upstream ChangeLog 2011-08-20
TEST(CubeTraps, ARedoubleThatCostsNothingIsCountedAtEveryDepth) {
  // We need 2, they need 4 and own a cube of 2: if we win the match is over, so they turn it the first
  // time they roll.
  const MatchState match{.length = 7, .score_us = 5, .score_them = 3};
  for (const char* race :
       {"6:1 4:1 / 6:1 5:1", "5:2 / 6:1 3:1", "6:2 1:1 / 4:3", "4:2 2:1 / 6:2"}) {
    const Position p = position(board(race), std::nullopt, {1, CubeOwner::them}, match);
    const double truth = to_equity({with_the_redouble(p)}, match, 2, *met()).points;
    for (int plies = 1; plies <= 2; ++plies) {
      EXPECT_NEAR(emg_at(p, plies), truth, 1e-5) << race << " at " << plies;
    }
    // Without look-ahead the redouble counts as made and taken: the chance to win is that of the match.
    const Searcher here(small_tables(), met(), SearchOptions::exhaustive(0));
    const Valuation taken = here.evaluate(p);
    EXPECT_NEAR(taken.mwc->chance, taken.probabilities.win, 0.01) << race;
  }
}

// https://github.com/Deinonychus999/AnkiGammon/issues/26
TEST(CubeTraps, TheWorthOfTheRedoubleIsShownOnRequest) {
  const std::vector<std::string> words{"analyze", "4HPwATDgc/ABMA", "--weights",
                                       "linear",  "--plies",        "0"};
  EXPECT_FALSE(contains(text_from(words), "recube vig"));
  std::vector<std::string> explained = words;
  explained.emplace_back("--explain");
  EXPECT_TRUE(contains(text_from(explained), "recube vig")) << text_from(explained);

  // Double and take with a dead cube is worth the chances alone; money: twice the cubeless equity.
  const Position start = position(starting_board());
  const CubeAnalysis money = toy_searcher({}).analyze_cube(start);
  ASSERT_TRUE(money.double_take_dead);
  EXPECT_NEAR(money.double_take_dead->points, 2 * money.value.cubeless.points, 1e-6);
  EXPECT_GT(money.double_take_dead->points, money.values.double_take.points);
  // Where the taker can make no use of the cube, it is worth nothing.
  const CubeAnalysis dead =
      toy_searcher({}).analyze_cube(position(starting_board(), std::nullopt, {}, {7, 5, 5, false}));
  ASSERT_TRUE(dead.double_take_dead);
  EXPECT_NEAR(dead.double_take_dead->points, dead.values.double_take.points, 1e-9);
}

}  // namespace
}  // namespace alea::test
