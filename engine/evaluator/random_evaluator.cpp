#include "engine/evaluator/random_evaluator.h"

#include <fmt/format.h>

#include "engine/base/check.h"
#include "engine/base/rng.h"
#include "engine/board/outcome.h"

namespace alea {

void RandomEvaluator::evaluate(const Board& /*origin*/, std::span<const Board> boards,
                               std::span<Probabilities> out, Scratch& /*scratch*/) const {
  ALEA_ASSERT(boards.size() == out.size());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (const auto outcome = outcome_of(boards[i])) {
      out[i] = outcome->probabilities();
      continue;
    }
    const BoardKey key = key_of(boards[i]);
    Rng rng(seed_ ^ key.us, key.them);
    Probabilities& p = out[i];
    p.win = rng.uniform();
    p.win_gammon = p.win * rng.uniform();
    p.win_backgammon = p.win_gammon * rng.uniform();
    p.lose_gammon = (1.0F - p.win) * rng.uniform();
    p.lose_backgammon = p.lose_gammon * rng.uniform();
  }
}

std::string RandomEvaluator::identity() const {
  return fmt::format("random {}", seed_);
}

}  // namespace alea
