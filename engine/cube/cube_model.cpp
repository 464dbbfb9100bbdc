#include "engine/cube/cube_model.h"

#include <algorithm>

#include "engine/base/check.h"

namespace alea {
namespace {

// Height at `p` of the straight line through (x0, y0) and (x1, y1), x0 <= p <= x1.
double between(double p, double x0, double y0, double x1, double y1) noexcept {
  return x1 > x0 ? y0 + (y1 - y0) * (p - x0) / (x1 - x0) : y1;
}

CubeOwner seen_from(CubeModel::Seat seat, CubeOwner owner) noexcept {
  return seat == CubeModel::first ? owner : flipped(owner);
}

}  // namespace

struct CubeModel::Chances {
  double win = 0, lose = 0;
  double win_gammon = 0, win_backgammon = 0;    // shares of the wins, cumulative
  double lose_gammon = 0, lose_backgammon = 0;  // shares of the losses, cumulative

  explicit Chances(const Probabilities& p) noexcept
      : win(static_cast<double>(p.win)), lose(1.0 - win) {
    if (win > 0) {
      win_gammon = static_cast<double>(p.win_gammon) / win;
      win_backgammon = static_cast<double>(p.win_backgammon) / win;
    }
    if (lose > 0) {
      lose_gammon = static_cast<double>(p.lose_gammon) / lose;
      lose_backgammon = static_cast<double>(p.lose_backgammon) / lose;
    }
  }
  [[nodiscard]] double average_win(const Stake& s) const noexcept {
    return s.win + win_gammon * (s.win_gammon - s.win) +
           win_backgammon * (s.win_backgammon - s.win_gammon);
  }
  [[nodiscard]] double average_loss(const Stake& s) const noexcept {
    return s.lose + lose_gammon * (s.lose_gammon - s.lose) +
           lose_backgammon * (s.lose_backgammon - s.lose_gammon);
  }
  [[nodiscard]] double line(const Stake& s) const noexcept {
    return win * average_win(s) + lose * average_loss(s);
  }
};

// Winning chances of `us` at which a double from each level leaves its taker indifferent.
struct CubeModel::Points {
  std::array<double, kMaxLevels> take{};  // they double, we just take
  std::array<double, kMaxLevels> cash{};  // we double, they just pass
};

CubeModel::CubeModel(const CubeState& cube, const MatchState& match, const Rules& rules,
                     const MatchEquityTable& met) noexcept
    : money_(match.is_money()), exponent_(cube.exponent) {
  if (money_) {
    jacoby_ = rules.jacoby;
    beavers_ = rules.beavers;
    add_money_slots(cube.owner);
    return;
  }
  const int most = std::max(match.away_us(), match.away_them());
  levels_ = 0;
  for (int points = 1 << std::min(exponent_, 20);; points *= 2) {
    for (const Seat seat : {first, second}) {
      const MatchState seen = seat == first ? match : match.flipped();
      const OutcomeMwc end = outcome_mwc(met, seen, points);
      stake_[seat][static_cast<std::size_t>(levels_)] = {.win = end.win,
                                                         .win_gammon = end.win_gammon,
                                                         .win_backgammon = end.win_backgammon,
                                                         .lose = end.lose,
                                                         .lose_gammon = end.lose_gammon,
                                                         .lose_backgammon = end.lose_backgammon,
                                                         .dead_us = points >= seen.away_us(),
                                                         .dead_them = points >= seen.away_them()};
    }
    ++levels_;
    if (points >= most || match.crawford || levels_ == kMaxLevels) break;
  }
  // Nothing can be doubled at the highest level, which is the only one of a Crawford game.
  for (const Seat seat : {first, second}) {
    Stake& top = stake_[seat][static_cast<std::size_t>(levels_ - 1)];
    top.dead_us = top.dead_them = true;
  }
  add_match_slots(cube.owner);
}

void CubeModel::add_money_slots(CubeOwner owner) noexcept {
  // Points scale with the cube, so one slot for each owner serves all cube values.
  if (owner == CubeOwner::centre) {
    slots_ = 3;
    slot_[0] = {.level = 0, .owner = CubeOwner::centre, .after = {2, 1}};
    slot_[1] = {.level = 0, .owner = CubeOwner::us, .after = {2, -1}};
    slot_[2] = {.level = 0, .owner = CubeOwner::them, .after = {-1, 1}};
  } else {
    const bool ours = owner == CubeOwner::us;
    slots_ = 2;
    slot_[0] = {.level = 0, .owner = owner, .after = {-1, -1}};
    slot_[1] = {.level = 0, .owner = flipped(owner), .after = {-1, -1}};
    slot_[0].after[ours ? first : second] = 1;
    slot_[1].after[ours ? second : first] = 0;
  }
}

void CubeModel::add_match_slots(CubeOwner owner) noexcept {
  slot_[0] = {.level = 0, .owner = owner};
  slots_ = 1;
  // Each slot in turn gets the slots that a double leads to; they are shared between paths.
  for (int i = 0; i < slots_; ++i) {
    for (const Seat seat : {first, second}) {
      Slot& from = slot_[static_cast<std::size_t>(i)];
      if (!may_double(from.owner, from.level, seat)) continue;
      const Slot to{.level = static_cast<std::uint8_t>(from.level + 1),
                    .owner = seat == first ? CubeOwner::them : CubeOwner::us};
      int found = 0;
      while (found < slots_ && !(slot_[static_cast<std::size_t>(found)].level == to.level &&
                                 slot_[static_cast<std::size_t>(found)].owner == to.owner)) {
        ++found;
      }
      if (found == kMaxSlots) continue;  // deeper doubles are left to the leaf's own formula
      if (found == slots_) slot_[static_cast<std::size_t>(slots_++)] = to;
      from.after[seat] = static_cast<std::int8_t>(found);
    }
  }
}

bool CubeModel::may_double(CubeOwner owner, int level, Seat seat) const noexcept {
  return seen_from(seat, owner) != CubeOwner::them &&
         !stake_[seat][static_cast<std::size_t>(level)].dead_us;
}

CubeState CubeModel::cube(int slot) const noexcept {
  const Slot& s = slot_[static_cast<std::size_t>(slot)];
  return {exponent_ + s.level, s.owner};
}

double CubeModel::money_value(const Chances& c, const Efficiency& x,
                              CubeOwner owner) const noexcept {
  const double won = 1.0 + c.win_gammon + c.win_backgammon;     // average points of a win
  const double lost = 1.0 + c.lose_gammon + c.lose_backgammon;  // and of a loss
  const double span = won + lost + 0.5;
  const double p = c.win;
  const double take = (lost - 0.5) / span;
  const double cash = (lost + 1.0) / span;
  const bool ends_single = jacoby_ && owner == CubeOwner::centre;
  const double top = ends_single ? 1.0 : won;
  const double bottom = ends_single ? -1.0 : -lost;

  double live = 0;
  if (owner != CubeOwner::us && p < take) {
    live = between(p, 0.0, bottom, take, -1.0);
  } else if (owner != CubeOwner::them && p > cash) {
    live = between(p, cash, 1.0, 1.0, top);
  } else if (owner == CubeOwner::us) {
    live = between(p, 0.0, bottom, cash, 1.0);
  } else if (owner == CubeOwner::them) {
    live = between(p, take, -1.0, 1.0, top);
  } else {
    live = between(p, take, -1.0, cash, 1.0);
  }
  const double dead = p * top + c.lose * bottom;
  return dead + x.of(owner) * (live - dead);
}

// A player for whom the next stake's cube is dead needs no case of his own: that stake wins (or loses) the
// match with any result, which puts his cash point at 1 (or his opponent's take point at 0) by itself.
CubeModel::Points CubeModel::live_points(const Chances& c, Seat seat,
                                         int from_level) const noexcept {
  Points points;
  points.cash.fill(1.0);
  const auto& stakes = stake_[seat];
  for (int level = levels_ - 2; level >= from_level; --level) {
    const auto k = static_cast<std::size_t>(level);
    const Stake& here = stakes[k];
    const Stake& next = stakes[k + 1];
    const double lost = c.average_loss(next);
    const double won = c.average_win(next);
    // We take a double to `next`: our value there at the bottom, up to our own cash point.
    points.take[k] =
        next.win > lost
            ? std::clamp(points.cash[k + 1] * (here.lose - lost) / (next.win - lost), 0.0, 1.0)
            : 0.0;
    // They take: our value there at the top, down to our own take point.
    const double left = points.take[k + 1];
    points.cash[k] =
        won > next.lose
            ? std::clamp(left + (1.0 - left) * (here.win - next.lose) / (won - next.lose), 0.0, 1.0)
            : 1.0;
  }
  return points;
}

double CubeModel::match_value(const Chances& c, const Points& points, const Efficiency& x,
                              CubeOwner owner, int level, Seat seat) const noexcept {
  const auto k = static_cast<std::size_t>(level);
  const Stake& stake = stake_[seat][k];
  const double p = c.win;
  const double won = c.average_win(stake);
  const double lost = c.average_loss(stake);
  const bool we_can = owner != CubeOwner::them && !stake.dead_us;
  const bool they_can = owner != CubeOwner::us && !stake.dead_them;

  double dead = p * won + c.lose * lost;
  if (!we_can && !they_can) return dead;
  // Whoever cannot lose more by it doubles at the first chance.
  if (we_can && stake.dead_them) {
    dead = std::max(dead, std::min(c.line(stake_[seat][k + 1]), stake.win));
  } else if (they_can && stake.dead_us) {
    dead = std::min(dead, std::max(c.line(stake_[seat][k + 1]), stake.lose));
  }

  const double left = they_can ? points.take[k] : 0.0;
  const double bottom = they_can ? stake.lose : lost;
  const double right = we_can ? points.cash[k] : 1.0;
  const double top = we_can ? stake.win : won;
  double live = 0;
  if (p < left) {
    live = between(p, 0.0, lost, left, bottom);
  } else if (p > right) {
    live = between(p, right, top, 1.0, won);
  } else {
    live = between(p, left, bottom, right, top);
  }
  return dead + x.of(owner) * (live - dead);
}

void CubeModel::no_double(const Probabilities& p, const Efficiency& x, Seat seat,
                          Values& out) const noexcept {
  const Chances c(p);
  if (money_) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(slots_); ++i) {
      out[i] = money_value(c, x, seen_from(seat, slot_[i].owner));
    }
    return;
  }
  const Points points = live_points(c, seat, 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(slots_); ++i) {
    out[i] = match_value(c, points, x, seen_from(seat, slot_[i].owner), slot_[i].level, seat);
  }
}

