#include "training/accuracy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/base/file.h"
#include "engine/board/movegen.h"
#include "engine/board/outcome.h"
#include "engine/cube/ids.h"

namespace alea {
namespace {

using nlohmann::json;

constexpr std::size_t kLargestFile = std::size_t{1} << 26;

// Calls read(json) -> Status for each line of a file of JSON lines; empty ones are skipped.
template <class Read>
Status for_each_line(const std::filesystem::path& path, Read read) {
  auto text = read_file(path, kLargestFile);
  if (!text) return fail(std::move(text).error());
  std::istringstream lines(*text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const json object = json::parse(line, nullptr, false);
    Status status = fail(ErrorKind::input, "expected a JSON object with the keys of a reference record");
    try {
      if (object.is_object()) status = read(object);
    } catch (const json::exception&) {
      // a key is missing or of another type: the status above says so
    }
    if (!status) {
      Error error = std::move(status).error();
      error.source = path.string();
      error.line = number;
      return fail(std::move(error));
    }
  }
  return {};
}

Result<Board> board_of(const json& object) {
  return parse_gnu_position_id(object.at("id").get<std::string>());
}

// The key "equity", which no game exceeds.
Result<double> equity_of(const json& object) {
  const double equity = object.at("equity").get<double>();
  if (!(std::abs(equity) <= 3)) {
    return fail(ErrorKind::input, "an equity is a number from -3 to 3");
  }
  return equity;
}

// The key "cls": a short word that is printed as it stands.
Result<std::string> group_of(const json& object) {
  const auto group = object.at("cls").get<std::string>();
  const bool plain = std::ranges::all_of(group, [](char c) { return c > ' ' && c < 127; });
  if (group.empty() || group.size() > 40 || !plain || group == "all") {
    return fail(ErrorKind::input, "a class is a word, and not \"all\", which stands for every class");
  }
  return group;
}

}  // namespace

Result<std::vector<ReferenceValue>> read_reference_values(const std::filesystem::path& path) {
  std::vector<ReferenceValue> values;
  ALEA_TRY(for_each_line(path, [&](const json& object) -> Status {
    auto board = board_of(object);
    if (!board) return fail(std::move(board).error());
    auto group = group_of(object);
    if (!group) return fail(std::move(group).error());
    auto equity = equity_of(object);
    if (!equity) return fail(std::move(equity).error());
    values.push_back({*board, std::move(*group), *equity});
    return {};
  }));
  return values;
}

Result<std::vector<ReferenceDecision>> read_reference_decisions(const std::filesystem::path& path) {
  std::vector<ReferenceDecision> decisions;
  PlayList plays;
  ALEA_TRY(for_each_line(path, [&](const json& object) -> Status {
    auto board = board_of(object);
    if (!board) return fail(std::move(board).error());
    ReferenceDecision decision{.board = *board, .dice = {}, .candidates = {}, .group = {}};
    if (outcome_of(*board)) return fail(ErrorKind::input, "the game of this position is over");
    const json& dice = object.at("dice");
    const int a = dice.at(0).get<int>(), b = dice.at(1).get<int>();
    if (std::min(a, b) < 1 || std::max(a, b) > 6) {
      return fail(ErrorKind::input, "dice are two numbers from 1 to 6");
    }
    decision.dice = make_dice(a, b);
    generate_plays(*board, decision.dice, Rules{}, plays);
    for (const json& candidate : object.at("candidates")) {
      auto after = board_of(candidate);
      if (!after) return fail(std::move(after).error());
      auto equity = equity_of(candidate);
      if (!equity) return fail(std::move(equity).error());
      if (std::ranges::find(plays.boards(), *after) == plays.boards().end()) {
        return fail(ErrorKind::input,
                    fmt::format("no play of {}{} leads to {}, seen by the opponent", decision.dice.high,
                                decision.dice.low, candidate.at("id").get<std::string>()));
      }
      decision.candidates.push_back({*after, *equity});
    }
    if (decision.candidates.empty()) return fail(ErrorKind::input, "no candidates");
    if (object.contains("cls")) {
      auto group = group_of(object);
      if (!group) return fail(std::move(group).error());
      decision.group = std::move(*group);
    }
    decisions.push_back(std::move(decision));
    return {};
  }));
  return decisions;
}

std::map<std::string, double> value_errors(const Evaluator& evaluator,
                                           const std::vector<ReferenceValue>& values) {
  std::map<std::string, std::pair<double, double>> sums;  // squares, count
  const auto scratch = evaluator.make_scratch();
  for (const ReferenceValue& value : values) {
    Probabilities p;
    evaluator.evaluate(value.board, {&value.board, 1}, {&p, 1}, *scratch);
    const double error = static_cast<double>(p.cubeless_equity()) - value.equity;
    for (const std::string& group : {value.group, std::string("all")}) {
      sums[group].first += error * error;
      sums[group].second += 1;
    }
  }
  std::map<std::string, double> result;
  for (const auto& [group, sum] : sums) result[group] = std::sqrt(sum.first / sum.second);
  return result;
}

ReferenceLoss reference_loss(const ReferenceDecision& decision, const Board& after) {
  const auto& candidates = decision.candidates;
  const auto worse = [](const auto& a, const auto& b) { return a.equity < b.equity; };
  const double top = std::ranges::max_element(candidates, worse)->equity;
  const auto chosen = std::ranges::find(candidates, after, &ReferenceDecision::Candidate::after);
  const bool listed = chosen != candidates.end();
  const double equity =
      listed ? chosen->equity : std::ranges::min_element(candidates, worse)->equity;
  return {.loss = top - equity, .listed = listed};
}

DecisionError decision_error(const Evaluator& evaluator,
                             const std::vector<ReferenceDecision>& decisions) {
  DecisionError result;
  const auto scratch = evaluator.make_scratch();
  PlayList plays;
  std::vector<Probabilities> values;
  for (const ReferenceDecision& decision : decisions) {
    generate_plays(decision.board, decision.dice, Rules{}, plays);
    values.resize(plays.size());
    evaluator.evaluate(decision.board.flipped(), plays.boards(), values, *scratch);
    std::size_t best = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
      if (values[i].cubeless_equity() < values[best].cubeless_equity()) best = i;
    }
    const ReferenceLoss loss = reference_loss(decision, plays.boards()[best]);
    result.rating += loss.loss;
    result.unlisted += loss.listed ? 0.0 : 1.0;
  }
  const double count = std::max(1.0, static_cast<double>(decisions.size()));
  result.rating *= 500.0 / count;
  result.unlisted /= count;
  return result;
}

}  // namespace alea
