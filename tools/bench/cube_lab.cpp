// Where the figures about cubes in the documentation come from.
//
//   alea_cube_lab exact WEIGHTS [PLIES [COUNT]]              against exact bear-offs, without asking them
//   alea_cube_lab races [CHECKERS [COUNT]]                   cube efficiencies by exact bear-offs
//   alea_cube_lab fixed WEIGHTS [PLIES [COUNT]]              cube efficiencies by fixed point
//   alea_cube_lab roll WEIGHTS ROLLED [COUNT [TRIALS]]       cubeful rollouts of positions in each phase
//   alea_cube_lab fit WEIGHTS ROLLED [PLIES]                 cube efficiencies by those rollouts
//
// ROLLED: JSON lines, one a position; `roll` adds what it lacks, so it may be broken off.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/cube/ids.h"
#include "engine/search/rollout.h"
#include "tools/bench/lab.h"

namespace alea {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

constexpr std::array<CubeOwner, 3> kOwners = {CubeOwner::centre, CubeOwner::us, CubeOwner::them};
constexpr std::array<const char*, 3> kOwnerNames = {"centre", "own", "opponent's"};

Position money(const Board& board, CubeOwner owner) {
  Position position;
  position.board = board;
  position.cube.owner = owner;
  if (owner != CubeOwner::centre) position.cube.exponent = 1;
  return position;
}

// ---- exact: bear-offs of up to six checkers a side, answered by look-ahead alone

// What decisions cost by exact values.
struct Decisions {
  int count = 0, doubles_differ = 0, takes_differ = 0;
  double lost = 0, worst = 0;

