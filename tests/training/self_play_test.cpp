// Targets of self-play against a slow and obvious computation: sums over the future as the theory
// writes them, where the code goes backwards through the game.
#include "training/self_play.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "engine/board/movegen.h"
#include "engine/board/outcome.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/evaluator/pip_evaluator.h"
#include "engine/evaluator/random_evaluator.h"

namespace alea {
namespace {

// Plays by pips, so that games end soon, with gammon chances that vary from board to board.
class TestEvaluator final : public Evaluator {
 public:
  void evaluate(const Board& origin, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch& scratch) const override {
    std::vector<Probabilities> noise(boards.size());
    pips_.evaluate(origin, boards, out, scratch);
    noise_.evaluate(origin, boards, noise, scratch);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      out[i].win_gammon = 0.3F * out[i].win * noise[i].win;
      out[i].win_backgammon = 0.2F * out[i].win_gammon * noise[i].win_gammon;
      out[i].lose_gammon = 0.3F * (1 - out[i].win) * (1 - noise[i].win);
      out[i].lose_backgammon = 0.2F * out[i].lose_gammon;
    }
  }
  [[nodiscard]] std::string identity() const override { return "test"; }

 private:
  PipEvaluator pips_;
  RandomEvaluator noise_{3};
};

using Vector = std::array<double, 5>;

Vector vector_of(const Probabilities& p) {
  return {static_cast<double>(p.win), static_cast<double>(p.win_gammon),
          static_cast<double>(p.win_backgammon), static_cast<double>(p.lose_gammon),
          static_cast<double>(p.lose_backgammon)};
}
Probabilities probabilities_of(const Vector& v) {
  return normalised({static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]),
                     static_cast<float>(v[3]), static_cast<float>(v[4])});
}
// Chances seen by the other player, `times` half-moves on.
Vector seen_after(const Vector& v, std::size_t times) {
  return times % 2 == 0 ? v : Vector{1 - v[0], v[3], v[4], v[1], v[2]};
}
void add(Vector& sum, double share, const Vector& v) {
  for (std::size_t k = 0; k < 5; ++k) sum[k] += share * v[k];
}

// One game, replayed with the same random numbers.
struct Replay {
  std::vector<Board> boards;  // in which a player was about to roll
  std::vector<bool> greedy;
  std::vector<Vector> value;   // of the evaluator; one more than boards: the end
  std::vector<Vector> backup;  // mean over all rolls of the best reply
};

class Replayer {
 public:
  explicit Replayer(const Evaluator& evaluator)
      : evaluator_(evaluator), scratch_(evaluator.make_scratch()) {}

  // `likely`: plays looked at of a roll that did not fall; 0 = all.
  Replay replay(Rng rng, bool random_opening, float explore, int likely, bool races) {
    Replay game;
    Board board = starting_board();
    Dice dice = opening_roll(rng);
    (void)rng.uniform();  // what kind of start
    std::uint32_t random_plies = random_opening ? 1 + rng.below(12) : 0;
    if (!races) (void)rng.uniform();  // whether they are played
    for (;;) {
      game.boards.push_back(board);
      game.value.push_back(vector_of(value(board)));
      Vector mean{};
      for (const Dice each : all_rolls()) {
        const Board reply = best_play(board, each, each == dice ? 0 : likely);
        const Vector best = vector_of(value(reply).flipped());
        add(mean, each.weight() / 36.0, best);
      }
      game.backup.push_back(mean);
      bool wanders = false;
      if (random_plies > 0) {
        --random_plies;
        wanders = rng.below(2) != 0;
      }
      const bool explores = explore > 0 && rng.uniform() < explore;
      const Board best = best_play(board, dice, 0);
      const Board near = explores ? near_play(board, dice, best, rng) : best;
      if (wanders) {
        generate_plays(board, dice, Rules{}, plays_);
        board = plays_.boards()[rng.below(static_cast<std::uint32_t>(plays_.size()))];
      } else {
        board = near;
      }
      game.greedy.push_back(!wanders && board == best);
      if (const auto over = outcome_of(board)) {
        game.value.push_back(vector_of(over->probabilities()));
        return game;
      }
      if (!races && !has_contact(board)) {
        game.value.push_back(vector_of(value(board)));
        return game;
      }
      dice = roll(rng);
    }
  }

