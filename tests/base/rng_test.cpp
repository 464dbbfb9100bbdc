#include "engine/base/rng.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace alea {
namespace {

// Pearson's statistic of counts that should all be equal.
double chi_square(const std::vector<int>& counts) {
  double total = 0;
  for (const int count : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// Five standard deviations above the mean of a chi-square with n - 1 degrees of freedom: a sound
// generator would exceed it once in about a million seeds, and these seeds are fixed.
double chi_square_limit(std::size_t n) {
  const auto freedom = static_cast<double>(n - 1);
  return freedom + 5 * std::sqrt(2 * freedom) + 5;
}

// Every recorded game, rollout and training run names its dice by these numbers.
TEST(Rng, SequenceIsFixedForever) {
  Rng rng(1, 2);
  const std::array<std::uint64_t, 3> first{rng.next(), rng.next(), rng.next()};
  EXPECT_EQ(first, (std::array<std::uint64_t, 3>{161704759664634377U, 3957451420116744337U,
                                                 6804182457181709327U}));
}

TEST(Rng, GoesOnFromASavedCounter) {
  Rng rng(7, 9);
  for (int i = 0; i < 10; ++i) static_cast<void>(rng.next());
  Rng resumed(7, 9);
  resumed.set_counter(rng.counter());
  for (int i = 0; i < 10; ++i) EXPECT_EQ(rng.next(), resumed.next());
}

TEST(Rng, PairsOfDiceAreUniformWithinAStream) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Rng rng(seed, 0);
    std::vector<int> counts(36);
    for (int i = 0; i < 100'000; ++i) {
      const std::uint32_t first = rng.below(6);
      ++counts[first * 6 + rng.below(6)];
    }
    EXPECT_LT(chi_square(counts), chi_square_limit(counts.size())) << "seed " << seed;
  }
}

// Games and trials take one stream each, so the same throw must not be related across streams.
TEST(Rng, FirstThrowsOfNeighbouringStreamsAndSeedsAreUniform) {
  for (const bool by_stream : {true, false}) {
    std::vector<int> pairs(36 * 36);
    std::uint32_t before = 0;
    for (std::uint64_t i = 0; i < 500'000; ++i) {
      Rng rng = by_stream ? Rng(42, i) : Rng(i, 42);
      const std::uint32_t high = rng.below(6);
      const std::uint32_t roll = high * 6 + rng.below(6);
      ++pairs[before * 36 + roll];
      before = roll;
    }
    EXPECT_LT(chi_square(pairs), chi_square_limit(pairs.size())) << "by stream: " << by_stream;
  }
}

TEST(Rng, SeedAndStreamAreNotInterchangeable) {
  EXPECT_NE(Rng(1, 2).next(), Rng(2, 1).next());
  EXPECT_NE(Rng(0, 1).next(), Rng(1, 0).next());
}

TEST(Rng, StreamsShareNoNumbers) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t stream = 0; stream < 1000; ++stream) {
    Rng rng(3, stream);
    for (int i = 0; i < 100; ++i) seen.insert(rng.next());
  }
  EXPECT_EQ(seen.size(), 100'000U);
}

TEST(Rng, BelowStaysBelowAndReachesEveryValue) {
  Rng rng(5, 0);
  EXPECT_EQ(rng.below(1), 0U);
  for (const std::uint32_t n : {2U, 6U, 7U, 21U, 1000U}) {
    std::vector<int> counts(n);
    for (std::uint32_t i = 0; i < 200 * n; ++i) ++counts.at(rng.below(n));
    EXPECT_LT(chi_square(counts), chi_square_limit(n)) << n;
  }
}

TEST(Rng, UniformIsInTheHalfOpenUnitInterval) {
  Rng rng(5, 1);
  std::vector<int> counts(64);
  float low = 1;
  float high = 0;
  for (int i = 0; i < 200'000; ++i) {
    const float x = rng.uniform();
    ASSERT_GE(x, 0.0F);
    ASSERT_LT(x, 1.0F);
    low = std::min(low, x);
    high = std::max(high, x);
    ++counts[static_cast<std::size_t>(x * 64)];
  }
  EXPECT_LT(low, 1e-4F);
  EXPECT_GT(high, 1 - 1e-4F);
  EXPECT_LT(chi_square(counts), chi_square_limit(counts.size()));
}

// A change of any one bit of the input should change each output bit half of the time.
TEST(Mix64, SpreadsEveryInputBit) {
  for (unsigned int bit = 0; bit < 64; ++bit) {
    std::array<int, 64> changed{};
    constexpr int kTrials = 2000;
    Rng rng(11, bit);
    for (int i = 0; i < kTrials; ++i) {
      const std::uint64_t x = rng.next();
      const std::uint64_t difference = mix64(x) ^ mix64(x ^ (std::uint64_t{1} << bit));
      for (unsigned int out = 0; out < 64; ++out) {
        changed[out] += static_cast<int>((difference >> out) & 1U);
      }
    }
    // Half of the trials within seven standard deviations (sqrt(kTrials) / 2 each).
    for (const int count : changed) EXPECT_NEAR(count, kTrials / 2, 7 * std::sqrt(kTrials) / 2);
  }
}

}  // namespace
}  // namespace alea
