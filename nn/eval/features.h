#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/board/board.h"
#include "nn/eval/tactics.h"
#include "nn/net/shape.h"

namespace alea::nn {

// Feature set "onehot-2": binary inputs, the player about to roll first.
//
// Placed: one for each (side, place, number of checkers there > 0). Per side: points 1..24 with 1..8
// checkers (8 stands for 8 or more), then the bar and the checkers off with 1..15 each.
// Derived: one active in each of the groups
// - difference of the pip counts, in steps of 4; pip count of us, of them, in steps of 5;
// - for each side and each of five windows of six points: which of them are made (two checkers or more);
// - for each side: how many of the 36 rolls would hit (tactics.h); with how many its rearmost checker
//   escapes; its pips to spare, that is those that the checkers on its points 7..18 have to go to its
//   6-point, in steps of 2.
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
// Where in `made` of a Summary the windows begin, ours and then theirs.
inline constexpr auto kWindowShifts = [] {
  std::array<int, 2 * kWindows.size()> shifts{};
  for (std::size_t w = 0; w < shifts.size(); ++w) {
    shifts[w] = 32 * static_cast<int>(w / kWindows.size()) + kWindows[w % kWindows.size()];
  }
  return shifts;
}();
inline constexpr int kTactics = 6, kTacticsValues = 40, kSpareStep = 2;
inline constexpr int kTacticsGroup = 3 + static_cast<int>(kWindowShifts.size());
inline constexpr int kDerivedGroups = kTacticsGroup + kTactics;
inline constexpr int kFeatures = kPlacedFeatures + kPipDifferences + 2 * kPipCounts +
                                 static_cast<int>(kWindowShifts.size()) * kPatterns +
                                 kTactics * kTacticsValues;

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

// Pips of a side, and those of them that are to spare (see above).
struct Pips {
  int all = 0, spare = 0;

  bool operator==(const Pips&) const = default;
};
[[nodiscard]] constexpr int spare_pips(int slot) noexcept {
  return slot >= 7 && slot <= 18 ? slot - 6 : 0;
}
[[nodiscard]] Pips pips_of(const Board::Side& side) noexcept;

// What the derived inputs are made from; of us, of them.
struct Summary {
  std::uint64_t made = 0;  // bit place: two checkers or more there
  std::array<Pips, 2> pips{};
  std::array<int, 2> shots{}, escapes{};
};
// With the shots and escapes that follow from the places with one checker or more, and with two or more.
[[nodiscard]] inline Summary summary_of(std::uint64_t occupied, std::uint64_t made,
                                        const std::array<Pips, 2>& pips) noexcept {
  const BothMen men = both_men(occupied, made);
  return {.made = made,
          .pips = pips,
          .shots = {shots(men.us), shots(men.them)},
          .escapes = {escapes(men.us), escapes(men.them)}};
}

// The active derived input of a group: 0 pip difference, 1 our pips, 2 their pips, then our windows and
// theirs, then our shots, theirs, our escapes, theirs, our spare pips, theirs.
[[nodiscard]] inline std::uint16_t derived_feature(const Summary& summary, int group) noexcept {
  constexpr int kPipsAt = kPlacedFeatures + kPipDifferences;
  constexpr int kPatternsAt = kPipsAt + 2 * kPipCounts;
  constexpr int kTacticsAt = kPatternsAt + static_cast<int>(kWindowShifts.size()) * kPatterns;
  if (group == 0) {
    constexpr int kLeast = -kPipDifferences / 2 * kPipDifferenceStep;
    const int steps = (summary.pips[0].all - summary.pips[1].all - kLeast) / kPipDifferenceStep;
    return static_cast<std::uint16_t>(kPlacedFeatures + std::clamp(steps, 0, kPipDifferences - 1));
  }
  if (group < 3) {
    const int steps = summary.pips[static_cast<std::size_t>(group - 1)].all / kPipCountStep;
    return static_cast<std::uint16_t>(kPipsAt + (group - 1) * kPipCounts +
                                      std::min(steps, kPipCounts - 1));
  }
  if (group < kTacticsGroup) {
    const auto pattern =
        summary.made >> kWindowShifts[static_cast<std::size_t>(group - 3)] & (kPatterns - 1);
    return static_cast<std::uint16_t>(kPatternsAt + (group - 3) * kPatterns +
                                      static_cast<int>(pattern));
  }
  const int number = group - kTacticsGroup;
  const auto side = static_cast<std::size_t>(number % 2);
  const int value = number < 2 ? summary.shots[side]
                    : number < 4
                        ? summary.escapes[side]
                        : std::min(summary.pips[side].spare / kSpareStep, kTacticsValues - 1);
  return static_cast<std::uint16_t>(kTacticsAt + number * kTacticsValues + value);
}

// Bit n is set where the inputs of group n differ, or may.
[[nodiscard]] inline std::uint32_t different_groups(const Summary& a, const Summary& b) noexcept {
  std::uint32_t groups = a.pips == b.pips ? 0 : 7 | 3U << (kTacticsGroup + 4);
  const std::uint64_t changed = a.made ^ b.made;
  for (std::size_t w = 0; w < kWindowShifts.size(); ++w) {
    groups |= std::uint32_t{(changed >> kWindowShifts[w] & (kPatterns - 1)) != 0} << (3 + w);
  }
  for (std::size_t side = 0; side < 2; ++side) {
    groups |= std::uint32_t{a.shots[side] != b.shots[side]} << (kTacticsGroup + side);
    groups |= std::uint32_t{a.escapes[side] != b.escapes[side]} << (kTacticsGroup + 2 + side);
  }
  return groups;
}

// The active inputs of a board: placed ones in ascending order of place, then derived ones; returns how
// many. With a summary, the derived ones are its, whatever the board.
inline constexpr int kMaxActiveFeatures = 2 * kCheckers + kDerivedGroups;
static_assert(kMaxActiveFeatures == kMaxActive);
using ActiveFeatures = std::array<std::uint16_t, kMaxActiveFeatures>;
int active_features(const Board& board, const Summary& summary, ActiveFeatures& out) noexcept;
int active_features(const Board& board, ActiveFeatures& out) noexcept;

// The phase of the game: 0 for a race; else one for each pair of the men back (bar and opponent's home:
// none, one, two, three, more) of both sides.
inline constexpr int kPhases = 26;
[[nodiscard]] int phase_of(const Board& board) noexcept;
// The same for whoever has the board's occupied_places() at hand.
[[nodiscard]] int phase_of(const Board& board, std::uint64_t occupied) noexcept;

// A net has one stack of dense layers for all phases, one for each, or one for each of ten coarse phases
// that know up to one, two and more men back.
inline constexpr int kCoarsePhases = 10;
[[nodiscard]] constexpr bool are_heads(int heads) noexcept {
  return heads == 1 || heads == kCoarsePhases || heads == kPhases;
}
// The head that `phase` belongs to in a net of that many (see are_heads).
[[nodiscard]] int head_of(int phase, int heads) noexcept;
// For each head of a net of `to` heads the one it comes from in a net of `from`: from 1 or fewer than `to`.
[[nodiscard]] std::vector<int> head_origins(int from, int to);

}  // namespace alea::nn
