#pragma once

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "engine/board/board.h"
#include "engine/board/dice.h"

namespace alea {

// The rules of rules.md, R6-R15 and H4, written down once more without a thought for speed and
// without any code of the generator: what generate_plays is compared with.

using SlowBoards = std::set<std::array<std::uint8_t, 64>>;

inline std::array<std::uint8_t, 64> slow_bytes(const Board& board) {
  std::array<std::uint8_t, 64> bytes{};
  std::copy(board.us.begin(), board.us.end(), bytes.begin());
  std::copy(board.them.begin(), board.them.end(), bytes.begin() + 32);
  return bytes;
}

// Whether `die` may be played from `from`; `after` is then the board with that step made.
inline bool slow_step(const Board& board, int from, int die, int max_stack, Board& after) {
  const auto ours = [&](int slot) { return int{board.us[static_cast<std::size_t>(slot)]}; };
  const auto theirs = [&](int point) {
    return int{board.them[static_cast<std::size_t>(25 - point)]};
  };
  if (ours(from) == 0) return false;
  if (ours(kBar) > 0 && from != kBar) return false;  // R12
  const int to = from - die;                         // R6
  if (to >= 1) {
    if (theirs(to) >= 2) return false;        // R7
    if (ours(to) >= max_stack) return false;  // H4
  } else {
    for (int slot = 7; slot <= kBar; ++slot) {
      if (ours(slot) > 0) return false;  // R13
    }
    if (to < 0) {
      for (int slot = from + 1; slot <= kHome; ++slot) {
        if (ours(slot) > 0) return false;  // R14
      }
    }
  }
  after = board;
  const int target = std::max(to, 0);
  --after.us[static_cast<std::size_t>(from)];
  ++after.us[static_cast<std::size_t>(target)];
  if (target >= 1 && theirs(target) == 1) {  // R11
    after.them[static_cast<std::size_t>(25 - target)] = 0;
    ++after.them[kBar];
  }
  return true;
}

// All boards one step of `die` away from any of `boards`.
inline SlowBoards slow_level(const SlowBoards& boards, int die, int max_stack) {
  SlowBoards next;
  for (const auto& bytes : boards) {
    Board board;
    std::copy_n(bytes.begin(), 32, board.us.begin());
    std::copy_n(bytes.begin() + 32, 32, board.them.begin());
    for (int from = 1; from <= kBar; ++from) {
      Board after;
      if (slow_step(board, from, die, max_stack, after)) next.insert(slow_bytes(after));
    }
  }
  return next;
}

// The resulting boards, still seen by the mover; empty if the roll cannot be played.
inline SlowBoards slow_plays(const Board& board, Dice dice, int max_stack) {
  const SlowBoards start{slow_bytes(board)};
  if (dice.is_double()) {  // R9, R10
    SlowBoards longest;
    SlowBoards level = start;
    for (int i = 0; i < 4; ++i) {
      level = slow_level(level, dice.high, max_stack);
      if (level.empty()) break;
      longest = level;
    }
    return longest;
  }
  const SlowBoards high = slow_level(start, dice.high, max_stack);
  const SlowBoards low = slow_level(start, dice.low, max_stack);
  SlowBoards both = slow_level(high, dice.low, max_stack);
  both.merge(slow_level(low, dice.high, max_stack));
  if (!both.empty()) return both;  // R10
  return high.empty() ? low : high;
}

}  // namespace alea