  void add(const CubeDecision& ours, const BearoffCubeAction& exact) {
    const double doubled = std::min(exact.double_take, exact.double_pass);
    const double best = std::max(exact.no_double, doubled);
    const double double_cost = best - (ours.doubles ? doubled : exact.no_double);
    const double take_cost = (ours.takes ? exact.double_take : exact.double_pass) - doubled;
    ++count;
    doubles_differ += double_cost > kCubeTie ? 1 : 0;
    takes_differ += take_cost > kCubeTie ? 1 : 0;
    lost += double_cost + take_cost;
    worst = std::max({worst, double_cost, take_cost});
  }
};

void against_exact(const char* name, const std::shared_ptr<const Evaluator>& evaluator,
                   const TwoSidedBearoff& table, const std::vector<Board>& boards, int plies) {
  SearchOptions options;
  options.plies = plies;
  const Searcher searcher(evaluator, lab::met(), options);
  const auto workspace = searcher.make_workspace();
  for (std::size_t k = 0; k < kOwners.size(); ++k) {
    lab::Errors errors;
    Decisions decisions;
    for (const Board& board : boards) {
      const CubeAnalysis a = searcher.analyze_cube(money(board, kOwners[k]), *workspace);
      const TwoSidedEquities e = table.equities(board);
      double exact = e.theirs;
      if (kOwners[k] != CubeOwner::them) {
        const auto action = kOwners[k] == CubeOwner::us ? owned_action(e) : centred_action(e);
        exact = action.equity();
        decisions.add(a.decision, action);
      }
      errors.add(a.value.cubeful.points - exact);
    }
    fmt::print("| {} | {} | {:+.4f} | {:.4f} | {:.4f} | ", name, kOwnerNames[k], errors.mean(),
               errors.rms(), errors.worst);
    if (decisions.count == 0) {
      fmt::print("| | | |\n");
    } else {
      fmt::print("{} | {} | {:.5f} | {:.4f} |\n", decisions.doubles_differ, decisions.takes_differ,
                 decisions.lost / decisions.count, decisions.worst);
    }
  }
}

int exact(const std::shared_ptr<const Evaluator>& network, int plies, int count) {
  ThreadPool pool;
  const auto tables = make_bearoff_tables(pool);
  if (!tables) return lab::refuse(tables.error());
  const TwoSidedBearoff& table = *tables->two_sided;
  // Pairs of 1 to 6 checkers a side, the number first, then the position; those in which the chance to win is 5
  // to 95 %, since the others answer themselves.
  constexpr double kOpen = 0.9;
  Rng rng(11, 0);
  std::vector<Board> boards;
  while (static_cast<int>(boards.size()) < count) {
    Board board;
    for (Board::Side* side : {&board.us, &board.them}) {
      const auto checkers = static_cast<int>(1 + rng.below(6));
      const auto low = position_count({.points = kHome, .checkers = checkers - 1});
      const auto high = position_count({.points = kHome, .checkers = checkers});
      *side = unpack(side_of_index(low + rng.below(high - low), kHome));
    }
    if (std::abs(table.equities(board).cubeless) < kOpen) boards.push_back(board);
  }
  fmt::print(
      "{} plies, {} positions\n| by | cube | mean error | rms | worst | doubles differ | takes "
      "differ | lost a decision | worst |\n|---|---|---|---|---|---|---|---|---|\n",
      plies, boards.size());
  against_exact("network", lab::wrapped(network), table, boards, plies);
  against_exact("one-sided tables", lab::wrapped(network, {tables->one_sided, nullptr}), table,
                boards, plies);
  return 0;
}

// ---- races: x by exact values, at the exact chances

CubeModel model_of(CubeOwner owner) {
  return {money({}, owner).cube, {}, {}, *lab::met()};
}

// Weighted least squares of the x in value = dead + x (live - dead).
struct Fit {
  double product = 0, squares = 0;
  void add(double weight, double slope, double value) {
    product += weight * slope * value;
    squares += weight * slope * slope;
  }
  [[nodiscard]] double x() const { return product / squares; }
  [[nodiscard]] double error() const { return 1.0 / std::sqrt(squares); }
};

// Pairs in which both sides have CHECKERS or one less, by mean pips: the x that fits best, the present
// one, and the errors of both.
int races(int checkers, int count) {
  ThreadPool pool;
  const auto table = TwoSidedBearoff::make({.points = kHome, .checkers = checkers}, pool);
  if (!table) return lab::refuse(table.error());
  constexpr int kWidth = 4;
  constexpr double kOpen = 0.9;
  struct Group {
    std::vector<std::pair<Board, TwoSidedEquities>> pairs;
  };
  std::map<int, Group> groups;
  Rng rng(13, 0);
  const auto low = position_count({.points = kHome, .checkers = checkers - 2});
  for (int i = 0; i < count; ++i) {
    Board board;
    for (Board::Side* side : {&board.us, &board.them}) {
      *side = unpack(side_of_index(low + rng.below(table->positions() - low), kHome));
    }
    const TwoSidedEquities e = table->equities(board);
    if (std::abs(e.cubeless) > kOpen) continue;
    groups[(pip_count(board.us) + pip_count(board.them)) / 2 / kWidth].pairs.push_back({board, e});
  }
  fmt::print(
      "| mean pips | pairs | cube | x | present | rms error | present "
      "|\n|---|---|---|---|---|---|---|\n");
  for (const auto& [pips, group] : groups) {
    for (std::size_t k = 0; k < kOwners.size(); ++k) {
      const CubeModel model = model_of(kOwners[k]);
      const auto value = [&](const TwoSidedEquities& e, double x) {
        return model.no_double({.win = static_cast<float>(e.win())}, x, CubeModel::first, 0);
      };
      const auto exact_of = [&](const TwoSidedEquities& e) {
        return k == 0 ? e.centred : (k == 1 ? e.owned : e.theirs);
      };
      Fit fit;
      for (const auto& [board, e] : group.pairs) {
        fit.add(1, value(e, 1) - value(e, 0), exact_of(e) - value(e, 0));
      }
      lab::Errors fitted, present;
      double mean_x = 0;
      for (const auto& [board, e] : group.pairs) {
        const double x = efficiency_of(board, {}).of(kOwners[k]);
        mean_x += x / static_cast<double>(group.pairs.size());
        fitted.add(value(e, fit.x()) - exact_of(e));
        present.add(value(e, x) - exact_of(e));
      }
      fmt::print("| {}-{} | {} | {} | {:.3f} | {:.3f} | {:.4f} | {:.4f} |\n", kWidth * pips,
                 kWidth * pips + kWidth - 1, group.pairs.size(), kOwnerNames[k], fit.x(), mean_x,
                 fitted.rms(), present.rms());
    }
  }
  return 0;
}

// ---- roll and fit

// The phases of CubeEfficiency, told apart by asking it.
constexpr std::size_t kRace = 3;
const std::array<const char*, 4> kPhases = {"contact", "crashed", "back game", "race"};
std::size_t phase_of(const Board& board) {
  if (!has_contact(board)) return kRace;
  CubeEfficiency marks;
  marks.contact = {0, 0, 0};
  marks.crashed = {1, 1, 1};
  marks.back_game = {2, 2, 2};
  return static_cast<std::size_t>(efficiency_of(board, marks).centre);
}

// One position rolled out without a double this turn, for each owner of the cube.
struct Rolled {
  Board board;
  std::array<Probabilities, 3> chances{};
  std::array<double, 3> value{}, se{};
};

Json to_json(const Rolled& rolled) {
  Json json = {{"id", to_gnu_position_id(rolled.board)}, {"rows", Json::array()}};
  for (std::size_t k = 0; k < kOwners.size(); ++k) {
    const Probabilities& p = rolled.chances[k];
    json["rows"].push_back(
        {{"chances", {p.win, p.win_gammon, p.win_backgammon, p.lose_gammon, p.lose_backgammon}},
         {"value", rolled.value[k]},
         {"se", rolled.se[k]}});
  }
  return json;
}

std::vector<Rolled> read_rolled(const std::string& file) {
  std::vector<Rolled> all;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const Json json = Json::parse(line, nullptr, false);
    if (json.is_discarded()) continue;  // cut short
    Rolled rolled;
    rolled.board = parse_position(json.at("id").get<std::string>())->board;
    for (std::size_t k = 0; k < kOwners.size(); ++k) {
      const Json& row = json.at("rows").at(k);
      const auto c = row.at("chances").get<std::array<float, 5>>();
      rolled.chances[k] = {c[0], c[1], c[2], c[3], c[4]};
      rolled.value[k] = row.at("value");
      rolled.se[k] = row.at("se");
    }
    all.push_back(rolled);
  }
  return all;
}

