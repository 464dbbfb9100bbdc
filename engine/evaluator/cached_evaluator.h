#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "engine/evaluator/evaluator.h"

namespace alea {

// Remembers what another evaluator said.
//
// A table of fixed size shared by all threads, without locks; an entry gives way to the next board that
// falls on its place. A hit compares the whole board, so results never depend on what the table
// holds. In a search at 2 plies two boards in five have been met before.
class CachedEvaluator final : public Evaluator {
 public:
  static constexpr std::size_t kDefaultBytes = std::size_t{16} << 20;

  // `bytes`: bound of the memory used, rounded down to a power of two; at least one entry is kept.
  explicit CachedEvaluator(std::shared_ptr<const Evaluator> inner,
                           std::size_t bytes = kDefaultBytes);
  ~CachedEvaluator() override;

  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override;
  void evaluate(const Board& origin, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch& scratch) const override;
  // That of the inner evaluator: the memory changes nothing.
  [[nodiscard]] std::string identity() const override;
  [[nodiscard]] const TwoSidedBearoff* exact_cube() const noexcept override {
    return inner_->exact_cube();
  }

 private:
  struct Entry;
  struct Own;

  std::shared_ptr<const Evaluator> inner_;
  std::size_t mask_;  // number of entries - 1
  std::unique_ptr<Entry[]> entries_;
};

}  // namespace alea
