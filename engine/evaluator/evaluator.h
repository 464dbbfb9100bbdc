#pragma once

#include <memory>
#include <span>
#include <string>

#include "engine/board/board.h"
#include "engine/board/probabilities.h"

namespace alea {

class TwoSidedBearoff;

// Estimates how games end from positions in which a player is about to roll.
//
// Const and thread-safe: any number of threads may evaluate at once, each with its own Scratch from
// make_scratch() of the same evaluator. A result depends on the board alone, never on its neighbours
// in the batch, on `origin`, on earlier calls or on the instruction set.
class Evaluator {
 public:
  // Working memory of one thread; an evaluator that needs none hands out the base.
  struct Scratch {
    virtual ~Scratch() = default;
  };

  virtual ~Evaluator() = default;

  [[nodiscard]] virtual std::unique_ptr<Scratch> make_scratch() const {
    return std::make_unique<Scratch>();
  }

  // out[i] = chances of the player about to roll on boards[i]; the spans have the same length, which
  // may be zero. Finished games are allowed and exact. `origin` is any board near all of them
  // (siblings: the board before the play, flipped): a hint for speed that never changes a result.
  virtual void evaluate(const Board& origin, std::span<const Board> boards,
                        std::span<Probabilities> out, Scratch& scratch) const = 0;

  // The exact equities with a cube that stand behind this evaluator, for those who can use them: null if
  // there are none. Lives as long as the evaluator. Decorators hand on what they wrap.
  [[nodiscard]] virtual const TwoSidedBearoff* exact_cube() const noexcept { return nullptr; }

  // Names what produced a figure: "net 1a2b3c4d5e6f", "pip count", ...
  [[nodiscard]] virtual std::string identity() const = 0;
};

}  // namespace alea
