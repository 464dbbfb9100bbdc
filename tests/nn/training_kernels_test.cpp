// train_tile, adam, blend and the float sums: the same bits on every instruction set. Their values are
// checked against finite differences in tests/training.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/base/rng.h"
#include "tests/nn/nets.h"

namespace alea::nn {
namespace {

constexpr std::size_t size(int n) {
  return static_cast<std::size_t>(n);
}

AlignedVector<float> random_floats(Rng& rng, std::size_t count, float scale) {
  AlignedVector<float> values(count);
  for (float& x : values) x = scale * spread(rng);
  return values;
}

AlignedVector<float> transposed(const AlignedVector<float>& from, int rows, int stride,
                                int columns) {
  AlignedVector<float> to(size(rows * columns));
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) to[size(c * rows + r)] = from[size(r * stride + c)];
  }
  return to;
}

struct TileResult {
  AlignedVector<float> pre, output;
  HeadParameters gradient;
  double loss = 0;
};

TileResult run_tile(const Kernels& kernels, const Parameters& p, int count) {
  const Shape& s = p.shape;
  const HeadParameters& w = p.heads[0];
  Rng rng(31, size(count));
  TileResult r;
  r.pre = random_floats(rng, size(kTile * s.width), 0.6F);
  r.output.resize(size(kTile * kOutputStride), -1.0F);
  r.gradient = random_parameters(s.width, 1, 77).heads[0];  // gradients are added to what is there
  AlignedVector<float> activation(r.pre.size()), slope(r.pre.size());
  std::vector<float> target(size(kTile * kOutputs)), weight(size(kTile * kOutputs));
  for (float& x : target) x = rng.uniform();
  for (float& x : weight) x = rng.below(3) == 0 ? 0.0F : 1.0F;
  const auto w1t = transposed(w.w1, s.width, s.hidden1, s.hidden1);
  const auto w2t = transposed(w.w2, s.hidden1, s.hidden2, s.hidden2);
  const auto w3t = transposed(w.w3, s.hidden2, kOutputStride, kOutputs);
  HeadParameters& g = r.gradient;
  const HeadGradientView view{.w1 = w.w1.data(),
                              .b1 = w.b1.data(),
                              .w2 = w.w2.data(),
                              .b2 = w.b2.data(),
                              .w3 = w.w3.data(),
                              .b3 = w.b3.data(),
                              .w1t = w1t.data(),
                              .w2t = w2t.data(),
                              .w3t = w3t.data(),
                              .gw1 = g.w1.data(),
                              .gb1 = g.b1.data(),
                              .gw2 = g.w2.data(),
                              .gb2 = g.b2.data(),
                              .gw3 = g.w3.data(),
                              .gb3 = g.b3.data(),
                              .width = s.width,
                              .hidden1 = s.hidden1,
                              .hidden2 = s.hidden2};
  r.loss = kernels.train_tile(view, {.pre = r.pre.data(),
                                     .activation = activation.data(),
                                     .slope = slope.data(),
                                     .target = target.data(),
                                     .weight = weight.data(),
                                     .output = r.output.data(),
                                     .equity_weight = 2.5F,
                                     .count = count});
  r.pre.resize(size(count * s.width));  // rows behind the last item are scratch
  return r;
}

class TrainingTiles : public ::testing::TestWithParam<int> {};