 private:
  Probabilities value(const Board& board) {
    Probabilities p;
    evaluator_.evaluate(board, {&board, 1}, {&p, 1}, *scratch_);
    return p;
  }
  Board best_play(const Board& board, Dice dice, int most) {
    likely_.look_at(board);
    boards_.clear();
    likely_.append(dice, Rules{}, most, boards_);
    std::optional<Board> best;
    float worst_for_them = 0;
    for (const Board& after : boards_) {
      const float theirs = value(after).cubeless_equity();
      if (!best || theirs < worst_for_them) {
        best = after;
        worst_for_them = theirs;
      }
    }
    return *best;
  }

  // One of those that lose at most 0.1, drawn while they are met.
  Board near_play(const Board& board, Dice dice, const Board& best, Rng& rng) {
    const float limit = value(best).cubeless_equity() + 0.1F;
    generate_plays(board, dice, Rules{}, plays_);
    Board chosen = best;
    std::uint32_t seen = 0;
    for (const Board& after : plays_.boards()) {
      if (value(after).cubeless_equity() <= limit && rng.below(++seen) == 0) chosen = after;
    }
    return chosen;
  }

  const Evaluator& evaluator_;
  std::unique_ptr<Evaluator::Scratch> scratch_;
  PlayList plays_;
  LikelyPlays likely_;
  std::vector<Board> boards_;
};

// The lambda return as a weighted mean of what was expected 1, 2, ... half-moves later, cut off after a
// play that was not the best one.
Vector lambda_return(const Replay& game, std::size_t t, double lambda) {
  Vector sum{};
  double left = 1;  // weight not yet given away
  for (std::size_t n = 1;; ++n) {
    const std::size_t next = t + n;
    const bool ends = next + 1 == game.value.size();
    const double on = ends ? 0 : (game.greedy[next - 1] ? lambda : 0);
    add(sum, left * (1 - on), seen_after(game.value[next], n));
    left *= on;
    if (left <= 0) return sum;
  }
}

// The backup over all rolls plus, discounted, by how much each later backup differed from the value that
// stood there: what the future taught, without the luck of the dice.
Vector luck_free_return(const Replay& game, std::size_t t, double lambda) {
  Vector sum = game.backup[t];
  double weight = 1;
  for (std::size_t n = 1; t + n < game.boards.size(); ++n) {
    weight *= game.greedy[t + n - 1] ? lambda : 0;
    add(sum, weight, seen_after(game.backup[t + n], n));
    add(sum, -weight, seen_after(game.value[t + n], n));
  }
  return sum;
}

struct Case {
  float lambda;
  bool all_rolls;
  float random_opening;
  float explore = 0;
  int likely_plays = 0;
  bool races = true;
};

class Targets : public ::testing::TestWithParam<Case> {};

