#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/evaluator/evaluator.h"
#include "engine/search/likely_plays.h"
#include "training/sample.h"

namespace alea {

// Working memory of one self-play thread.
struct SelfPlayScratch {
  explicit SelfPlayScratch(const Evaluator& evaluator) : evaluation(evaluator.make_scratch()) {}

  std::unique_ptr<Evaluator::Scratch> evaluation;
  PlayList plays;
  LikelyPlays likely;
  std::vector<Board> boards;
  std::vector<Probabilities> values;
};

// How one game is played and turned into samples.
struct SelfPlayOptions {
  // Share of what was seen later in the game in a target (lambda of TD).
  float lambda = 0.7F;
  // Targets from all 21 rolls, the best reply to each, instead of the one roll that fell.
  bool all_rolls = false;
  // With all_rolls: how many plays of each roll that did not fall are looked at, those that PlayRanker likes
  // best; 0 = all. What fell is played from all.
  int likely_plays = 0;
  // Chance of a game that starts from an unusual position, and of one with random opening plies.
  float unusual_start = 0.0F, random_opening = 0.0F;
  // Chance of each half-move to be any play close to the best one, so that positions which the net would
  // always avoid are learned, too.
  float explore = 0.0F;
  // Chance of a game to be played on once contact is over. The others end there with the net's value of the
  // race, which is soon known far better than other positions.
  float play_races = 1.0F;
};

// Plays one game of cubeless money play of `evaluator` against itself and returns its positions with
// targets, in order of play.
//
// With one roll a target is the TD(lambda) return. With all rolls it is the exact one-ply backup B of the
// position plus lambda times what the rest of the game added to the value V of the next position:
//   G(t) = B(t) + lambda * flipped(G(t+1) - V(t+1)).
// The luck of the dice is V(t+1) - B(t); leaving it out makes G an unbiased estimate at lambda 1, with far
// less variance than the result of the game. After a play that was not the best one the rest says
// nothing about the position before it: there G = B.
// The result depends on the arguments alone; `rng` is the game's own stream. With `start` the game begins
// there, its player about to roll, instead of where the options say.
[[nodiscard]] std::vector<Sample> play_training_game(const Evaluator& evaluator,
                                                     const SelfPlayOptions& options, Rng rng,
                                                     SelfPlayScratch& scratch,
                                                     const Board* start = nullptr);

}  // namespace alea
