#include "engine/board/outcome.h"

#include <algorithm>
#include <array>

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

constexpr int kFarBack = kPoints - kHome + 1;  // where the winner's home begins

// Steps of six pips that a checker on each slot needs until it is below `from`.
constexpr std::array<std::uint8_t, kBar + 1> steps_below(int from) noexcept {
  std::array<std::uint8_t, kBar + 1> steps{};
  for (int slot = from; slot <= kBar; ++slot) {
    steps[static_cast<std::size_t>(slot)] = static_cast<std::uint8_t>((slot - from) / 6 + 1);
  }
  return steps;
}
constexpr auto kStepsOff = steps_below(1);
constexpr auto kStepsHome = steps_below(kHome + 1);
constexpr auto kStepsOut = steps_below(kFarBack);

// With sixes only, four at a time.
int rolls_for(int steps) noexcept {
  return (steps + 3) / 4;
}

// What a side needs. The bounds of quickest rolls hold with contact, too.
struct Need {
  int pips = 0;
  int quickest_end = 0;    // rolls until all are off, by sixes only
  int quickest_first = 0;  // until the first is; 0 where one is already
  int quickest_leave = 0;  // until none is on the bar or in the other's home
  int slowest_end = 0;     // without contact: rolls of two single pips
};
Need need_of(const Board::Side& side) noexcept {
  Need need;
  int end = 0, home = 0, leave = 0;
  for (std::size_t slot = 1; slot <= kBar; ++slot) {
    need.pips += side[slot] * static_cast<int>(slot);
    end += side[slot] * kStepsOff[slot];
    home += side[slot] * kStepsHome[slot];
    leave += side[slot] * kStepsOut[slot];
  }
  need.quickest_end = rolls_for(end);
  need.quickest_first = side[kOff] > 0 ? 0 : rolls_for(home + 1);
  need.quickest_leave = rolls_for(leave);
  need.slowest_end = (need.pips + 1) / 2;
  return need;
}

// Most rolls after which at least `floor` pips can be left while nobody is borne off: without contact
// every such roll is played in full, three pips with 2-1. Negative if there is less now.
int most_rolls(int pips, int floor) noexcept {
  return pips < floor ? -1 : (pips - floor) / 3;
}

// With all still on the board: 15 on the ace point; 14 there and one in the winner's home board.
constexpr int kGammonFloor = kCheckers;
constexpr int kBackgammonFloor = kCheckers - 1 + kFarBack;

// How a game that one side wins may be counted, by what the loser needs and how often he rolls before it ends.
struct Counts {
  bool gammon = false, backgammon = false;  // or more
  bool just_single = false, just_gammon = false;
};
// Without contact.
Counts race_counts(const Board::Side& loser, const Need& need, int fewest, int most) noexcept {
  Counts counts;
  counts.gammon = loser[kOff] == 0 && most_rolls(need.pips, kGammonFloor) >= fewest;
  counts.backgammon =
      counts.gammon && need.quickest_leave > 0 && most_rolls(need.pips, kBackgammonFloor) >= fewest;
  counts.just_single = need.quickest_first <= most;
  counts.just_gammon = counts.gammon && need.quickest_leave <= most;
  return counts;
}
// With any contact, `rolls` before the end.
Counts last_counts(const Board::Side& loser, const Need& need, int rolls) noexcept {
  Counts counts;
  counts.gammon = loser[kOff] == 0;
  counts.backgammon = counts.gammon && need.quickest_leave > 0;
  counts.just_single = need.quickest_first <= rolls;
  counts.just_gammon = counts.gammon && need.quickest_leave <= rolls;
  return counts;
}

void set_wins(bool possible, const Counts& counts, PossibleOutcomes& out) noexcept {
  out.win = possible;
  out.win_gammon = possible && counts.gammon;
  out.win_backgammon = possible && counts.backgammon;
  out.win_just_single = possible && counts.just_single;
  out.win_just_gammon = possible && counts.just_gammon;
}
void set_losses(bool possible, const Counts& counts, PossibleOutcomes& out) noexcept {
  out.lose = possible;
  out.lose_gammon = possible && counts.gammon;
  out.lose_backgammon = possible && counts.backgammon;
  out.lose_just_single = possible && counts.just_single;
  out.lose_just_gammon = possible && counts.just_gammon;
}

PossibleOutcomes only(const Outcome& over) noexcept {
  const Counts counts{.gammon = over.result != GameResult::single,
                      .backgammon = over.result == GameResult::backgammon,
                      .just_single = over.result == GameResult::single,
                      .just_gammon = over.result == GameResult::gammon};
  PossibleOutcomes possible;
  set_wins(over.won, counts, possible);
  set_losses(!over.won, counts, possible);
  return possible;
}

}  // namespace

PossibleOutcomes possible_race_outcomes(const Board& board) noexcept {
  if (const auto over = outcome_of(board)) return only(*over);
  const Need us = need_of(board.us);
  const Need them = need_of(board.them);
  // We roll first: they have one roll less before our end, we as many as they before theirs.
  PossibleOutcomes possible;
  set_wins(us.quickest_end - 1 < them.slowest_end,
           race_counts(board.them, them, us.quickest_end - 1, us.slowest_end - 1), possible);
  set_losses(them.quickest_end < us.slowest_end,
             race_counts(board.us, us, them.quickest_end, them.slowest_end), possible);
  return possible;
}

PossibleOutcomes possible_last_outcomes(const Board& board) noexcept {
  PossibleOutcomes possible;
  const bool now = is_nearly_off(board.us);
  const Need us = need_of(board.us);
  set_wins(us.quickest_end <= 1, last_counts(board.them, need_of(board.them), 0), possible);
  set_losses(!now, last_counts(board.us, us, 1), possible);
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
  if (!possible.win_just_single) q.win_gammon = q.win;
  if (!possible.win_just_gammon) q.win_backgammon = q.win_gammon;
  if (!possible.lose_just_single) q.lose_gammon = 1.0F - q.win;
  if (!possible.lose_just_gammon) q.lose_backgammon = q.lose_gammon;
  return normalised(q);
}

}  // namespace alea
