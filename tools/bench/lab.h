#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/bearoff/bearoff_tables.h"
#include "engine/board/board.h"
#include "engine/cube/met.h"
#include "engine/evaluator/evaluator.h"

namespace alea::lab {

// What the programs that make the documentation's figures share.

[[nodiscard]] std::shared_ptr<const MatchEquityTable> met();

// The network alone, without rules or tables around it.
[[nodiscard]] Result<std::shared_ptr<const Evaluator>> open_network(const std::string& weights);

// As a session would wrap it: rules, tables (none, if empty) and a memory.
[[nodiscard]] std::shared_ptr<const Evaluator> wrapped(
    const std::shared_ptr<const Evaluator>& network, const BearoffTables& tables = {});

// Positions of games that `evaluator` plays against itself at 0 plies without a cube, before the roll: `visit`
// sees them in order until it returns false. `seed` names the games.
void visit_games(const std::shared_ptr<const Evaluator>& evaluator, std::uint64_t seed,
                 const std::function<bool(const Board&)>& visit);

// Of errors: how many, mean, root mean square and the largest.
struct Errors {
  int count = 0;
  double sum = 0, squares = 0, noise = 0, worst = 0;

  // `variance`: of the yardstick, taken off in rms().
  void add(double error, double variance = 0);
  [[nodiscard]] double mean() const;
  [[nodiscard]] double rms() const;
};

// Words of a command line: number `i`, or `otherwise`.
[[nodiscard]] int number(const std::vector<std::string>& words, std::size_t i, int otherwise);

// Prints an error as the programs end.
[[nodiscard]] int refuse(const Error& error);

}  // namespace alea::lab
