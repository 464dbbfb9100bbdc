#include "engine/board/movegen.h"

#include <algorithm>
#include <bit>

#include "engine/base/check.h"
#include "engine/board/side_bits.h"

namespace alea {
namespace {

using Side = Board::Side;
using Bits = std::uint32_t;  // bit n = slot n

constexpr Bits bit(unsigned slot) noexcept {
  return Bits{1} << slot;
}
constexpr unsigned lowest(Bits bits) noexcept {
  return static_cast<unsigned>(std::countr_zero(bits));
}
constexpr unsigned highest(Bits bits) noexcept {
  return 31U - static_cast<unsigned>(std::countl_zero(bits));
}
constexpr unsigned landing(unsigned from, unsigned die) noexcept {
  return from > die ? from - die : kOff;
}

// What one step changes in a side's slots, modulo 256: adding rows is two vector instructions.
constexpr auto kChange = [] {
  std::array<std::array<Side, 7>, kBar + 1> change{};
  for (unsigned from = 1; from <= kBar; ++from) {
    for (unsigned die = 1; die <= 6; ++die) {
      change[from][die][from] = 0xFF;
      change[from][die][landing(from, die)] = 1;
    }
  }
  return change;
}();

inline void move(Side& out, const Side& side, unsigned from, unsigned die) noexcept {
  const Side& change = kChange[from][die];
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::uint8_t>(side[i] + change[i]);
  }
}
inline Side moved(const Side& side, unsigned from, unsigned die) noexcept {
  Side out;
  move(out, side, from, die);
  return out;
}

// Up to four steps in one word, two bytes each: written at once, they do not stall later reads.
using Packed = std::uint64_t;
static_assert(std::endian::native == std::endian::little && sizeof(Steps::step) == sizeof(Packed));

constexpr Packed packed(unsigned from, unsigned to, unsigned place = 0) noexcept {
  return static_cast<Packed>(from | to << 8) << (16 * place);
}
constexpr Packed packed(unsigned from, unsigned to, unsigned from2, unsigned to2) noexcept {
  return packed(from, to) | packed(from2, to2, 1);
}

}  // namespace

// All plays of one roll, each board once without comparing boards.
//
// Notation of the comments: p moves by the higher die, q by the lower one. What a play does to our
// checkers is told by the multiset of (source, die); two of them do the same only if
//   - one checker makes both steps, in either order, or a checker on a point between does one of
//     them ("through s": s goes to s - high - low in effect); or
//   - two checkers are borne off, each by either die.
// The opponent's checkers differ only if a blot is hit on the way of the first kind. A double's
// multisets always differ in effect. Every multiset of a double can be played from the rear
// forwards, so that one descending enumeration meets each once; only H4 may need another order.
class PlayGenerator {
 public:
  PlayGenerator(const Board& board, int max_stack, PlayList& out) noexcept
      : board_(board), out_(out), max_stack_(max_stack) {
    attach(0);
    occupied_ = slots_above(board.us, 0) & kInPlayBits;
    ALEA_ASSERT(occupied_ != 0 && board.them[kOff] < kCheckers);
    const Bits theirs = slots_above(board.them, 0) & kPointBits;
    const Bits blocked = slots_above(board.them, 1) & kPointBits;
    open_ = kPointBits & ~turned(blocked);
    blots_ = turned(theirs & ~blocked);
  }

  void run(Dice dice) {
    ALEA_ASSERT(1 <= dice.low && dice.low <= dice.high && dice.high <= 6);
    const bool limited = max_stack_ < kCheckers;
    if (dice.is_double()) {
      limited ? play_double<true>(dice.high) : play_double<false>(dice.high);
    } else if (limited) {
      play_two_orders<true>(dice.high, dice.low);
    } else if ((occupied_ & kBarBit) != 0) {
      play_from_bar(dice.high, dice.low);
    } else if (stays_outside()) {
      play_freely(dice.high, dice.low);
    } else {
      play_two_orders<false>(dice.high, dice.low);
    }
    if (nothing_yet()) put_dance();
    out_.size_ = static_cast<std::size_t>(at_ - out_.boards_.data());
  }

 private:
  // Whether no play of two steps can bear off: two checkers are not home yet.
  [[nodiscard]] bool stays_outside() const noexcept {
    const Bits outside = occupied_ & ~kHomeBits;
    return (outside & (outside - 1)) != 0 || (outside != 0 && board_.us[lowest(outside)] >= 2);
  }

  // Points we may land on: not the opponent's, not full (H4).
  template <bool kLimited>
  [[nodiscard]] Bits landable(const Side& us) const noexcept {
    return kLimited ? open_ & ~slots_above(us, max_stack_ - 1) : open_;
  }

