#include <gtest/gtest.h>

#include "engine/evaluator/checked_evaluator.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/evaluator/random_evaluator.h"
#include "tests/evaluator/play_games.h"

namespace alea {
namespace {

// Says the same of every board and remembers what it was asked.
class ConstantEvaluator final : public Evaluator {
 public:
  explicit ConstantEvaluator(const Probabilities& answer) : answer_(answer) {}
  void evaluate(const Board&, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch&) const override {
    batches.push_back(boards.size());
    std::ranges::fill(out, answer_);
  }
  [[nodiscard]] std::string identity() const override { return "constant"; }

  mutable std::vector<std::size_t> batches;

 private:
  Probabilities answer_;
};

constexpr Probabilities kEverything{.win = 0.5F,
                                    .win_gammon = 0.25F,
                                    .win_backgammon = 0.125F,
                                    .lose_gammon = 0.25F,
                                    .lose_backgammon = 0.125F};

std::vector<Probabilities> evaluate(const Evaluator& evaluator, std::span<const Board> boards) {
  std::vector<Probabilities> out(boards.size());
  const auto scratch = evaluator.make_scratch();
  evaluator.evaluate(starting_board(), boards, out, *scratch);
  return out;
}

Board lost_board() {
  Board board;
  board.us[kOff] = 1;
  board.us[3] = 14;
  board.them[kOff] = 15;
  return board;
}

// Both sides have checkers off, all others at home: a race with single games only.
Board late_race() {
  Board board;
  board.us[kOff] = 5;
  board.us[6] = 10;
  board.them = board.us;
  return board;
}

TEST(ExactEvaluator, AnswersFinishedGamesItself) {
  const auto inner = std::make_shared<ConstantEvaluator>(kEverything);
  const ExactEvaluator exact(inner);
  const Board lost = lost_board();
  EXPECT_EQ(evaluate(exact, {&lost, 1})[0], Probabilities{});
  EXPECT_TRUE(inner->batches.empty());
}

TEST(ExactEvaluator, HandsTheRestOverInOneBatch) {
  const auto inner = std::make_shared<ConstantEvaluator>(kEverything);
  const ExactEvaluator exact(inner);
  const std::array boards{starting_board(), lost_board(), starting_board(), lost_board()};
  const auto p = evaluate(exact, boards);
  EXPECT_EQ(inner->batches, std::vector<std::size_t>{2});
  EXPECT_EQ(p[0], kEverything);
  EXPECT_EQ(p[1], Probabilities{});
  EXPECT_EQ(p[2], kEverything);
  EXPECT_EQ(p[3], Probabilities{});
}

TEST(ExactEvaluator, ClearsWhatTheRulesExclude) {
  const ExactEvaluator exact(std::make_shared<ConstantEvaluator>(kEverything));
  const std::array boards{late_race(), starting_board()};
  const auto p = evaluate(exact, boards);
  EXPECT_EQ(p[0], (Probabilities{.win = 0.5F}));  // R16: no gammon once a checker is off
  EXPECT_EQ(p[1], kEverything);
}

TEST(ExactEvaluator, SameAnswerInAnyCompany) {
  const ExactEvaluator exact(std::make_shared<RandomEvaluator>(9));
  std::vector<Board> boards;
  PlayList plays;
  Rng rng(4, 0);
  Board board = starting_board();
  while (!outcome_of(board)) {
    boards.push_back(board);
    generate_plays(board, roll(rng), Rules{}, plays);
    board = plays.boards()[0];
  }
  boards.push_back(board);
  const auto together = evaluate(exact, boards);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    EXPECT_EQ(evaluate(exact, {&boards[i], 1})[0], together[i]);
  }
}

TEST(ExactEvaluator, AcceptsAnEmptyBatch) {
  const ExactEvaluator exact(std::make_shared<RandomEvaluator>(9));
  EXPECT_TRUE(evaluate(exact, {}).empty());
}

TEST(CheckedEvaluator, CountsDifferencesBeyondTheTolerance) {
  Probabilities other = kEverything;
  other.lose_gammon += 0.125F;
  const auto one = std::make_shared<ConstantEvaluator>(kEverything);
  const auto two = std::make_shared<ConstantEvaluator>(other);
  const std::array boards{starting_board(), late_race()};

  const CheckedEvaluator same(one, one);
  EXPECT_EQ(evaluate(same, boards)[0], kEverything);
  EXPECT_EQ(same.boards(), 2U);
  EXPECT_EQ(same.mismatches(), 0U);

  const CheckedEvaluator strict(one, two, 0.1F);
  evaluate(strict, boards);
  EXPECT_EQ(strict.mismatches(), 2U);
  EXPECT_FLOAT_EQ(strict.worst_difference(), 0.125F);

  const CheckedEvaluator lenient(one, two, 0.13F);
  evaluate(lenient, boards);
  EXPECT_EQ(lenient.mismatches(), 0U);
}

TEST(CheckedEvaluator, NotANumberIsAMismatch) {
  const Probabilities broken{.win = std::numeric_limits<float>::quiet_NaN()};
  const CheckedEvaluator checked(std::make_shared<ConstantEvaluator>(broken),
                                 std::make_shared<ConstantEvaluator>(broken), 1.0F);
  const Board board = starting_board();
  evaluate(checked, {&board, 1});
  EXPECT_EQ(checked.mismatches(), 1U);
}

}  // namespace
}  // namespace alea
