#include "training/stage.h"

#include "nn/eval/features.h"

namespace alea {

std::vector<Stage> default_stages() {
  Stage first;  // a small net learns the game from the dice that fall
  first.games = 250'000;
  first.horizon = 250'000;
  first.games_per_round = 512;
  first.batch = 128;
  first.rate_from = 1e-3F;
  first.rate_to = 2e-4F;
  first.unusual_start = 0.15F;
  first.random_opening = 0.1F;

  Stage second;  // a wider one, with a stack for each of ten phases, learns from all rolls
  second.horizon = 1'500'000;
  second.width = 512;
  second.heads = nn::kCoarsePhases;
  second.all_rolls = true;
  second.games_per_round = 512;
  second.draws = 8;
  second.ring = 1'500'000;
  second.rate_from = 8e-4F;
  second.rate_to = 2e-5F;
  second.lambda_from = 0.8F;
  second.lambda_to = 0.5F;
  second.unusual_start = 0.2F;
  second.random_opening = 0.1F;
  second.explore = 0.1F;
  second.average_decay = 0.9995F;
  second.equity_weight = 5.0F;
  return {first, second};
}

}  // namespace alea
