#include "training/start_positions.h"

#include <algorithm>
#include <array>

#include "engine/board/outcome.h"

namespace alea {
namespace {

// Points are numbered by the side that is being set up.
class Setup {
 public:
  Setup(Board::Side& side, const Board::Side& other, Rng& rng)
      : side_(side), other_(other), rng_(rng) {}

  // Puts up to `count` checkers on `slot`, as far as they last and the other side leaves it free.
  void put(int slot, int count) noexcept {
    if (slot >= 1 && slot <= kPoints && other_[static_cast<std::size_t>(25 - slot)] > 0) return;
    count = std::min(count, left_);
    side_[static_cast<std::size_t>(slot)] = static_cast<std::uint8_t>(side_[static_cast<std::size_t>(slot)] + count);
    left_ -= count;
  }

  // `points` distinct points held by two, from first..last.
  void anchors(int points, int first, int last) noexcept {
    for (int n = 0; n < points; ++n) put(between(first, last), 2);
  }

  // A row of `length` points of two, starting anywhere from first to last.
  void prime(int length, int first, int last) noexcept {
    const int start = between(first, last);
    for (int n = 0; n < length; ++n) put(start + n, 2);
  }

  // The checkers that are left, one by one on first..last; what finds no place goes deeper home or off.
  void strew(int first, int last) noexcept {
    for (int tries = 0; left_ > 0 && tries < 200; ++tries) put(between(first, last), 1);
    for (int slot = 1; left_ > 0 && slot <= 12; ++slot) put(slot, left_);
    put(kOff, left_);
  }

  void off(int count) noexcept { put(kOff, count); }
  void bar(int count) noexcept { put(kBar, count); }

  int between(int first, int last) noexcept {
    return first + static_cast<int>(rng_.below(static_cast<std::uint32_t>(last - first + 1)));
  }

 private:
  Board::Side& side_;
  const Board::Side& other_;
  Rng& rng_;
  int left_ = kCheckers;
};

enum class Kind {
  back_game,
  ace_point,
  prime,
  closed_out,   // many on the bar or far back
  closed_board,  // holds most home points
  bear_off,
  outfield,  // a race or a holding position
  strewn,
  count_of_kinds,
};

// Late mutual holding games: stragglers of both sides have yet to pass each other in the outfields, while
// the others wait at home and timing decides. Rare in games and rarer still if each side is drawn for itself.
void set_up_holding(Setup& s) noexcept {
  s.put(s.between(7, 18), s.between(2, 3));
  if (s.between(0, 2) == 0) s.put(s.between(7, 18), s.between(1, 2));
  s.strew(1, s.between(6, 8));
}

void set_up(Kind kind, Setup& s) noexcept {
  switch (kind) {
    case Kind::back_game:
      s.anchors(s.between(2, 3), 18, 24);
      if (s.between(0, 3) == 0) s.bar(s.between(1, 2));
      s.strew(1, s.between(8, 18));
      break;
    case Kind::ace_point:
      s.put(s.between(22, 24), s.between(1, 4));
      s.prime(s.between(2, 5), 1, 4);
      s.strew(1, s.between(6, 12));
      break;
    case Kind::prime:
      s.prime(s.between(4, 6), 2, 12);
      if (s.between(0, 1) == 0) s.put(s.between(18, 24), s.between(1, 3));
      s.strew(1, 16);
      break;
    case Kind::closed_out:
      s.bar(s.between(1, 4));
      s.anchors(s.between(0, 1), 19, 24);
      if (s.between(0, 2) == 0) s.off(s.between(1, 12));
      s.strew(1, s.between(4, 14));
      break;
    case Kind::closed_board:
      s.prime(s.between(4, 6), 1, 3);
      if (s.between(0, 2) == 0) s.off(s.between(1, 5));
      s.strew(1, 9);
      break;
    case Kind::bear_off:
      s.off(s.between(0, 12));
      s.strew(1, 6);
      break;
    case Kind::outfield:
      s.strew(1, s.between(6, 16));
      break;
    case Kind::strewn:
    case Kind::count_of_kinds:
      if (s.between(0, 3) == 0) s.bar(s.between(1, 3));
      s.strew(1, 24);
      break;
  }
}

}  // namespace

Board unusual_position(Rng& rng) noexcept {
  constexpr auto kKinds = static_cast<std::uint32_t>(Kind::count_of_kinds);
  constexpr std::uint32_t kHoldingEvery = 5;
  const bool holding = rng.below(kHoldingEvery) == 0;
  for (;;) {
    Board board;
    Setup first(board.us, board.them, rng);
    Setup second(board.them, board.us, rng);
    for (Setup* side : {&first, &second}) {
      if (holding) {
        set_up_holding(*side);
      } else {
        set_up(static_cast<Kind>(rng.below(kKinds)), *side);
      }
    }
    if (rng.below(2) == 0) board = board.flipped();
    if (holding && !has_contact(board)) continue;
    if (validate(board) && !outcome_of(board)) return board;
  }
}

}  // namespace alea
