#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "engine/board/board.h"

namespace alea::nn {

// The 64 slots of a board in a row: place = 32 * side + slot, our side first.
static_assert(sizeof(Board) == 64);
[[nodiscard]] inline const std::uint8_t* board_bytes(const Board& board) noexcept {
  return board.us.data();
}

// Bit n is set where the boards differ in place n.
[[nodiscard]] inline std::uint64_t different_places(const Board& a, const Board& b) noexcept {
  const std::uint8_t *x = board_bytes(a), *y = board_bytes(b);
  std::uint64_t same = 0;
#ifdef __SSE2__
  for (int i = 0; i < 4; ++i) {
    const __m128i p = _mm_load_si128(reinterpret_cast<const __m128i*>(x) + i);
    const __m128i q = _mm_load_si128(reinterpret_cast<const __m128i*>(y) + i);
    const auto mask = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(p, q)));
    same |= static_cast<std::uint64_t>(mask) << (16 * i);
  }
#else
  for (int i = 0; i < 64; ++i) same |= static_cast<std::uint64_t>(x[i] == y[i]) << i;
#endif
  return ~same;
}

[[nodiscard]] inline std::uint64_t occupied_places(const Board& board) noexcept {
  return different_places(board, Board{});
}

// Places with two checkers or more.
[[nodiscard]] inline std::uint64_t made_places(const Board& board) noexcept {
  const std::uint8_t* bytes = board_bytes(board);
  std::uint64_t made = 0;
#ifdef __SSE2__
  const __m128i one = _mm_set1_epi8(1);
  for (int i = 0; i < 4; ++i) {
    const __m128i counts = _mm_load_si128(reinterpret_cast<const __m128i*>(bytes) + i);
    const auto mask = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpgt_epi8(counts, one)));
    made |= static_cast<std::uint64_t>(mask) << (16 * i);
  }
#else
  for (int i = 0; i < 64; ++i) made |= static_cast<std::uint64_t>(bytes[i] >= 2) << i;
#endif
  return made;
}

// Checkers on the bar and in the opponent's home (slots 19..25).
[[nodiscard]] inline int far_checkers(const Board::Side& side) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, side.data() + 18, sizeof word);
  return static_cast<int>(((word >> 8) * 0x0101010101010101ULL) >> 56);
}

}  // namespace alea::nn
