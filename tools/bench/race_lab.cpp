// How good the network and the combined one-sided tables are in races: the figures of docs/bearoff.md.
//
//   alea_race_lab WEIGHTS [POINTS [COUNT [TRIALS]]]
//
// Races are those of games that the network plays against itself, at most COUNT of each length. The table
// holds 15 checkers on POINTS points. The yardstick is a rollout without a cube, to the two-sided table;
// half of its trials are played by the network, half by the tables.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "engine/board/movegen.h"
#include "engine/search/rollout.h"
#include "tools/bench/lab.h"

namespace alea {
namespace {

constexpr int kLength = 20;           // pips a group is wide
constexpr int kMostSeen = 2'000'000;  // positions of the games
constexpr double kOpen = 0.03;  // chance of the one who trails that makes a race worth looking at

double equity(const Probabilities& p) {
  return static_cast<double>(p.cubeless_equity());
}

Probabilities evaluate(const Evaluator& evaluator, const Board& board) {
  Probabilities p;
  evaluator.evaluate(board, {&board, 1}, {&p, 1}, *evaluator.make_scratch());
  return p;
}

struct Truth {
  double win = 0, win_variance = 0, equity = 0, equity_variance = 0;
};

Truth roll_out(const std::shared_ptr<const Evaluator>& evaluator, const Board& board, int trials,
               ThreadPool& pool) {
  RolloutOptions options;
  options.trials = trials;
  options.cubeful = options.checker.cubeful = false;
  const Rollout rollout(evaluator, lab::met(), options);
  Position position;
  position.board = board;
  RolloutState state = rollout.start_cube(position);
  rollout.run(state, pool);
  const auto square = [](double x) { return x * x; };
  const RolloutRow& row = state.rows.front();
  return {row.chances[0].mean(), square(row.chances[0].standard_error()), row.cubeless.mean(),
          square(row.cubeless.standard_error())};
}

struct Group {
  lab::Errors net_win, table_win, net_equity, table_equity, policies;
};

int run(const std::vector<std::string>& words) {
  if (words.size() < 2) {
    fmt::print(stderr, "usage: alea_race_lab WEIGHTS [POINTS [COUNT [TRIALS]]]\n");
    return 2;
  }
  const auto network = lab::open_network(words[1]);
  if (!network) return lab::refuse(network.error());
  const int points = lab::number(words, 2, kHome);
  const int count = lab::number(words, 3, 40);
  const int trials = lab::number(words, 4, 1296);
  ThreadPool pool;
  const auto tables = make_bearoff_tables(pool, {.one_sided = {.points = points}});
  if (!tables) return lab::refuse(tables.error());
  const auto net = lab::wrapped(*network);
  const auto combined = lab::wrapped(*network, *tables);
  const auto by_net =
      lab::wrapped(*network, {.one_sided = nullptr, .two_sided = tables->two_sided});

  std::map<int, std::vector<Board>> races;
  const int groups = points <= kHome ? 4 : 6;
  int full = 0;
  int seen = 0;
  lab::visit_games(net, 7, [&](const Board& board) {
    if (++seen > kMostSeen) return false;
    if (has_contact(board) || !tables->covers(board) || tables->covers_exactly(board)) return true;
    const double win = static_cast<double>(evaluate(*net, board).win);
    const int group = (pip_count(board.us) + pip_count(board.them)) / 2 / kLength;
    if (win < kOpen || win > 1 - kOpen || group >= groups) return true;
    auto& boards = races[group];
    if (static_cast<int>(boards.size()) < count) {
      boards.push_back(board);
      full += static_cast<int>(boards.size()) == count ? 1 : 0;
    }
    return full < groups;
  });
  fmt::print(
      "| mean pips | races | net: win rms | mean | worst | tables: win rms | mean | worst | net: "
      "equity rms | tables: equity rms |\n");
  for (const auto& [length, boards] : races) {
    Group group;
    for (const Board& board : boards) {
      const Truth a = roll_out(combined, board, trials / 2, pool);
      const Truth b = roll_out(by_net, board, trials / 2, pool);
      group.policies.add(a.win - b.win, a.win_variance + b.win_variance);
      const double win = (a.win + b.win) / 2, value = (a.equity + b.equity) / 2;
      const double win_noise = (a.win_variance + b.win_variance) / 4;
      const double noise = (a.equity_variance + b.equity_variance) / 4;
      const Probabilities by_network = evaluate(*net, board),
                          by_tables = evaluate(*combined, board);
      group.net_win.add(static_cast<double>(by_network.win) - win, win_noise);
      group.table_win.add(static_cast<double>(by_tables.win) - win, win_noise);
      group.net_equity.add(equity(by_network) - value, noise);
      group.table_equity.add(equity(by_tables) - value, noise);
    }
    fmt::print(
        "| {}-{} | {} | {:.4f} | {:+.4f} | {:.4f} | {:.4f} | {:+.4f} | {:.4f} | {:.4f} | {:.4f} "
        "|\n",
        kLength * length, kLength * length + kLength - 1, boards.size(), group.net_win.rms(),
        group.net_win.mean(), group.net_win.worst, group.table_win.rms(), group.table_win.mean(),
        group.table_win.worst, group.net_equity.rms(), group.table_equity.rms());
    fmt::print(stderr,
               "{}: rollouts by tables and by the net differ by {:+.5f}, rms beyond noise {:.5f}; "
               "s.e. {:.5f}\n",
               kLength * length, group.policies.mean(), group.policies.rms(),
               std::sqrt(group.net_win.noise / group.net_win.count));
  }
  return 0;
}

}  // namespace
}  // namespace alea

int main(int argc, char** argv) {
  return alea::run({argv, argv + argc});
}
