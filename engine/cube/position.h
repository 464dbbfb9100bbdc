#pragma once

#include <cstdint>
#include <optional>

#include "engine/board/board.h"
#include "engine/board/dice.h"
#include "engine/board/rules.h"

namespace alea {

enum class CubeOwner : std::uint8_t { centre, us, them };

[[nodiscard]] constexpr CubeOwner flipped(CubeOwner owner) noexcept {
  return owner == CubeOwner::us ? CubeOwner::them
                                : (owner == CubeOwner::them ? CubeOwner::us : CubeOwner::centre);
}

inline constexpr int kMaxCubeExponent = 15;  // what the IDs can carry

// The doubling cube, seen by the player who has the decision. Value = 2^exponent, without limit (R19)
// up to the 2^15 that the IDs can carry.
struct CubeState {
  int exponent = 0;
  CubeOwner owner = CubeOwner::centre;

  [[nodiscard]] constexpr int value() const noexcept { return 1 << exponent; }
  [[nodiscard]] constexpr CubeState flipped() const noexcept {
    return {exponent, alea::flipped(owner)};
  }
  bool operator==(const CubeState&) const = default;
};

// Score of a match, or money play (length 0, where the scores are only bookkeeping).
struct MatchState {
  int length = 0;  // points; 0 = money
  int score_us = 0, score_them = 0;
  bool crawford = false;  // this is the Crawford game (M1)

  [[nodiscard]] constexpr bool is_money() const noexcept { return length == 0; }
  [[nodiscard]] constexpr int away_us() const noexcept { return length - score_us; }
  [[nodiscard]] constexpr int away_them() const noexcept { return length - score_them; }
  // After the Crawford game: one side is a point away and the cube is back.
  [[nodiscard]] constexpr bool is_post_crawford() const noexcept {
    return !is_money() && !crawford && (away_us() == 1 || away_them() == 1);
  }
  [[nodiscard]] constexpr MatchState flipped() const noexcept {
    return {length, score_them, score_us, crawford};
  }
  bool operator==(const MatchState&) const = default;
};

// What the player who has the decision is asked.
enum class Pending : std::uint8_t {
  roll_or_double,  // no dice yet: a cube decision, or the roll
  checker_play,    // dice are rolled
  double_offered,  // the opponent has doubled: take or pass; `cube` is still the old one
  beaver_offered,  // our double was beavered: accept, drop or raccoon; `cube` is the beavered one, theirs
  raccoon_offered,  // our beaver was raccooned; `cube` is the raccooned one, ours
  resignation_offered,
};

// Everything a decision needs, always seen by the player who decides: `board.us` is the decider, even
// when the decider answers a double (then the opponent, `board.them`, is the one about to roll). Likewise
// with a resignation; `dice`, if any, are then the opponent's.
struct Position {
  Board board;
  std::optional<Dice> dice;
  CubeState cube;
  MatchState match;
  Rules rules;
  Pending pending = Pending::roll_or_double;
  int resignation = 0;         // points offered per cube unit (1-3) where that is pending
  bool us_is_first = false;    // seat of the decider for IDs: gnubg's player 0 / XGID's top player
  int max_cube_exponent = 10;  // as carried by an XGID
  // Match play: the GNU match ID lacks the "Jacoby off" bit, as those of old versions do. Kept so that
  // such an ID is written as it was read; without any other meaning.
  bool old_match_id = false;

  bool operator==(const Position&) const = default;
};

// The same position as the other player sees it (dice, pending decision and seats turned along).
[[nodiscard]] Position flipped(const Position& position) noexcept;

// Whether the opponent of the decider is the one about to roll (or who has rolled): true while the
// decider answers a double, a raccoon or a resignation.
[[nodiscard]] constexpr bool opponent_on_roll(const Position& position) noexcept {
  return position.pending == Pending::double_offered ||
         position.pending == Pending::raccoon_offered ||
         position.pending == Pending::resignation_offered;
}

// Whether `us` may double before a roll of ours: cube centred or owned (R19), not Crawford (M1), not
// dead (M2). Says nothing about whose turn it is.
[[nodiscard]] bool may_double(const Position& position) noexcept;

// Checks board, cube, dice and score. Errors (input): board as in validate(Board); score at or beyond
// the length; Crawford without a player one point away or with a turned cube; a finished game.
[[nodiscard]] Status validate(const Position& position);

}  // namespace alea
