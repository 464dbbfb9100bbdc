#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/board/board.h"

namespace alea::nn {

// Feature set "onehot-1": one binary input for each (side, place, number of checkers there > 0).
//
// Per side: points 1..24 with 1..8 checkers (8 stands for 8 or more), then the bar and the checkers off
// with 1..15 each. The player about to roll comes first. A legal board has at most 15 active inputs a
// side, one for each occupied slot.
inline constexpr std::string_view kFeatureSet = "onehot-1";
inline constexpr int kCountsPerPoint = 8;
inline constexpr int kFeaturesPerSide = kPoints * kCountsPerPoint + 2 * kCheckers;
inline constexpr int kFeatures = 2 * kFeaturesPerSide;

// The input that is active when `count` > 0 checkers stand on `slot` of a side (0 us, 1 them).
[[nodiscard]] constexpr int feature(int side, int slot, int count) noexcept {
  const int base = side * kFeaturesPerSide;
  if (slot == kBar) return base + kPoints * kCountsPerPoint + count - 1;
  if (slot == kOff) return base + kPoints * kCountsPerPoint + kCheckers + count - 1;
  return base + (slot - 1) * kCountsPerPoint + (count < kCountsPerPoint ? count : kCountsPerPoint) - 1;
}

// feature() by [place][count], place = 32 * side + slot; zero for count 0 and for unused slots.
using FeatureTable = std::array<std::array<std::uint16_t, kCheckers + 1>, 64>;
[[nodiscard]] constexpr FeatureTable make_feature_table() noexcept {
  FeatureTable table{};
  for (int side = 0; side < 2; ++side) {
    for (int slot = 0; slot <= kBar; ++slot) {
      for (int count = 1; count <= kCheckers; ++count) {
        table[static_cast<std::size_t>(32 * side + slot)][static_cast<std::size_t>(count)] =
            static_cast<std::uint16_t>(feature(side, slot, count));
      }
    }
  }
  return table;
}

// The active inputs of a board, in ascending order of place; returns how many (at most 30).
inline constexpr int kMaxActiveFeatures = 2 * kCheckers;
int active_features(const Board& board, std::array<std::uint16_t, kMaxActiveFeatures>& out) noexcept;

// The stack of dense layers that a board belongs to: 0 for a race; else one for each pair of the men
// back (bar and opponent's home: up to one, two, more) of both sides.
inline constexpr int kPhases = 10;
[[nodiscard]] int phase_of(const Board& board) noexcept;

}  // namespace alea::nn
