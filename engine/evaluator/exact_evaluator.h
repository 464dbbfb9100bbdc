#pragma once

#include <memory>

#include "engine/evaluator/evaluator.h"

namespace alea {

// Keeps another evaluator inside the rules: finished games get their exact result without being passed
// on, and of the answers to the others everything that can no longer happen is cleared
// (possible_outcomes). The outermost wrapper around a network:
// Exact(Bearoff(net)).
class ExactEvaluator final : public Evaluator {
 public:
  explicit ExactEvaluator(std::shared_ptr<const Evaluator> inner);

  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override;
  void evaluate(const Board& origin, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch& scratch) const override;
  // That of the inner evaluator: the rules need no mention.
  [[nodiscard]] std::string identity() const override;
  [[nodiscard]] const TwoSidedBearoff* exact_cube() const noexcept override {
    return inner_->exact_cube();
  }

 private:
  std::shared_ptr<const Evaluator> inner_;
};

}  // namespace alea
