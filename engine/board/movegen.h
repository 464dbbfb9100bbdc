#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/board/board.h"
#include "engine/board/dice.h"
#include "engine/board/rules.h"

namespace alea {

// One checker moved by one die, in the mover's own numbering: from 25 (bar) to 1, to 24..0 (off).
struct Step {
  std::uint8_t from = 0, to = 0;
  bool operator==(const Step&) const = default;
};

// The steps of one play, in an order in which they are legal. Hits are not stored: a step hits if
// the opponent has a blot there on the board before it.
struct Steps {
  std::array<Step, 4> step{};
  std::uint8_t count = 0;  // 0: the roll cannot be played

  [[nodiscard]] std::span<const Step> all() const noexcept { return {step.data(), count}; }
  bool operator==(const Steps&) const = default;
};

// The legal plays of one roll: each distinct resulting board once. A reusable buffer: keep one per
// thread, nothing is allocated once it has grown.
class PlayList {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  // Resulting boards, already turned to the opponent, who is about to roll.
  [[nodiscard]] std::span<const Board> boards() const noexcept { return {boards_.data(), size_}; }
  // One way to play each of them; the same indices.
  [[nodiscard]] std::span<const Steps> steps() const noexcept { return {steps_.data(), size_}; }

  void clear() noexcept { size_ = 0; }

 private:
  friend class PlayGenerator;
  std::vector<Board> boards_;  // room for more than size_ entries
  std::vector<Steps> steps_;   // the same length
  std::size_t size_ = 0;
};

// All legal plays of `dice` (R6-R15, H4): complete, each distinct resulting board once, in an order
// that depends on the arguments alone. If the roll cannot be played: one entry without steps whose
// board is the flipped board. The list is never empty after the call.
// `board` must be legal and its game not over.
void generate_plays(const Board& board, Dice dice, const Rules& rules, PlayList& out);

// The board after `steps`, turned to the opponent. The steps must be possible (not necessarily legal).
[[nodiscard]] Board board_after(const Board& board, const Steps& steps) noexcept;

}  // namespace alea
