#pragma once

#include <bit>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "engine/board/board.h"

namespace alea {

// Bit n is set where slot n of `side` holds more than `count` checkers (n = 0..31).
[[nodiscard]] inline std::uint32_t slots_above(const Board::Side& side, int count) noexcept {
#ifdef __SSE2__  // part of every x86-64
  const auto* halves = reinterpret_cast<const __m128i*>(side.data());
  const __m128i limit = _mm_set1_epi8(static_cast<char>(count));
  const int low = _mm_movemask_epi8(_mm_cmpgt_epi8(_mm_load_si128(halves), limit));
  const int high = _mm_movemask_epi8(_mm_cmpgt_epi8(_mm_load_si128(halves + 1), limit));
  return static_cast<std::uint32_t>(low) | static_cast<std::uint32_t>(high) << 16;
#else
  std::uint32_t bits = 0;
  for (unsigned n = 0; n < side.size(); ++n) {
    bits |= static_cast<std::uint32_t>(side[n] > count) << n;
  }
  return bits;
#endif
}

// Bit n is set where the slots n of two sides hold different numbers of checkers.
[[nodiscard]] inline std::uint32_t slots_that_differ(const Board::Side& a,
                                                     const Board::Side& b) noexcept {
#ifdef __SSE2__
  const auto* x = reinterpret_cast<const __m128i*>(a.data());
  const auto* y = reinterpret_cast<const __m128i*>(b.data());
  const int low = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_load_si128(x), _mm_load_si128(y)));
  const int high = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_load_si128(x + 1), _mm_load_si128(y + 1)));
  return ~(static_cast<std::uint32_t>(low) | static_cast<std::uint32_t>(high) << 16);
#else
  std::uint32_t bits = 0;
  for (unsigned n = 0; n < a.size(); ++n) {
    bits |= static_cast<std::uint32_t>(a[n] != b[n]) << n;
  }
  return bits;
#endif
}

// rearmost(side) of board.h where a call would cost more than the work.
[[nodiscard]] inline int rearmost_slot(const Board::Side& side) noexcept {
  // Slot 0 counts as occupied: it is the answer when nothing else is.
  return 31 - std::countl_zero(slots_above(side, 0) | 1U);
}

// The 24 points as bits 1..24 of a slot mask; all slots that a checker can leave.
inline constexpr std::uint32_t kPointBits = 0x01FFFFFEU;
inline constexpr std::uint32_t kBarBit = 1U << kBar;
inline constexpr std::uint32_t kInPlayBits = kPointBits | kBarBit;
inline constexpr std::uint32_t kHomeBits = 0x7EU;

// Turns bits 1..24 from one player's numbering to the other's (point n is their point 25 - n); the
// other bits of `bits` must be clear.
[[nodiscard]] constexpr std::uint32_t turned(std::uint32_t bits) noexcept {
  std::uint32_t b = bits;
  b = (b >> 1 & 0x55555555U) | (b & 0x55555555U) << 1;
  b = (b >> 2 & 0x33333333U) | (b & 0x33333333U) << 2;
  b = (b >> 4 & 0x0F0F0F0FU) | (b & 0x0F0F0F0FU) << 4;
  b = (b >> 8 & 0x00FF00FFU) | (b & 0x00FF00FFU) << 8;
  b = b >> 16 | b << 16;
  return b >> 6;  // a full reversal sends bit n to 31 - n
}

}  // namespace alea