  // Slots from which `die` may be played (R7, R12-R14). `occupied` is that of `us`.
  template <bool kLimited>
  [[nodiscard]] Bits sources(const Side& us, Bits occupied, unsigned die) const noexcept {
    const Bits moving = landable<kLimited>(us) << die;
    if ((occupied & kBarBit) != 0) return moving & kBarBit;
    Bits found = occupied & moving;
    if ((occupied & ~kHomeBits) == 0 && occupied != 0) {
      found |= occupied & bit(die);
      const unsigned rear = highest(occupied);
      if (rear < die) found |= bit(rear);
    }
    return found;
  }

  // The slots in use once a checker has gone from `from` to `to`.
  [[nodiscard]] static Bits occupied_after(Bits occupied, const Side& before, unsigned from,
                                           unsigned to) noexcept {
    const Bits left = before[from] == 1 ? occupied & ~bit(from) : occupied;
    return (left | bit(to)) & kInPlayBits;
  }

  // --- Output ---

  // Makes room for a play from every slot, the most that one loop puts there without asking again.
  void make_room() {
    if (end_ - at_ < kBar) grow();
  }

  void grow() {
    const auto size = static_cast<std::size_t>(at_ - out_.boards_.data());
    out_.boards_.resize(2 * size + 64);
    out_.steps_.resize(2 * size + 64);
    attach(size);
  }

  void attach(std::size_t size) noexcept {
    at_ = out_.boards_.data() + size;
    end_ = out_.boards_.data() + out_.boards_.size();
    steps_at_ = out_.steps_.data() + size;
  }

  [[nodiscard]] bool nothing_yet() const noexcept { return at_ == out_.boards_.data(); }

  // One play into the room made before: `us` after all its steps but the last, which is `from` by
  // `die`.
  void put(const Side& us, unsigned from, unsigned die, Bits hits, Packed steps, unsigned count) {
    move(at_->them, us, from, die);
    finish(hits, steps, count);
  }

  // The rest of a play whose mover's side stands already.
  void finish(Bits hits, Packed steps, unsigned count) {
    at_->us = board_.them;
    for (; hits != 0; hits &= hits - 1) {
      at_->us[kBar - lowest(hits)] = 0;
      ++at_->us[kBar];
    }
    ++at_;
    steps_at_->step = std::bit_cast<std::array<Step, 4>>(steps);
    steps_at_->count = static_cast<std::uint8_t>(count);
    ++steps_at_;
  }

  void put_dance() {
    make_room();
    *at_++ = board_.flipped();
    *steps_at_++ = {};
  }

  // R10: nothing takes both dice, so one is played, the higher one if possible.
  template <bool kLimited>
  void play_single(unsigned high, unsigned low) {
    unsigned die = high;
    Bits from = sources<kLimited>(board_.us, occupied_, high);
    if (from == 0) {
      die = low;
      from = sources<kLimited>(board_.us, occupied_, low);
    }
    make_room();
    for (; from != 0; from &= from - 1) {
      const unsigned p = lowest(from);
      const unsigned to = landing(p, die);
      put(board_.us, p, die, bit(to) & blots_, packed(p, to), 1);
    }
  }

  // One checker takes both dice, where no bearing off can occur: once without a hit on the way, and
  // once for each hit on the way.
  void play_through(unsigned from, unsigned high, unsigned low) {
    const unsigned to = from - high - low;
    const Bits by_high = bit(from - high);
    const Bits by_low = bit(from - low);
    const Side us = moved(board_.us, from, high);
    make_room();
    const auto via = [&](unsigned between) {
      put(us, from - high, low, (bit(between) | bit(to)) & blots_,
          packed(from, between, between, to), 2);
    };
    const Bits quiet = open_ & ~blots_;
    if ((quiet & by_high) != 0) {
      via(from - high);
    } else if ((quiet & by_low) != 0) {
      via(from - low);
    }
    if ((blots_ & by_high) != 0) via(from - high);
    if ((blots_ & by_low) != 0) via(from - low);
  }

  // --- Two different numbers ---

  // Nobody on the bar and nobody can bear off: the two steps do not depend on each other.
  void play_freely(unsigned high, unsigned low) {
    const Bits highs = occupied_ & open_ << high;
    const Bits lows = occupied_ & open_ << low;
    const Bits singles = ~slots_above(board_.us, 1);
    for (Bits ps = highs; ps != 0; ps &= ps - 1) {
      const unsigned p = lowest(ps);
      const Side us = moved(board_.us, p, high);
      // Left out: q = p without a second checker; and what amounts to play_through.
      Bits qs = lows & ~(bit(p) & singles) & ~bit(p - high) & ~(bit(p) << low);
      make_room();
      for (; qs != 0; qs &= qs - 1) {
        const unsigned q = lowest(qs);
        put(us, q, low, (bit(p - high) | bit(q - low)) & blots_, packed(p, p - high, q, q - low),
            2);
      }
    }
    Bits through = occupied_ & open_ << (high + low) & (open_ << high | open_ << low);
    for (; through != 0; through &= through - 1) play_through(lowest(through), high, low);
    if (nothing_yet()) play_single<false>(high, low);
  }

