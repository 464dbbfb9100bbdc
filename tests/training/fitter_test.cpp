#include "training/fitter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "engine/board/outcome.h"
#include "tests/board/random_boards.h"
#include "tests/nn/nets.h"
#include "tests/nn/plain_forward.h"

namespace alea {
namespace {

using nn::AlignedVector;
using nn::Parameters;

std::vector<Sample> random_samples(std::uint64_t seed, int count) {
  std::vector<Sample> samples;
  Rng rng(seed, 3);
  for_random_boards(seed, count, Rules{}, [&](const Board& board) {
    const float win = rng.uniform(), gammon = rng.uniform() * win, lost = rng.uniform() * (1 - win);
    samples.push_back({board, {win, gammon, gammon * rng.uniform(), lost, lost * rng.uniform()}});
  });
  return samples;
}

std::vector<const Sample*> pointers_to(const std::vector<Sample>& samples) {
  std::vector<const Sample*> all;
  for (const Sample& sample : samples) all.push_back(&sample);
  return all;
}

constexpr float kEquityWeight = 3.0F;

// Summed cross entropy and equity error by their definitions, in double precision. Outputs that the rules
// decide are left out.
double plain_loss(const Parameters& p, const std::vector<Sample>& samples) {
  double loss = 0;
  for (const Sample& sample : samples) {
    const auto out = nn::plain_forward(p, sample.board);
    const PossibleOutcomes can = possible_outcomes(sample.board);
    const Probabilities& t = sample.target;
    double equity_error = 0;
    const auto add = [&](bool counts, std::size_t k, float target, double points) {
      if (!counts) return;
      const auto y = static_cast<double>(target);
      equity_error += points * (out[k] - y);
      loss -= y * std::log(out[k]) + (1 - y) * std::log(1 - out[k]);
    };
    add(can.win && can.lose, 0, t.win, 2);
    add(can.win_gammon, 1, t.win_gammon, 1);
    add(can.win_backgammon, 2, t.win_backgammon, 1);
    add(can.lose_gammon, 3, t.lose_gammon, -1);
    add(can.lose_backgammon, 4, t.lose_backgammon, -1);
    loss += static_cast<double>(kEquityWeight) * equity_error * equity_error;
  }
  return loss;
}

class Gradients : public ::testing::TestWithParam<int> {};  // number of heads

TEST_P(Gradients, AreTheSlopesOfTheLoss) {
  Parameters p = nn::random_parameters(128, GetParam(), 12);
  const std::vector<Sample> samples = random_samples(4, 60);
  Fitter fitter(p, nn::best_kernels());
  ThreadPool pool(1);
  double loss = 0;
  const Parameters gradient = fitter.gradient(pointers_to(samples), kEquityWeight, loss, pool);
  EXPECT_NEAR(loss, plain_loss(p, samples), 1e-4 * loss);

  std::vector<const AlignedVector<float>*> slopes;
  gradient.for_each([&](const AlignedVector<float>& tensor) { slopes.push_back(&tensor); });
  Rng rng(5, 5);
  std::size_t tensor_number = 0;
  p.for_each([&](AlignedVector<float>& tensor) {
    const AlignedVector<float>& slope = *slopes[tensor_number];
    int moving = 0;
    for (int tried = 0; tried < 400 && moving < 12; ++tried) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(tensor.size()));
      if (slope[at] == 0) continue;  // an input or head that no sample uses, or padding
      ++moving;
      const float before = tensor[at];
      constexpr float kChange = 1e-4F;
      tensor[at] = before + kChange;
      const double up = plain_loss(p, samples), high = static_cast<double>(tensor[at]);
      tensor[at] = before - kChange;
      const double down = plain_loss(p, samples), low = static_cast<double>(tensor[at]);
      tensor[at] = before;
      const double here = plain_loss(p, samples), middle = static_cast<double>(before);
      // A kink of the leaky ReLU spoils the slope of one side, and so the mean one, but not the other's.
      const double above = (up - here) / (high - middle), below = (here - down) / (middle - low);
      const double actual = static_cast<double>(slope[at]);
      const double expected = std::abs(above - actual) < std::abs(below - actual) ? above : below;
      EXPECT_NEAR(actual, expected, 0.02 * std::abs(expected) + 0.01)
          << "tensor " << tensor_number << " place " << at;
    }
    // Phases that the samples lack have no gradient; columns, bias and the first head always do.
    if (tensor_number < 2 || GetParam() == 1) {
      EXPECT_GE(moving, tensor.size() >= 32 ? 12 : 5);
    }
    ++tensor_number;
  });
}

TEST_P(Gradients, UnusedInputsHaveNone) {
  const Parameters p = nn::random_parameters(128, GetParam(), 12);
  const std::vector<Sample> samples{{starting_board(), {0.5F, 0.1F, 0.01F, 0.1F, 0.01F}}};
  Fitter fitter(p, nn::best_kernels());
  ThreadPool pool(1);
  double loss = 0;
  const Parameters gradient = fitter.gradient(pointers_to(samples), kEquityWeight, loss, pool);
  std::array<std::uint16_t, nn::kMaxActiveFeatures> active;
  const int count = nn::active_features(starting_board(), active);
  for (int f = 0; f < nn::kFeatures; ++f) {
    const bool used =
        std::find(active.begin(), active.begin() + count, f) != active.begin() + count;
    const float* column = gradient.columns.data() + static_cast<std::size_t>(f) * 128;
    const bool moves = std::any_of(column, column + 128, [](float x) { return x != 0; });
    EXPECT_EQ(moves, used) << f;
  }
}

