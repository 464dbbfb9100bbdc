#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

// The active derived inputs, one of each group: pip difference, our pips, their pips, then our windows and
// theirs, then our shots, theirs, our escapes, theirs, our spare pips, theirs. Four share a word, so that
// they are compared as fast as they are made.
class DerivedFeatures {
 public:
  static constexpr int kPerWord = 4;

  [[nodiscard]] std::uint16_t operator[](int group) const noexcept {
    return static_cast<std::uint16_t>(words_[static_cast<std::size_t>(group / kPerWord)] >>
                                      (group % kPerWord * 16));
  }
  void set(int group, int feature) noexcept {
    words_[static_cast<std::size_t>(group / kPerWord)] |= static_cast<std::uint64_t>(feature)
                                                          << (group % kPerWord * 16);
  }
  [[nodiscard]] std::uint64_t word(int at) const noexcept {
    return words_[static_cast<std::size_t>(at)];
  }

 private:
  std::array<std::uint64_t, (kDerivedGroups + kPerWord - 1) / kPerWord> words_{};
};

[[nodiscard]] inline DerivedFeatures derived_features(const Summary& summary) noexcept {
  constexpr int kPipsAt = kPlacedFeatures + kPipDifferences;
  constexpr int kPatternsAt = kPipsAt + 2 * kPipCounts;
  constexpr int kTacticsAt = kPatternsAt + static_cast<int>(kWindowShifts.size()) * kPatterns;
  constexpr int kLeast = -kPipDifferences / 2 * kPipDifferenceStep;
  DerivedFeatures active;
  const auto& [us, them] = summary.pips;
  active.set(0, kPlacedFeatures + std::clamp((us.all - them.all - kLeast) / kPipDifferenceStep, 0,
                                             kPipDifferences - 1));
  active.set(1, kPipsAt + std::min(us.all / kPipCountStep, kPipCounts - 1));
  active.set(2, kPipsAt + kPipCounts + std::min(them.all / kPipCountStep, kPipCounts - 1));
#pragma GCC unroll 16
  for (std::size_t w = 0; w < kWindowShifts.size(); ++w) {
    const auto pattern = static_cast<int>(summary.made >> kWindowShifts[w] & (kPatterns - 1));
    active.set(3 + static_cast<int>(w), kPatternsAt + static_cast<int>(w) * kPatterns + pattern);
  }
  const auto spare = [](const Pips& pips) {
    return std::min(pips.spare / kSpareStep, kTacticsValues - 1);
  };
  const std::array<int, kTactics> tactics = {summary.shots[0],   summary.shots[1],
                                             summary.escapes[0], summary.escapes[1],
                                             spare(us),          spare(them)};
#pragma GCC unroll 8
  for (int i = 0; i < kTactics; ++i) {
    active.set(kTacticsGroup + i,
               kTacticsAt + i * kTacticsValues + tactics[static_cast<std::size_t>(i)]);
  }
  return active;
}

// Bit n is set where the inputs of group n differ.
[[nodiscard]] inline std::uint32_t different_groups(const DerivedFeatures& a,
                                                    const DerivedFeatures& b) noexcept {
  std::uint32_t same = 0;
#ifdef __SSE2__
  const auto equal = [&](int word) {  // 16 bits all set for each group that is the same
    const auto pair = [word](const DerivedFeatures& x) {
      const std::uint64_t second = 4 * (word + 1) < kDerivedGroups ? x.word(word + 1) : 0;
      return _mm_set_epi64x(static_cast<long long>(second), static_cast<long long>(x.word(word)));
    };
    return _mm_cmpeq_epi16(pair(a), pair(b));
  };
  static_assert(kDerivedGroups > 16 && kDerivedGroups <= 24);
  same =
      static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(equal(0), equal(2)))) |
      static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(equal(4), _mm_setzero_si128())))
          << 16;
#else
  for (int group = 0; group < kDerivedGroups; ++group) {
    same |= std::uint32_t{a[group] == b[group]} << group;
  }
#endif
  return ~same & ((1U << kDerivedGroups) - 1);
}

// The active inputs of a board: placed ones in ascending order of place, then derived ones; returns how
// many. With derived inputs given, those, whatever the board.
inline constexpr int kMaxActiveFeatures = 2 * kCheckers + kDerivedGroups;
static_assert(kMaxActiveFeatures == kMaxActive);
using ActiveFeatures = std::array<std::uint16_t, kMaxActiveFeatures>;
int active_features(const Board& board, const DerivedFeatures& derived,
                    ActiveFeatures& out) noexcept;
int active_features(const Board& board, ActiveFeatures& out) noexcept;

// The phase of the game: 0 for a race; else one for each pair of the men back (bar and opponent's home:
// none, one, two, three, four or five, more) of both sides.
inline constexpr int kPhases = 37;
[[nodiscard]] int phase_of(const Board& board) noexcept;
// The same for whoever has the board's occupied_places() at hand.
[[nodiscard]] int phase_of(const Board& board, std::uint64_t occupied) noexcept;

// A net has one stack of dense layers for all phases, one for each, or one for each of 26 that do not tell
// more than four men back from four, or of ten coarse ones that know up to one, two and more men back.
inline constexpr int kMediumPhases = 26, kCoarsePhases = 10;
[[nodiscard]] constexpr bool are_heads(int heads) noexcept {
  return heads == 1 || heads == kCoarsePhases || heads == kMediumPhases || heads == kPhases;
}
// The head that `phase` belongs to in a net of that many (see are_heads).
[[nodiscard]] int head_of(int phase, int heads) noexcept;
// For each head of a net of `to` heads the one it comes from in a net of `from`: from 1 or fewer than `to`.
[[nodiscard]] std::vector<int> head_origins(int from, int to);

}  // namespace alea::nn
