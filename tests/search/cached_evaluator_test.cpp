#include "engine/evaluator/cached_evaluator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/search/search_support.h"

namespace alea::test {
namespace {

// Counts the boards it is asked about.
class Counting : public ToyEvaluator {
 public:
  void evaluate(const Board& origin, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch& scratch) const override {
    asked += boards.size();
    ToyEvaluator::evaluate(origin, boards, out, scratch);
  }
  mutable std::atomic<std::size_t> asked{0};
};

std::vector<Board> boards_of_a_game(std::size_t count) {
  std::vector<Board> boards;
  Board board = starting_board();
  Rng rng(3, 1);
  PlayList plays;
  while (boards.size() < count) {
    generate_plays(board, roll(rng), {}, plays);
    boards.insert(boards.end(), plays.boards().begin(), plays.boards().end());
    board = plays.boards()[rng.below(static_cast<std::uint32_t>(plays.size()))];
    if (outcome_of(board)) board = starting_board();
  }
  boards.resize(count);
  return boards;
}

std::vector<Probabilities> ask(const Evaluator& evaluator, std::span<const Board> boards) {
  std::vector<Probabilities> out(boards.size());
  const auto scratch = evaluator.make_scratch();
  evaluator.evaluate(starting_board(), boards, out, *scratch);
  return out;
}

TEST(CachedEvaluator, AsksAboutEachBoardOnce) {
  const auto inner = std::make_shared<Counting>();
  const CachedEvaluator cached(inner);
  const auto boards = boards_of_a_game(500);
  const auto first = ask(cached, boards);
  const std::size_t asked = inner->asked;
  EXPECT_EQ(ask(cached, boards), first);
  EXPECT_LE(inner->asked - asked, 5U);  // a few may have shared a place
}

TEST(CachedEvaluator, AsksOnceAboutBoardsThatOccurTwiceInACall) {
  const auto inner = std::make_shared<Counting>();
  const CachedEvaluator cached(inner);
  const auto once = boards_of_a_game(300);
  std::vector<Board> twice = once;
  twice.insert(twice.end(), once.rbegin(), once.rend());
  const auto expected = ask(ToyEvaluator(), twice);
  EXPECT_EQ(ask(cached, twice), expected);
  EXPECT_LE(inner->asked, 360U);  // a few may have hidden others
}

// However small and crowded: what it answers is what the inner evaluator says.
TEST(CachedEvaluator, NeverAnswersForAnotherBoard) {
  const auto boards = boards_of_a_game(3000);
  const auto expected = ask(ToyEvaluator(), boards);
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{64}, std::size_t{4096}}) {
    const CachedEvaluator cached(toy(), bytes);
    for (int pass = 0; pass < 3; ++pass) {
      for (std::size_t from = 0; from < boards.size(); from += 100) {
        const auto part = std::span(boards).subspan(from, 100);
        const auto answers = ask(cached, part);
        for (std::size_t i = 0; i < part.size(); ++i) ASSERT_EQ(answers[i], expected[from + i]);
      }
    }
  }
}

TEST(CachedEvaluator, ThreadsMayShareIt) {
  const auto boards = boards_of_a_game(2000);
  const auto expected = ask(ToyEvaluator(), boards);
  const CachedEvaluator cached(toy(), 64 * 128);  // so small that threads meet
  std::atomic<int> wrong{0};
  std::vector<std::jthread> threads;
  for (std::uint64_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const auto scratch = cached.make_scratch();
      Rng rng(t, 0);
      for (int pass = 0; pass < 4000; ++pass) {
        const std::size_t from = rng.below(static_cast<std::uint32_t>(boards.size() - 20));
        std::array<Probabilities, 20> out;
        cached.evaluate(starting_board(), std::span(boards).subspan(from, 20), out, *scratch);
        for (std::size_t i = 0; i < 20; ++i) wrong += out[i] == expected[from + i] ? 0 : 1;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(wrong, 0);
}

TEST(CachedEvaluator, ChangesNothingInASearch) {
  SearchOptions options;
  options.plies = 2;
  const Position p = position(starting_board(), make_dice(3, 1));
  const auto plain = Searcher(toy(), met(), options).analyze_checker(p);
  const auto cached =
      Searcher(std::make_shared<const CachedEvaluator>(toy()), met(), options).analyze_checker(p);
  ASSERT_EQ(plain.candidates.size(), cached.candidates.size());
  for (std::size_t i = 0; i < plain.candidates.size(); ++i) {
    EXPECT_EQ(plain.candidates[i].value.cubeful, cached.candidates[i].value.cubeful);
    EXPECT_EQ(plain.candidates[i].after, cached.candidates[i].after);
  }
}

}  // namespace
}  // namespace alea::test
