#pragma once

#include <array>

#include "engine/base/rng.h"
#include "engine/board/dice.h"
#include "engine/search/game.h"

namespace alea {

// The dice of one trial: a function of (seed, trial) alone.
//
// If stratified, each block of 36 trials has every first roll once and every second roll once, and each 1296
// trials have every pair of them once, in an order that the seed shuffles: one source of chance
// less. Later rolls are independent.
class TrialDice final : public DiceSource {
 public:
  TrialDice(std::uint64_t seed, std::int64_t trial, bool stratify) noexcept;
  [[nodiscard]] Dice next() override;

 private:
  Rng rng_;
  std::array<Dice, 2> planned_{};
  std::size_t done_ = 2;  // rolls taken from `planned_`
};

}  // namespace alea
