#pragma once

#include "nn/eval/features.h"
#include "training/trainer.h"

namespace alea {

// A recipe that goes through both kinds of stages within a second: 2 rounds of the first, then the net
// grows in width and heads and learns from all rolls.
inline TrainingConfig small_run(std::uint64_t seed = 1) {
  Stage first;
  first.games = 24;
  first.width = 128;
  first.games_per_round = 12;
  first.ring = 700;  // overflows in the second round
  first.batch = 64;
  first.random_opening = 0.3F;
  Stage second = first;
  second.games = 0;
  second.horizon = 20;
  second.width = 256;
  second.heads = nn::kPhases;
  second.all_rolls = true;
  second.games_per_round = 4;
  second.unusual_start = 0.5F;
  second.revisit = 0.4F;
  return {.seed = seed, .stages = {first, second}};
}

}  // namespace alea
