#pragma once

#include <cstdint>
#include <vector>

namespace alea {

// One part of a training run; docs/training.md says where the default figures come from.
struct Stage {
  std::uint64_t games = 0;         // length; 0 = until stopped
  std::uint64_t horizon = 0;       // games over which rates and lambda slide; 0 = `games`
  int width = 256;                 // first layer; a wider one than before grows the net
  int heads = 1;                   // stacks of dense layers (nn::are_heads)
  bool all_rolls = false;          // targets from all 21 rolls
  int likely_plays = 0;            // of a roll that a target looks at; 0 = all
  int games_per_round = 1024;      // games between two fits
  int draws = 3;                   // how often a position is drawn from the ring on average
  std::uint32_t ring = 200'000;    // positions kept
  int batch = 512;
  float rate_from = 2e-3F, rate_to = 5e-4F;      // geometric slide
  float lambda_from = 0.7F, lambda_to = 0.0F;    // linear slide
  float unusual_start = 0.0F, random_opening = 0.0F;
  float revisit = 0.0F;            // share of games that start where the net was found wrong
  float explore = 0.0F;            // chance of a half-move that is not the best one but close to it
  float play_races = 1.0F;         // share of games that go on once contact is over
  float average_decay = 0.999F;
  float equity_weight = 0.0F;      // of the squared equity error, beside the cross entropies
};

// Calls fn(name, field) for every figure of a stage, in the order of their declaration: one list serves
// checkpoints, recipe files and logs.
template <class StageType, class Fn>
void for_each_field(StageType& s, Fn fn) {
  fn("games", s.games);
  fn("horizon", s.horizon);
  fn("width", s.width);
  fn("heads", s.heads);
  fn("all_rolls", s.all_rolls);
  fn("likely_plays", s.likely_plays);
  fn("games_per_round", s.games_per_round);
  fn("draws", s.draws);
  fn("ring", s.ring);
  fn("batch", s.batch);
  fn("rate_from", s.rate_from);
  fn("rate_to", s.rate_to);
  fn("lambda_from", s.lambda_from);
  fn("lambda_to", s.lambda_to);
  fn("unusual_start", s.unusual_start);
  fn("random_opening", s.random_opening);
  fn("revisit", s.revisit);
  fn("explore", s.explore);
  fn("play_races", s.play_races);
  fn("average_decay", s.average_decay);
  fn("equity_weight", s.equity_weight);
}

// From random weights to a strong net.
[[nodiscard]] std::vector<Stage> default_stages();

}  // namespace alea
