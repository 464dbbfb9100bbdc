#include <gtest/gtest.h>

#include "engine/evaluator/linear_evaluator.h"
#include "engine/evaluator/pip_evaluator.h"
#include "engine/evaluator/random_evaluator.h"
#include "tests/evaluator/play_games.h"

namespace alea {
namespace {

// Boards as they occur in play between random players.
std::vector<Board> sample_boards(std::size_t count) {
  std::vector<Board> boards;
  PlayList plays;
  for (std::uint64_t game = 0; boards.size() < count; ++game) {
    Rng rng(20, game);
    Board board = starting_board();
    while (!outcome_of(board) && boards.size() < count) {
      boards.push_back(board);
      generate_plays(board, roll(rng), Rules{}, plays);
      board = plays.boards()[rng.below(static_cast<std::uint32_t>(plays.size()))];
    }
  }
  return boards;
}

std::vector<Probabilities> evaluate(const Evaluator& evaluator, std::span<const Board> boards) {
  std::vector<Probabilities> out(boards.size());
  const auto scratch = evaluator.make_scratch();
  evaluator.evaluate(starting_board(), boards, out, *scratch);
  return out;
}

std::vector<std::shared_ptr<const Evaluator>> baselines() {
  return {std::make_shared<RandomEvaluator>(3), std::make_shared<PipEvaluator>(),
          std::make_shared<LinearEvaluator>()};
}

TEST(Baselines, KeepTheInvariantsOfProbabilities) {
  const auto boards = sample_boards(2000);
  for (const auto& evaluator : baselines()) {
    for (const Probabilities& p : evaluate(*evaluator, boards)) {
      ASSERT_EQ(p, normalised(p)) << evaluator->identity();
      ASSERT_GE(p.win, 0.0F);
      ASSERT_LT(p.win, 1.0F) << "a game that goes on is never as good as one that is won";
    }
  }
}

TEST(Baselines, AnswerDependsOnTheBoardAlone) {
  const auto boards = sample_boards(300);
  for (const auto& evaluator : baselines()) {
    const auto together = evaluate(*evaluator, boards);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      ASSERT_EQ(evaluate(*evaluator, {&boards[i], 1})[0], together[i]) << evaluator->identity();
    }
  }
}

TEST(Baselines, FinishedGamesAreExact) {
  Board gammon;
  gammon.us[24] = 0;
  gammon.us[6] = 15;
  gammon.them[kOff] = 15;
  const Probabilities lost{.win = 0, .lose_gammon = 1};
  for (const auto& evaluator : baselines()) {
    EXPECT_EQ(evaluate(*evaluator, {&gammon, 1})[0], lost) << evaluator->identity();
  }
}

TEST(RandomEvaluator, SeedsGiveDifferentPlayers) {
  const auto boards = sample_boards(50);
  EXPECT_EQ(evaluate(RandomEvaluator(1), boards), evaluate(RandomEvaluator(1), boards));
  EXPECT_NE(evaluate(RandomEvaluator(1), boards), evaluate(RandomEvaluator(2), boards));
}

TEST(RandomEvaluator, SpreadsOverTheWholeRange) {
  double sum = 0;
  const auto chances = evaluate(RandomEvaluator(5), sample_boards(2000));
  for (const Probabilities& p : chances) sum += p.win;
  // Uniform: mean 1/2, standard error 0.0065.
  EXPECT_NEAR(sum / static_cast<double>(chances.size()), 0.5, 0.03);
}

TEST(PipEvaluator, PrefersFewerPipsAndFewerBlots) {
  Board even;  // in contact, nobody has blots
  even.us[6] = 13;
  even.us[24] = 2;
  even.them = even.us;
  Board they_ran = even;
  they_ran.them[24] = 0;
  they_ran.them[18] = 2;
  Board they_split = even;
  they_split.them[24] = 1;
  they_split.them[23] = 1;
  const std::array boards{even, they_ran, they_split};
  const auto p = evaluate(PipEvaluator(), boards);
  EXPECT_EQ(p[0].win, 0.5F);
  EXPECT_LT(p[1].win, p[0].win);
  EXPECT_GT(p[2].win, p[0].win) << "two blots for one pip";
}

TEST(PipEvaluator, DoesNotCountBlotsInARace) {
  Board board;
  board.us[6] = 15;
  board.them[6] = 13;
  board.them[5] = 1;
  board.them[7] = 1;
  EXPECT_EQ(evaluate(PipEvaluator(), {&board, 1})[0].win, 0.5F);
}

// Measured over 4,000 games: see docs of the classes. Bounds leave four standard errors.
TEST(Baselines, EachBeatsTheOneBelow) {
  const RandomEvaluator random(1);
  const PipEvaluator pips;
  const LinearEvaluator linear;
  EXPECT_GT(play_games(pips, random, 100, 1).win_share, 0.90);
  EXPECT_GT(play_games(linear, pips, 150, 1).win_share, 0.68);
}

}  // namespace
}  // namespace alea
