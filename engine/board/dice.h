#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/base/rng.h"

namespace alea {

// One of the 21 unordered rolls; high >= low, both 1..6.
struct Dice {
  std::uint8_t high = 0, low = 0;

  [[nodiscard]] constexpr bool is_double() const noexcept { return high == low; }
  // Of 36: 1 for a double, 2 for any other roll.
  [[nodiscard]] constexpr int weight() const noexcept { return is_double() ? 1 : 2; }
  bool operator==(const Dice&) const = default;
};

inline constexpr int kRolls = 21;

// The 21 rolls in fixed order: 1-1, 2-1, 2-2, 3-1, ... 6-6. Weights sum to 36.
[[nodiscard]] std::span<const Dice, kRolls> all_rolls() noexcept;

// Place of a roll in all_rolls().
[[nodiscard]] constexpr int roll_index(Dice dice) noexcept {
  return dice.high * (dice.high - 1) / 2 + dice.low - 1;
}

[[nodiscard]] constexpr Dice make_dice(int a, int b) noexcept {
  return a >= b ? Dice{static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)}
                : Dice{static_cast<std::uint8_t>(b), static_cast<std::uint8_t>(a)};
}

// A fair roll of two dice.
[[nodiscard]] Dice roll(Rng& rng) noexcept;

// R4: a fair roll given that it is no double (the opening roll).
[[nodiscard]] Dice opening_roll(Rng& rng) noexcept;

}  // namespace alea
