#include "engine/search/rollout_dice.h"

#include <numeric>
#include <utility>

namespace alea {
namespace {

constexpr int kOrdered = 36;
using Permutation = std::array<std::uint8_t, kOrdered>;

// Shuffles apart from the rolls themselves.
constexpr std::uint64_t kShuffleSeed = 0x7368756666ULL;

Permutation shuffled(std::uint64_t seed, std::uint64_t stream) noexcept {
  Permutation p;
  std::iota(p.begin(), p.end(), std::uint8_t{0});
  Rng rng(seed ^ kShuffleSeed, stream);
  for (std::uint32_t i = kOrdered - 1; i > 0; --i) std::swap(p[i], p[rng.below(i + 1)]);
  return p;
}

Dice ordered(int index) noexcept {
  return make_dice(index / 6 + 1, index % 6 + 1);
}

}  // namespace

TrialDice::TrialDice(std::uint64_t seed, std::int64_t trial, bool stratify) noexcept
    : rng_(seed, static_cast<std::uint64_t>(trial)) {
  if (!stratify) return;
  const auto number = static_cast<std::uint64_t>(trial);
  const std::uint64_t block = number / kOrdered;
  const std::uint64_t round = block / kOrdered;
  const int first = shuffled(seed, 2 * block)[number % kOrdered];
  // Within a block the second roll runs through all as the first does; over 36 blocks every first meets
  // every second.
  const Permutation seconds = shuffled(seed, 2 * round + 1);
  const int second = seconds[(static_cast<std::uint64_t>(first) + block) % kOrdered];
  planned_ = {ordered(first), ordered(second)};
  done_ = 0;
}

Dice TrialDice::next() {
  return done_ < planned_.size() ? planned_[done_++] : roll(rng_);
}

}  // namespace alea
