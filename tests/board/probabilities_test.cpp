#include "engine/board/probabilities.h"

#include <gtest/gtest.h>

#include <limits>

#include "engine/base/rng.h"

namespace alea {
namespace {

constexpr float kTolerance = 1e-6F;  // a few roundings of numbers up to one

Probabilities random_probabilities(Rng& rng) {
  const float win = rng.uniform();
  const float win_gammon = win * rng.uniform();
  const float lose_gammon = (1 - win) * rng.uniform();
  return {win, win_gammon, win_gammon * rng.uniform(), lose_gammon, lose_gammon * rng.uniform()};
}

void expect_near(const Probabilities& a, const Probabilities& b) {
  EXPECT_NEAR(a.win, b.win, kTolerance);
  EXPECT_NEAR(a.win_gammon, b.win_gammon, kTolerance);
  EXPECT_NEAR(a.win_backgammon, b.win_backgammon, kTolerance);
  EXPECT_NEAR(a.lose_gammon, b.lose_gammon, kTolerance);
  EXPECT_NEAR(a.lose_backgammon, b.lose_backgammon, kTolerance);
}

void expect_invariants(const Probabilities& p) {
  EXPECT_LE(0, p.win_backgammon);
  EXPECT_LE(p.win_backgammon, p.win_gammon);
  EXPECT_LE(p.win_gammon, p.win);
  EXPECT_LE(p.win, 1);
  EXPECT_LE(0, p.lose_backgammon);
  EXPECT_LE(p.lose_backgammon, p.lose_gammon);
  EXPECT_LE(p.lose_gammon, 1 - p.win);
}

TEST(Probabilities, FlippedTwiceIsTheSameAndNegatesEquity) {
  Rng rng(1, 1);
  for (int i = 0; i < 1000; ++i) {
    const Probabilities p = random_probabilities(rng);
    expect_near(p.flipped().flipped(), p);
    EXPECT_NEAR(p.flipped().cubeless_equity(), -p.cubeless_equity(), 4 * kTolerance);
  }
}

TEST(Probabilities, EquityOfCertainResults) {
  EXPECT_EQ((Probabilities{1, 1, 1, 0, 0}.cubeless_equity()), 3);
  EXPECT_EQ((Probabilities{1, 0, 0, 0, 0}.cubeless_equity()), 1);
  EXPECT_EQ((Probabilities{0, 0, 0, 1, 0}.cubeless_equity()), -2);
  EXPECT_EQ((Probabilities{0.5F, 0, 0, 0, 0}.cubeless_equity()), 0);
}

TEST(OutcomeShares, AddUpToOneAndConvertBack) {
  Rng rng(2, 1);
  for (int i = 0; i < 1000; ++i) {
    const Probabilities p = random_probabilities(rng);
    const OutcomeShares s = to_shares(p);
    EXPECT_NEAR(s.win_single + s.win_gammon + s.win_backgammon + s.lose_single + s.lose_gammon +
                    s.lose_backgammon,
                1, kTolerance);
    EXPECT_NEAR(s.win_single + 2 * s.win_gammon + 3 * s.win_backgammon - s.lose_single -
                    2 * s.lose_gammon - 3 * s.lose_backgammon,
                p.cubeless_equity(), 4 * kTolerance);
    expect_near(to_probabilities(s), p);
  }
}

TEST(Probabilities, NormalisedKeepsTheInvariantsAndLeavesGoodValuesAlone) {
  Rng rng(3, 1);
  for (int i = 0; i < 1000; ++i) {
    const Probabilities good = random_probabilities(rng);
    EXPECT_EQ(normalised(good), good);
    const auto any = [&] { return 3 * rng.uniform() - 1; };
    expect_invariants(normalised({any(), any(), any(), any(), any()}));
  }
  const float nan = std::numeric_limits<float>::quiet_NaN();
  expect_invariants(normalised({nan, nan, nan, nan, nan}));
  EXPECT_EQ(normalised({1.2F, 0.5F, 0.6F, 0.1F, -1}), (Probabilities{1, 0.5F, 0.5F, 0, 0}));
}

}  // namespace
}  // namespace alea
