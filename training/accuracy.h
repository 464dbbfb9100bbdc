#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/board/dice.h"
#include "engine/evaluator/evaluator.h"

namespace alea {

// Rolled-out positions to measure against; never training data.
struct ReferenceValue {
  Board board;
  std::string group;  // "contact", "crashed", "backgame", ...
  double equity = 0;  // cubeless, of the player about to roll
};
struct ReferenceDecision {
  Board board;
  Dice dice;
  struct Candidate {
    Board after;        // the opponent about to roll
    double equity = 0;  // of the player who moved
  };
  std::vector<Candidate> candidates;  // best first
  std::string group{};                // its class; empty if the file names none
};

// JSON lines {"id","cls","equity"} and {"id","dice","candidates":[{"id","equity"}],"cls"?}. Errors: environment where the
// file cannot be read; input with the line that is wrong.
[[nodiscard]] Result<std::vector<ReferenceValue>> read_reference_values(
    const std::filesystem::path& path);
[[nodiscard]] Result<std::vector<ReferenceDecision>> read_reference_decisions(
    const std::filesystem::path& path);

// Root mean square error of cubeless equity by group; "all" over everything.
[[nodiscard]] std::map<std::string, double> value_errors(const Evaluator& evaluator,
                                                         const std::vector<ReferenceValue>& values);

// What it loses to play to the board `after` in a reference decision; an `after` without reference equity
// is charged the worst one listed.
struct ReferenceLoss {
  double loss = 0;
  bool listed = true;
};
[[nodiscard]] ReferenceLoss reference_loss(const ReferenceDecision& decision, const Board& after);

// Performance rating 500 * mean equity lost, choosing among all legal plays without look-ahead; a choice
// that has no reference equity is charged the worst one listed.
struct DecisionError {
  double rating = 0;
  double unlisted = 0;  // share of choices without reference equity
};
[[nodiscard]] DecisionError decision_error(const Evaluator& evaluator,
                                           const std::vector<ReferenceDecision>& decisions);

}  // namespace alea