  // R12. A checker on the bar keeps others from bearing off for the whole roll.
  void play_from_bar(unsigned high, unsigned low) {
    const unsigned by_high = kBar - high;
    const unsigned by_low = kBar - low;
    const bool high_enters = (open_ & bit(by_high)) != 0;
    const bool low_enters = (open_ & bit(by_low)) != 0;
    if (board_.us[kBar] >= 2) {
      if (high_enters && low_enters) {
        make_room();
        put(moved(board_.us, kBar, high), kBar, low, (bit(by_high) | bit(by_low)) & blots_,
            packed(kBar, by_high, kBar, by_low), 2);
      }
    } else {
      if (high_enters) enter_and_play(high, low);
      if (low_enters) enter_and_play(low, high);
      if ((open_ & bit(by_high - low)) != 0) play_through(kBar, high, low);
    }
    if (nothing_yet()) play_single<false>(high, low);
  }

  // The only checker on the bar enters, another one moves.
  void enter_and_play(unsigned entering, unsigned other) {
    const unsigned point = kBar - entering;
    const Side us = moved(board_.us, kBar, entering);
    Bits from = occupied_ & open_ << other & ~kBarBit & ~bit(point);
    make_room();
    for (; from != 0; from &= from - 1) {
      const unsigned q = lowest(from);
      put(us, q, other, (bit(point) | bit(q - other)) & blots_, packed(kBar, point, q, q - other),
          2);
    }
  }

  // Of two checkers that are both borne off, the rear one goes by the higher die.
  [[nodiscard]] static bool is_canonical(unsigned p, unsigned p_to, unsigned q,
                                         unsigned q_to) noexcept {
    return p_to != kOff || q_to != kOff || p >= q;
  }

  // The general case: both orders, each step judged on the board before it.
  template <bool kLimited>
  void play_two_orders(unsigned high, unsigned low) {
    std::array<Bits, kBar + 1> lows_after{};  // [p]: q playable after p
    Bits quiet_through = 0;  // sources of a play of one checker that has been met without hits

    // The step `a` has led to `us`, `b` by `die` follows.
    const auto put_two = [&](const Side& us, unsigned a, unsigned a_to, unsigned b, unsigned b_to,
                             unsigned die) {
      put(us, b, die, (bit(a_to) | bit(b_to)) & blots_, packed(a, a_to, b, b_to), 2);
    };
    const auto is_new_through = [&](unsigned from, unsigned between) {
      if ((blots_ & bit(between)) != 0) return true;
      const bool is_new = (quiet_through & bit(from)) == 0;
      quiet_through |= bit(from);
      return is_new;
    };

    for (Bits ps = sources<kLimited>(board_.us, occupied_, high); ps != 0; ps &= ps - 1) {
      const unsigned p = lowest(ps);
      const unsigned p_to = landing(p, high);
      const Side us = moved(board_.us, p, high);
      Bits qs = sources<kLimited>(us, occupied_after(occupied_, board_.us, p, p_to), low);
      lows_after[p] = qs;
      make_room();
      for (; qs != 0; qs &= qs - 1) {
        const unsigned q = lowest(qs);
        const unsigned q_to = landing(q, low);
        const bool is_new = q == p_to   ? is_new_through(p, p_to)
                            : q_to == p ? is_new_through(q, p)
                                        : is_canonical(p, p_to, q, q_to);
        if (is_new) put_two(us, p, p_to, q, q_to, low);
      }
    }
    for (Bits qs = sources<kLimited>(board_.us, occupied_, low); qs != 0; qs &= qs - 1) {
      const unsigned q = lowest(qs);
      const unsigned q_to = landing(q, low);
      const Side us = moved(board_.us, q, low);
      Bits ps = sources<kLimited>(us, occupied_after(occupied_, board_.us, q, q_to), high);
      make_room();
      for (; ps != 0; ps &= ps - 1) {
        const unsigned p = lowest(ps);
        const unsigned p_to = landing(p, high);
        const bool is_new = p == q_to ? is_new_through(q, q_to)
                            : p_to == q
                                ? is_new_through(p, q)
                                : (lows_after[p] & bit(q)) == 0 && is_canonical(p, p_to, q, q_to);
        if (is_new) put_two(us, q, q_to, p, p_to, high);
      }
    }
    if (nothing_yet()) play_single<kLimited>(high, low);
  }

