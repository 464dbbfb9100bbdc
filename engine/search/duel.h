#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

#include "engine/base/thread_pool.h"
#include "engine/search/game.h"
#include "engine/search/luck.h"
#include "engine/search/player.h"
#include "engine/search/statistics.h"

namespace alea {

struct DuelOptions {
  std::int64_t games = 1000;  // games, or matches; rounded up to whole pairs
  int length = 0;             // points of a match; 0 = money
  bool cube = true;           // money: play with the cube (matches always do)
  Rules rules{};
  std::uint64_t seed = 1;
  // Stop once the standard error, of the score or of it without luck, is below this; 0 = never.
  double until_se = 0;
  // Judges rolls for DuelResult::without_luck; null = none.
  std::shared_ptr<const LuckMeter> luck{};
  int max_rolls = 5000;  // a longer game counts as a draw (players that never finish)
};

// Standing of a duel, seen by the first player. Games come in pairs with the same dice and seats
// swapped; `score` counts one value a pair, the mean of its two games, so that its standard error allows
// for what the two have in common.
struct DuelResult {
  RunningMean score;  // money: points per game; match: 1 won, 0 lost
  // The same less the luck of both sides' rolls but the opening ones: the same expectation, between good
  // players with a far smaller error. Empty unless luck is measured.
  RunningMean without_luck;
  std::int64_t games = 0;                               // or matches
  std::int64_t wins = 0, gammons = 0, backgammons = 0;  // by the first player, cumulative
  std::int64_t losses = 0, gammons_lost = 0, backgammons_lost = 0;
  std::int64_t passes = 0;  // games that ended with a dropped double (either side)
  std::int64_t unfinished = 0;
  double rolls = 0;       // in all games
  bool complete = false;  // not stopped before the last game or until_se

  [[nodiscard]] double per_game() const noexcept { return score.mean(); }
  [[nodiscard]] double standard_error() const noexcept { return score.standard_error(); }
};

// Two players against each other with duplicated dice: pair i uses dice stream (seed, i), once with
// `a` to roll first and once with `b`. The result does not depend on the number of threads. `progress`
// is called by the calling thread now and then. After a stop request: the pairs finished in order.
[[nodiscard]] DuelResult duel(const Player& a, const Player& b, const DuelOptions& options,
                              ThreadPool& pool,
                              const std::function<void(const DuelResult&)>& progress = {},
                              std::stop_token stop = {});

}  // namespace alea
