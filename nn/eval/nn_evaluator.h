#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "engine/base/result.h"
#include "engine/evaluator/evaluator.h"
#include "nn/eval/features.h"
#include "nn/net/network.h"

namespace alea::nn {

// Evaluates boards with a Network.
//
// The first layer is updated from `origin` where that is shorter than summing afresh; its sums are
// integers, so both give the same bits. Finished games and impossible outcomes are not this class's
// business: wrap it in an ExactEvaluator.
class NnEvaluator final : public Evaluator {
 public:
  // Errors (input): the net was made for another feature set or number of heads.
  [[nodiscard]] static Result<std::shared_ptr<const NnEvaluator>> make(
      std::shared_ptr<const Network> network, const Kernels& kernels = best_kernels());

  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override;
  void evaluate(const Board& origin, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch& scratch) const override;
  [[nodiscard]] std::string identity() const override;

  [[nodiscard]] const Network& network() const noexcept { return *network_; }
  [[nodiscard]] const Kernels& kernels() const noexcept { return kernels_; }

 private:
  NnEvaluator(std::shared_ptr<const Network> network, const Kernels& kernels);

  std::shared_ptr<const Network> network_;
  const Kernels& kernels_;
  std::array<std::uint8_t, kPhases> heads_{};  // by phase
};

}  // namespace alea::nn