double CubeModel::no_double(const Probabilities& p, const Efficiency& x, Seat seat,
                            int slot) const noexcept {
  const Chances c(p);
  const Slot& s = slot_[static_cast<std::size_t>(slot)];
  const CubeOwner owner = seen_from(seat, s.owner);
  if (money_) return money_value(c, x, owner);
  return match_value(c, live_points(c, seat, s.level), x, owner, s.level, seat);
}

double CubeModel::leaf(const Probabilities& p, const Efficiency& x, Seat seat,
                       int slot) const noexcept {
  const Slot& s = slot_[static_cast<std::size_t>(slot)];
  const int after = s.after[seat];
  if (after < 0) return no_double(p, x, seat, slot);
  const Chances c(p);
  Values nd{};
  const auto here = static_cast<std::size_t>(slot);
  const auto next = static_cast<std::size_t>(after);
  if (money_) {
    nd[here] = money_value(c, x, seen_from(seat, s.owner));
    nd[next] = money_value(c, x, CubeOwner::them);
  } else {
    const Points points = live_points(c, seat, s.level);
    nd[here] = match_value(c, points, x, seen_from(seat, s.owner), s.level, seat);
    nd[next] = match_value(c, points, x, CubeOwner::them, s.level + 1, seat);
  }
  return std::max(nd[here], std::min(taken(nd, slot, seat), passed(slot, seat)));
}

