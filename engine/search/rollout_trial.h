#pragma once

#include <array>
#include <memory>

#include "engine/search/player.h"
#include "engine/search/rollout.h"
#include "engine/search/tree.h"

namespace alea {

// What one trial found, seen by the player whose decision is rolled out; luck taken out if asked for.
struct TrialResult {
  std::array<double, 5> chances{};  // in the order of Probabilities
  double cubeful = 0;               // money: points per root cube unit; match: MWC
};

// Plays trials of one decision. Const and thread-safe given a Scratch per thread.
class TrialPlayer {
 public:
  TrialPlayer(std::shared_ptr<const Evaluator> evaluator,
              std::shared_ptr<const MatchEquityTable> met, const RolloutOptions& options);

  class Scratch;
  struct ScratchDeleter {
    void operator()(Scratch* scratch) const noexcept;
  };
  using ScratchPtr = std::unique_ptr<Scratch, ScratchDeleter>;
  [[nodiscard]] ScratchPtr make_scratch() const;

  // Trial number `trial` of one row of the decision `root`.
  [[nodiscard]] TrialResult play(const Position& root, const RolloutRow& row, std::int64_t trial,
                                 Scratch& scratch) const;

 private:
  class Seated;

  std::shared_ptr<const Evaluator> evaluator_;
  std::shared_ptr<const MatchEquityTable> met_;
  RolloutOptions options_;
  Searcher checker_, cube_, bare_;  // bare: checker play once the cube has left the game
};

}  // namespace alea
