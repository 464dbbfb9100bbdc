#pragma once

#include <array>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/bearoff/two_sided.h"
#include "engine/board/movegen.h"
#include "engine/cube/cube_model.h"
#include "engine/evaluator/evaluator.h"
#include "engine/search/likely_plays.h"
#include "engine/search/search_options.h"

namespace alea {

// Sum of chances with weights, in double precision.
class ChancesSum {
 public:
  void add(const Probabilities& p, double weight) noexcept;
  [[nodiscard]] Probabilities divided_by(double total) const noexcept;
  // In the order of Probabilities, before rounding to floats.
  [[nodiscard]] const std::array<double, 5>& sums() const noexcept { return sum_; }

 private:
  std::array<double, 5> sum_{};
};

// What a node of the search tree is worth to the player about to roll there (or, after a roll, to the
// one who rolled), in every cube slot of the model.
struct NodeValue {
  Probabilities chances;
  CubeModel::Values values{};
};

// What all nodes of one search have in common.
struct TreeSetting {
  const Evaluator& evaluator;
  const CubeModel& model;
  const Rules& rules;
  const SearchOptions& options;
  std::stop_token stop{};
  // Bear-offs whose values with a cube are known; null if none are (money only: a match has other values).
  const TwoSidedBearoff* exact =
      options.cubeful && model.is_money() ? evaluator.exact_cube() : nullptr;
};

// Whether one play beats another: by its worth to the mover; where that is equal, as it is of all plays after which
// the opponent will cash, by the game that is left if the cube is forgotten. Chances are the opponent's, who rolls next.
[[nodiscard]] inline bool beats(double value, const Probabilities& chances, double other_value,
                                const Probabilities& other_chances) noexcept {
  return value != other_value ? value > other_value
                              : chances.cubeless_equity() < other_chances.cubeless_equity();
}

// Plays of one node with their values by the evaluator. Reused, so nothing is allocated once grown.
struct TreeLevel {
  PlayList plays;
  std::vector<Probabilities> chances;  // of the opponent, who rolls next
  std::vector<double> ranking;         // seen by the mover
  std::vector<std::uint32_t> kept;     // indices that go deeper, best first

  // Fills all but `kept`: the plays of a roll, evaluated and valued for the present cube.
  void fill(const TreeSetting& setting, const Board& board, Dice dice, CubeModel::Seat mover,
            Evaluator::Scratch& scratch);
  // Fills `kept` with the indices that pass `filter`, judged by `ranking`.
  void filter(const TreeSetting& setting, const MoveFilter& filter);
};

// The likeliest plays of all 21 rolls of one board, which the evaluator gets in one batch: its cost a board
// falls with their number. Reused, so nothing is allocated once grown.
struct LastRolls {
  LikelyPlays plays;
  std::array<std::size_t, kRolls + 1> start{};  // where the plays of a roll begin, in those below
  std::vector<Board> boards;
  std::vector<Probabilities> chances;  // of the opponent, who rolls next
  std::vector<double> ranking;         // seen by the mover

  // `most` plays of each roll; 0 = all.
  void fill(const TreeSetting& setting, const Board& board, int most, CubeModel::Seat mover,
            Evaluator::Scratch& scratch);
  // The best play of roll r, as a place in the lists above.
  [[nodiscard]] std::size_t best_of_roll(std::size_t r) const noexcept {
    std::size_t best = start[r];
    for (std::size_t i = best + 1; i < start[r + 1]; ++i) {
      if (beats(ranking[i], chances[i], ranking[best], chances[best])) best = i;
    }
    return best;
  }
};

// The recursion below the root: one thread's worth of it.
class Tree {
 public:
  explicit Tree(std::unique_ptr<Evaluator::Scratch> scratch) : scratch_(std::move(scratch)) {}

  // Value to the player about to roll on `board`, at `seat`, before any double: average over the 21 rolls,
  // `plies` >= 1 rolls ahead. Meaningless after a stop request.
  [[nodiscard]] NodeValue before_roll(const TreeSetting& setting, const Board& board, int plies,
                                      CubeModel::Seat seat);
  // Value after one roll, played best, to the one who rolled; `plies` >= 2.
  [[nodiscard]] NodeValue after_roll(const TreeSetting& setting, const Board& board, Dice dice,
                                     int plies, CubeModel::Seat seat);
  // The same at 1 ply for all rolls, in the order of all_rolls().
  void after_last_rolls(const TreeSetting& setting, const Board& board, CubeModel::Seat seat,
                        std::span<NodeValue, kRolls> after);
  // Value by the evaluator alone, before any double, to the player about to roll.
  [[nodiscard]] NodeValue static_value(const TreeSetting& setting, const Board& board,
                                       CubeModel::Seat seat);

  [[nodiscard]] Evaluator::Scratch& scratch() noexcept { return *scratch_; }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
  void count_nodes(std::size_t boards) noexcept { nodes_ += boards; }
  void reset_nodes() noexcept { nodes_ = 0; }

 private:
  std::unique_ptr<Evaluator::Scratch> scratch_;
  std::array<TreeLevel, kMaxPlies + 1> levels_;  // [plies left]
  LastRolls last_;
  std::uint64_t nodes_ = 0;
};

// Average of the 21 values after a roll, in the order of all_rolls().
[[nodiscard]] NodeValue average(std::span<const NodeValue, kRolls> after, int slots) noexcept;

// Values of one evaluated board in all slots, to the player about to roll, before any double.
[[nodiscard]] CubeModel::Values leaf_values(const TreeSetting& setting, const Board& board,
                                            const Probabilities& chances,
                                            CubeModel::Seat seat) noexcept;

// Worth of one evaluated board for the present cube to the player about to roll, with that player's best
// cube action.
[[nodiscard]] double leaf_value(const TreeSetting& setting, const Board& board,
                                const Probabilities& chances, CubeModel::Seat seat) noexcept;

// Turns values before any double of the player to roll into those seen by the opponent, who has
// just moved: that player's best cube action, then the other side.
void to_mover(const TreeSetting& setting, CubeModel::Seat to_roll,
              CubeModel::Values& values) noexcept;

}  // namespace alea
