// Where the figures about cubes in the documentation come from.
//
//   alea_cube_lab fit WEIGHTS POSITIONS [PLIES [COUNT]]      cube efficiencies by fixed point
//   alea_cube_lab compare WEIGHTS DECISIONS [PLIES]          cube decisions beside a reference
//
// POSITIONS: JSON lines with "id" (GNU position ID) and "cls" (tests/data/rollout_values.jsonl).
// DECISIONS: JSON lines as in tests/data/cube.jsonl.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/cube/ids.h"
#include "engine/evaluator/cached_evaluator.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/search/searcher.h"
#include "nn/eval/nn_evaluator.h"

namespace alea {
namespace {

using Json = nlohmann::json;

std::shared_ptr<const MatchEquityTable> met() {
  return std::make_shared<const MatchEquityTable>(MatchEquityTable::kazaross_xg2());
}

Result<std::shared_ptr<const Evaluator>> open(const std::string& weights) {
  auto network = nn::Network::load(weights);
  if (!network) return fail(network.error());
  auto evaluator = nn::NnEvaluator::make(*network);
  if (!evaluator) return fail(evaluator.error());
  return std::make_shared<const CachedEvaluator>(
      std::make_shared<const ExactEvaluator>(*evaluator));
}

template <class Use>
void for_each_line(const std::string& file, const Use& use) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) use(Json::parse(line));
}

// Least squares of the x in exact = dead + x (live - dead).
struct Fit {
  double product = 0, squares = 0;
  void add(double exact, double dead, double live) {
    product += (exact - dead) * (live - dead);
    squares += (live - dead) * (live - dead);
  }
  [[nodiscard]] float x() const { return static_cast<float>(product / squares); }
};

// The efficiency at which the model agrees with its own look-ahead: the value without a double, searched with
// x at the leaves, is the model's own value with the same x at the chances that the search found. Found by
// repeating; positions in which no cube decision is near are left out.
void fit(std::shared_ptr<const Evaluator> evaluator, const std::string& file, int plies,
         std::size_t count) {
  constexpr double kLopsided = 0.8;
  std::map<std::string, std::vector<Board>> classes;
  for_each_line(file, [&](const Json& json) {
    if (std::abs(json.at("equity").get<double>()) > kLopsided) return;
    classes[json.at("cls")].push_back(parse_position(std::string(json.at("id")))->board);
  });
  const std::array<CubeOwner, 3> owners = {CubeOwner::centre, CubeOwner::us, CubeOwner::them};
  for (auto& [name, boards] : classes) {
    const std::size_t step = std::max<std::size_t>(1, boards.size() / count);
    SearchOptions options;
    options.plies = plies;
    constexpr int kRounds = 6;
    for (int round = 0; round < kRounds; ++round) {
      const Searcher searcher(evaluator, met(), options);
      const auto workspace = searcher.make_workspace();
      std::array<Fit, 3> fits;
      std::size_t used = 0;
      for (std::size_t i = 0; i < boards.size(); i += step, ++used) {
        for (std::size_t k = 0; k < owners.size(); ++k) {
          Position position;
          position.board = boards[i];
          position.cube.owner = owners[k];
          const CubeAnalysis a = searcher.analyze_cube(position, *workspace);
          const CubeModel model(position.cube, {}, {}, searcher.met());
          const auto at = [&](double x) {
            return model.no_double(a.value.probabilities, x, CubeModel::first, 0);
          };
          fits[k].add(a.values.no_double.points, at(0.0), at(1.0));
        }
      }
      const CubeEfficiency::ByOwner found{fits[0].x(), fits[1].x(), fits[2].x()};
      fmt::print("{:10} round {}: centre {:.3f}, us {:.3f}, them {:.3f} ({} positions)\n", name,
                 round + 1, found.centre, found.us, found.them, used);
      options.efficiency.contact = options.efficiency.crashed = found;
      options.efficiency.back_game = found;
    }
  }
}

struct Standing {
  int all = 0, turns = 0, agree = 0;
  double no_double = 0, cubeless = 0, loss = 0;
};

void compare(std::shared_ptr<const Evaluator> evaluator, const std::string& file, int plies) {
  SearchOptions options;
  options.plies = plies;
  const Searcher searcher(std::move(evaluator), met(), options);
  const auto workspace = searcher.make_workspace();
  std::map<std::string, Standing> standings;
  for_each_line(file, [&](const Json& json) {
    const std::string id = json.at("xgid");
    const Position position = *parse_position(id);
    const CubeAnalysis a = searcher.analyze_cube(position, *workspace);
    const bool match = !position.match.is_money();
    Standing& s = standings[match ? "match" : (position.rules.jacoby ? "Jacoby" : "money")];
    const double cubeless = json.at(match ? "eq_cubeless_norm" : "eq_cubeless");
    const double nd = json.at("nd");
    ++s.all;
    s.no_double += std::abs(a.values.no_double.points - nd);
    s.cubeless += std::abs(a.value.cubeless.points - cubeless);
    if (!a.may_turn) return;
    const double dt = json.at("dt");
    const CubeDecision theirs = decide(
        {.no_double = {nd}, .double_take = {dt}, .double_pass = {1.0}}, true, position.cube.owner);
    ++s.turns;
    const bool same = a.decision.doubles == theirs.doubles && a.decision.takes == theirs.takes;
    s.agree += same ? 1 : 0;
    s.loss += theirs.best.points - (a.decision.doubles ? std::min(dt, 1.0) : nd);
    if (same) return;
    fmt::print("{} reference {:.3f} {:.3f}, alea {:.3f} {:.3f}: {}, not {}\n", id, nd, dt,
               a.values.no_double.points, a.values.double_take.points, to_string(a.decision.action),
               to_string(theirs.action));
  });
  for (const auto& [kind, s] : standings) {
    fmt::print(
        "{}: {} decisions; mean difference cubeless {:.4f}, no double {:.4f}; of {} with a cube to "
        "turn {} agree, cost of the doubling decisions by the reference {:.4f}\n",
        kind, s.all, s.cubeless / s.all, s.no_double / s.all, s.turns, s.agree, s.loss / s.turns);
  }
}

int run(const std::vector<std::string>& arguments) {
  const std::size_t given = arguments.size();
  if (given < 4 || (arguments[1] != "fit" && arguments[1] != "compare")) {
    fmt::print(stderr, "usage: alea_cube_lab fit|compare WEIGHTS FILE [PLIES [COUNT]]\n");
    return 2;
  }
  const auto evaluator = open(arguments[2]);
  if (!evaluator) {
    fmt::print(stderr, "{}\n", evaluator.error().text());
    return exit_code(evaluator.error().kind);
  }
  const auto number = [&](std::size_t i, int otherwise) {
    return given > i ? std::atoi(arguments[i].c_str()) : otherwise;
  };
  if (arguments[1] == "fit") {
    fit(*evaluator, arguments[3], number(4, 2), static_cast<std::size_t>(number(5, 300)));
  } else {
    compare(*evaluator, arguments[3], number(4, 2));
  }
  return 0;
}

}  // namespace
}  // namespace alea

int main(int argc, char** argv) {
  return alea::run({argv, argv + argc});
}
