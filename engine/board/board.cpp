#include "engine/board/board.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <numeric>

#include "engine/base/rng.h"
#include "engine/board/side_bits.h"

namespace alea {

Board starting_board() noexcept {
  Board board;
  board.us[24] = 2;
  board.us[13] = 5;
  board.us[8] = 3;
  board.us[6] = 5;
  board.them = board.us;
  return board;
}

int pip_count(const Board::Side& side) noexcept {
  int pips = 0;
  for (unsigned slot = 0; slot < side.size(); ++slot) {
    pips += static_cast<int>(slot) * side[slot];
  }
  return pips;
}

int rearmost(const Board::Side& side) noexcept {
  return rearmost_slot(side);
}

bool has_contact(const Board& board) noexcept {
  // Our point p is their point 25 - p; a bar stands behind every point, "all off" before all.
  return rearmost_slot(board.us) + rearmost_slot(board.them) > kBar;
}

namespace {

Status validate_side(const Board::Side& side, const char* name) {
  const int count = std::accumulate(side.begin(), side.end(), 0);
  for (unsigned slot = kBar + 1; slot < side.size(); ++slot) {
    if (side[slot] != 0) {
      return fail(ErrorKind::input, fmt::format("a checker outside the board on {} side", name));
    }
  }
  if (count != kCheckers) {
    return fail(ErrorKind::input, fmt::format("{} checkers on {} side", count, name));
  }
  return {};
}

}  // namespace

Status validate(const Board& board) {
  ALEA_TRY(validate_side(board.us, "our"));
  ALEA_TRY(validate_side(board.them, "their"));
  const std::uint32_t ours = slots_above(board.us, 0) & kPointBits;
  const std::uint32_t theirs = turned(slots_above(board.them, 0) & kPointBits);
  if ((ours & theirs) != 0) {
    return fail(ErrorKind::input,
                fmt::format("both sides on our {}-point", std::countr_zero(ours & theirs)));
  }
  if (board.us[kOff] == kCheckers && board.them[kOff] == kCheckers) {
    return fail(ErrorKind::input, "both sides have borne off all checkers");
  }
  const auto closed = [](const Board::Side& side) {
    return (slots_above(side, 1) & kHomeBits) == kHomeBits;
  };
  if (board.us[kBar] > 0 && board.them[kBar] > 0 && closed(board.us) && closed(board.them)) {
    return fail(ErrorKind::input, "both sides are on the bar against a closed board");
  }
  return {};
}

namespace {

// A run of ones for each slot, in order, each closed by a zero.
std::uint64_t unary(const Board::Side& side) noexcept {
  std::uint64_t bits = 0;
  unsigned before = 0;  // ones written so far
  for (std::uint32_t left = slots_above(side, 0) & kInPlayBits; left != 0; left &= left - 1) {
    const auto slot = static_cast<unsigned>(std::countr_zero(left));
    bits |= ((std::uint64_t{1} << side[slot]) - 1) << (slot - 1 + before);
    before += side[slot];
  }
  return bits;
}

}  // namespace

BoardKey key_of(const Board& board) noexcept {
  return {unary(board.us), unary(board.them)};
}

std::uint64_t hash_of(const Board& board) noexcept {
  // Two slots to a byte (none counts above 15) make 16 bytes of a side without loss.
  const auto packed = [](const Board::Side& side) {
    std::array<std::uint8_t, 16> bytes;
    for (std::size_t i = 0; i < 16; ++i) {
      bytes[i] = static_cast<std::uint8_t>(side[i] | side[i + 16] << 4);
    }
    return std::bit_cast<std::array<std::uint64_t, 2>>(bytes);
  };
  const auto us = packed(board.us);
  const auto them = packed(board.them);
  // Odd multipliers from the digits of pi; mix64 spreads what they leave in the high bits.
  constexpr std::array<std::uint64_t, 4> kOdd = {0x243f6a8885a308d3ULL, 0x13198a2e03707345ULL,
                                                 0xa4093822299f31d1ULL, 0x082efa98ec4e6c89ULL};
  return mix64(mix64(us[0] * kOdd[0] + us[1] * kOdd[1]) + them[0] * kOdd[2] + them[1] * kOdd[3]);
}

}  // namespace alea
