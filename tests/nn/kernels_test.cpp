#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/rng.h"
#include "tests/nn/nets.h"

namespace alea::nn {
namespace {

constexpr std::size_t size(int n) {
  return static_cast<std::size_t>(n);
}

AlignedVector<std::int16_t> random_row(Rng& rng, int width, int limit) {
  AlignedVector<std::int16_t> row(size(width));
  for (std::int16_t& x : row) {
    x = static_cast<std::int16_t>(
        static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * limit + 1))) - limit);
  }
  return row;
}

// The activation in plain integers: x (2 - |x|) in units of 1/2048, rounded towards minus infinity.
int plain_activation(int sum) {
  const int x = std::clamp(sum, -kSumOne, kSumOne);
  return static_cast<int>(std::floor(x * (2.0 * kSumOne - std::abs(x)) / 512.0));
}

class Columns : public ::testing::TestWithParam<int> {};

TEST_P(Columns, SumIsThatOfPlainIntegersOnEverySet) {
  const int width = GetParam();
  Rng rng(11, size(width));
  const AlignedVector<std::int16_t> bias = random_row(rng, width, 1500);
  std::vector<AlignedVector<std::int16_t>> rows;
  for (int i = 0; i < kMaxActive; ++i) rows.push_back(random_row(rng, width, 1013));
  std::vector<const std::int16_t*> columns;
  for (const auto& row : rows) columns.push_back(row.data());
  for (const int count : {0, 1, 7, kMaxActive}) {
    std::vector<int> expected(bias.begin(), bias.end());
    for (int c = 0; c < count; ++c) {
      for (std::size_t i = 0; i < size(width); ++i) expected[i] += rows[size(c)][i];
    }
    for (const Kernels* kernels : all_kernels()) {
      AlignedVector<std::int16_t> sum(size(width));
      kernels->sum_columns(sum.data(), bias.data(), columns.data(), count, width);
      EXPECT_TRUE(std::equal(sum.begin(), sum.end(), expected.begin())) << kernels->name;
    }
  }
}

TEST_P(Columns, ActivationOfAChangeIsThatOfPlainIntegersOnEverySet) {
  const int width = GetParam();
  Rng rng(12, size(width));
  const AlignedVector<std::int16_t> base = random_row(rng, width, 1400);
  std::vector<AlignedVector<std::int16_t>> rows;
  std::vector<const std::int16_t*> columns;
  for (int i = 0; i < 8; ++i) rows.push_back(random_row(rng, width, 300));
  for (const auto& row : rows) columns.push_back(row.data());
  for (const Kernels* kernels : all_kernels()) {
    AlignedVector<std::int16_t> act(size(width));
    kernels->activate(act.data(), base.data(), columns.data(), 8, width);
    for (std::size_t i = 0; i < size(width); ++i) {
      int sum = base[i];
      for (std::size_t c = 0; c < 8; ++c) sum += rows[c][i];
      ASSERT_EQ(act[i], plain_activation(sum)) << kernels->name << " unit " << i;
    }
  }
}