// Positions of the network's own games in which a cube decision is not far away: `count` of each phase, no two
// of a phase from the same game, nearly.
std::vector<Board> near_cubes(const std::shared_ptr<const Evaluator>& evaluator, int count) {
  constexpr double kLopsided = 0.8;
  constexpr int kApart = 50;  // positions seen between two of a phase
  constexpr int kMostSeen = 3'000'000;
  std::array<std::vector<Board>, 4> phases;
  std::array<int, 4> last{};
  last.fill(-kApart);
  const auto scratch = evaluator->make_scratch();
  std::size_t full = 0;
  int seen = 0;
  lab::visit_games(evaluator, 5, [&](const Board& board) {
    const std::size_t phase = phase_of(board);
    auto& boards = phases[phase];
    if (++seen > kMostSeen) return false;
    if (static_cast<int>(boards.size()) == count || seen - last[phase] < kApart) return true;
    Probabilities p;
    evaluator->evaluate(board, {&board, 1}, {&p, 1}, *scratch);
    if (std::abs(static_cast<double>(p.cubeless_equity())) > kLopsided) return true;
    const auto* table = evaluator->exact_cube();
    if (table != nullptr && table->covers(board)) return true;
    boards.push_back(board);
    last[phase] = seen;
    full += static_cast<int>(boards.size()) == count ? 1 : 0;
    return full < phases.size();
  });
  // In turns, so that a run that is broken off has some of each.
  std::vector<Board> all;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    for (const auto& boards : phases) {
      if (i < boards.size()) all.push_back(boards[i]);
    }
  }
  return all;
}

int roll(const std::shared_ptr<const Evaluator>& network, const std::string& file, int count,
         int trials) {
  ThreadPool pool;
  const auto tables = make_bearoff_tables(pool);
  if (!tables) return lab::refuse(tables.error());
  const auto evaluator = lab::wrapped(network, *tables);
  RolloutOptions options;
  options.trials = trials;
  options.play_on = true;
  const Rollout rollout(evaluator, lab::met(), options);
  const std::vector<Board> boards = near_cubes(evaluator, count);
  const std::size_t done = read_rolled(file).size();
  std::ofstream out(file, std::ios::app);
  for (std::size_t i = done; i < boards.size(); ++i) {
    Rolled rolled;
    rolled.board = boards[i];
    for (std::size_t k = 0; k < kOwners.size(); ++k) {
      RolloutState state = rollout.start_cube(money(boards[i], kOwners[k]));
      state.rows.resize(1);  // without a double
      rollout.run(state, pool);
      const RolloutRow& row = state.rows.front();
      const auto mean = [&](std::size_t j) { return static_cast<float>(row.chances[j].mean()); };
      rolled.chances[k] = normalised({mean(0), mean(1), mean(2), mean(3), mean(4)});
      rolled.value[k] = row.cubeful.mean();
      rolled.se[k] = row.cubeful.standard_error();
    }
    out << to_json(rolled).dump() << std::endl;
    if (!out) return lab::refuse(Error{ErrorKind::environment, file + ": cannot be written"});
  }
  return 0;
}

