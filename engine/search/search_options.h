#pragma once

#include <array>

#include "engine/cube/cube_efficiency.h"

namespace alea {

// Which candidates of a decision go on to a deeper look: at most `keep`, none that trails the best by
// more than `within` (equity per cube unit; in a match EMG); but `least` in any case.
struct MoveFilter {
  int keep = 0;
  double within = 0;
  int least = 0;

  bool operator==(const MoveFilter&) const = default;
};

inline constexpr int kMaxPlies = 6;

// Before the look-ahead of n plies is applied to a root candidate, filter [n - 1] is applied to the
// ranking at n - 1 plies. A single survivor is not looked at any deeper.
struct MoveFilters {
  std::array<MoveFilter, kMaxPlies> before{
      {{10, 0.1}, {4, 0.06}, {3, 0.02}, {2, 0.02}, {2, 0.02}, {2, 0.02}}};
  bool operator==(const MoveFilters&) const = default;
};

struct SearchOptions {
  int plies = 0;        // 0 = the evaluator alone; at most kMaxPlies
  bool cubeful = true;  // rank by the equity with the cube, where one is in use
  MoveFilters filters;
  // Inside the tree: the replies that a player considers beyond the evaluator's first choice.
  MoveFilter inner{1, 0.0};
  // Where the evaluator has the last word, it is asked about this many plays of a roll, the ones that
  // PlayRanker likes best; 0 = all of them. Root candidates are never left out.
  int last_plays = 8;
  // Plays within this of the best one for the present cube also compete for the other cube states.
  double slot_margin = 0.06;
  CubeEfficiency efficiency;

  bool operator==(const SearchOptions&) const = default;

  // No pruning at all: for tests and small positions.
  [[nodiscard]] static SearchOptions exhaustive(int plies) {
    SearchOptions options;
    options.plies = plies;
    options.filters.before.fill({1 << 20, 1e9});
    options.inner = {1 << 20, 1e9};
    options.last_plays = 0;
    options.slot_margin = 1e9;
    return options;
  }
};

}  // namespace alea