INSTANTIATE_TEST_SUITE_P(Heads, Gradients, ::testing::Values(1, nn::kPhases));

TEST(Fitter, ImpossibleOutcomesCarryNoLoss) {
  // Both sides have borne off a checker: gammons are out, whatever the target says.
  Board board;
  board.us[1] = board.them[1] = 14;
  board.us[kOff] = board.them[kOff] = 1;
  const Parameters p = nn::random_parameters(128, 1, 2);
  Fitter fitter(p, nn::best_kernels());
  ThreadPool pool(1);
  const std::vector<Sample> a{{board, {0.6F, 0.0F, 0.0F, 0.0F, 0.0F}}};
  const std::vector<Sample> b{{board, {0.6F, 0.5F, 0.4F, 0.3F, 0.2F}}};
  double loss_a = 0, loss_b = 0;
  (void)fitter.gradient(pointers_to(a), kEquityWeight, loss_a, pool);
  (void)fitter.gradient(pointers_to(b), kEquityWeight, loss_b, pool);
  EXPECT_EQ(loss_a, loss_b);
  EXPECT_GT(loss_a, 0);
}

bool equal(const Parameters& a, const Parameters& b) {
  std::vector<const AlignedVector<float>*> tensors;
  a.for_each([&](const AlignedVector<float>& tensor) { tensors.push_back(&tensor); });
  bool same = true;
  std::size_t i = 0;
  b.for_each([&](const AlignedVector<float>& tensor) { same = same && tensor == *tensors[i++]; });
  return same;
}

TEST(Fitter, StepsGiveTheSameBitsOnAnyThreadsAndInstructionSet) {
  const std::vector<Sample> samples = random_samples(6, 400);
  const auto all = pointers_to(samples);
  const auto run = [&](int threads, const nn::Kernels& kernels) {
    ThreadPool pool(threads);
    Fitter fitter(nn::random_parameters(128, nn::kPhases, 3), kernels);
    for (std::size_t step = 0; step < 20; ++step) {
      (void)fitter.step(std::span(all).subspan(step * 10, 110), {.rate = 1e-3F}, pool);
    }
    return fitter.state();
  };
  const Fitter::State expected = run(1, *nn::kernels_for(nn::Isa::baseline));
  for (const nn::Kernels* kernels : nn::all_kernels()) {
    for (const int threads : {1, 2, 3}) {
      const Fitter::State state = run(threads, *kernels);
      EXPECT_TRUE(equal(state.weights, expected.weights)) << kernels->name << ' ' << threads;
      EXPECT_TRUE(equal(state.average, expected.average)) << kernels->name << ' ' << threads;
      EXPECT_TRUE(equal(state.mean, expected.mean)) << kernels->name << ' ' << threads;
      EXPECT_TRUE(equal(state.square, expected.square)) << kernels->name << ' ' << threads;
    }
  }
}

TEST(Fitter, LearnsAFewPositionsByHeart) {
  const std::vector<Sample> samples = random_samples(9, 20);
  const auto all = pointers_to(samples);
  ThreadPool pool(1);
  Fitter fitter(nn::random_parameters(128, 1, 3), nn::best_kernels());
  const double first = fitter.step(all, {.rate = 5e-3F}, pool);
  double last = first;
  for (int i = 0; i < 300; ++i) last = fitter.step(all, {.rate = 5e-3F}, pool);
  // What is left is the entropy of the targets themselves.
  double entropy = 0;
  for (const Sample& sample : samples) {
    const PossibleOutcomes can = possible_outcomes(sample.board);
    const Probabilities& t = sample.target;
    const auto add = [&](bool counts, float y) {
      if (counts && y > 0 && y < 1) entropy -= y * std::log(y) + (1 - y) * std::log(1 - y);
    };
    add(can.win && can.lose, t.win);
    add(can.win_gammon, t.win_gammon);
    add(can.win_backgammon, t.win_backgammon);
    add(can.lose_gammon, t.lose_gammon);
    add(can.lose_backgammon, t.lose_backgammon);
  }
  entropy /= static_cast<double>(samples.size());
  EXPECT_LT(last - entropy, 0.1 * (first - entropy));
}

TEST(Fitter, AverageMovesTowardsTheWeightsEveryEighthStep) {
  const std::vector<Sample> samples = random_samples(9, 30);
  ThreadPool pool(1);
  Fitter fitter(nn::random_parameters(128, 1, 3), nn::best_kernels());
  for (int step = 1; step <= 16; ++step) {
    const Fitter::State before = fitter.state();
    (void)fitter.step(pointers_to(samples), {.rate = 1e-3F, .average_decay = 0.9F}, pool);
    const auto first = [](const Parameters& p) { return p.heads[0].b3[0]; };
    const float old = first(before.average), now = first(fitter.average());
    if (step % 8 != 0) {
      ASSERT_EQ(now, old) << step;
    } else {
      const float share = 1 - std::pow(0.9F, 8.0F);
      ASSERT_NEAR(now, old + (first(fitter.weights()) - old) * share, 1e-7F) << step;
      ASSERT_NE(now, old);
    }
  }
}

}  // namespace
}  // namespace alea
