#pragma once

namespace alea {

// Chances of the six ways a game can end, seen by the player about to roll.
//
// Cumulative, as players quote them: `win` contains `win_gammon`, which contains `win_backgammon`.
// Invariants: 0 <= win_backgammon <= win_gammon <= win <= 1, and likewise for losses against 1 - win.
// Use OutcomeShares where the parts must add up to one (training targets, match equity sums).
struct Probabilities {
  float win = 0, win_gammon = 0, win_backgammon = 0, lose_gammon = 0, lose_backgammon = 0;

  [[nodiscard]] constexpr Probabilities flipped() const noexcept {
    return {1.0F - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon};
  }

  // Points per unit of a dead cube, money play: -3 to 3.
  [[nodiscard]] constexpr float cubeless_equity() const noexcept {
    return 2.0F * win - 1.0F + (win_gammon + win_backgammon) - (lose_gammon + lose_backgammon);
  }

  bool operator==(const Probabilities&) const = default;
};

// The same knowledge as six exclusive shares that sum to one.
struct OutcomeShares {
  float win_single = 0, win_gammon = 0, win_backgammon = 0;
  float lose_single = 0, lose_gammon = 0, lose_backgammon = 0;
};

[[nodiscard]] OutcomeShares to_shares(const Probabilities& p) noexcept;
[[nodiscard]] Probabilities to_probabilities(const OutcomeShares& s) noexcept;

// The nearest values that keep the invariants (clamps in the order win, gammon, backgammon).
[[nodiscard]] Probabilities normalised(const Probabilities& p) noexcept;

}  // namespace alea
