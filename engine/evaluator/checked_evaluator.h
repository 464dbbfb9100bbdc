#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/evaluator/evaluator.h"

namespace alea {

// Answers with `inner` and compares each answer with that of `reference`: portable against fast
// kernels, trainer against engine, cached against fresh. The counts are totals over all threads.
class CheckedEvaluator final : public Evaluator {
 public:
  // A board counts as a mismatch if one of its five chances differs by more than `tolerance`.
  CheckedEvaluator(std::shared_ptr<const Evaluator> inner,
                   std::shared_ptr<const Evaluator> reference, float tolerance = 0.0F);

  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override;
  void evaluate(const Board& origin, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch& scratch) const override;
  // That of `inner`.
  [[nodiscard]] std::string identity() const override;
  [[nodiscard]] const TwoSidedBearoff* exact_cube() const noexcept override {
    return inner_->exact_cube();
  }

  [[nodiscard]] std::uint64_t boards() const noexcept { return boards_.load(); }
  [[nodiscard]] std::uint64_t mismatches() const noexcept { return mismatches_.load(); }
  [[nodiscard]] float worst_difference() const noexcept { return worst_.load(); }

 private:
  std::shared_ptr<const Evaluator> inner_, reference_;
  float tolerance_;
  mutable std::atomic<std::uint64_t> boards_{0}, mismatches_{0};
  mutable std::atomic<float> worst_{0};
};

}  // namespace alea
