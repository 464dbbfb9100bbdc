#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "engine/board/board.h"
#include "engine/board/side_bits.h"

namespace alea {

// Guesses which plays of a roll an evaluator would like best, at less than a tenth of the cost of asking it.
//
// A score is a sum of weights: for each of the mover's points by how many checkers it holds, whether the
// next higher point is made, too, and how many opposing checkers may still hit there; and for each blot hit.
// The weights depend on the kind of position before the roll: how strong the opponent's home board is,
// and whether the mover has checkers behind. They were learned from the preferences of a network among
// the plays of its games (alea_play_lab, which also tells how often the guess is wrong). Scores are
// integers, so they are the same on every machine.
class PlayRanker {
 public:
  static constexpr int kContexts = 7;  // 3 strengths of home boards x 2, and races
  static constexpr int kSlots = 26;    // of Board::Side
  static constexpr int kExposures =
      4;  // opposing checkers that may hit: none, far ones, one near, more
  static constexpr int kCounts = 4;           // 1, 2, 3 and more checkers
  static constexpr int kKinds = kCounts + 1;  // and a made point with another behind it
  static constexpr int kPlaces = kSlots * kExposures * kKinds;
  static constexpr int kWeights = kContexts * (kPlaces + kSlots);
  using Weights = std::array<std::int16_t, kWeights>;
  static constexpr int kMaxFeatures = 64;

  [[nodiscard]] static const Weights& learned() noexcept;

  explicit PlayRanker(const Weights& weights = learned()) noexcept : weights_(weights) {}

  // The board before the roll, seen by the mover; plays are compared with each other only.
  void look_at(const Board& before) noexcept;

  // A guess of what the play is worth to the mover, in no unit; `after` is turned to the opponent.
  [[nodiscard]] int score(const Board& after) const noexcept;

  // The weights whose sum score() is, as indices; returns how many. For learning them.
  int features(const Board& after, std::span<std::uint16_t, kMaxFeatures> out) const noexcept;

 private:
  // The points whose next higher point is made, as bits.
  [[nodiscard]] static std::uint32_t joined(const Board::Side& side) noexcept {
    return (slots_above(side, 1) & kPointBits) >> 1 & kPointBits;
  }
  // Where a row of `table_` has the weight of a slot.
  [[nodiscard]] static std::size_t kind(const Board::Side& side, std::uint32_t joined,
                                        int slot) noexcept {
    const int count = std::min<int>(side[static_cast<std::size_t>(slot)], kCounts);
    return static_cast<std::size_t>(count) + (joined >> slot & 1) * kKinds;
  }

  [[nodiscard]] int place(int slot, int kind) const noexcept;
  [[nodiscard]] int hit(int slot) const noexcept {
    return context_ * (kPlaces + kSlots) + kPlaces + slot;
  }

  const Weights& weights_;
  int context_ = 0;
  std::array<std::uint8_t, kSlots> exposure_{};
  // The mover's checkers before the roll: plays differ from it in few slots.
  alignas(16) Board::Side before_{};
  std::uint32_t joined_ = 0;
  int score_ = 0;
  // What a slot adds if it differs: [slot][count, and kKinds more where the next higher point is made].
  std::array<std::array<std::int16_t, 2 * kKinds>, kSlots> table_{};
  int blots_ = 0;  // of the opponent,
  std::array<std::uint8_t, kCheckers> blot_slot_{};
  std::array<std::int16_t, kCheckers> blot_weight_{};
};

}  // namespace alea
