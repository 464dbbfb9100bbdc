#include "engine/board/probabilities.h"

#include <algorithm>

namespace alea {

OutcomeShares to_shares(const Probabilities& p) noexcept {
  return {.win_single = p.win - p.win_gammon,
          .win_gammon = p.win_gammon - p.win_backgammon,
          .win_backgammon = p.win_backgammon,
          .lose_single = 1.0F - p.win - p.lose_gammon,
          .lose_gammon = p.lose_gammon - p.lose_backgammon,
          .lose_backgammon = p.lose_backgammon};
}

Probabilities to_probabilities(const OutcomeShares& s) noexcept {
  const float win_gammon = s.win_gammon + s.win_backgammon;
  return {.win = s.win_single + win_gammon,
          .win_gammon = win_gammon,
          .win_backgammon = s.win_backgammon,
          .lose_gammon = s.lose_gammon + s.lose_backgammon,
          .lose_backgammon = s.lose_backgammon};
}

Probabilities normalised(const Probabilities& p) noexcept {
  // The order of the arguments makes a NaN a zero.
  const auto clamp = [](float x, float high) { return std::min(std::max(0.0F, x), high); };
  Probabilities out;
  out.win = clamp(p.win, 1.0F);
  out.win_gammon = clamp(p.win_gammon, out.win);
  out.win_backgammon = clamp(p.win_backgammon, out.win_gammon);
  out.lose_gammon = clamp(p.lose_gammon, 1.0F - out.win);
  out.lose_backgammon = clamp(p.lose_backgammon, out.lose_gammon);
  return out;
}

}  // namespace alea