// `spread`: fits the s of a race, x = 1 - s / sqrt(mean pips), in place of x.
void add(Fit& fit, const Rolled& rolled, std::size_t k, bool spread) {
  const CubeModel model = model_of(kOwners[k]);
  const auto at = [&](double x) {
    return model.no_double(rolled.chances[k], x, CubeModel::first, 0);
  };
  // The model's own blindness at one position, beside the noise.
  constexpr double kBlind = 0.02;
  const double weight = 1.0 / (rolled.se[k] * rolled.se[k] + kBlind * kBlind);
  double zero = at(0.0), slope = at(1.0) - at(0.0);
  if (spread) {
    zero = at(1.0);
    slope /= -std::sqrt(0.5 * (pip_count(rolled.board.us) + pip_count(rolled.board.them)));
  }
  fit.add(weight, slope, rolled.value[k] - zero);
}

using Found = std::array<CubeEfficiency::ByOwner, 4>;

CubeEfficiency::ByOwner by_owner(const std::array<Fit, 3>& fits) {
  return {static_cast<float>(fits[0].x()), static_cast<float>(fits[1].x()),
          static_cast<float>(fits[2].x())};
}

Found present(const CubeEfficiency& e) {
  return {e.contact, e.crashed, e.back_game, e.race_spread};
}

void put(CubeEfficiency& efficiency, const Found& found) {
  efficiency.contact = found[0];
  efficiency.crashed = found[1];
  efficiency.back_game = found[2];
  efficiency.race_spread = found[3];
}

// Errors of values without a double, and what the decisions that follow from them cost, by the rollouts.
void judge(const char* name, const CubeEfficiency& efficiency,
           const std::shared_ptr<const Evaluator>& evaluator, const std::vector<Rolled>& held_out,
           int plies) {
  SearchOptions options;
  options.plies = plies;
  options.efficiency = efficiency;
  const Searcher searcher(evaluator, lab::met(), options);
  const auto workspace = searcher.make_workspace();
  std::array<std::array<lab::Errors, 3>, 4> errors;
  std::array<Decisions, 4> decisions;
  for (const Rolled& rolled : held_out) {
    const std::size_t phase = phase_of(rolled.board);
    for (std::size_t k = 0; k < kOwners.size(); ++k) {
      const CubeAnalysis a = searcher.analyze_cube(money(rolled.board, kOwners[k]), *workspace);
      errors[phase][k].add(a.values.no_double.points - rolled.value[k],
                           rolled.se[k] * rolled.se[k]);
      if (kOwners[k] != CubeOwner::them) {
        decisions[phase].add(a.decision,
                             {.no_double = rolled.value[k], .double_take = 2 * rolled.value[2]});
      }
    }
  }
  for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
    const Decisions& d = decisions[phase];
    if (d.count == 0) continue;
    fmt::print("| {} | {} |", kPhases[phase], name);
    for (const lab::Errors& e : errors[phase]) fmt::print(" {:+.4f}, {:.4f} |", e.mean(), e.rms());
    fmt::print(" {:.4f} |\n", d.lost / d.count);
  }
}

int fit(const std::shared_ptr<const Evaluator>& network, const std::string& file, int plies) {
  ThreadPool pool;
  const auto tables = make_bearoff_tables(pool);
  if (!tables) return lab::refuse(tables.error());
  const auto evaluator = lab::wrapped(network, *tables);
  // Every second position of each phase fits, the others judge; then the other way round.
  std::array<std::vector<Rolled>, 2> halves;
  std::array<std::size_t, 4> count{};
  for (const Rolled& rolled : read_rolled(file)) {
    halves[count[phase_of(rolled.board)]++ % 2].push_back(rolled);
  }
  const auto fitted = [](std::initializer_list<const std::vector<Rolled>*> parts, bool print) {
    std::array<std::array<Fit, 3>, 4> fits;
    for (const auto* part : parts) {
      for (const Rolled& rolled : *part) {
        const std::size_t phase = phase_of(rolled.board);
        for (std::size_t k = 0; k < kOwners.size(); ++k)
          add(fits[phase][k], rolled, k, phase == kRace);
      }
    }
    Found found = present({});
    for (std::size_t phase = 0; phase < fits.size(); ++phase) {
      const auto& f = fits[phase];
      if (f[0].squares == 0) continue;
      found[phase] = by_owner(f);
      if (print) {
        fmt::print(
            "{}: centre {:.3f} +- {:.3f}, own {:.3f} +- {:.3f}, opponent's {:.3f} +- {:.3f}\n",
            kPhases[phase], f[0].x(), f[0].error(), f[1].x(), f[1].error(), f[2].x(), f[2].error());
      }
    }
    return found;
  };
  fmt::print("fitted to all: x, in races the spread; +- one standard error\n");
  fitted({&halves[0], &halves[1]}, true);
  fmt::print(
      "\n| phase | x | centre: mean error, rms | own | opponent's | lost a decision "
      "|\n|---|---|---|---|---|---|\n");
  for (std::size_t held = 0; held < 2; ++held) {
    CubeEfficiency efficiency;
    judge("present", efficiency, evaluator, halves[held], plies);
    put(efficiency, fitted({&halves[1 - held]}, false));
    judge("fitted to the other half", efficiency, evaluator, halves[held], plies);
  }
  return 0;
}

