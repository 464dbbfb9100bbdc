// Where the weights of PlayRanker come from.
//
//   alea_play_lab fit WEIGHTS [GAMES] > engine/search/play_ranker_weights.inc
//   alea_play_lab try WEIGHTS [GAMES]
//
// `fit` lets the network play GAMES games (default 8,000) against itself and learns which play it prefers:
// the cross entropy between exp(score) and exp(equity / 0.02), both made to sum to one over the plays of
// a roll. `try` tells how many plays would be evaluated, how often the network's choice is not among them,
// and what that costs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/board/outcome.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/search/play_ranker.h"
#include "nn/eval/nn_evaluator.h"

namespace alea {
namespace {

constexpr double kTemperature = 0.02;  // equity
constexpr double kRate = 0.1;          // sinks to nothing
constexpr double kUnit = 32;           // of a stored weight, one part of an exponent
constexpr int kRollsSeen = 5;          // of 21, besides the one that fell

// Plays of one roll with what the network thinks of them.
struct Choice {
  Board before;
  std::span<const Board> after;
  std::vector<double> equity;  // of the mover
  double top = 0;
  int weight = 0;  // of the roll
};

template <class Use>
void for_each_choice(const Evaluator& evaluator, std::uint64_t seed, int games, const Use& use) {
  const auto scratch = evaluator.make_scratch();
  PlayList plays;
  std::vector<Probabilities> chances;
  Choice choice;
  for (int game = 0; game < games; ++game) {
    Rng rng(seed, static_cast<std::uint64_t>(game));
    // A part of the first plays is random: both players see odd positions.
    const std::uint32_t random_until = rng.below(12);
    Board board = starting_board();
    for (std::uint32_t turn = 0; turn < 400 && !outcome_of(board); ++turn) {
      const Dice fallen = roll(rng);
      Board next;
      for (const Dice dice : all_rolls()) {
        if (dice != fallen && rng.below(kRolls) >= kRollsSeen) continue;
        generate_plays(board, dice, Rules{}, plays);
        chances.resize(plays.size());
        evaluator.evaluate(board.flipped(), plays.boards(), chances, *scratch);
        choice.equity.clear();
        for (const Probabilities& p : chances)
          choice.equity.push_back(-static_cast<double>(p.cubeless_equity()));
        const auto best = std::ranges::max_element(choice.equity);
        if (dice == fallen) {
          const bool random = turn < random_until && turn % 2 == 1;
          next = plays.boards()[random ? rng.below(static_cast<std::uint32_t>(plays.size()))
                                       : static_cast<std::size_t>(best - choice.equity.begin())];
        }
        if (plays.size() < 2) continue;
        choice.before = board;
        choice.after = plays.boards();
        choice.top = *best;
        choice.weight = dice.weight();
        use(choice, game);
      }
      board = next;
    }
  }
}

void fit(const Evaluator& evaluator, int games) {
  std::vector<double> weights(PlayRanker::kWeights);
  PlayRanker ranker;
  struct Play {
    std::array<std::uint16_t, PlayRanker::kMaxFeatures> features;
    std::size_t size;
    double score;
  };
  std::vector<Play> plays;
  for_each_choice(evaluator, 1, games, [&](const Choice& choice, int game) {
    const double rate = kRate * (1 - static_cast<double>(game) / games);
    ranker.look_at(choice.before);
    plays.resize(choice.after.size());
    double top = -1e9, scores = 0, wishes = 0;
    for (std::size_t i = 0; i < plays.size(); ++i) {
      Play& play = plays[i];
      play.size = static_cast<std::size_t>(ranker.features(choice.after[i], play.features));
      play.score = 0;
      for (std::size_t k = 0; k < play.size; ++k) play.score += weights[play.features[k]];
      top = std::max(top, play.score);
    }
    const auto wish = [&](std::size_t i) {
      return std::exp((choice.equity[i] - choice.top) / kTemperature);
    };
    for (std::size_t i = 0; i < plays.size(); ++i) {
      scores += plays[i].score = std::exp(plays[i].score - top);
      wishes += wish(i);
    }
    for (std::size_t i = 0; i < plays.size(); ++i) {
      const double step = rate * (plays[i].score / scores - wish(i) / wishes);
      for (std::size_t k = 0; k < plays[i].size; ++k) weights[plays[i].features[k]] -= step;
    }
  });
  std::string line;
  for (const double weight : weights) {
    const std::string text =
        fmt::format("{},", std::lround(std::clamp(weight * kUnit, -8000.0, 8000.0)));
    if (line.size() + text.size() > 100) {
      fmt::print("{}\n", line);
      line.clear();
    }
    line += text;
  }
  fmt::print("{}\n", line);
}

void try_out(const Evaluator& evaluator, int games) {
  constexpr std::array kKept = {3, 4, 5, 6, 8, 10, 12, 16};
  struct Sums {
    double kept = 0, missed = 0, lost = 0;
  };
  std::array<Sums, kKept.size()> sums;
  double count = 0, all = 0;
  PlayRanker ranker;
  for_each_choice(evaluator, 2, games, [&](const Choice& choice, int) {
    ranker.look_at(choice.before);
    std::vector<int> scores;
    for (const Board& board : choice.after) scores.push_back(ranker.score(board));
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](auto a, auto b) { return scores[a] > scores[b]; });
    count += choice.weight;
    all += choice.weight * static_cast<double>(order.size());
    for (std::size_t k = 0; k < kKept.size(); ++k) {
      const auto kept = std::min(order.size(), static_cast<std::size_t>(kKept[k]));
      double best = -1e9;
      for (std::size_t i = 0; i < kept; ++i) best = std::max(best, choice.equity[order[i]]);
      sums[k].kept += choice.weight * static_cast<double>(kept);
      sums[k].missed += best < choice.top ? choice.weight : 0;
      sums[k].lost += choice.weight * (choice.top - best);
    }
  });
  for (std::size_t k = 0; k < kKept.size(); ++k) {
    fmt::print("best {:2}: {:.2f} of {:.2f} plays evaluated, {:.2f}% missed, {:.5f} lost a roll\n",
               kKept[k], sums[k].kept / count, all / count, 100 * sums[k].missed / count,
               sums[k].lost / count);
  }
}

int run(std::span<const char* const> words) {
  const std::string verb = words.size() > 1 ? words[1] : "";
  if (words.size() < 3 || (verb != "fit" && verb != "try")) {
    fmt::print(stderr, "usage: alea_play_lab fit|try WEIGHTS [GAMES]\n");
    return 2;
  }
  const auto network = nn::Network::load(words[2]);
  auto evaluator =
      network.and_then([](const auto& loaded) { return nn::NnEvaluator::make(loaded); });
  if (!evaluator) {
    fmt::print(stderr, "{}\n", evaluator.error().text());
    return 1;
  }
  const ExactEvaluator exact(*evaluator);
  const int games = words.size() > 3 ? std::atoi(words[3]) : (verb == "fit" ? 8000 : 400);
  verb == "fit" ? fit(exact, games) : try_out(exact, games);
  return 0;
}

}  // namespace
}  // namespace alea

int main(int argc, char** argv) {
  return alea::run({argv, static_cast<std::size_t>(argc)});
}
