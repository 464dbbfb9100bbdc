// Makes a file of rolled-out checker plays for `alea measure --reference-decisions`.
//
//   alea_decision_lab WEIGHTS FILE [COUNT [SEED]]    COUNT decisions of each class (default 100)
//
// Positions come from games of the network against itself, every other one from an unusual start. The
// candidates are the plays that 1 ply finds within 0.1 of its best, six at most, and the best three of 0
// plies. Each is rolled out without a cube over 11 rolls with 0-ply play, until its standard error is
// 0.005. FILE is added to: one that was broken off is gone on with.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/board/outcome.h"
#include "engine/cube/ids.h"
#include "engine/search/rollout.h"
#include "tools/bench/lab.h"
#include "training/start_positions.h"

namespace alea {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kClose = 0.1;        // by 1 ply
constexpr std::size_t kMostRows = 6;  // of those
constexpr std::size_t kFlatRows = 3;  // by 0 plies
constexpr int kKindsOfDecision = 5;
constexpr std::array<const char*, kKindsOfDecision> kClasses = {"race", "bearoff", "backgame",
                                                                "midgame", "opening"};

bool holds_two_anchors(const Board::Side& side) {
  int anchors = 0;
  for (std::size_t p = kPoints - kHome + 1; p <= kPoints; ++p) anchors += side[p] >= 2 ? 1 : 0;
  return anchors >= 2;
}

// Of a position before the roll; `turn` counts from the start of its game.
std::size_t class_of(const Board& board, int turn, bool from_opening) {
  if (!has_contact(board)) return 0;
  if (rearmost(board.us) <= kHome || rearmost(board.them) <= kHome) return 1;  // against contact
  if (holds_two_anchors(board.us) || holds_two_anchors(board.them)) return 2;
  return from_opening && turn < 8 ? 4 : 3;
}

Position cubeless(const Board& board, Dice dice) {
  Position position;
  position.board = board;
  position.dice = dice;
  position.pending = Pending::checker_play;
  return position;
}

// The plays worth a rollout; empty where 1 ply sees no choice.
std::vector<Candidate> candidates_of(const Searcher& deep, const Searcher& flat,
                                     const Position& position) {
  auto rows = deep.analyze_checker(position).candidates;
  std::ranges::stable_sort(rows, [](const Candidate& a, const Candidate& b) {
    return a.value.cubeless.points > b.value.cubeless.points;
  });
  const auto close = [&](const Candidate& row) {
    return row.value.cubeless.points > rows.front().value.cubeless.points - kClose;
  };
  std::vector<Candidate> chosen;
  for (const Candidate& row : rows) {
    if (chosen.size() < kMostRows && close(row)) chosen.push_back(row);
  }
  if (chosen.size() < 2) return {};
  const auto by_evaluator = flat.analyze_checker(position).candidates;
  for (std::size_t i = 0; i < std::min(kFlatRows, by_evaluator.size()); ++i) {
    const auto same = [&](const Candidate& row) { return row.after == by_evaluator[i].after; };
    if (std::ranges::none_of(chosen, same)) chosen.push_back(by_evaluator[i]);
  }
  return chosen;
}

Json rolled_out(const Rollout& rollout, const Position& position, ThreadPool& pool,
                const std::vector<Candidate>& candidates, const char* name) {
  RolloutState state = rollout.start_checker(position, candidates);
  rollout.run(state, pool);
  std::ranges::stable_sort(state.rows, [](const RolloutRow& a, const RolloutRow& b) {
    return a.cubeless.mean() > b.cubeless.mean();
  });
  Json json;
  json["id"] = to_gnu_position_id(position.board);
  json["dice"] = {position.dice->high, position.dice->low};
  json["cls"] = name;
  json["candidates"] = Json::array();
  const auto rounded = [](double x) { return std::round(x * 1e5) / 1e5; };
  for (const RolloutRow& row : state.rows) {
    Json candidate;
    candidate["id"] = to_gnu_position_id(row.board);
    candidate["equity"] = rounded(row.cubeless.mean());
    candidate["se"] = rounded(row.cubeless.standard_error());
    json["candidates"].push_back(std::move(candidate));
  }
  return json;
}

SearchOptions cubeless_plies(int plies) {
  SearchOptions options;
  options.plies = plies;
  options.cubeful = false;
  return options;
}

int run(const std::vector<std::string>& words) {
  const auto network = lab::open_network(words[0]);
  if (!network) return lab::refuse(network.error());
  ThreadPool pool;
  const auto tables = make_bearoff_tables(pool);
  if (!tables) return lab::refuse(tables.error());
  const auto evaluator = lab::wrapped(*network, *tables);
  const int count = lab::number(words, 2, 100);
  const auto seed = static_cast<std::uint64_t>(lab::number(words, 3, 1));

  std::array<int, kKindsOfDecision> done{};
  std::ifstream old(words[1]);
  for (std::string line; std::getline(old, line);) {
    const Json json = Json::parse(line, nullptr, false);
    if (json.is_discarded()) continue;
    const auto at = std::ranges::find(kClasses, json.at("cls").get<std::string>());
    if (at != kClasses.end()) ++done[static_cast<std::size_t>(at - kClasses.begin())];
  }
  std::ofstream out(words[1], std::ios::app);

  RolloutOptions options;
  options.cubeful = false;
  options.truncate = 11;
  options.trials = 5184;
  options.until_se = 0.005;
  options.joint_deviations = 5;
  options.checker = options.cube = cubeless_plies(0);
  const Rollout rollout(evaluator, lab::met(), options);
  const Searcher flat(evaluator, lab::met(), cubeless_plies(0));
  const Searcher deep(evaluator, lab::met(), cubeless_plies(1));
  const auto workspace = flat.make_workspace();

  std::array<int, kKindsOfDecision> met{};
  const auto is_full = [&] { return std::ranges::all_of(met, [&](int n) { return n >= count; }); };
  for (std::uint64_t game = 0; !is_full(); ++game) {
    Rng rng(seed, game);
    const bool from_opening = game % 2 == 0;
    Board board = from_opening ? starting_board() : unusual_position(rng);
    std::array<bool, kKindsOfDecision> taken{};  // one of each class from a game
    for (int turn = 0; turn < 300 && !outcome_of(board); ++turn) {
      const Position position = cubeless(board, roll(rng));
      const std::size_t kind = class_of(board, turn, from_opening);
      if (rng.below(6) == 0 && !taken[kind] && met[kind] < count) {
        const auto candidates = candidates_of(deep, flat, position);
        if (!candidates.empty()) {
          taken[kind] = true;
          if (met[kind]++ >= done[kind]) {
            out << rolled_out(rollout, position, pool, candidates, kClasses[kind]).dump()
                << std::endl;
            if (!out) {
              return lab::refuse(
                  Error{ErrorKind::environment, words[1] + ": cannot be written"});
            }
          }
        }
      }
      board = flat.choose_play(position, *workspace);
    }
  }
  return 0;
}

}  // namespace
}  // namespace alea

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 2 || words.size() > 4) {
    fmt::print(stderr, "usage: alea_decision_lab WEIGHTS FILE [COUNT [SEED]]\n");
    return 2;
  }
  return alea::run(words);
}
