#pragma once

#include <cstdint>

namespace alea::nn {

// One side's men and what stands in their way, as bits numbered by its own slots: bit 1..24 a point,
// bit 25 the bar.
struct Men {
  std::uint32_t occupied = 0;  // one checker or more
  std::uint32_t made = 0;      // two or more
  std::uint32_t blots = 0;     // points with a single checker of the other side
  std::uint32_t blocks = 0;    // points the other side has made
};

// The men of both sides from bits by place (32 * side + slot), as board_bytes.h gives them.
struct BothMen {
  Men us, them;
};
[[nodiscard]] BothMen both_men(std::uint64_t occupied, std::uint64_t made) noexcept;

// How many of the 36 rolls hit a blot, if these men move: by a single checker, with one die, both, or up
// to four steps of a double, through points that are not blocked. A man on the bar enters first; with more
// of them only hits on entering count. Whether the rest of the roll could be played does not matter.
[[nodiscard]] int shots(const Men& men) noexcept;

// How many of the 36 rolls bring the rearmost checker from the opponent's home board or the bar to slot 18
// or below, by itself; kNoneBehind if no checker is there.
inline constexpr int kNoneBehind = 37;
[[nodiscard]] int escapes(const Men& men) noexcept;

}  // namespace alea::nn
