#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/bearoff/bearoff_position.h"

// How the payload of a one-sided table is laid out; for its maker and its reader only.
namespace alea::one_sided {

// In 8-byte words: mean rolls [positions] as doubles, places [positions], places of the distributions of
// the first checker off [full], then all distributions as 32-bit counts, two a word.
struct Layout {
  explicit Layout(BearoffShape shape) noexcept
      : positions(position_count(shape)),
        full(shape.checkers < kCheckers
                 ? 0
                 : positions - position_count({shape.points, shape.checkers - 1})) {}

  [[nodiscard]] std::size_t index_words() const noexcept { return 2 * positions + full; }

  std::size_t positions;
  std::size_t full;  // positions with all 15 checkers on the board, the last ones
};

// Where a distribution stands among the counts, and the number of rolls its first count is for.
struct Place {
  std::uint64_t offset = 0;
  std::uint8_t first_roll = 0, count = 0;

  [[nodiscard]] constexpr std::uint64_t pack() const noexcept {
    return offset << 16 | std::uint64_t{first_roll} << 8 | count;
  }
  [[nodiscard]] static constexpr Place unpack(std::uint64_t word) noexcept {
    return {word >> 16, static_cast<std::uint8_t>(word >> 8), static_cast<std::uint8_t>(word)};
  }
};

}  // namespace alea::one_sided
