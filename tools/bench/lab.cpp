#include "tools/bench/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/board/outcome.h"
#include "engine/evaluator/bearoff_evaluator.h"
#include "engine/evaluator/cached_evaluator.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/search/game.h"
#include "engine/search/searcher.h"
#include "nn/eval/nn_evaluator.h"

namespace alea::lab {

std::shared_ptr<const MatchEquityTable> met() {
  return std::make_shared<const MatchEquityTable>(MatchEquityTable::kazaross_xg2());
}

Result<std::shared_ptr<const Evaluator>> open_network(const std::string& weights) {
  auto network = nn::Network::load(weights);
  if (!network) return fail(network.error());
  auto evaluator = nn::NnEvaluator::make(*network);
  if (!evaluator) return fail(evaluator.error());
  return std::shared_ptr<const Evaluator>(*evaluator);
}

std::shared_ptr<const Evaluator> wrapped(const std::shared_ptr<const Evaluator>& network,
                                         const BearoffTables& tables) {
  std::shared_ptr<const Evaluator> inner = network;
  if (!tables.empty()) inner = std::make_shared<const BearoffEvaluator>(tables, network);
  return std::make_shared<const CachedEvaluator>(std::make_shared<const ExactEvaluator>(inner));
}

void visit_games(const std::shared_ptr<const Evaluator>& evaluator, std::uint64_t seed,
                 const std::function<bool(const Board&)>& visit) {
  SearchOptions options;
  options.cubeful = false;
  const Searcher searcher(evaluator, met(), options);
  const auto workspace = searcher.make_workspace();
  for (std::uint64_t game = 0;; ++game) {
    RngDice dice(seed, game);
    Position position = opening_position({}, {}, dice);
    while (!outcome_of(position.board)) {
      if (!position.dice) {
        if (!visit(position.board)) return;
        position.dice = dice.next();
      }
      position.board = searcher.choose_play(position, *workspace);
      position.dice.reset();
    }
  }
}

void Errors::add(double error, double variance) {
  ++count;
  sum += error;
  squares += error * error;
  noise += variance;
  worst = std::max(worst, std::abs(error));
}

double Errors::mean() const {
  return sum / std::max(1, count);
}

double Errors::rms() const {
  return std::sqrt(std::max(0.0, squares - noise) / std::max(1, count));
}

int number(const std::vector<std::string>& words, std::size_t i, int otherwise) {
  return words.size() > i ? std::atoi(words[i].c_str()) : otherwise;
}

int refuse(const Error& error) {
  fmt::print(stderr, "{}\n", error.text());
  return exit_code(error.kind);
}

}  // namespace alea::lab
