#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "engine/board/board.h"
#include "nn/net/shape.h"

namespace alea::nn {

// Feature set "onehot-2": binary inputs, the player about to roll first.
//
// Placed: one for each (side, place, number of checkers there > 0). Per side: points 1..24 with 1..8
// checkers (8 stands for 8 or more), then the bar and the checkers off with 1..15 each.
// Derived: one active in each of the groups
// - difference of the pip counts, in steps of 4; pip count of us, of them, in steps of 5;
// - for each side and each of five windows of six points: which of them are made (two checkers or more).
// A sum of placed inputs knows nothing of such conjunctions; the layers behind it learn them slowly.
//
// A legal board has at most 15 placed inputs a side, one for each occupied slot.
inline constexpr std::string_view kFeatureSet = "onehot-2";
inline constexpr int kCountsPerPoint = 8;
inline constexpr int kFeaturesPerSide = kPoints * kCountsPerPoint + 2 * kCheckers;
inline constexpr int kPlacedFeatures = 2 * kFeaturesPerSide;

inline constexpr int kPipDifferences = 48, kPipDifferenceStep = 4;
inline constexpr int kPipCounts = 40, kPipCountStep = 5;
inline constexpr int kWindowPoints = 6, kPatterns = 1 << kWindowPoints;
inline constexpr std::array<int, 5> kWindows = {1, 4, 7, 13, 19};  // the first point of each
inline constexpr int kDerivedGroups = 3 + 2 * static_cast<int>(kWindows.size());
inline constexpr int kFeatures = kPlacedFeatures + kPipDifferences + 2 * kPipCounts +
                                 2 * static_cast<int>(kWindows.size()) * kPatterns;

// The set before it: the placed inputs alone, under the same numbers.
inline constexpr std::string_view kPlacedFeatureSet = "onehot-1";

// The input that is active when `count` > 0 checkers stand on `slot` of a side (0 us, 1 them).
[[nodiscard]] constexpr int feature(int side, int slot, int count) noexcept {
  const int base = side * kFeaturesPerSide;
  if (slot == kBar) return base + kPoints * kCountsPerPoint + count - 1;
  if (slot == kOff) return base + kPoints * kCountsPerPoint + kCheckers + count - 1;
  return base + (slot - 1) * kCountsPerPoint + (count < kCountsPerPoint ? count : kCountsPerPoint) -
         1;
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

// What the derived inputs are made from.
struct Summary {
  std::uint64_t made = 0;     // bit place: two checkers or more there
  std::array<int, 2> pips{};  // of us, of them

  bool operator==(const Summary&) const = default;
};
[[nodiscard]] Summary summary_of(const Board& board) noexcept;

// The active derived inputs, one of each group in a fixed order.
using DerivedFeatures = std::array<std::uint16_t, kDerivedGroups>;
[[nodiscard]] inline DerivedFeatures derived_features(const Summary& summary) noexcept {
  DerivedFeatures active;
  std::size_t n = 0;
  int base = kPlacedFeatures;
  const auto put = [&](int value, int size) {
    active[n++] = static_cast<std::uint16_t>(base + std::clamp(value, 0, size - 1));
    base += size;
  };
  const auto [us, them] = summary.pips;
  put((us - them + kPipDifferences / 2 * kPipDifferenceStep) / kPipDifferenceStep, kPipDifferences);
  put(us / kPipCountStep, kPipCounts);
  put(them / kPipCountStep, kPipCounts);
  for (int side = 0; side < 2; ++side) {
    for (const int first : kWindows) {
      put(static_cast<int>(summary.made >> (32 * side + first)) & (kPatterns - 1), kPatterns);
    }
  }
  return active;
}

// The active inputs of a board: placed ones in ascending order of place, then derived ones; returns how
// many.
inline constexpr int kMaxActiveFeatures = 2 * kCheckers + kDerivedGroups;
static_assert(kMaxActiveFeatures == kMaxActive);
int active_features(const Board& board,
                    std::array<std::uint16_t, kMaxActiveFeatures>& out) noexcept;

// The stack of dense layers that a board belongs to: 0 for a race; else one for each pair of the men
// back (bar and opponent's home: up to one, two, more) of both sides.
inline constexpr int kPhases = 10;
[[nodiscard]] int phase_of(const Board& board) noexcept;

}  // namespace alea::nn