TEST_P(TrainingTiles, GiveTheSameBitsOnEverySet) {
  const Parameters p = random_parameters(GetParam(), 1, 5);
  for (int count = 1; count <= kTile; ++count) {
    const TileResult expected = run_tile(*kernels_for(Isa::baseline), p, count);
    EXPECT_GT(expected.loss, 0);
    for (const Kernels* kernels : all_kernels()) {
      const TileResult result = run_tile(*kernels, p, count);
      EXPECT_EQ(result.loss, expected.loss) << kernels->name;
      EXPECT_EQ(result.pre, expected.pre) << kernels->name;
      EXPECT_EQ(result.gradient.w1, expected.gradient.w1) << kernels->name;
      EXPECT_EQ(result.gradient.b1, expected.gradient.b1) << kernels->name;
      EXPECT_EQ(result.gradient.w2, expected.gradient.w2) << kernels->name;
      EXPECT_EQ(result.gradient.b2, expected.gradient.b2) << kernels->name;
      for (int i = 0; i < p.shape.hidden2; ++i) {
        for (int k = 0; k < kOutputs; ++k) {
          const std::size_t at = size(i * kOutputStride + k);
          ASSERT_EQ(result.gradient.w3[at], expected.gradient.w3[at]) << kernels->name;
        }
      }
      for (int i = 0; i < count; ++i) {
        for (int k = 0; k < kOutputs; ++k) {
          const std::size_t at = size(i * kOutputStride + k);
          ASSERT_EQ(result.output[at], expected.output[at]) << kernels->name;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, TrainingTiles, ::testing::Values(128, 384, 512));

TEST(TrainingKernels, AdamAndBlendGiveTheSameBitsOnEverySet) {
  constexpr int kSize = 256, kShards = 4;
  struct State {
    AlignedVector<float> w, m, v, average;
    bool operator==(const State&) const = default;
  };
  const auto run = [&](const Kernels& kernels) {
    Rng rng(41, 1);
    State s{random_floats(rng, kSize, 0.9F), AlignedVector<float>(kSize),
            AlignedVector<float>(kSize), random_floats(rng, kSize, 0.5F)};
    for (int t = 1; t <= 5; ++t) {
      std::vector<AlignedVector<float>> gradients;
      std::vector<float*> rows;
      for (int shard = 0; shard < kShards; ++shard)
        gradients.push_back(random_floats(rng, kSize, 3));
      for (auto& gradient : gradients) rows.push_back(gradient.data());
      kernels.adam({.rate = 0.01F,
                    .beta1 = 0.9F,
                    .beta2 = 0.999F,
                    .epsilon = 1e-6F,
                    .bias1 = 1.0F / (1 - std::pow(0.9F, static_cast<float>(t))),
                    .bias2 = 1.0F / (1 - std::pow(0.999F, static_cast<float>(t))),
                    .limit = 0.99F},
                   s.w.data(), s.m.data(), s.v.data(), rows.data(), kShards, kSize);
      for (const auto& gradient : gradients) {
        for (const float g : gradient) EXPECT_EQ(g, 0.0F) << "gradients are cleared";
      }
      kernels.blend(s.average.data(), s.w.data(), 0.125F, kSize);
    }
    return s;
  };
  const State expected = run(*kernels_for(Isa::baseline));
  for (const float w : expected.w) EXPECT_LE(std::abs(w), 0.99F);
  for (const Kernels* kernels : all_kernels())
    EXPECT_TRUE(run(*kernels) == expected) << kernels->name;
}

TEST(TrainingKernels, FirstAdamStepHasTheSizeOfTheRate) {
  AlignedVector<float> w(16), m(16), v(16), gradient(16, 2.0F);
  gradient[3] = -0.5F;
  float* row = gradient.data();
  kernels_for(Isa::baseline)
      ->adam({.rate = 0.01F,
              .beta1 = 0.9F,
              .beta2 = 0.999F,
              .epsilon = 1e-6F,
              .bias1 = 1.0F / (1.0F - 0.9F),
              .bias2 = 1.0F / (1.0F - 0.999F),
              .limit = 1.0F},
             w.data(), m.data(), v.data(), &row, 1, 16);
  EXPECT_NEAR(w[0], -0.01F, 1e-6F);
  EXPECT_NEAR(w[3], 0.01F, 1e-6F);
}

TEST(TrainingKernels, FloatSumsGiveTheSameBitsOnEverySet) {
  Rng rng(51, 1);
  for (const int width : {128, 640}) {
    const AlignedVector<float> bias = random_floats(rng, size(width), 1);
    std::vector<AlignedVector<float>> rows;
    std::vector<const float*> columns;
    for (int i = 0; i < 19; ++i) rows.push_back(random_floats(rng, size(width), 0.3F));
    for (const auto& row : rows) columns.push_back(row.data());
    AlignedVector<float> expected = bias;
    for (const auto& row : rows) {
      for (std::size_t i = 0; i < size(width); ++i) expected[i] += row[i];
    }
    for (const Kernels* kernels : all_kernels()) {
      AlignedVector<float> sum(size(width));
      kernels->sum_columns_float(sum.data(), bias.data(), columns.data(), 19, width);
      EXPECT_EQ(sum, expected) << kernels->name;
      sum = bias;
      kernels->sum_columns_float(sum.data(), sum.data(), columns.data(), 19, width);
      EXPECT_EQ(sum, expected) << kernels->name << " in place";
    }
  }
}

}  // namespace
}  // namespace alea::nn
