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
constexpr Step step(unsigned from, unsigned to) noexcept {
  return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
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

inline Side moved(const Side& side, unsigned from, unsigned die) noexcept {
  const Side& change = kChange[from][die];
  Side out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::uint8_t>(side[i] + change[i]);
  }
  return out;
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
    out_.clear();
    occupied_ = slots_above(board.us, 0) & kInPlayBits;
    ALEA_ASSERT(occupied_ != 0 && board.them[kOff] < kCheckers);
    const Bits theirs = slots_above(board.them, 0) & kPointBits;
    const Bits blocked = slots_above(board.them, 1) & kPointBits;
    open_ = kPointBits & ~turned(blocked);
    blots_ = turned(theirs & ~blocked);
  }

  void run(Dice dice) {
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
    if (out_.empty()) emit(board_.us, 0, {});
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

  void emit(const Side& us, Bits hits, const Steps& steps) {
    if (out_.size_ == out_.boards_.size()) grow();
    Board& after = out_.boards_[out_.size_];
    after.us = board_.them;
    after.them = us;
    for (; hits != 0; hits &= hits - 1) {
      after.us[kBar - lowest(hits)] = 0;
      ++after.us[kBar];
    }
    out_.steps_[out_.size_] = steps;
    ++out_.size_;
  }

  void grow() {
    const std::size_t room = std::max<std::size_t>(64, 2 * out_.boards_.size());
    out_.boards_.resize(room);
    out_.steps_.resize(room);
  }

  void emit_two(const Side& us, Step first, Step second) {
    emit(us, (bit(first.to) | bit(second.to)) & blots_, {{first, second}, 2});
  }

  void emit_one(unsigned from, unsigned die) {
    const unsigned to = landing(from, die);
    emit(moved(board_.us, from, die), bit(to) & blots_, {{step(from, to)}, 1});
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
    for (; from != 0; from &= from - 1) emit_one(lowest(from), die);
  }

  // One checker takes both dice, where no bearing off can occur: once without a hit on the way, and
  // once for each hit on the way.
  void play_through(unsigned from, unsigned high, unsigned low) {
    const unsigned to = from - high - low;
    const Bits by_high = bit(from - high);
    const Bits by_low = bit(from - low);
    const Side us = moved(moved(board_.us, from, high), from - high, low);
    const auto via = [&](unsigned between) {
      emit_two(us, step(from, between), step(between, to));
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
      for (; qs != 0; qs &= qs - 1) {
        const unsigned q = lowest(qs);
        emit_two(moved(us, q, low), step(p, p - high), step(q, q - low));
      }
    }
    Bits through = occupied_ & open_ << (high + low) & (open_ << high | open_ << low);
    for (; through != 0; through &= through - 1) play_through(lowest(through), high, low);
    if (out_.empty()) play_single<false>(high, low);
  }

  // R12. A checker on the bar keeps others from bearing off for the whole roll.
  void play_from_bar(unsigned high, unsigned low) {
    const unsigned by_high = kBar - high;
    const unsigned by_low = kBar - low;
    const bool high_enters = (open_ & bit(by_high)) != 0;
    const bool low_enters = (open_ & bit(by_low)) != 0;
    if (board_.us[kBar] >= 2) {
      if (high_enters && low_enters) {
        emit_two(moved(moved(board_.us, kBar, high), kBar, low), step(kBar, by_high),
                 step(kBar, by_low));
      }
    } else {
      if (high_enters) enter_and_play(high, low);
      if (low_enters) enter_and_play(low, high);
      if ((open_ & bit(by_high - low)) != 0) play_through(kBar, high, low);
    }
    if (out_.empty()) play_single<false>(high, low);
  }

  // The only checker on the bar enters, another one moves.
  void enter_and_play(unsigned entering, unsigned other) {
    const unsigned point = kBar - entering;
    const Side us = moved(board_.us, kBar, entering);
    Bits from = occupied_ & open_ << other & ~kBarBit & ~bit(point);
    for (; from != 0; from &= from - 1) {
      const unsigned q = lowest(from);
      emit_two(moved(us, q, other), step(kBar, point), step(q, q - other));
    }
  }

  // The general case: both orders, each step judged on the board before it.
  template <bool kLimited>
  void play_two_orders(unsigned high, unsigned low) {
    std::array<Bits, kBar + 1> lows_after{};  // [p]: q playable after p
    Bits quiet_through = 0;  // sources of a play of one checker that has been met without hits

    const auto through = [&](unsigned from, unsigned between, const Side& us, Step a, Step b) {
      if ((blots_ & bit(between)) == 0) {
        if ((quiet_through & bit(from)) != 0) return;
        quiet_through |= bit(from);
      }
      emit_two(us, a, b);
    };

    for (Bits ps = sources<kLimited>(board_.us, occupied_, high); ps != 0; ps &= ps - 1) {
      const unsigned p = lowest(ps);
      const unsigned p_to = landing(p, high);
      const Side us = moved(board_.us, p, high);
      Bits qs = sources<kLimited>(us, occupied_after(occupied_, board_.us, p, p_to), low);
      lows_after[p] = qs;
      for (; qs != 0; qs &= qs - 1) {
        const unsigned q = lowest(qs);
        const unsigned q_to = landing(q, low);
        const Side after = moved(us, q, low);
        if (q == p_to) {
          through(p, p_to, after, step(p, p_to), step(q, q_to));
        } else if (q_to == p) {
          through(q, p, after, step(p, p_to), step(q, q_to));
        } else if (q_to != kOff || p_to != kOff || p >= q) {  // of two borne off, the rear by high
          emit_two(after, step(p, p_to), step(q, q_to));
        }
      }
    }
    for (Bits qs = sources<kLimited>(board_.us, occupied_, low); qs != 0; qs &= qs - 1) {
      const unsigned q = lowest(qs);
      const unsigned q_to = landing(q, low);
      const Side us = moved(board_.us, q, low);
      Bits ps = sources<kLimited>(us, occupied_after(occupied_, board_.us, q, q_to), high);
      for (; ps != 0; ps &= ps - 1) {
        const unsigned p = lowest(ps);
        const unsigned p_to = landing(p, high);
        if (p == q_to) {
          through(q, q_to, moved(us, p, high), step(q, q_to), step(p, p_to));
        } else if (p_to == q) {
          through(p, q, moved(us, p, high), step(q, q_to), step(p, p_to));
        } else if ((lows_after[p] & bit(q)) == 0 && (q_to != kOff || p_to != kOff || p >= q)) {
          emit_two(moved(us, p, high), step(q, q_to), step(p, p_to));
        }
      }
    }
    if (out_.empty()) play_single<kLimited>(high, low);
  }

  // --- Doubles ---

  struct Node {
    Side us;
    Bits occupied;
    Bits hits;
    Steps steps;
  };

  template <bool kLimited>
  void play_double(unsigned die) {
    const Node root{board_.us, occupied_, 0, {}};
    most_steps_ = 1;
    if constexpr (kLimited) {
      descend_limited(root, kBar, die);
    } else {
      descend(root, kBar, die);
    }
  }

  [[nodiscard]] Node child(const Node& node, unsigned from, unsigned die) const noexcept {
    const unsigned to = landing(from, die);
    Node next{moved(node.us, from, die), occupied_after(node.occupied, node.us, from, to),
              node.hits | (bit(to) & blots_), node.steps};
    next.steps.step[next.steps.count++] = step(from, to);
    return next;
  }

  // Goes on with sources up to `from`; keeps what cannot go on and is as long as the longest yet.
  void descend(const Node& node, unsigned from, unsigned die) {
    Bits next = sources<false>(node.us, node.occupied, die) & (bit(from + 1) - 1);
    if (next == 0) {
      if (node.steps.count >= most_steps_) keep(node, node.steps);
      return;
    }
    if (node.steps.count == 3) {
      most_steps_already(4);
      for (; next != 0; next &= next - 1) {
        const unsigned p = lowest(next);
        const unsigned to = landing(p, die);
        Steps steps = node.steps;
        steps.step[3] = step(p, to);
        steps.count = 4;
        emit(moved(node.us, p, die), node.hits | (bit(to) & blots_), steps);
      }
      return;
    }
    for (; next != 0; next &= ~bit(highest(next))) {
      const unsigned p = highest(next);
      descend(child(node, p, die), p, die);
    }
  }

  // H4: enumerates as if there were no limit, and keeps what some order allows.
  void descend_limited(const Node& node, unsigned from, unsigned die) {
    const int count = node.steps.count;
    if (count >= most_steps_) {
      Steps ordered;
      if (find_order({board_.us, occupied_, 0, {}}, node.steps, 0, die, ordered)) {
        keep(node, ordered);
      }
    }
    if (count == 4) return;
    Bits next = sources<false>(node.us, node.occupied, die) & (bit(from + 1) - 1);
    for (; next != 0; next &= ~bit(highest(next))) {
      const unsigned p = highest(next);
      descend_limited(child(node, p, die), p, die);
    }
  }

  // Whether the steps not in `used` can follow `node` in some order under the limit.
  bool find_order(const Node& node, const Steps& steps, unsigned used, unsigned die,
                  Steps& ordered) {
    if (node.steps.count == steps.count) {
      ordered = node.steps;
      return true;
    }
    const Bits from = sources<true>(node.us, node.occupied, die);
    for (unsigned i = 0; i < steps.count; ++i) {
      const unsigned p = steps.step[i].from;
      if ((used & 1U << i) != 0 || (from & bit(p)) == 0) continue;
      if (find_order(child(node, p, die), steps, used | 1U << i, die, ordered)) return true;
    }
    return false;
  }

  void keep(const Node& node, const Steps& steps) {
    if (steps.count == 0) return;
    most_steps_already(steps.count);
    emit(node.us, node.hits, steps);
  }

  // Plays of `count` steps exist: shorter ones are not legal (R10).
  void most_steps_already(int count) noexcept {
    if (count > most_steps_) out_.clear();
    most_steps_ = count;
  }

  const Board& board_;
  PlayList& out_;
  int max_stack_;
  int most_steps_ = 0;
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
