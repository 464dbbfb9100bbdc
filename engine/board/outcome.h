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
[[nodiscard]] Outcome finished_outcome(const Board& board) noexcept;  // one side has borne off all
[[nodiscard]] inline std::optional<Outcome> outcome_of(const Board& board) noexcept {
  if (board.us[kOff] != kCheckers && board.them[kOff] != kCheckers) return std::nullopt;
  return finished_outcome(board);
}

// Which results the standard rules still allow, whatever the dice; conservative (never false by
// mistake, however odd the play). With contact only a borne-off checker rules anything out. In a race
// a result is gone when the quickest rolls cannot bring it about before the slowest rolls and play
// have prevented it. (Under H4 a forced dance could outlast those bounds; no sane game comes near.)
struct PossibleOutcomes {
  bool win = true, win_gammon = true, win_backgammon = true;
  bool lose = true, lose_gammon = true, lose_backgammon = true;
  bool operator==(const PossibleOutcomes&) const = default;
};
[[nodiscard]] PossibleOutcomes possible_race_outcomes(const Board& board) noexcept;  // no contact
[[nodiscard]] inline PossibleOutcomes possible_outcomes(const Board& board) noexcept {
  // Inline because it runs with every evaluation: returned through memory it would cost a stall.
  if (!has_contact(board)) return possible_race_outcomes(board);
  PossibleOutcomes possible;
  possible.win_gammon = possible.win_backgammon = board.them[kOff] == 0;
  possible.lose_gammon = possible.lose_backgammon = board.us[kOff] == 0;
  return possible;
}

// Sets the impossible chances to zero (win to one where losing is impossible) and keeps the invariants.
[[nodiscard]] Probabilities restricted(const Probabilities& p,
                                       const PossibleOutcomes& possible) noexcept;

}  // namespace alea
