#include "engine/evaluator/bearoff_evaluator.h"

#include <gtest/gtest.h>

#include "engine/evaluator/exact_evaluator.h"
#include "engine/evaluator/random_evaluator.h"
#include "tests/evaluator/play_games.h"

namespace alea {
namespace {

// Small tables: 4 checkers a side one-sided, 2 a side exactly.
BearoffTables small_tables() {
  ThreadPool pool(1);
  return make_bearoff_tables(pool, {.one_sided = {6, 4}, .two_sided = {6, 2}}).value();
}

std::vector<Probabilities> evaluate(const Evaluator& evaluator, std::span<const Board> boards) {
  std::vector<Probabilities> out(boards.size());
  const auto scratch = evaluator.make_scratch();
  evaluator.evaluate(starting_board(), boards, out, *scratch);
  return out;
}

// Checkers on points 1 to 6; the rest are off.
Board home(const std::array<std::uint8_t, 6>& us, const std::array<std::uint8_t, 6>& them) {
  Board board;
  const auto fill = [](Board::Side& side, const std::array<std::uint8_t, 6>& points) {
    side[kOff] = kCheckers;
    for (std::size_t i = 0; i < points.size(); ++i) {
      side[i + 1] = points[i];
      side[kOff] = static_cast<std::uint8_t>(side[kOff] - points[i]);
    }
  };
  fill(board.us, us);
  fill(board.them, them);
  return board;
}

TEST(BearoffEvaluator, AnswersWhatTheTablesCoverAndPassesOnTheRest) {
  const BearoffTables tables = small_tables();
  const auto inner = std::make_shared<RandomEvaluator>(1);
  const BearoffEvaluator bearoff(tables, inner);
  const std::array boards{starting_board(), home({0, 0, 1, 0, 1, 0}, {2, 0, 0, 0, 0, 0}),
                          home({0, 0, 1, 0, 5, 0}, {2, 0, 0, 0, 0, 0}),
                          home({0, 0, 1, 0, 1, 0}, {2, 0, 0, 0, 2, 0})};
  const auto p = evaluate(bearoff, boards);
  const auto others = evaluate(*inner, boards);
  EXPECT_EQ(p[0], others[0]);
  EXPECT_EQ(p[1].win, static_cast<float>(tables.two_sided->equities(boards[1]).win()));
  EXPECT_EQ(p[2], others[2]);
  EXPECT_EQ(p[3], race_probabilities(*tables.one_sided, boards[3]));
  EXPECT_NE(p[1], others[1]);
  EXPECT_NE(p[3], others[3]);
}

TEST(BearoffEvaluator, NamesItsTables) {
  const auto inner = std::make_shared<RandomEvaluator>(1);
  EXPECT_EQ(BearoffEvaluator(small_tables(), inner).identity(),
            "random 1 + bear-off 4x6 + 2x6 two-sided");
  EXPECT_EQ(BearoffEvaluator({}, inner).identity(), "random 1");
}

TEST(BearoffEvaluator, WithoutTablesItIsTheInnerEvaluator) {
  const auto inner = std::make_shared<RandomEvaluator>(1);
  const std::array boards{starting_board(), home({1}, {1})};
  EXPECT_EQ(evaluate(BearoffEvaluator({}, inner), boards), evaluate(*inner, boards));
}

// Exact values are their own look-ahead: the mean over all rolls of the best reply, finished games
// included, through the whole chain of wrappers.
TEST(BearoffEvaluator, ExactValuesEqualTheirOwnLookAhead) {
  const ExactEvaluator exact(
      std::make_shared<BearoffEvaluator>(small_tables(), std::make_shared<RandomEvaluator>(1)));
  PlayList plays;
  for (const Board& board :
       {home({0, 0, 1, 0, 1, 0}, {0, 1, 0, 0, 0, 1}), home({0, 0, 0, 0, 0, 2}, {1, 0, 0, 1, 0, 0}),
        home({1}, {0, 2}), home({0, 0, 0, 1, 1, 0}, {0, 0, 0, 0, 2, 0})}) {
    double mean = 0;
    for (const Dice dice : all_rolls()) {
      generate_plays(board, dice, Rules{}, plays);
      float best = 0;
      for (const Probabilities& p : evaluate(exact, plays.boards())) {
        best = std::max(best, p.flipped().win);
      }
      mean += dice.weight() * static_cast<double>(best) / 36.0;
    }
    EXPECT_NEAR(evaluate(exact, {&board, 1})[0].win, mean, 1e-6);
  }
}

TEST(BearoffEvaluator, SameAnswerInAnyCompany) {
  const ExactEvaluator exact(
      std::make_shared<BearoffEvaluator>(small_tables(), std::make_shared<RandomEvaluator>(1)));
  std::vector<Board> boards;
  PlayList plays;
  Rng rng(3, 0);
  Board board = starting_board();
  while (!outcome_of(board)) {
    boards.push_back(board);
    generate_plays(board, roll(rng), Rules{}, plays);
    // The plays of a racer, so that the end of the game lies inside the tables.
    board = *std::ranges::min_element(plays.boards(), {},
                                      [](const Board& b) { return pip_count(b.them); });
  }
  boards.push_back(board);
  const auto together = evaluate(exact, boards);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    EXPECT_EQ(evaluate(exact, {&boards[i], 1})[0], together[i]);
  }
}

}  // namespace
}  // namespace alea
