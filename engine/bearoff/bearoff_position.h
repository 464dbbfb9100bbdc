#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/board/board.h"
#include "engine/board/dice.h"

namespace alea {

// Which positions of one side a table holds: up to `checkers` of them, all on points 1 to `points`.
// With at most 12 points a side, two sides that are both covered are past each other.
struct BearoffShape {
  int points = kHome;
  int checkers = kCheckers;

  bool operator==(const BearoffShape&) const = default;
};

inline constexpr int kMaxBearoffPoints = 12;

// Whether points are 1 to kMaxBearoffPoints and checkers 1 to 15.
[[nodiscard]] bool is_valid(BearoffShape shape) noexcept;

// One side's checkers, four bits a point: bits 4 (p - 1) and up count those on point p. What is missing
// to 15 (or to the shape's number) is off.
using PackedSide = std::uint64_t;

namespace bearoff_detail {

// kRank[k][s] = C(s + k - 1, k): the ways to put fewer than s checkers on k points.
inline constexpr auto kRank = [] {
  std::array<std::array<std::uint32_t, kCheckers + 2>, kMaxBearoffPoints + 1> rank{};
  for (std::size_t s = 0; s < rank[0].size(); ++s) rank[0][s] = s == 0 ? 0 : 1;
  for (std::size_t k = 1; k < rank.size(); ++k) {
    for (std::size_t s = 1; s < rank[k].size(); ++s) {
      rank[k][s] = rank[k][s - 1] + rank[k - 1][s];
    }
  }
  return rank;
}();

}  // namespace bearoff_detail

// Number of positions of a shape: C(points + checkers, points).
[[nodiscard]] constexpr std::uint32_t position_count(BearoffShape shape) noexcept {
  return bearoff_detail::kRank[static_cast<std::size_t>(shape.points)]
                              [static_cast<std::size_t>(shape.checkers) + 1];
}

// Rank of a side among all those on `points` points: 0 to position_count - 1, without gaps.
//
// Combinatorial number system: with s_p checkers on points p and beyond, the sum over all points of
// C(s_p + points - p, points - p + 1). Hence fewer checkers come first, whatever the largest number of
// checkers is, and every step forward lowers the rank.
[[nodiscard]] inline std::uint32_t bearoff_index(const Board::Side& side, int points) noexcept {
  std::uint32_t index = 0;
  std::size_t checkers = 0;
  std::size_t k = 1;
  for (auto point = static_cast<std::size_t>(points); point >= 1; --point, ++k) {
    checkers += side[point];
    index += bearoff_detail::kRank[k][checkers];
  }
  return index;
}

// The same for a packed side.
[[nodiscard]] inline std::uint32_t bearoff_index(PackedSide side, int points) noexcept {
  std::uint32_t index = 0;
  std::size_t checkers = 0;
  std::size_t k = 1;
  for (int shift = 4 * (points - 1); shift >= 0; shift -= 4, ++k) {
    checkers += (side >> shift) & 15U;
    index += bearoff_detail::kRank[k][checkers];
  }
  return index;
}

// The side of a given rank.
[[nodiscard]] PackedSide side_of_index(std::uint32_t index, int points) noexcept;

[[nodiscard]] int checkers_of(PackedSide side) noexcept;
[[nodiscard]] int pips_of(PackedSide side) noexcept;
[[nodiscard]] Board::Side unpack(PackedSide side) noexcept;  // off = 15 less those on the board

// Whether all checkers of `side` are off or on the points of the shape, and not too many of them.
// A nanosecond or two: search and training ask it of every board.
[[nodiscard]] bool covers(BearoffShape shape, const Board::Side& side) noexcept;

// All sides that a roll can lead to (R8, R9, R13-R15), each once, in rising order, when the opponent is
// out of the way: then every number can be played, so R10 asks for nothing. A reusable buffer.
class BearoffPlays {
 public:
  // `side` must have a checker on the board.
  const std::vector<PackedSide>& generate(PackedSide side, Dice dice);

 private:
  void play(int die);

  std::vector<PackedSide> from_, to_, first_;
};

}  // namespace alea
