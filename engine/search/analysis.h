#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/board/movegen.h"
#include "engine/cube/cube_action.h"
#include "engine/cube/cube_model.h"
#include "engine/cube/cube_points.h"
#include "engine/cube/equity.h"
#include "engine/cube/position.h"

namespace alea {

// How a figure came about. Greater is deeper: a rollout beats any look-ahead.
struct Level {
  int plies = 0;         // look-ahead; 0 = the evaluator alone
  bool rollout = false;  // `plies` then tells how its checkers were played

  [[nodiscard]] std::string name() const {
    return rollout ? "rollout" : std::to_string(plies) + "ply";
  }
  bool operator==(const Level&) const = default;
};
[[nodiscard]] constexpr bool is_deeper(const Level& a, const Level& b) noexcept {
  return a.rollout != b.rollout ? a.rollout : a.plies > b.plies;
}

// What a position is worth to one player.
struct Valuation {
  Probabilities probabilities;
  Equity cubeless;         // money: points; match: EMG with the present cube and no doubles
  Equity cubeful;          // the same with the cube in play; equal where no cube is in use
  std::optional<Mwc> mwc;  // match play: `cubeful` as the chance to win the match
};

// Standard errors of the same figures; from rollouts only.
struct ValuationError {
  Probabilities probabilities;
  Equity cubeless, cubeful;
  std::optional<Mwc> mwc;
};

// One legal play and its worth to the player who makes it.
struct Candidate {
  Steps steps;
  Board after;      // turned to the opponent, who is about to roll
  Valuation value;  // seen by the mover
  Level level;
  double loss =
      0;  // against the best row, in the ranking equity; may be negative on shallower rows
  std::optional<ValuationError> error;
  std::int64_t trials = 0;  // of a rollout
};

// A checker-play decision. Rows: deepest level first, then best first (ranking equity: cubeful where
// a cube or a score is in use and not switched off, else cubeless); the first row is the choice.
struct CheckerAnalysis {
  std::vector<Candidate> candidates;  // every legal play; one row without steps if there is none
  Level level;                        // asked for
  bool cubeful = true;                // which equity ranks
  bool complete = true;               // false: stopped before every level was done
  std::uint64_t nodes = 0;            // boards evaluated
};

// A cube decision. Every figure is seen by the player who may double (about to roll), also where the
// position asks the opponent for the answer to a double (`answering`).
struct CubeAnalysis {
  Valuation value;         // of the position with best cube actions
  bool may_turn = false;   // else only `values.no_double` means anything
  bool answering = false;  // the double has been made: take or pass
  CubeValues values;       // EMG in a match
  CubeDecision decision;
  std::optional<Mwc> no_double_mwc, double_take_mwc, double_pass_mwc;  // match play
  // The turning points at this efficiency, and with a dead and a fully live cube.
  std::optional<CubePoints> points, dead_points, live_points;
  // Double and take if the taker could not use the cube: less double_take, what the redouble is worth to him.
  std::optional<Equity> double_take_dead;
  Efficiency efficiency{0.0};
  // What each roll, played best, is worth if nobody doubles before it, in the order of all_rolls(); their
  // average is no_double. Empty at 0 plies and from rollouts.
  std::vector<Equity> after_roll;
  // How deeply the boards after those rolls are looked at.
  [[nodiscard]] Level after_roll_level() const noexcept { return {.plies = level.plies - 1}; }
  Level level;
  bool complete = true;
  std::uint64_t nodes = 0;
  std::optional<ValuationError> error;  // of `value`, from rollouts only
  std::optional<Equity> no_double_error, double_take_error;
  std::int64_t trials = 0;
};

// A value of `model` for its first player, with the chances it belongs to.
[[nodiscard]] Valuation valuation(const CubeModel& model, const Probabilities& chances,
                                  double value);

// Fills in everything that follows from the values without a double in all slots: value, decision, match
// chances and cube points. may_turn and efficiency must be set.
void complete(const CubeModel& model, const Probabilities& chances,
              const CubeModel::Values& undoubled, CubeAnalysis& analysis);

}  // namespace alea
