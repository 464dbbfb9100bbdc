#include "engine/search/game.h"

#include <algorithm>

#include "engine/board/outcome.h"

namespace alea {
namespace {

// What came of an offered cube.
struct Turned {
  bool refused = false;
  int points = 0;  // if refused: for the player about to roll
  CubeState cube;  // else: seen by that player
};

// R17-R19, H2: the player about to roll in `p` has doubled.
Turned offer(const Position& p, Seat& doubler, Seat& answerer) {
  using Answer = Player::Answer;
  const auto ask = [](const Position& position, Seat& seat) {
    return seat.player->answer(position, seat.rng, *seat.scratch);
  };
  const auto raised = [&](int by) { return CubeState{p.cube.exponent + by, CubeOwner::them}; };
  Position asked = flipped(p);
  asked.pending = Pending::double_offered;
  const Answer first = ask(asked, answerer);
  if (first == Answer::pass) return {.refused = true, .points = p.cube.value(), .cube = p.cube};
  if (first == Answer::take || !p.rules.beavers || !p.match.is_money()) {
    return {.cube = raised(1)};
  }

  asked = p;
  asked.cube = raised(2);
  asked.pending = Pending::beaver_offered;
  const Answer second = ask(asked, doubler);
  if (second == Answer::pass) {
    return {.refused = true, .points = -raised(1).value(), .cube = raised(1)};
  }
  if (second == Answer::take || !p.rules.raccoons) return {.cube = raised(2)};

  asked.cube = raised(3);
  asked = flipped(asked);
  asked.pending = Pending::raccoon_offered;
  if (ask(asked, answerer) == Answer::pass) {
    return {.refused = true, .points = raised(2).value(), .cube = raised(2)};
  }
  return {.cube = raised(3)};
}

}  // namespace

Dice RngDice::opening(int& doubles) {
  for (doubles = 0;; ++doubles) {
    const Dice dice = roll(rng_);
    if (!dice.is_double()) return dice;
  }
}

int points_of(const Outcome& outcome, const CubeState& cube, const MatchState& match,
              const Rules& rules) noexcept {
  const bool single = rules.jacoby && match.is_money() && cube.owner == CubeOwner::centre;
  const int points = single ? (outcome.won ? 1 : -1) : outcome.points();
  return points * cube.value();
}

PlayedGame play_game(const Position& start, std::array<Seat, 2>& seats, DiceSource& dice,
                  int max_rolls, const std::function<bool(const Position&)>& leave_at) {
  PlayedGame end;
  Position p = start;
  std::size_t mover = 0;
  const auto leave = [&](int points_of_mover, bool finished) {
    end.finished = finished;
    end.points = mover == 0 ? points_of_mover : -points_of_mover;
    end.position = p;
    end.us_to_decide = mover == 0;
    return end;
  };
  for (;;) {
    if (!p.dice) {
      if (max_rolls > 0 && end.rolls >= max_rolls) return leave(0, false);
      if (leave_at && leave_at(p)) return leave(0, false);
      if (p.cube.exponent < kMaxCubeExponent && may_double(p) &&
          seats[mover].player->doubles(p, seats[mover].rng, *seats[mover].scratch)) {
        const Turned turned = offer(p, seats[mover], seats[1 - mover]);
        p.cube = turned.cube;
        if (turned.refused) {
          end.passed = true;
          return leave(turned.points, true);
        }
      }
      p.dice = dice.next();
      p.pending = Pending::checker_play;
    }
    const Board next = seats[mover].player->choose_play(p, seats[mover].rng, *seats[mover].scratch);
    ++end.rolls;
    p.dice.reset();
    p.pending = Pending::roll_or_double;
    p = flipped(p);
    p.board = next;
    mover = 1 - mover;
    if (const auto outcome = outcome_of(p.board)) {
      return leave(points_of(*outcome, p.cube, p.match, p.rules), true);
    }
  }
}

Position opening_position(const MatchState& match, const Rules& rules, RngDice& dice) {
  Position p;
  p.board = starting_board();
  p.match = match;
  p.rules = rules;
  p.pending = Pending::checker_play;
  int doubles = 0;
  p.dice = dice.opening(doubles);
  if (match.is_money()) p.cube.exponent = std::min(doubles, rules.automatic_doubles);
  return p;
}

MatchState next_game(const MatchState& match, int points) noexcept {
  MatchState next = match;
  (points > 0 ? next.score_us : next.score_them) += points > 0 ? points : -points;
  if (match.is_money()) return next;
  next.score_us = std::min(next.score_us, next.length);
  next.score_them = std::min(next.score_them, next.length);
  const bool over = next.score_us == next.length || next.score_them == next.length;
  const bool was_close = match.away_us() == 1 || match.away_them() == 1;
  const bool is_close = next.away_us() == 1 || next.away_them() == 1;
  next.crawford = !over && is_close && !was_close;
  return next;
}

}  // namespace alea