TEST_P(Targets, AreTheSumsOfTheTheory) {
  const Case& c = GetParam();
  const ExactEvaluator evaluator(std::make_shared<TestEvaluator>());
  SelfPlayScratch scratch(evaluator);
  Replayer replayer(evaluator);
  for (std::uint64_t game_number = 0; game_number < 4; ++game_number) {
    const Rng rng(8, game_number);
    const auto samples = play_training_game(
        evaluator,
        {.lambda = c.lambda,
         .all_rolls = c.all_rolls,
         .likely_plays = c.likely_plays,
         .random_opening = c.random_opening,
         .explore = c.explore,
         .play_races = c.races ? 1.0F : 0.0F},
        rng, scratch);
    const Replay game =
        replayer.replay(rng, c.random_opening > 0, c.explore, c.likely_plays, c.races);
    if (c.explore > 0) {
      EXPECT_NE(std::count(game.greedy.begin(), game.greedy.end(), false), 0);
    }
    ASSERT_EQ(samples.size(), game.boards.size());
    for (std::size_t t = 0; t < samples.size(); ++t) {
      ASSERT_EQ(samples[t].board, game.boards[t]);
      const auto lambda = static_cast<double>(c.lambda);
      const Probabilities expected = probabilities_of(
          c.all_rolls ? luck_free_return(game, t, lambda) : lambda_return(game, t, lambda));
      const Vector a = vector_of(samples[t].target), b = vector_of(expected);
      for (std::size_t k = 0; k < 5; ++k) {
        // Float sums over a game of some eighty half-moves.
        ASSERT_NEAR(a[k], b[k], 2e-5)
            << "game " << game_number << " half-move " << t << " chance " << k;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Targets,
                         ::testing::Values(Case{0.0F, false, 0}, Case{0.7F, false, 0},
                                           Case{1.0F, false, 0}, Case{0.7F, false, 1},
                                           Case{0.0F, true, 0}, Case{0.8F, true, 0},
                                           Case{1.0F, true, 0}, Case{0.8F, true, 1},
                                           Case{0.7F, false, 0, 0.5F}, Case{0.8F, true, 0, 0.5F},
                                           Case{0.8F, true, 1, 0.5F},
                                           Case{0.8F, true, 0, 0.5F, 3}, Case{0.7F, false, 0, 0, 0, false},
                                           Case{0.8F, true, 0, 0.5F, 3, false}));

TEST(SelfPlay, AGameBeginsWhereItIsToldTo) {
  const ExactEvaluator evaluator(std::make_shared<TestEvaluator>());
  SelfPlayScratch scratch(evaluator);
  const auto first = play_training_game(evaluator, {.all_rolls = true}, Rng(3, 1), scratch);
  ASSERT_GT(first.size(), 10U);
  const Board start = first[10].board;
  const auto samples =
      play_training_game(evaluator, {.unusual_start = 1, .random_opening = 1}, Rng(4, 1), scratch, &start);
  ASSERT_FALSE(samples.empty());
  EXPECT_EQ(samples.front().board, start);
}

TEST(SelfPlay, FullLambdaTargetsAreTheResultOfTheGame) {
  const ExactEvaluator evaluator(std::make_shared<TestEvaluator>());
  SelfPlayScratch scratch(evaluator);
  const auto samples = play_training_game(evaluator, {.lambda = 1.0F}, Rng(8, 1), scratch);
  Probabilities target = samples.back().target;
  EXPECT_EQ(target.win, 1.0F) << "the last to roll wins";
  for (std::size_t t = samples.size(); t-- > 0; target = target.flipped()) {
    ASSERT_EQ(samples[t].target, target);
  }
}

TEST(SelfPlay, UnusualStartsDifferFromTheOpening) {
  const ExactEvaluator evaluator(std::make_shared<TestEvaluator>());
  SelfPlayScratch scratch(evaluator);
  int openings = 0;
  for (std::uint64_t game = 0; game < 40; ++game) {
    const auto samples =
        play_training_game(evaluator, {.unusual_start = 0.5F}, Rng(9, game), scratch);
    openings += samples.front().board == starting_board() ? 1 : 0;
  }
  EXPECT_GT(openings, 8);
  EXPECT_LT(openings, 32);
}

TEST(SelfPlay, TargetsAreConsistentProbabilities) {
  const ExactEvaluator evaluator(std::make_shared<TestEvaluator>());
  SelfPlayScratch scratch(evaluator);
  for (std::uint64_t game = 0; game < 4; ++game) {
    const SelfPlayOptions options{
        .lambda = 1.0F, .all_rolls = true, .unusual_start = 0.5F, .random_opening = 0.5F};
    for (const Sample& s : play_training_game(evaluator, options, Rng(10, game), scratch)) {
      ASSERT_EQ(s.target, normalised(s.target));
      ASSERT_TRUE(validate(s.board).has_value());
      ASSERT_FALSE(outcome_of(s.board).has_value());
    }
  }
}

}  // namespace
}  // namespace alea
