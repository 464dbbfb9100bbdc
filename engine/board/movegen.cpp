#include "engine/board/movegen.h"

#include <algorithm>

#include "engine/board/side_bits.h"

namespace alea {

// Plays the dice in both orders (a double in one), keeps the longest plays, each board once.
class PlayGenerator {
 public:
  PlayGenerator(const Board& board, Dice dice, const Rules& rules, PlayList& out)
      : dice_(dice), max_stack_(rules.max_stack), out_(out) {
    out_.clear();
    board_ = board;
  }

  void run() {
    const auto high = static_cast<unsigned>(dice_.high);
    const auto low = static_cast<unsigned>(dice_.low);
    if (dice_.is_double()) {
      play({high, high, high, high});
    } else {
      play({high, low, 0, 0});
      play({low, high, 0, 0});
    }
    if (out_.empty()) {
      out_.boards_.push_back(board_.flipped());
      out_.steps_.push_back({});
    }
  }

 private:
  void play(const std::array<unsigned, 4>& dice) {
    const unsigned die = steps_.count < 4 ? dice[steps_.count] : 0;
    bool moved = false;
    if (die != 0) {
      const std::uint32_t occupied = slots_above(board_.us, 0) & kInPlayBits;
      const bool bar = (occupied & kBarBit) != 0;
      for (unsigned from = kBar; from > 0; --from) {
        if ((occupied >> from & 1U) == 0 || (bar && from != kBar)) continue;
        unsigned to = 0;
        if (from > die) {
          to = from - die;
          if (board_.them[25 - to] > 1 || board_.us[to] >= max_stack_) continue;
        } else if ((occupied & ~kHomeBits) != 0 || (from < die && occupied >> (from + 1) != 0)) {
          continue;
        }
        moved = true;
        const Board before = board_;
        --board_.us[from];
        ++board_.us[to];
        if (to > 0 && board_.them[25 - to] == 1) {
          board_.them[25 - to] = 0;
          ++board_.them[kBar];
        }
        steps_.step[steps_.count++] = {static_cast<std::uint8_t>(from),
                                       static_cast<std::uint8_t>(to)};
        play(dice);
        steps_.step[--steps_.count] = {};
        board_ = before;
      }
    }
    if (!moved && steps_.count > 0) keep(dice[0]);
  }

  void keep(unsigned first_die) {
    const int rank = steps_.count * 8 + (steps_.count == 1 ? static_cast<int>(first_die) : 0);
    if (rank < best_) return;
    if (rank > best_) out_.clear();
    best_ = rank;
    const Board board = board_.flipped();
    if (std::find(out_.boards_.begin(), out_.boards_.end(), board) != out_.boards_.end()) return;
    out_.boards_.push_back(board);
    out_.steps_.push_back(steps_);
  }

  Board board_;
  Dice dice_;
  int max_stack_;
  PlayList& out_;
  Steps steps_;
  int best_ = 0;
};

void generate_plays(const Board& board, Dice dice, const Rules& rules, PlayList& out) {
  PlayGenerator(board, dice, rules, out).run();
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
