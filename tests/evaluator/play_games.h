#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/board/movegen.h"
#include "engine/board/outcome.h"
#include "engine/evaluator/evaluator.h"

namespace alea {

// Points per game and wins of `first` against `second`, cubeless money at 0 plies; each run of dice is
// played twice with the seats changed.
struct Score {
  double points_per_game = 0;
  double win_share = 0;
};

inline const Board& best_play(const Evaluator& player, const Board& before, const PlayList& plays,
                              Evaluator::Scratch& scratch, std::vector<Probabilities>& values) {
  values.resize(plays.size());
  player.evaluate(before.flipped(), plays.boards(), values, scratch);
  // The boards are seen by the opponent: the lowest value is the best.
  const auto best = std::ranges::min_element(values, {}, &Probabilities::cubeless_equity);
  return plays.boards()[static_cast<std::size_t>(best - values.begin())];
}

inline Score play_games(const Evaluator& first, const Evaluator& second, int pairs,
                        std::uint64_t seed) {
  const std::array<const Evaluator*, 2> players{&first, &second};
  const std::array<std::unique_ptr<Evaluator::Scratch>, 2> scratch{first.make_scratch(),
                                                                   second.make_scratch()};
  PlayList plays;
  std::vector<Probabilities> values;
  Score score;
  for (int game = 0; game < 2 * pairs; ++game) {
    Rng rng(seed, static_cast<std::uint64_t>(game / 2));
    Board board = starting_board();
    auto turn = static_cast<std::size_t>(game % 2);
    Dice dice = opening_roll(rng);
    while (!outcome_of(board)) {
      generate_plays(board, dice, Rules{}, plays);
      board = best_play(*players[turn], board, plays, *scratch[turn], values);
      turn = 1 - turn;
      dice = roll(rng);
    }
    // `board` is seen by the loser, whose turn it would be.
    const int points = outcome_of(board)->points() * (turn == 0 ? 1 : -1);
    score.points_per_game += points;
    score.win_share += points > 0 ? 1 : 0;
  }
  score.points_per_game /= 2.0 * pairs;
  score.win_share /= 2.0 * pairs;
  return score;
}

}  // namespace alea
