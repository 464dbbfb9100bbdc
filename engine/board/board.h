#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "engine/base/result.h"

namespace alea {

inline constexpr int kCheckers = 15;  // a side
inline constexpr int kPoints = 24;
inline constexpr int kOff = 0;   // slot of the checkers borne off
inline constexpr int kBar = 25;  // slot of the checkers on the bar
inline constexpr int kHome = 6;  // points 1..6 are the home board

// Where the 30 checkers stand, seen by the player about to roll.
//
// Slot n of `us` counts our checkers on our own n-point (1 = farthest corner of our home board,
// 24 = the opponent's 1-point), kBar those on the bar, kOff those borne off; `them` is the same
// for the opponent in the opponent's own numbering, so our n-point is their (25 - n)-point. Slots
// 26..31 stay zero: boards are equal if and only if their 64 bytes are.
// Invariant of a legal board: each side's slots sum to 15, and no point is held by both.
struct alignas(64) Board {
  using Side = std::array<std::uint8_t, 32>;
  Side us{};
  Side them{};

  // The same board seen by the other player.
  [[nodiscard]] Board flipped() const noexcept { return Board{them, us}; }

  bool operator==(const Board&) const = default;
};

// R1: 2 on 24, 5 on 13, 3 on 8, 5 on 6.
[[nodiscard]] Board starting_board() noexcept;

// Points needed to bear off all of a side's checkers; the bar counts 25.
[[nodiscard]] int pip_count(const Board::Side& side) noexcept;

// Whether any checker of one side may still meet one of the other, moving forward.
[[nodiscard]] bool has_contact(const Board& board) noexcept;

// Our highest occupied slot (0 if all are off).
[[nodiscard]] int rearmost(const Board::Side& side) noexcept;

// Checks the invariant, and that the position can occur with the game still going on or just
// ended: not both sides all off, not both closed out on the bar. Errors (input): the first broken one,
// in words ("16 checkers on our side", "both sides on our 5-point", ...).
[[nodiscard]] Status validate(const Board& board);

// Exact compact identity of a board: the two halves of a GNU position ID, unary strings that start at
// bit 0 and are 25 bits and one for each checker in play long, so at most 40. (An ID writes `them`
// first and `us` where it ends.) Two legal boards are equal if and only if their keys are.
struct BoardKey {
  std::uint64_t us = 0, them = 0;  // low 40 bits used
  auto operator<=>(const BoardKey&) const = default;
};
[[nodiscard]] BoardKey key_of(const Board& board) noexcept;
[[nodiscard]] std::uint64_t hash_of(const Board& board) noexcept;

}  // namespace alea
