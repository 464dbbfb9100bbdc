#pragma once

#include <array>
#include <cstdint>

#include "engine/board/probabilities.h"
#include "engine/cube/cube_action.h"
#include "engine/cube/cube_efficiency.h"
#include "engine/cube/equity.h"
#include "engine/cube/met.h"
#include "engine/cube/position.h"

namespace alea {

// What chances are worth with a cube: Janowski's interpolation between a dead and a fully live cube, for
// money and for every score, in all the cube states that can arise from a given one.
//
// Built once for a cube, a score and rules, all seen by the player about to roll at the root of a
// search ("first"; the opponent is "second"). The *slots* are the cube states that doubles can lead to;
// slot 0 is the present one. One leaf evaluation serves all of them.
//
// Values: in a match the chance to win it (0..1); in money play points per unit of the slot's own
// cube, so that a doubled cube is worth `double_factor()` times the value of its slot. Every value is
// seen by one side, named by `Seat`; flip() turns it to the other.
//
//   value  = (1 - x) dead + x live                           x: see CubeEfficiency
//   dead   = linear in the winning chance: nobody ever turns the cube
//   live   = piecewise linear through the points where doubles are just taken and just passed
// Gammons enter through the average value of a win and of a loss, as they are in the leaf. In a match the
// live points are found from the highest cube that still matters downwards, with a cube dead for a player
// whom the stake already carries to the end (M2), and with the free redouble of a player who has
// nothing to lose counted at once. Finished games come out exact for any x.
// Source: R. Janowski, "Take-Points in Money Games" (1993); extended to match scores by the same
// argument.
class CubeModel {
 public:
  static constexpr int kMaxSlots = 9;
  using Values = std::array<double, kMaxSlots>;
  enum Seat : std::uint8_t { first = 0, second = 1 };
  [[nodiscard]] static constexpr Seat other(Seat seat) noexcept {
    return seat == first ? second : first;
  }

  // `met` is used by matches only, and only during construction.
  CubeModel(const CubeState& cube, const MatchState& match, const Rules& rules,
            const MatchEquityTable& met) noexcept;

  [[nodiscard]] int slots() const noexcept { return slots_; }
  [[nodiscard]] bool is_money() const noexcept { return money_; }
  // The cube of a slot, seen by `first`.
  [[nodiscard]] CubeState cube(int slot) const noexcept;
  // Who owns it, seen by `seat`.
  [[nodiscard]] CubeOwner owner(int slot, Seat seat) const noexcept {
    const CubeOwner owner = slot_[static_cast<std::size_t>(slot)].owner;
    return seat == first ? owner : flipped(owner);
  }
  // Slot after a double by `seat` is taken, or -1 if that side may not double there.
  [[nodiscard]] int after_double(int slot, Seat seat) const noexcept {
    return slot_[static_cast<std::size_t>(slot)].after[seat];
  }

  [[nodiscard]] double flip(double value) const noexcept { return money_ ? -value : 1.0 - value; }
  [[nodiscard]] double double_factor() const noexcept { return money_ ? 2.0 : 1.0; }

  // Worth of the chances `p` of the player about to roll, who sits at `seat`, if that player does not
  // double this turn; for all slots, seen by that player. `x`: cube efficiency, seen by that player.
  void no_double(const Probabilities& p, const Efficiency& x, Seat seat,
                 Values& out) const noexcept;
  // The same for one slot.
  [[nodiscard]] double no_double(const Probabilities& p, const Efficiency& x, Seat seat,
                                 int slot) const noexcept;

  // From the values without a double to those with the best cube action of `seat`, who is about to roll:
  // max(ND, min(DT, DP)) in each slot where that side may double.
  void decide(Seat seat, Values& values) const noexcept;
  // no_double and decide for one slot: what a leaf is worth to the player about to roll.
  [[nodiscard]] double leaf(const Probabilities& p, const Efficiency& x, Seat seat,
                            int slot) const noexcept;

  // Worth of a taken double from `slot` to the doubler at `seat` who holds the values `nd` in all slots
  // without doubling; the opponent beavers where that is allowed and right.
  [[nodiscard]] double taken(const Values& nd, int slot, Seat seat) const noexcept;
  // Worth to the doubler at `seat` of a double from `slot` that is passed.
  [[nodiscard]] double passed(int slot, Seat seat) const noexcept;

  // Cubeless worth: the game is played on with the cube of that slot and never doubled; gammons count as
  // they do at this score (money: fully, whatever Jacoby says).
  [[nodiscard]] double cubeless(const Probabilities& p, Seat seat, int slot = 0) const noexcept;

  // How much a value changes for one point of equity at the present cube.
  [[nodiscard]] double unit() const noexcept;

  // A value of slot 0 for the first player, as an equity per unit of the present cube; and back.
  [[nodiscard]] Equity equity(double value) const noexcept;
  [[nodiscard]] double value(Equity equity) const noexcept;
  // The match chance of such a value; money play: meaningless.
  [[nodiscard]] Mwc mwc(double value) const noexcept { return {value}; }

  // ND, DT and DP of the first player at slot 0 from the values without a double in all slots.
  [[nodiscard]] CubeValues cube_values(const Values& nd) const noexcept;

 private:
  static constexpr int kMaxLevels = 9;  // cube 2^8 ends any match the table covers

  struct Slot {
    std::uint8_t level = 0;               // exponent above the present cube (match)
    CubeOwner owner = CubeOwner::centre;  // seen by `first`
    std::array<std::int8_t, 2> after{-1, -1};
  };
  // Values of the ways to end the game at one cube level, seen by one seat.
  struct Stake {
    double win = 0, win_gammon = 0, win_backgammon = 0;
    double lose = 0, lose_gammon = 0, lose_backgammon = 0;
    bool dead_us = true, dead_them = true;  // a double by that side is of no use to it
  };
  struct Chances;  // of one leaf, with average values of wins and losses
  struct Points;   // where live doubles are just taken

  [[nodiscard]] double money_value(const Chances& c, const Efficiency& x,
                                   CubeOwner owner) const noexcept;
  [[nodiscard]] double match_value(const Chances& c, const Points& points, const Efficiency& x,
                                   CubeOwner owner, int level, Seat seat) const noexcept;
  [[nodiscard]] Points live_points(const Chances& c, Seat seat, int from_level) const noexcept;
  void add_money_slots(CubeOwner owner) noexcept;
  void add_match_slots(CubeOwner owner) noexcept;
  [[nodiscard]] bool may_double(CubeOwner owner, int level, Seat seat) const noexcept;

  bool money_ = true;
  bool jacoby_ = false;
  bool beavers_ = false;
  int exponent_ = 0;
  int slots_ = 0;
  int levels_ = 1;
  std::array<Slot, kMaxSlots> slot_{};
  std::array<std::array<Stake, kMaxLevels>, 2> stake_{};  // [seat][level]
};

}  // namespace alea