TEST_P(Columns, SumsAtTheWeightLimitsDoNotOverflow) {
  const int width = GetParam();
  const auto limit = [](float x) { return static_cast<std::int16_t>(std::lround(x * kSumOne)); };
  for (const int sign : {1, -1}) {
    const AlignedVector<std::int16_t> bias(size(width),
                                           static_cast<std::int16_t>(sign * limit(kMaxColumnBias)));
    const AlignedVector<std::int16_t> column(
        size(width), static_cast<std::int16_t>(sign * limit(kMaxColumnWeight)));
    const std::vector<const std::int16_t*> columns(size(kMaxActive), column.data());
    const int expected = sign * (limit(kMaxColumnBias) + kMaxActive * limit(kMaxColumnWeight));
    for (const Kernels* kernels : all_kernels()) {
      AlignedVector<std::int16_t> sum(size(width));
      kernels->sum_columns(sum.data(), bias.data(), columns.data(), kMaxActive, width);
      for (const std::int16_t x : sum) ASSERT_EQ(x, expected) << kernels->name;
      // A change of all columns back to none goes through the same sums.
      const AlignedVector<std::int16_t> zeros(size(width));
      AlignedVector<std::int16_t> back(size(width)), act(size(width));
      kernels->difference(back.data(), zeros.data(), column.data(), width);
      const std::vector<const std::int16_t*> changes(size(kMaxActive), back.data());
      kernels->activate(act.data(), sum.data(), changes.data(), kMaxActive, width);
      for (const std::int16_t x : act) ASSERT_EQ(x, plain_activation(bias[0])) << kernels->name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, Columns, ::testing::Values(128, 256, 384, 512, 1024));

struct HeadCase {
  int width, hidden1, hidden2;
};
class Head : public ::testing::TestWithParam<HeadCase> {};

TEST_P(Head, GivesTheSameBitsOnEverySetAndForEveryBatchSize) {
  const HeadCase& shape = GetParam();
  Rng rng(21, size(shape.width));
  Parameters p = Parameters::zeros({.features = 10,
                                    .width = shape.width,
                                    .heads = 1,
                                    .hidden1 = shape.hidden1,
                                    .hidden2 = shape.hidden2});
  for (float& x : p.heads[0].w1) x = 0.1F * spread(rng);
  for (float& x : p.heads[0].b1) x = 0.1F * spread(rng);
  for (float& x : p.heads[0].w2) x = 0.3F * spread(rng);
  for (float& x : p.heads[0].b2) x = 0.1F * spread(rng);
  for (std::size_t i = 0; i < p.heads[0].w3.size(); ++i) {
    if (i % kOutputStride < kOutputs) p.heads[0].w3[i] = 0.3F * spread(rng);
  }
  const auto network = Network::quantise(p, "test", "{}");
  constexpr int kItems = 21;
  std::vector<AlignedVector<std::int16_t>> rows;
  std::vector<const std::int16_t*> act;
  for (int i = 0; i < kItems; ++i) rows.push_back(random_row(rng, shape.width, kActivationOne));
  for (const auto& row : rows) act.push_back(row.data());
  AlignedVector<float> expected(size(kItems * kOutputStride));
  for (int i = 0; i < kItems; ++i) {  // one by one, portable
    all_kernels()[0]->head(network->head(0), act.data() + i, 1,
                           expected.data() + i * kOutputStride);
  }
  for (const Kernels* kernels : all_kernels()) {
    for (int count = 1; count <= kItems; ++count) {
      AlignedVector<float> out(size(kItems * kOutputStride), -1.0F);
      kernels->head(network->head(0), act.data(), count, out.data());
      for (int i = 0; i < count; ++i) {
        for (int k = 0; k < kOutputs; ++k) {
          const std::size_t at = size(i * kOutputStride + k);
          ASSERT_EQ(out[at], expected[at]) << kernels->name << " item " << i << " of " << count;
        }
      }
      for (std::size_t at = size(count * kOutputStride); at < out.size(); ++at) {
        ASSERT_EQ(out[at], -1.0F) << kernels->name << " wrote behind item " << count;
      }
    }
  }
}

// Probabilities by the definition, in double precision, from the integer weights.
TEST_P(Head, AgreesWithAPlainForwardPass) {
  const HeadCase& shape = GetParam();
  Rng rng(22, size(shape.width));
  Parameters p = Parameters::zeros({.features = 10,
                                    .width = shape.width,
                                    .heads = 1,
                                    .hidden1 = shape.hidden1,
                                    .hidden2 = shape.hidden2});
  p.for_each([&](AlignedVector<float>& tensor) {
    for (float& x : tensor) x = 0.15F * spread(rng);
  });
  const auto network = Network::quantise(p, "test", "{}");
  const HeadView head = network->head(0);
  const AlignedVector<std::int16_t> row = random_row(rng, shape.width, kActivationOne);
  const auto leaky = [](double x) { return x < 0 ? x * static_cast<double>(kLeak) : x; };
  std::vector<double> z1(size(shape.hidden1)), z2(size(shape.hidden2));
  for (std::size_t o = 0; o < z1.size(); ++o) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      sum += row[i] * head.w1[((i / 2) * z1.size() + o) * 2 + i % 2];
    }
    z1[o] = leaky(static_cast<double>(sum) * static_cast<double>(head.scale1) +
                  static_cast<double>(head.b1[o]));
  }
  for (std::size_t o = 0; o < z2.size(); ++o) {
    double sum = static_cast<double>(head.b2[o]);
    for (std::size_t i = 0; i < z1.size(); ++i) {
      sum += z1[i] * static_cast<double>(head.w2[i * z2.size() + o]);
    }
    z2[o] = leaky(sum);
  }
  for (const Kernels* kernels : all_kernels()) {
    AlignedVector<float> out(kOutputStride);
    const std::int16_t* act = row.data();
    kernels->head(head, &act, 1, out.data());
    for (std::size_t k = 0; k < kOutputs; ++k) {
      double logit = static_cast<double>(head.b3[k]);
      for (std::size_t i = 0; i < z2.size(); ++i) {
        logit += z2[i] * static_cast<double>(head.w3[i * kOutputStride + k]);
      }
      // Float sums of some hundred terms: a few units in the sixth place.
      EXPECT_NEAR(static_cast<double>(out[k]), 1.0 / (1.0 + std::exp(-logit)), 1e-5)
          << kernels->name << " output " << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Head,
                         ::testing::Values(HeadCase{128, 32, 32}, HeadCase{256, 32, 32},
                                           HeadCase{384, 64, 32}, HeadCase{512, 32, 96},
                                           HeadCase{1024, 128, 128}));

TEST(Logistic, ExtremeLogitsStayProbabilities) {
  Parameters p = Parameters::zeros({.features = 10, .width = 128, .heads = 1});
  const std::array<float, kOutputs> logits{100.0F, -100.0F, 30.0F, -30.0F, 0.0F};
  std::copy(logits.begin(), logits.end(), p.heads[0].b3.begin());
  const auto network = Network::quantise(p, "test", "{}");
  const AlignedVector<std::int16_t> row(128);
  for (const Kernels* kernels : all_kernels()) {
    AlignedVector<float> out(kOutputStride);
    const std::int16_t* act = row.data();
    kernels->head(network->head(0), &act, 1, out.data());
    EXPECT_NEAR(out[0], 1.0, 1e-6);
    EXPECT_NEAR(out[1], 0.0, 1e-6);
    EXPECT_EQ(out[4], 0.5F);
    for (std::size_t k = 0; k < kOutputs; ++k) EXPECT_TRUE(out[k] >= 0.0F && out[k] <= 1.0F);
  }
}

TEST(KernelTables, NameTheirInstructionSet) {
  EXPECT_STREQ(kernels_for(Isa::baseline)->name, "baseline");
  if (const Kernels* kernels = kernels_for(Isa::avx2)) {
    EXPECT_STREQ(kernels->name, "avx2");
  }
  if (const Kernels* kernels = kernels_for(Isa::avx512)) {
    EXPECT_STREQ(kernels->name, "avx512");
  }
}

}  // namespace
}  // namespace alea::nn
