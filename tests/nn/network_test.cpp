#include "nn/net/network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "nn/eval/nn_evaluator.h"
#include "tests/board/random_boards.h"
#include "tests/nn/nets.h"
#include "tests/nn/plain_forward.h"

namespace alea::nn {
namespace {

TEST(Network, QuantisedNetIsCloseToTheFloatNet) {
  const Parameters p = random_parameters(256, kPhases, 3);
  const auto evaluator = *NnEvaluator::make(Network::quantise(p, std::string(kFeatureSet), "{}"));
  const auto scratch = evaluator->make_scratch();
  double worst = 0, squares = 0;
  int count = 0;
  for_random_boards(5, 1000, Rules{}, [&](const Board& board) {
    Probabilities out;
    evaluator->evaluate(board, {&board, 1}, {&out, 1}, *scratch);
    const std::array<double, kOutputs> plain = plain_forward(p, board);
    const Probabilities expected = normalised({.win = static_cast<float>(plain[0]),
                                               .win_gammon = static_cast<float>(plain[1]),
                                               .win_backgammon = static_cast<float>(plain[2]),
                                               .lose_gammon = static_cast<float>(plain[3]),
                                               .lose_backgammon = static_cast<float>(plain[4])});
    const auto error = static_cast<double>(std::abs(out.win - expected.win));
    worst = std::max(worst, error);
    squares += error * error;
    ++count;
  });
  // Weights are rounded to 1/1024 in the first layer: some 20 roundings a unit, averaged over 256
  // units. Typical nets differ by .001; a wrong scale, bias or layout by far more than these bounds.
  EXPECT_LT(std::sqrt(squares / count), 0.001);
  EXPECT_LT(worst, 0.006);
}

TEST(Network, DequantisedWeightsQuantiseToTheSameNet) {
  for (const int heads : {1, kCoarsePhases, kMediumPhases, kPhases}) {
    const auto net = random_network(384, heads, 8);
    const auto again = Network::quantise(net->dequantise(), net->feature_set(), net->provenance());
    for (int f = 0; f < kFeatures; ++f) {
      ASSERT_TRUE(std::equal(net->column(f), net->column(f) + 384, again->column(f)));
    }
    ASSERT_TRUE(std::equal(net->bias(), net->bias() + 384, again->bias()));
    for (int h = 0; h < heads; ++h) {
      const HeadView a = net->head(h), b = again->head(h);
      EXPECT_EQ(a.scale1, b.scale1);
      ASSERT_TRUE(std::equal(a.w1, a.w1 + 384 * a.hidden1, b.w1));
      for (int o = 0; o < a.hidden1; ++o) {
        // The correction for rounding is taken out and put back: one rounding of a float each.
        ASSERT_NEAR(a.b1[o], b.b1[o], 1e-6F);
      }
      ASSERT_TRUE(std::equal(a.w2, a.w2 + a.hidden1 * a.hidden2, b.w2));
    }
  }
}

TEST(Network, WeightsBeyondTheLimitsAreClamped) {
  Parameters p = Parameters::zeros({.features = kFeatures, .width = 128, .heads = 1});
  p.columns[0] = 50;
  p.columns[1] = -50;
  p.bias[0] = 50;
  const auto net = Network::quantise(p, std::string(kFeatureSet), "{}");
  EXPECT_EQ(net->column(0)[0], std::lround(kMaxColumnWeight * kSumOne));
  EXPECT_EQ(net->column(0)[1], -std::lround(kMaxColumnWeight * kSumOne));
  EXPECT_EQ(net->bias()[0], std::lround(kMaxColumnBias * kSumOne));
}

TEST(Network, LargestDenseWeightsDoNotOverflow32Bits) {
  // All activations at their limit and all weights equal: the largest sum that there can be.
  for (const int width : {128, 1024, 4096}) {
    Parameters p = Parameters::zeros({.features = 8, .width = width, .heads = 1});
    std::fill(p.heads[0].w1.begin(), p.heads[0].w1.end(), 7.0F);
    const auto net = Network::quantise(p, "test", "{}");
    const HeadView head = net->head(0);
    std::int64_t sum = 0;
    for (int i = 0; i < width; ++i) {
      sum += std::int64_t{kActivationOne} * head.w1[(i / 2) * head.hidden1 * 2 + i % 2];
    }
    EXPECT_LT(sum, std::int64_t{1} << 31) << width;
    EXPECT_GT(sum, std::int64_t{1} << 27) << "precision is thrown away at width " << width;
    EXPECT_NEAR(static_cast<double>(sum) * static_cast<double>(head.scale1), 7.0 * width,
                1e-3 * width);
  }
}

// with_features(), widened() and with_heads() say that the function computed does not change.
TEST(Parameters, GrowingANetChangesNoAnswer) {
  Parameters small = random_parameters(256, 1, 4);
  std::fill(small.columns.begin() + kPlacedFeatures * 256, small.columns.end(), 0.0F);
  Parameters placed = small;
  placed.shape.features = kPlacedFeatures;
  placed.columns.resize(static_cast<std::size_t>(kPlacedFeatures) * 256);
  const Parameters ten =
      with_heads(widened(with_features(placed, kFeatures), 512, 9), head_origins(1, kCoarsePhases));
  const Parameters grown = with_heads(ten, head_origins(kCoarsePhases, kPhases));
  EXPECT_EQ(grown.shape.width, 512);
  EXPECT_EQ(grown.heads.size(), static_cast<std::size_t>(kPhases));
  for_random_boards(6, 200, Rules{}, [&](const Board& board) {
    const auto a = plain_forward(small, board), b = plain_forward(grown, board);
    for (std::size_t k = 0; k < kOutputs; ++k) ASSERT_NEAR(a[k], b[k], 1e-12);
  });
  const auto moving = [](float x) { return x != 0; };
  EXPECT_GT(std::count_if(grown.columns.begin() + 256, grown.columns.begin() + 512, moving), 200)
      << "new units must differ, or they learn the same thing";
}

}  // namespace
}  // namespace alea::nn
