#include "training/self_play.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "engine/board/outcome.h"
#include "training/start_positions.h"

namespace alea {
namespace {

// Games of a net that knows nothing can go on for ever; they are cut here and bootstrapped.
constexpr int kMaxPlies = 400;

// Exploring takes plays that lose at most this much equity by the net's own judgement.
constexpr float kCloseToBest = 0.1F;

// One position of the game with what was found out when it was played.
struct Ply {
  Board board;
  Probabilities value;   // of the net, for the player about to roll
  Probabilities backup;  // over all rolls, likewise (all_rolls only)
  bool greedy = true;    // the play that followed was the best one
};

Probabilities combine(const Probabilities& a, float x, const Probabilities& b, float y) {
  return {a.win * x + b.win * y, a.win_gammon * x + b.win_gammon * y,
          a.win_backgammon * x + b.win_backgammon * y, a.lose_gammon * x + b.lose_gammon * y,
          a.lose_backgammon * x + b.lose_backgammon * y};
}

// The place of the play that leaves the opponent worst off; the first one among equals.
std::size_t best_of(std::span<const Probabilities> values) {
  std::size_t best = 0;
  float lowest = values[0].cubeless_equity();
  for (std::size_t i = 1; i < values.size(); ++i) {
    const float equity = values[i].cubeless_equity();
    if (equity < lowest) {
      lowest = equity;
      best = i;
    }
  }
  return best;
}

struct Choice {
  Board next;
  Probabilities value;   // of `next`, for its roller
  Probabilities backup;  // of the board before (all_rolls only)
  bool greedy = true;    // the best play
};

// Any of the plays close to the best one, all with the same chance.
std::size_t close_to_best(std::span<const Probabilities> values, std::size_t best, Rng& rng) {
  const float limit = values[best].cubeless_equity() + kCloseToBest;
  std::size_t chosen = best;
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].cubeless_equity() <= limit && rng.below(++seen) == 0) chosen = i;
  }
  return chosen;
}

class Player {
 public:
  Player(const Evaluator& evaluator, int likely_plays, SelfPlayScratch& scratch)
      : evaluator_(evaluator), likely_plays_(likely_plays), scratch_(scratch) {}

  // The best play of one roll; if `explore` is given, one close to it, drawn with it.
  Choice play(const Board& board, Dice dice, Rng* explore) {
    generate_plays(board, dice, Rules{}, scratch_.plays);
    scratch_.values.resize(scratch_.plays.size());
    evaluator_.evaluate(board.flipped(), scratch_.plays.boards(), scratch_.values,
                        *scratch_.evaluation);
    const std::size_t best = best_of(scratch_.values);
    const std::size_t at = explore ? close_to_best(scratch_.values, best, *explore) : best;
    return {scratch_.plays.boards()[at], scratch_.values[at], {}, at == best};
  }

  // The same, with the value of the board averaged over the best plays of all rolls.
  Choice play_all(const Board& board, Dice dice, Rng* explore) {
    std::array<std::size_t, kRolls + 1> ends{};
    scratch_.boards.clear();
    const auto rolls = all_rolls();
    scratch_.likely.look_at(board);
    for (std::size_t r = 0; r < rolls.size(); ++r) {
      scratch_.likely.append(rolls[r], Rules{}, rolls[r] == dice ? 0 : likely_plays_,
                             scratch_.boards);
      ends[r + 1] = scratch_.boards.size();
    }
    scratch_.values.resize(scratch_.boards.size());
    evaluator_.evaluate(board.flipped(), scratch_.boards, scratch_.values, *scratch_.evaluation);
    Choice choice;
    Probabilities sum{};  // seen by the opponent, who rolls next
    for (std::size_t r = 0; r < rolls.size(); ++r) {
      const std::span<const Probabilities> values(scratch_.values.data() + ends[r],
                                                  ends[r + 1] - ends[r]);
      const std::size_t place = best_of(values);
      const std::size_t best = ends[r] + place;
      sum = combine(sum, 1.0F, scratch_.values[best],
                    static_cast<float>(rolls[r].weight()) / 36.0F);
      if (rolls[r] == dice) {
        const std::size_t at =
            explore ? ends[r] + close_to_best(values, place, *explore) : best;
        choice.next = scratch_.boards[at];
        choice.value = scratch_.values[at];
        choice.greedy = at == best;
      }
    }
    choice.backup = normalised(sum.flipped());
    return choice;
  }

