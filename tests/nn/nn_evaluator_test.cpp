#include "nn/eval/nn_evaluator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "tests/board/random_boards.h"
#include "tests/nn/nets.h"

namespace alea::nn {
namespace {

// Boards to evaluate: the plays of a roll and what they come from.
struct Siblings {
  Board origin;
  std::vector<Board> boards;
};

std::vector<Siblings> some_siblings(std::uint64_t seed, int count) {
  std::vector<Siblings> all;
  Rng rng(seed, 9);
  PlayList plays;
  for_random_boards(seed, count, Rules{}, [&](const Board& board) {
    generate_plays(board, roll(rng), Rules{}, plays);
    all.push_back({board.flipped(), {plays.boards().begin(), plays.boards().end()}});
  });
  return all;
}

std::vector<Probabilities> evaluate(const Evaluator& evaluator, const Board& origin,
                                    std::span<const Board> boards) {
  std::vector<Probabilities> out(boards.size());
  const auto scratch = evaluator.make_scratch();
  evaluator.evaluate(origin, boards, out, *scratch);
  return out;
}

class Nets : public ::testing::TestWithParam<std::pair<int, int>> {
 protected:
  [[nodiscard]] std::shared_ptr<const Network> net() const {
    return random_network(GetParam().first, GetParam().second, 17);
  }
};

TEST_P(Nets, AnswerDependsOnTheBoardAlone) {
  const auto evaluator = *NnEvaluator::make(net());
  const Board elsewhere = starting_board();
  for (const Siblings& siblings : some_siblings(3, 60)) {
    const auto together = evaluate(*evaluator, siblings.origin, siblings.boards);
    const auto far = evaluate(*evaluator, elsewhere, siblings.boards);
    const std::vector<Board> reversed(siblings.boards.rbegin(), siblings.boards.rend());
    const auto backwards = evaluate(*evaluator, siblings.origin, reversed);
    for (std::size_t i = 0; i < siblings.boards.size(); ++i) {
      // Alone, the first layer is summed afresh; among siblings it is updated from the origin.
      const auto alone = evaluate(*evaluator, siblings.origin, {&siblings.boards[i], 1});
      ASSERT_EQ(together[i], alone[0]);
      ASSERT_EQ(together[i], far[i]);
      ASSERT_EQ(together[i], backwards[siblings.boards.size() - 1 - i]);
    }
  }
}

TEST_P(Nets, AnswersAreTheSameOnEveryInstructionSet) {
  const auto network = net();
  const auto plain = *NnEvaluator::make(network, *kernels_for(Isa::baseline));
  for (const Siblings& siblings : some_siblings(4, 100)) {
    const auto expected = evaluate(*plain, siblings.origin, siblings.boards);
    for (const Kernels* kernels : all_kernels()) {
      const auto evaluator = *NnEvaluator::make(network, *kernels);
      ASSERT_EQ(evaluate(*evaluator, siblings.origin, siblings.boards), expected) << kernels->name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Nets,
                         ::testing::Values(std::pair(128, 1), std::pair(256, 10), std::pair(384, 1),
                                           std::pair(512, 10)));

TEST(NnEvaluator, MoreChangesThanAreKeptAtOnce) {
  // Boards of all kinds differ from any origin in more inputs than ColumnChanges has room for.
  const auto evaluator = *NnEvaluator::make(random_network(128, 1, 6));
  std::vector<Board> boards;
  for_random_boards(12, 600, Rules{}, [&](const Board& board) { boards.push_back(board); });
  const auto together = evaluate(*evaluator, starting_board(), boards);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    ASSERT_EQ(together[i], evaluate(*evaluator, boards[i], {&boards[i], 1})[0]);
  }
}

TEST(NnEvaluator, AnswersAreConsistentProbabilities) {
  const auto evaluator = *NnEvaluator::make(random_network(128, 10, 2));
  for_random_boards(7, 500, Rules{}, [&](const Board& board) {
    const Probabilities p = evaluate(*evaluator, board, {&board, 1})[0];
    ASSERT_EQ(p, normalised(p));
  });
}

class Heads : public ::testing::TestWithParam<int> {};

TEST_P(Heads, BelongToPhases) {
  const int heads = GetParam();
  Parameters p = random_parameters(128, heads, 2);
  for (int h = 0; h < heads; ++h) {
    HeadParameters& head = p.heads[static_cast<std::size_t>(h)];
    head = Parameters::zeros(p.shape).heads[0];
    head.b3[0] = 0.2F * static_cast<float>(h) - 2.0F;
  }
  const auto evaluator = *NnEvaluator::make(Network::quantise(p, std::string(kFeatureSet), "{}"));
  std::vector<Board> boards;
  for_random_boards(8, 1000, Rules{}, [&](const Board& board) { boards.push_back(board); });
  const auto out = evaluate(*evaluator, starting_board(), boards);
  std::vector<int> seen(static_cast<std::size_t>(heads));
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const int head = head_of(phase_of(boards[i]), heads);
    ++seen[static_cast<std::size_t>(head)];
    ASSERT_NEAR(out[i].win, 1 / (1 + std::exp(2.0 - 0.2 * head)), 1e-5);
  }
  for (const int count : seen) EXPECT_GT(count, 0) << "the boards of this test leave out a head";
}

INSTANTIATE_TEST_SUITE_P(All, Heads, ::testing::Values(1, kCoarsePhases, kMediumPhases, kPhases));

// Files of "onehot-1" have columns for the placed inputs alone.
TEST(NnEvaluator, NetsWithoutDerivedInputsAnswerAsIfThoseWereZero) {
  Parameters with_zeros = random_parameters(128, kPhases, 6);
  std::fill(with_zeros.columns.begin() + kPlacedFeatures * 128, with_zeros.columns.end(), 0.0F);
  Parameters placed = with_zeros;
  placed.shape.features = kPlacedFeatures;
  placed.columns.resize(static_cast<std::size_t>(kPlacedFeatures) * 128);
  const auto old_net = Network::quantise(placed, std::string(kPlacedFeatureSet), "{}");
  const auto old_player = *NnEvaluator::make(old_net);
  const auto new_player =
      *NnEvaluator::make(Network::quantise(with_zeros, std::string(kFeatureSet), "{}"));
  for (const Siblings& siblings : some_siblings(5, 40)) {
    ASSERT_EQ(evaluate(*old_player, siblings.origin, siblings.boards),
              evaluate(*new_player, siblings.origin, siblings.boards));
  }
  EXPECT_EQ(old_player->identity(), "net " + old_net->hash()) << "reports name the file";
}

TEST(NnEvaluator, RefusesNetsItCannotFeed) {
  const Parameters p = random_parameters(128, 1, 2);
  const auto foreign = NnEvaluator::make(Network::quantise(p, "onehot-9", "{}"));
  ASSERT_FALSE(foreign.has_value());
  EXPECT_EQ(foreign.error().kind, ErrorKind::input);
  EXPECT_NE(foreign.error().message.find("onehot-9"), std::string::npos);
  const auto few = NnEvaluator::make(
      Network::quantise(random_parameters(128, 3, 2), std::string(kFeatureSet), "{}"));
  ASSERT_FALSE(few.has_value());
  EXPECT_NE(few.error().message.find("3 heads"), std::string::npos);
}

}  // namespace
}  // namespace alea::nn
