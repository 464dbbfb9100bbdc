#pragma once

#include <cstdint>
#include <optional>

#include "engine/board/board.h"
#include "engine/board/probabilities.h"

namespace alea {

enum class GameResult : std::uint8_t { single = 1, gammon = 2, backgammon = 3 };

// How a finished game ended, seen by the player who would roll next.
struct Outcome {
  bool won = false;
  GameResult result = GameResult::single;

  [[nodiscard]] Probabilities probabilities() const noexcept;
  [[nodiscard]] int points() const noexcept {
    return won ? static_cast<int>(result) : -static_cast<int>(result);
  }
  bool operator==(const Outcome&) const = default;
};

// R16, or nothing while the game goes on. After generate_plays only a loss can occur: the opponent has
// just borne off the last checker.
[[nodiscard]] std::optional<Outcome> outcome_of(const Board& board) noexcept;

// Which results the rules still allow, whatever the dice; conservative (never false by mistake).
// A gammon is gone once the loser has a checker off; a backgammon once the winner, bearing off as fast
// as rules allow, cannot finish before the loser must have left the winner's home board and the bar.
struct PossibleOutcomes {
  bool win = true, win_gammon = true, win_backgammon = true;
  bool lose = true, lose_gammon = true, lose_backgammon = true;
  bool operator==(const PossibleOutcomes&) const = default;
};
[[nodiscard]] PossibleOutcomes possible_outcomes(const Board& board) noexcept;

// Sets the impossible chances to zero (win to one where losing is impossible) and keeps the invariants.
[[nodiscard]] Probabilities restricted(const Probabilities& p,
                                       const PossibleOutcomes& possible) noexcept;

}  // namespace alea
