#pragma once

#include <memory>

#include "engine/bearoff/bearoff_tables.h"
#include "engine/evaluator/evaluator.h"

namespace alea {

// Answers from the bear-off tables what they cover, and hands the rest to another evaluator: winning
// chances exact where the two-sided table knows both sides, else races by two one-sided distributions,
// gammon chances included (docs/bearoff.md has the measured errors of both and of the nets).
class BearoffEvaluator final : public Evaluator {
 public:
  BearoffEvaluator(BearoffTables tables, std::shared_ptr<const Evaluator> inner);

  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override;
  void evaluate(const Board& origin, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch& scratch) const override;
  // "INNER + bear-off 15x6 + 6x6 two-sided".
  [[nodiscard]] std::string identity() const override;
  [[nodiscard]] const TwoSidedBearoff* exact_cube() const noexcept override {
    return tables_.two_sided.get();
  }

  [[nodiscard]] const BearoffTables& tables() const noexcept { return tables_; }

 private:
  BearoffTables tables_;
  std::shared_ptr<const Evaluator> inner_;
};

}  // namespace alea
