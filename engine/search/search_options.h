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
      {{8, 0.16}, {4, 0.08}, {3, 0.05}, {2, 0.04}, {2, 0.03}, {2, 0.03}}};
  bool operator==(const MoveFilters&) const = default;
};

struct SearchOptions {
  int plies = 0;        // 0 = the evaluator alone; at most kMaxPlies
  bool cubeful = true;  // rank by the equity with the cube, where one is in use
  MoveFilters filters;
  // Inside the tree: the replies that a player considers beyond the evaluator's first choice.
  MoveFilter inner{1, 0.0};
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
    options.slot_margin = 1e9;
    return options;
  }
};

}  // namespace alea