  // A uniformly random play.
  Choice wander(const Board& board, Dice dice, Rng& rng) {
    generate_plays(board, dice, Rules{}, scratch_.plays);
    const std::size_t at = rng.below(static_cast<std::uint32_t>(scratch_.plays.size()));
    return {scratch_.plays.boards()[at], evaluate(scratch_.plays.boards()[at]), {}, false};
  }

  Probabilities evaluate(const Board& board) {
    Probabilities value;
    evaluator_.evaluate(board, {&board, 1}, {&value, 1}, *scratch_.evaluation);
    return value;
  }

 private:
  const Evaluator& evaluator_;
  int likely_plays_;
  SelfPlayScratch& scratch_;
};

}  // namespace

std::vector<Sample> play_training_game(const Evaluator& evaluator, const SelfPlayOptions& options,
                                       Rng rng, SelfPlayScratch& scratch, const Board* start) {
  Player player(evaluator, options.likely_plays, scratch);
  Board board = starting_board();
  Dice dice = opening_roll(rng);
  int random_plies = 0;
  const float kind = rng.uniform();
  if (start != nullptr) {
    board = *start;
    dice = roll(rng);
  } else if (kind < options.unusual_start) {
    board = unusual_position(rng);
    dice = roll(rng);
  } else if (kind < options.unusual_start + options.random_opening) {
    random_plies = 1 + static_cast<int>(rng.below(12));
  }

  const bool play_races = options.play_races >= 1 || rng.uniform() < options.play_races;

  std::vector<Ply> plies;
  Probabilities value = player.evaluate(board);
  Probabilities last{};  // of the position after the last ply, for its roller
  for (;;) {
    Ply ply{.board = board, .value = value, .backup = {}};
    const bool wander = random_plies > 0 && rng.below(2) != 0;
    random_plies = std::max(0, random_plies - 1);
    Rng* explore = options.explore > 0 && rng.uniform() < options.explore ? &rng : nullptr;
    Choice choice;
    if (options.all_rolls) {
      choice = player.play_all(board, dice, explore);
      ply.backup = choice.backup;
      if (wander) choice = player.wander(board, dice, rng);
    } else {
      choice = wander ? player.wander(board, dice, rng) : player.play(board, dice, explore);
    }
    ply.greedy = choice.greedy;
    plies.push_back(ply);
    board = choice.next;
    value = choice.value;
    if (const auto over = outcome_of(board)) {
      last = over->probabilities();
      break;
    }
    const bool race_begins = !play_races && has_contact(ply.board) && !has_contact(board);
    if (race_begins || plies.size() >= kMaxPlies) {
      last = value;
      break;
    }
    dice = roll(rng);
  }

  std::vector<Sample> samples(plies.size());
  Probabilities later = last;        // G(t+1)
  Probabilities later_value = last;  // V(t+1): exact where the game is over
  for (std::size_t t = plies.size(); t-- > 0;) {
    const Ply& ply = plies[t];
    Probabilities target;
    if (options.all_rolls) {
      target = ply.backup;
      if (ply.greedy) {
        // Linear in the six chances, so the difference of two flips is the flip of the difference.
        const Probabilities seen = combine(later.flipped(), options.lambda, later_value.flipped(), -options.lambda);
        target = combine(target, 1.0F, seen, 1.0F);
      }
    } else {
      const float lambda = ply.greedy ? options.lambda : 0.0F;
      target = combine(later.flipped(), lambda, later_value.flipped(), 1.0F - lambda);
    }
    samples[t] = {ply.board, target};
    later = target;
    later_value = ply.value;
  }
  for (Sample& sample : samples) sample.target = normalised(sample.target);
  return samples;
}

}  // namespace alea