// The efficiency at which the model agrees with its own look-ahead: the value without a double, searched with
// x at the leaves, is the model's own value with the same x at the chances that the search found. Found by
// repeating.
int fixed(const std::shared_ptr<const Evaluator>& network, int plies, int count) {
  constexpr int kRounds = 6;
  const auto evaluator = lab::wrapped(network);
  const std::vector<Board> boards = near_cubes(evaluator, count);
  CubeEfficiency efficiency;
  for (int round = 1; round <= kRounds; ++round) {
    SearchOptions options;
    options.plies = plies;
    options.efficiency = efficiency;
    const Searcher searcher(evaluator, lab::met(), options);
    const auto workspace = searcher.make_workspace();
    std::array<std::array<Fit, 3>, 4> fits;
    for (const Board& board : boards) {
      const std::size_t phase = phase_of(board);
      for (std::size_t k = 0; k < kOwners.size() && phase != kRace; ++k) {
        const CubeAnalysis a = searcher.analyze_cube(money(board, kOwners[k]), *workspace);
        const CubeModel model = model_of(kOwners[k]);
        const auto at = [&](double x) {
          return model.no_double(a.value.probabilities, x, CubeModel::first, 0);
        };
        fits[phase][k].add(1, at(1) - at(0), a.values.no_double.points - at(0));
      }
    }
    Found found = present(efficiency);
    for (std::size_t phase = 0; phase < kRace; ++phase) {
      const auto& f = fits[phase];
      if (f[0].squares == 0) continue;
      found[phase] = by_owner(f);
      fmt::print("round {}, {}: centre {:.3f}, own {:.3f}, opponent's {:.3f}\n", round,
                 kPhases[phase], f[0].x(), f[1].x(), f[2].x());
    }
    put(efficiency, found);
  }
  return 0;
}

int usage() {
  fmt::print(stderr,
             "usage: alea_cube_lab exact WEIGHTS [PLIES [COUNT]]\n"
             "       alea_cube_lab races [CHECKERS [COUNT]]\n"
             "       alea_cube_lab fixed WEIGHTS [PLIES [COUNT]]\n"
             "       alea_cube_lab roll WEIGHTS ROLLED [COUNT [TRIALS]]\n"
             "       alea_cube_lab fit WEIGHTS ROLLED [PLIES]\n");
  return 2;
}

int run(const Words& words) {
  const std::string what = words.size() > 1 ? words[1] : "";
  if (what == "races") return races(lab::number(words, 2, 7), lab::number(words, 3, 100'000));
  const bool rolls = what == "roll" || what == "fit";
  if (!((what == "exact" || what == "fixed") && words.size() > 2) && !(rolls && words.size() > 3))
    return usage();
  const auto network = lab::open_network(words[2]);
  if (!network) return lab::refuse(network.error());
  if (what == "exact") {
    return exact(*network, lab::number(words, 3, 2), lab::number(words, 4, 2000));
  }
  if (what == "fixed") {
    return fixed(*network, lab::number(words, 3, 2), lab::number(words, 4, 300));
  }
  if (what == "roll") {
    return roll(*network, words[3], lab::number(words, 4, 60), lab::number(words, 5, 216));
  }
  return fit(*network, words[3], lab::number(words, 4, 2));
}

}  // namespace
}  // namespace alea

int main(int argc, char** argv) {
  return alea::run({argv, argv + argc});
}
