#pragma once

#include <array>
#include <functional>
#include <optional>

#include "engine/board/dice.h"
#include "engine/board/outcome.h"
#include "engine/cube/position.h"
#include "engine/search/player.h"

namespace alea {

// Where a game's rolls come from. Rolls are asked for in order.
class DiceSource {
 public:
  virtual ~DiceSource() = default;
  [[nodiscard]] virtual Dice next() = 0;
};

// Fair dice: the n-th roll depends on (seed, stream, n) alone.
class RngDice : public DiceSource {
 public:
  RngDice(std::uint64_t seed, std::uint64_t stream) noexcept : rng_(seed, stream) {}
  [[nodiscard]] Dice next() override { return roll(rng_); }
  // R4, H1: the opening roll; counts the equal rolls before it in `doubles`.
  [[nodiscard]] Dice opening(int& doubles);

 private:
  Rng rng_;
};

// One side of a game: the player, its scratch and its own random numbers.
struct Seat {
  const Player* player = nullptr;
  Player::Scratch* scratch = nullptr;
  Rng rng{0, 0};
};

// How a game ended or where it was left.
struct PlayedGame {
  int points = 0;  // won by the side that was `us` at the start (negative: lost), cube included
  bool passed = false;  // by a dropped double or beaver
  bool finished = false;
  Position
      position;  // as it stands, seen by the player who would decide next; its cube is the last one
  bool us_to_decide = true;  // whether that player is the one who was `us` at the start
  int rolls = 0;
};

// Plays from `start` until the game ends or `max_rolls` have been made (0: no limit).
//
// `start` is before the roll, or with dice that are then played first (without a cube decision). R16-R19,
// M1 and the options H2 and H3 are honoured; a side is asked about the cube only where it may turn it.
// With Jacoby, a game won with the cube unturned counts singly. Before each turn
// `leave_at`, if given, may end the play: the game is then unfinished. seats[0] plays `us` of the start.
[[nodiscard]] PlayedGame play_game(const Position& start, std::array<Seat, 2>& seats, DiceSource& dice,
                                int max_rolls = 0,
                                const std::function<bool(const Position&)>& leave_at = {});

// Points of a finished game for the player about to roll (negative: lost): R16, times the cube, and H3.
[[nodiscard]] int points_of(const Outcome& outcome, const CubeState& cube, const MatchState& match,
                            const Rules& rules) noexcept;

// The start of a game at `match`: R1, the opening roll made by the player who is `us`, cube in the
// middle (raised by H1 doubles, which are never counted in a match).
[[nodiscard]] Position opening_position(const MatchState& match, const Rules& rules, RngDice& dice);

// The score after a game that `us` won by `points` (negative: lost), capped at the length; the Crawford
// game follows when a side first comes within a point of it.
[[nodiscard]] MatchState next_game(const MatchState& match, int points) noexcept;

}  // namespace alea
