#pragma once

#include <cstdint>

#include "engine/evaluator/evaluator.h"

namespace alea {

// Random chances, but always the same for a board and a seed: as a player it plays at random; in
// tests it stands for a network, since all five chances vary and keep their invariants.
class RandomEvaluator final : public Evaluator {
 public:
  explicit RandomEvaluator(std::uint64_t seed) noexcept : seed_(seed) {}

  void evaluate(const Board& origin, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch& scratch) const override;
  [[nodiscard]] std::string identity() const override;  // "random SEED"

 private:
  std::uint64_t seed_;
};

}  // namespace alea
