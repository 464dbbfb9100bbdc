// Where games begin again: positions that the net gets wrong.

#include "training/revisit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/evaluator/linear_evaluator.h"

namespace alea {
namespace {

constexpr std::size_t kRing = 400;

// Positions of a game played at random; the target of number i is off by i + 1 steps, up and down in turn.
std::vector<Sample> ring_with_known_errors(const Evaluator& evaluator) {
  std::vector<Sample> ring;
  SelfPlayScratch scratch(evaluator);
  Rng rng(3, 1);
  Board board = starting_board();
  while (ring.size() < kRing) {
    generate_plays(board, roll(rng), {}, scratch.plays);
    board = scratch.plays.boards()[rng.below(static_cast<std::uint32_t>(scratch.plays.size()))];
    if (board.them[kOff] > 0 || board.us[kOff] > 0) board = starting_board();
    if (std::ranges::find(ring, board, &Sample::board) != ring.end()) continue;
    Sample sample{.board = board, .target = {}};
    evaluator.evaluate(board, {&board, 1}, {&sample.target, 1}, *scratch.evaluation);
    const float step = 1e-3F * static_cast<float>(ring.size() + 1);
    sample.target.win += ring.size() % 2 == 0 ? step : -step;
    ring.push_back(sample);
  }
  return ring;
}

TEST(Revisit, ErrorsAreTargetsLessTheEvaluatorsEquity) {
  const LinearEvaluator evaluator;
  SelfPlayScratch scratch(evaluator);
  const auto ring = ring_with_known_errors(evaluator);
  EXPECT_NEAR(equity_error(evaluator, ring[0], scratch), 0.002, 1e-5);
  EXPECT_NEAR(equity_error(evaluator, ring[399], scratch), -0.8, 1e-5);
}

// The worst of 32 independent draws: number k from the worst end comes up with the chance that all draws lie
// from there on, but not all behind it.
TEST(Revisit, TheWorstOfThirtyTwoDrawsIsTaken) {
  const LinearEvaluator evaluator;
  SelfPlayScratch scratch(evaluator);
  const auto ring = ring_with_known_errors(evaluator);
  constexpr int kGames = 6000;
  double mean = 0, expected = 0;
  std::map<std::size_t, int> counts;
  for (int game = 0; game < kGames; ++game) {
    const Board* start =
        start_to_revisit(evaluator, ring, 1.0F, Rng(5, static_cast<std::uint64_t>(game)), scratch);
    ASSERT_NE(start, nullptr);
    const auto found = std::ranges::find(ring, *start, &Sample::board);
    ASSERT_NE(found, ring.end());
    const auto from_worst = static_cast<std::size_t>(ring.end() - found - 1);
    ++counts[from_worst];
    mean += static_cast<double>(from_worst) / kGames;
  }
  const auto all_behind = [](std::size_t k) {
    return std::pow(1 - static_cast<double>(k) / kRing, kRevisitChoice);
  };
  for (std::size_t k = 1; k < kRing; ++k) expected += all_behind(k);
  EXPECT_NEAR(mean, expected, 0.6);  // four standard errors; half as many draws would double it
  EXPECT_NEAR(counts[0], kGames * (1 - all_behind(1)), 85);
  EXPECT_NEAR(counts[1], kGames * (all_behind(1) - all_behind(2)), 85);
}

TEST(Revisit, OnlyAShareOfTheGamesBeginsThere) {
  const LinearEvaluator evaluator;
  SelfPlayScratch scratch(evaluator);
  const auto ring = ring_with_known_errors(evaluator);
  int begun = 0;
  for (std::uint64_t game = 0; game < 2000; ++game) {
    begun += start_to_revisit(evaluator, ring, 0.35F, Rng(9, game), scratch) != nullptr;
  }
  EXPECT_NEAR(begun, 700, 85);
  EXPECT_EQ(start_to_revisit(evaluator, ring, 0.0F, Rng(9, 1), scratch), nullptr);
  EXPECT_EQ(start_to_revisit(evaluator, {}, 1.0F, Rng(9, 1), scratch), nullptr);
}

}  // namespace
}  // namespace alea
