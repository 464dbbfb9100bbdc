// Which plays the evaluator is asked about where it has the last word.

#include "engine/search/play_ranker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "engine/search/likely_plays.h"
#include "tests/search/search_support.h"

namespace alea::test {
namespace {

// Positions of random games, each with a roll.
template <class Use>
void for_each_roll(int count, const Use& use) {
  Rng rng(11, 1);
  PlayList plays;
  Board board = starting_board();
  for (int i = 0; i < count; ++i) {
    const Dice dice = roll(rng);
    generate_plays(board, dice, {}, plays);
    use(board, dice, plays);
    board = plays.boards()[rng.below(static_cast<std::uint32_t>(plays.size()))];
    if (outcome_of(board)) board = starting_board();
  }
}

TEST(PlayRanker, ScoresAreSumsOfTheWeightsOfFeatures) {
  PlayRanker::Weights weights{};
  Rng rng(7, 1);
  for (auto& weight : weights) weight = static_cast<std::int16_t>(rng.below(2001)) - 1000;
  PlayRanker ranker(weights);
  std::vector<bool> seen(PlayRanker::kWeights);
  for_each_roll(4000, [&](const Board& board, Dice, const PlayList& plays) {
    ranker.look_at(board);
    for (const Board& after : plays.boards()) {
      std::array<std::uint16_t, PlayRanker::kMaxFeatures> features;
      const int size = ranker.features(after, features);
      int sum = 0;
      for (int i = 0; i < size; ++i) {
        sum += weights[features[static_cast<std::size_t>(i)]];
        seen[features[static_cast<std::size_t>(i)]] = true;
      }
      ASSERT_EQ(ranker.score(after), sum);
    }
  });
  EXPECT_GT(std::ranges::count(seen, true), 1500);
}

TEST(PlayRanker, KnowsAGoodPlayWhenItSeesOne) {
  const auto best_of_roll = [](int a, int b) {
    PlayList plays;
    const Board board = starting_board();
    generate_plays(board, make_dice(a, b), {}, plays);
    PlayRanker ranker;
    ranker.look_at(board);
    const auto worse = [&](const Board& x, const Board& y) {
      return ranker.score(x) < ranker.score(y);
    };
    return *std::ranges::max_element(plays.boards(), worse);
  };
  const auto point = [](const Board& after, std::size_t slot) { return int{after.them[slot]}; };
  EXPECT_EQ(point(best_of_roll(3, 1), 5), 2);  // the 5-point,
  EXPECT_EQ(point(best_of_roll(4, 2), 4), 2);  // the 4-point,
  EXPECT_EQ(point(best_of_roll(6, 1), 7), 2);  // the bar-point
}

TEST(LikelyPlays, AreTheBestRankedInTheirOrder) {
  LikelyPlays likely;
  PlayRanker ranker;
  std::vector<Board> boards;
  int thinned = 0;
  for_each_roll(400, [&](const Board& board, Dice dice, const PlayList& plays) {
    const bool bears_off = !has_contact(board) && rearmost(board.us) <= kHome;
    const int most = bears_off ? 1000 : 5;  // all
    boards.assign(1, board);                // what is there stays
    likely.look_at(board);
    likely.append(dice, {}, most, boards);
    // By hand: a stable sort by score, the first few of it, in their old order.
    ranker.look_at(board);
    std::vector<std::size_t> order(plays.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return ranker.score(plays.boards()[a]) > ranker.score(plays.boards()[b]);
    });
    order.resize(std::min(order.size(), static_cast<std::size_t>(most)));
    std::sort(order.begin(), order.end());
    std::vector<Board> expected{board};
    for (const std::size_t i : order) expected.push_back(plays.boards()[i]);
    ASSERT_EQ(boards, expected);
    thinned += static_cast<int>(plays.size()) > most ? 1 : 0;
    boards.clear();
    likely.append(dice, {}, 0, boards);
    ASSERT_EQ(boards.size(), plays.size());
  });
  EXPECT_GT(thinned, 200);
}

}  // namespace
}  // namespace alea::test
