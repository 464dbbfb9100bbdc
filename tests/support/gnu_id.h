#pragma once

#include <array>
#include <string>
#include <string_view>

#include "engine/board/board.h"

namespace alea {

// GNU position IDs for tests of the layers below engine/cube, straight from the definition: 80 bits,
// low bit first, the opponent of the player on roll before the player; no checks of the input.
inline constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline Board board_from_gnu_id(std::string_view id) {
  std::array<bool, 88> bits{};
  for (std::size_t i = 0; i < 14; ++i) {
    const auto digit = kBase64.find(id[i]);
    for (std::size_t b = 0; b < 6; ++b) {
      // Base64 runs from the high bit of each byte, the unary strings from the low bit.
      const std::size_t at = 6 * i + b;
      if (at < 80) bits[at / 8 * 8 + 7 - at % 8] = (digit >> (5 - b) & 1) != 0;
    }
  }
  Board board;
  std::size_t at = 0;
  for (auto* side : {&board.them, &board.us}) {
    int off = kCheckers;
    for (std::size_t slot = 1; slot <= kBar; ++slot, ++at) {
      for (; bits[at]; ++at, --off) ++(*side)[slot];
    }
    (*side)[kOff] = static_cast<std::uint8_t>(off);
  }
  return board;
}

inline std::string gnu_id(const Board& board) {
  std::array<bool, 88> bits{};
  std::size_t at = 0;
  for (const auto* side : {&board.them, &board.us}) {
    for (std::size_t slot = 1; slot <= kBar; ++slot, ++at) {
      for (int n = 0; n < (*side)[slot]; ++n) bits[at++] = true;
    }
  }
  std::string id;
  for (std::size_t i = 0; i < 14; ++i) {
    std::size_t digit = 0;
    for (std::size_t b = 0; b < 6; ++b) {
      const std::size_t from = 6 * i + b;
      digit = digit << 1 | (from < 80 && bits[from / 8 * 8 + 7 - from % 8] ? 1 : 0);
    }
    id += kBase64[digit];
  }
  return id;
}

}  // namespace alea