void CubeModel::decide(Seat seat, Values& values) const noexcept {
  const Values nd = values;
  for (int i = 0; i < slots_; ++i) {
    if (after_double(i, seat) < 0) continue;
    const double doubled = std::min(taken(nd, i, seat), passed(i, seat));
    values[static_cast<std::size_t>(i)] = std::max(nd[static_cast<std::size_t>(i)], doubled);
  }
}

double CubeModel::taken(const Values& nd, int slot, Seat seat) const noexcept {
  const int after = after_double(slot, seat);
  ALEA_ASSERT(after >= 0);
  const double owned = nd[static_cast<std::size_t>(after)];
  if (!money_) return owned;
  // H2: a beaver doubles again at once and keeps the cube; the doubler may give up the doubled stake.
  if (beavers_ && owned < 0) return std::max(-2.0, 4.0 * owned);
  return 2.0 * owned;
}

double CubeModel::passed(int slot, Seat seat) const noexcept {
  return money_ ? 1.0 : stake_[seat][slot_[static_cast<std::size_t>(slot)].level].win;
}

double CubeModel::cubeless(const Probabilities& p, Seat seat, int slot) const noexcept {
  if (money_) return static_cast<double>(p.cubeless_equity());
  return Chances(p).line(stake_[seat][slot_[static_cast<std::size_t>(slot)].level]);
}

double CubeModel::unit() const noexcept {
  return money_ ? 1.0 : 0.5 * (stake_[first][0].win - stake_[first][0].lose);
}

Equity CubeModel::equity(double value) const noexcept {
  if (money_) return {value};
  const Stake& stake = stake_[first][0];
  const double span = stake.win - stake.lose;
  return {span > 0 ? (2.0 * value - stake.win - stake.lose) / span : 0.0};
}

double CubeModel::value(Equity equity) const noexcept {
  if (money_) return equity.points;
  const Stake& stake = stake_[first][0];
  return 0.5 * (stake.win + stake.lose + equity.points * (stake.win - stake.lose));
}

CubeValues CubeModel::cube_values(const Values& nd) const noexcept {
  CubeValues values;
  values.no_double = values.double_take = equity(nd[0]);
  values.double_pass = equity(passed(0, first));
  if (const int after = after_double(0, first); after >= 0) {
    values.double_take = equity(taken(nd, 0, first));
    values.beavered = money_ && beavers_ && nd[static_cast<std::size_t>(after)] < -kCubeTie;
  }
  return values;
}

}  // namespace alea
