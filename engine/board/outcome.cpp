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

std::optional<Outcome> outcome_of(const Board& board) noexcept {
  if (board.them[kOff] == kCheckers) {
    return Outcome{.won = false, .result = result_against(board.us)};
  }
  if (board.us[kOff] == kCheckers) {
    return Outcome{.won = true, .result = result_against(board.them)};
  }
  return std::nullopt;
}

namespace {

// Fewest rolls in which a side without contact can bear off all: sixes only, four at a time.
int fewest_rolls(const Board::Side& side) noexcept {
  int steps = 0;
  for (unsigned slot = 1; slot <= kBar; ++slot)
    steps += side[slot] * static_cast<int>((slot + 5) / 6);
  return (steps + 3) / 4;
}

// Most rolls that a side without contact can stay within `floor` pips of nothing, each roll taking at
// least the three pips of 2-1 as long as nobody is borne off.
int most_rolls(int pips, int floor) noexcept {
  return pips < floor ? -1 : (pips - floor) / 3;
}

// Whether a loser who has `pips` may still be caught with all on the board / with one far back when
// the winner, who needs `rolls`, finishes; the loser rolls `rolls - lead` times before.
struct Caught {
  bool gammon = false, backgammon = false;
};
Caught caught(const Board::Side& loser, int pips, int rolls_before_end) noexcept {
  if (loser[kOff] > 0) return {};
  constexpr int kAllOnAce = kCheckers;             // 15 on the ace point
  constexpr int kOneFarBack = kCheckers - 1 + 19;  // 14 there and one in the winner's home
  return {.gammon = most_rolls(pips, kAllOnAce) >= rolls_before_end,
          .backgammon = rearmost(loser) >= 19 && most_rolls(pips, kOneFarBack) >= rolls_before_end};
}

}  // namespace

PossibleOutcomes possible_outcomes(const Board& board) noexcept {
  if (has_contact(board)) {
    const bool gammon = board.them[kOff] == 0;
    const bool lose_gammon = board.us[kOff] == 0;
    return {.win_gammon = gammon,
            .win_backgammon = gammon,
            .lose_gammon = lose_gammon,
            .lose_backgammon = lose_gammon};
  }
  if (const auto over = outcome_of(board)) {
    const bool gammon = over->result != GameResult::single;
    const bool backgammon = over->result == GameResult::backgammon;
    return {.win = over->won,
            .win_gammon = over->won && gammon,
            .win_backgammon = over->won && backgammon,
            .lose = !over->won,
            .lose_gammon = !over->won && gammon,
            .lose_backgammon = !over->won && backgammon};
  }
  // A race. A side finishes at the latest when each roll takes two single pips.
  const int pips_us = pip_count(board.us);
  const int pips_them = pip_count(board.them);
  const int fewest_us = fewest_rolls(board.us);
  const int fewest_them = fewest_rolls(board.them);
  PossibleOutcomes possible;
  possible.win = fewest_us <= (pips_them + 1) / 2;
  possible.lose = (pips_us + 1) / 2 > fewest_them;
  const Caught them = caught(board.them, pips_them, fewest_us - 1);
  const Caught us = caught(board.us, pips_us, fewest_them);
  possible.win_gammon = possible.win && them.gammon;
  possible.win_backgammon = possible.win && them.backgammon;
  possible.lose_gammon = possible.lose && us.gammon;
  possible.lose_backgammon = possible.lose && us.backgammon;
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
