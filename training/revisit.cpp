#include "training/revisit.h"

#include <cmath>

namespace alea {

double equity_error(const Evaluator& evaluator, const Sample& sample, SelfPlayScratch& scratch) {
  Probabilities value;
  evaluator.evaluate(sample.board, {&sample.board, 1}, {&value, 1}, *scratch.evaluation);
  return static_cast<double>(sample.target.cubeless_equity()) -
         static_cast<double>(value.cubeless_equity());
}

const Board* start_to_revisit(const Evaluator& evaluator, std::span<const Sample> ring,
                              float revisit, Rng rng, SelfPlayScratch& scratch) {
  if (ring.empty() || revisit <= 0 || rng.uniform() >= revisit) return nullptr;
  const Sample* worst = nullptr;
  double largest = -1;
  for (int i = 0; i < kRevisitChoice; ++i) {
    const Sample& sample = ring[rng.below(static_cast<std::uint32_t>(ring.size()))];
    const double error = std::abs(equity_error(evaluator, sample, scratch));
    if (error > largest) {
      largest = error;
      worst = &sample;
    }
  }
  return &worst->board;
}

}  // namespace alea
