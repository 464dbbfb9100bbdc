#include "engine/board/outcome.h"

#include <algorithm>

#include "engine/board/side_bits.h"

namespace alea {
namespace {

// R16: what the loser pays.
GameResult result_against(const Board::Side& loser) noexcept {
  constexpr std::uint32_t kWinnersHome = 0x7EU << 18;  // the loser's points 19..24
  if (loser[kOff] > 0) return GameResult::single;
  const bool far_back = (slots_above(loser, 0) & (kWinnersHome | kBarBit)) != 0;
  return far_back ? GameResult::backgammon : GameResult::gammon;
}

}  // namespace

Probabilities Outcome::probabilities() const noexcept {
  const float gammon = result == GameResult::single ? 0.0F : 1.0F;
  const float backgammon = result == GameResult::backgammon ? 1.0F : 0.0F;
  if (won) return {.win = 1, .win_gammon = gammon, .win_backgammon = backgammon};
  return {.win = 0, .lose_gammon = gammon, .lose_backgammon = backgammon};
}

Outcome finished_outcome(const Board& board) noexcept {
  const bool won = board.us[kOff] == kCheckers;
  return {.won = won, .result = result_against(won ? board.them : board.us)};
}

namespace {

// What a side without contact still needs.
struct Need {
  int pips = 0;
  int fewest_rolls = 0;  // sixes only, four at a time
};
Need need_of(const Board::Side& side) noexcept {
  Need need;
  int steps = 0;
  for (unsigned slot = 1; slot <= kPoints; ++slot) {
    need.pips += side[slot] * static_cast<int>(slot);
    steps += side[slot] * static_cast<int>((slot + 5) / 6);
  }
  need.fewest_rolls = (steps + 3) / 4;
  return need;
}

// Most rolls after which at least `floor` pips can be left while nobody is borne off: without contact
// every such roll is played in full, three pips with 2-1. Negative if there is less now.
int most_rolls(int pips, int floor) noexcept {
  return pips < floor ? -1 : (pips - floor) / 3;
}

// With all still on the board: 15 on the ace point; 14 there and one in the winner's home board.
constexpr int kFarBack = kPoints - kHome + 1;
constexpr int kGammonFloor = kCheckers;
constexpr int kBackgammonFloor = kCheckers - 1 + kFarBack;

}  // namespace

PossibleOutcomes possible_race_outcomes(const Board& board) noexcept {
  PossibleOutcomes possible;
  if (const auto over = outcome_of(board)) {
    const bool gammon = over->result != GameResult::single;
    const bool backgammon = over->result == GameResult::backgammon;
    possible.win = over->won;
    possible.win_gammon = over->won && gammon;
    possible.win_backgammon = over->won && backgammon;
    possible.lose = !over->won;
    possible.lose_gammon = !over->won && gammon;
    possible.lose_backgammon = !over->won && backgammon;
    return possible;
  }
  const Need us = need_of(board.us);
  const Need them = need_of(board.them);
  // A side ends at the latest when each roll takes two single pips; we roll first.
  possible.win = us.fewest_rolls - 1 < (them.pips + 1) / 2;
  possible.lose = them.fewest_rolls < (us.pips + 1) / 2;
  // How often the loser rolls before the quickest end.
  const int their_rolls = us.fewest_rolls - 1;
  const int our_rolls = them.fewest_rolls;
  const bool all_on_them = board.them[kOff] == 0;
  const bool all_on_us = board.us[kOff] == 0;
  possible.win_gammon =
      possible.win && all_on_them && most_rolls(them.pips, kGammonFloor) >= their_rolls;
  possible.win_backgammon = possible.win_gammon && rearmost_slot(board.them) >= kFarBack &&
                            most_rolls(them.pips, kBackgammonFloor) >= their_rolls;
  possible.lose_gammon =
      possible.lose && all_on_us && most_rolls(us.pips, kGammonFloor) >= our_rolls;
  possible.lose_backgammon = possible.lose_gammon && rearmost_slot(board.us) >= kFarBack &&
                             most_rolls(us.pips, kBackgammonFloor) >= our_rolls;
  return possible;
}

Probabilities restricted(const Probabilities& p, const PossibleOutcomes& possible) noexcept {
  Probabilities q = p;
  if (!possible.win) q.win = 0;
  if (!possible.lose) q.win = 1;
  if (!possible.win_gammon) q.win_gammon = 0;
  if (!possible.win_backgammon) q.win_backgammon = 0;
  if (!possible.lose_gammon) q.lose_gammon = 0;
  if (!possible.lose_backgammon) q.lose_backgammon = 0;
  return normalised(q);
}

}  // namespace alea