  // --- Doubles ---

  struct Node {
    Side us;
    Bits occupied = 0;
    Bits hits = 0;
    Packed steps = 0;
    unsigned count = 0;
  };

  [[nodiscard]] Node root() const noexcept { return {.us = board_.us, .occupied = occupied_}; }

  template <bool kLimited>
  void play_double(unsigned die) {
    if constexpr (kLimited) {
      descend_limited(root(), kBar, die);
    } else {
      descend(root(), kBar, die);
    }
  }

  [[nodiscard]] Node child(const Node& node, unsigned from, unsigned die) const noexcept {
    const unsigned to = landing(from, die);
    return {.us = moved(node.us, from, die),
            .occupied = occupied_after(node.occupied, node.us, from, to),
            .hits = node.hits | (bit(to) & blots_),
            .steps = node.steps | packed(from, to, node.count),
            .count = node.count + 1};
  }

  // Plays of `count` steps exist: shorter ones are not legal (R10).
  void most_steps_already(unsigned count) noexcept {
    if (count > most_steps_) attach(0);
    most_steps_ = count;
  }

  void keep(const Node& node, Packed steps) {
    if (node.count == 0) return;
    most_steps_already(node.count);
    make_room();
    at_->them = node.us;
    finish(node.hits, steps, node.count);
  }

  // Goes on with sources up to `from`; keeps what cannot go on and is as long as the longest yet.
  void descend(const Node& node, unsigned from, unsigned die) {
    Bits next = sources<false>(node.us, node.occupied, die) & (bit(from + 1) - 1);
    if (next == 0) {
      if (node.count >= most_steps_) keep(node, node.steps);
      return;
    }
    if (node.count < 3) {
      for (; next != 0; next &= ~bit(highest(next))) {
        const unsigned p = highest(next);
        descend(child(node, p, die), p, die);
      }
      return;
    }
    most_steps_already(4);
    make_room();
    for (; next != 0; next &= next - 1) {
      const unsigned p = lowest(next);
      const unsigned to = landing(p, die);
      put(node.us, p, die, node.hits | (bit(to) & blots_), node.steps | packed(p, to, 3), 4);
    }
  }

  // H4: enumerates as if there were no limit, and keeps what some order allows.
  void descend_limited(const Node& node, unsigned from, unsigned die) {
    if (node.count >= most_steps_) {
      Packed ordered = 0;
      if (find_order(root(), node, 0, die, ordered)) keep(node, ordered);
    }
    if (node.count == 4) return;
    Bits next = sources<false>(node.us, node.occupied, die) & (bit(from + 1) - 1);
    for (; next != 0; next &= ~bit(highest(next))) {
      const unsigned p = highest(next);
      descend_limited(child(node, p, die), p, die);
    }
  }

  // Whether those steps of `goal` that are not in `used` can follow `node` in some order under the
  // limit.
  bool find_order(const Node& node, const Node& goal, unsigned used, unsigned die,
                  Packed& ordered) {
    if (node.count == goal.count) {
      ordered = node.steps;
      return true;
    }
    const Bits from = sources<true>(node.us, node.occupied, die);
    for (unsigned i = 0; i < goal.count; ++i) {
      const auto p = static_cast<unsigned>(goal.steps >> (16 * i) & 0xFF);
      if ((used & bit(i)) != 0 || (from & bit(p)) == 0) continue;
      if (find_order(child(node, p, die), goal, used | bit(i), die, ordered)) return true;
    }
    return false;
  }

  const Board board_;  // a copy: the caller's may stand in the list that is overwritten
  PlayList& out_;
  int max_stack_;
  unsigned most_steps_ = 1;
  Board* at_ = nullptr;  // where the next play goes, and the end of the room for plays
  Board* end_ = nullptr;
  Steps* steps_at_ = nullptr;
  Bits occupied_ = 0;  // our checkers in play, bits 1..25
  Bits open_ = 0;      // points without two or more of theirs, in our numbering
  Bits blots_ = 0;     // points with one of theirs
};

void generate_plays(const Board& board, Dice dice, const Rules& rules, PlayList& out) {
  PlayGenerator(board, rules.max_stack, out).run(dice);
}

Board board_after(const Board& board, const Steps& steps) noexcept {
  Board after = board;
  for (const Step step : steps.all()) {
    --after.us[step.from];
    ++after.us[step.to];
    if (step.to != kOff && after.them[kBar - step.to] == 1) {
      after.them[kBar - step.to] = 0;
      ++after.them[kBar];
    }
  }
  return after.flipped();
}

}  // namespace alea
