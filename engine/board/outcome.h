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
// mistake, however odd the play). In a race a result is gone when the quickest rolls cannot bring it
// about before the slowest rolls and play have prevented it, and a win or loss is surely more than a
// single game (or a gammon) when the quickest rolls of the loser cannot save it before the slowest of the
// winner. With contact a borne-off checker rules gammons out, and a side that ends the game with any roll is
// sure to. (Under H4 a forced dance could outlast those bounds; no sane game comes near.)
struct PossibleOutcomes {
  bool win = true, win_gammon = true, win_backgammon = true;  // that much or more
  bool lose = true, lose_gammon = true, lose_backgammon = true;
  // That much and no more: false where it is sure to cost more, or cannot happen.
  bool win_just_single = true, win_just_gammon = true;
  bool lose_just_single = true, lose_just_gammon = true;
  bool operator==(const PossibleOutcomes&) const = default;
};
[[nodiscard]] PossibleOutcomes possible_race_outcomes(const Board& board) noexcept;  // no contact
// With contact, where the side about to roll, or else the other, bears off its last checkers with any roll.
[[nodiscard]] PossibleOutcomes possible_last_outcomes(const Board& board) noexcept;
// One or two checkers on the ace point are left.
[[nodiscard]] inline bool is_nearly_off(const Board::Side& side) noexcept {
  return side[kOff] >= kCheckers - 2 && side[kOff] + side[1] == kCheckers;
}
[[nodiscard]] inline PossibleOutcomes possible_outcomes(const Board& board) noexcept {
  // Inline because it runs with every evaluation: returned through memory it would cost a stall.
  if (!has_contact(board)) return possible_race_outcomes(board);
  // Their lone checker can still be hit.
  if (is_nearly_off(board.us) || (is_nearly_off(board.them) && board.them[1] == 2)) {
    return possible_last_outcomes(board);
  }
  PossibleOutcomes possible;
  possible.win_gammon = possible.win_backgammon = board.them[kOff] == 0;
  possible.win_just_gammon = possible.win_gammon;
  possible.lose_gammon = possible.lose_backgammon = board.us[kOff] == 0;
  possible.lose_just_gammon = possible.lose_gammon;
  return possible;
}

// Sets the impossible chances to zero (win to one where losing is impossible), gammons to the whole of wins or
// losses where nothing less is possible, and keeps the invariants.
[[nodiscard]] Probabilities restricted(const Probabilities& p,
                                       const PossibleOutcomes& possible) noexcept;

}  // namespace alea
