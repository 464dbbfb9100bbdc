#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "engine/search/statistics.h"
#include "tools/app/bearoff_files.h"
#include "tools/app/build_info.h"
#include "tools/app/commands.h"
#include "tools/app/json.h"
#include "tools/app/progress.h"
#include "tools/app/search_settings.h"
#include "tools/app/session.h"
#include "training/accuracy.h"

namespace alea::app {
namespace {

namespace fs = std::filesystem;

constexpr double kRating = 500;  // PR: equity lost a decision, times this

struct References {
  std::vector<ReferenceValue> values;
  std::vector<ReferenceDecision> decisions;
};

// Errors of one class of positions; `square` is the mean of e * e, `bias` that of e.
struct ValueErrors {
  RunningMean square, bias;

  [[nodiscard]] double rms() const { return std::sqrt(square.mean()); }
  // Of the root, from that of the mean square.
  [[nodiscard]] double rms_error() const {
    return rms() > 0 ? square.standard_error() / (2 * rms()) : 0.0;
  }
};

struct Accuracy {
  std::map<std::string, ValueErrors> values;  // by class, and "all"
  RunningMean loss;                           // equity a decision
  std::int64_t unlisted = 0;                  // choices without reference equity
  bool complete = true;
};

template <class Record>
void keep_first(std::vector<Record>& records, int first) {
  if (first > 0) records.resize(std::min(records.size(), static_cast<std::size_t>(first)));
}

// The files that the options name; without any, those of the source tree.
Result<References> read_references(const Arguments& arguments) {
  const Result<int> first = arguments.integer("first", 0, 1, 1'000'000'000);
  if (!first) return fail(first.error());
  const auto file = [&](const char* option, const char* name) -> fs::path {
    if (arguments.has("reference-values") || arguments.has("reference-decisions")) {
      return arguments.text(option);
    }
    const fs::path path = fs::path(kSourceFolder) / "tests" / "data" / name;
    std::error_code ignored;
    return fs::exists(path, ignored) ? path : fs::path();
  };
  References references;
  if (const fs::path path = file("reference-values", "rollout_values.jsonl"); !path.empty()) {
    Result<std::vector<ReferenceValue>> values = read_reference_values(path);
    if (!values) return fail(values.error());
    references.values = std::move(*values);
  }
  if (const fs::path path = file("reference-decisions", "rollout_decisions.jsonl"); !path.empty()) {
    Result<std::vector<ReferenceDecision>> decisions = read_reference_decisions(path);
    if (!decisions) return fail(decisions.error());
    references.decisions = std::move(*decisions);
  }
  if (references.values.empty() && references.decisions.empty()) {
    return usage_error(
        "nothing to measure on; name a file with --reference-values or --reference-decisions");
  }
  keep_first(references.values, *first);
  keep_first(references.decisions, *first);
  return references;
}

Position money_position(const Board& board, std::optional<Dice> dice) {
  Position position;
  position.board = board;
  position.dice = dice;
  position.pending = dice ? Pending::checker_play : Pending::roll_or_double;
  return position;
}

// work(record, workspace) of all records on the session's threads; after a stop request of the first
// ones, as far as they were done.
template <class Outcome, class Record, class Work>
std::vector<Outcome> for_all(const std::vector<Record>& records, const Searcher& searcher,
                             ThreadPool& pool, const std::stop_token& stop, ProgressLine& line,
                             const char* what, const Work& work) {
  std::vector<std::optional<Outcome>> slots(records.size());
  std::vector<Searcher::WorkspacePtr> workspaces;
  for (int i = 0; i < pool.threads(); ++i) workspaces.push_back(searcher.make_workspace());
  const std::function<void(std::size_t, int)> task = [&](std::size_t i, int worker) {
    slots[i] = work(records[i], *workspaces[static_cast<std::size_t>(worker)]);
    if (worker == 0 && line.due()) line.show(fmt::format("{}: {}/{}", what, i, records.size()));
  };
  pool.for_each_index(records.size(), task, stop);
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < slots.size() && slots[i]; ++i) outcomes.push_back(*slots[i]);
  return outcomes;
}

Accuracy measure(const References& references, const Searcher& searcher, ThreadPool& pool,
                 const std::stop_token& stop, ProgressLine& line) {
  Accuracy accuracy;
  const auto errors = for_all<double>(
      references.values, searcher, pool, stop, line, "positions",
      [&](const ReferenceValue& value, Searcher::Workspace& workspace) {
        const Position position = money_position(value.board, std::nullopt);
        return searcher.analyze_cube(position, workspace).value.cubeless.points - value.equity;
      });
  const auto losses = for_all<ReferenceLoss>(
      references.decisions, searcher, pool, stop, line, "decisions",
      [&](const ReferenceDecision& decision, Searcher::Workspace& workspace) {
        const Position position = money_position(decision.board, decision.dice);
        return reference_loss(decision, searcher.choose_play(position, workspace));
      });
  for (std::size_t i = 0; i < errors.size(); ++i) {
    for (const std::string& group : {references.values[i].group, std::string("all")}) {
      accuracy.values[group].square.add(errors[i] * errors[i]);
      accuracy.values[group].bias.add(errors[i]);
    }
  }
  for (const ReferenceLoss& loss : losses) {
    accuracy.loss.add(loss.loss);
    accuracy.unlisted += loss.listed ? 0 : 1;
  }
  accuracy.complete =
      errors.size() == references.values.size() && losses.size() == references.decisions.size();
  return accuracy;
}

double unlisted_share(const Accuracy& accuracy) {
  return static_cast<double>(accuracy.unlisted) / static_cast<double>(accuracy.loss.count());
}

Json accuracy_json(const std::string& evaluator, int plies, const Accuracy& accuracy) {
  Json json;
  json["evaluator"] = evaluator;
  json["level"] = Level{.plies = plies}.name();
  for (const auto& [group, errors] : accuracy.values) {
    json["values"][group] = {{"positions", errors.square.count()},
                             {"rms", rounded(errors.rms())},
                             {"rms_se", rounded(errors.rms_error())},
                             {"bias", rounded(errors.bias.mean())}};
  }
  if (accuracy.loss.count() > 0) {
    json["decisions"] = {{"count", accuracy.loss.count()},
                         {"pr", rounded(kRating * accuracy.loss.mean())},
                         {"pr_se", rounded(kRating * accuracy.loss.standard_error())},
                         {"unlisted", rounded(unlisted_share(accuracy))}};
  }
  if (!accuracy.complete) json["complete"] = false;
  return json;
}

std::string accuracy_text(const std::string& evaluator, int plies, const Accuracy& accuracy) {
  std::string text = fmt::format("{}, {}\n", evaluator, Level{.plies = plies}.name());
  if (!accuracy.values.empty()) {
    text += fmt::format("\n{:<12}{:>10}{:>12}{:>10}{:>10}\n", "class", "positions", "RMS error",
                        "±", "bias");
  }
  for (const auto& [group, errors] : accuracy.values) {
    text += fmt::format("{:<12}{:>10}{:>12.4f}{:>9.4f}{:>+10.4f}\n", group, errors.square.count(),
                        errors.rms(), 1.96 * errors.rms_error(), errors.bias.mean());
  }
  if (accuracy.loss.count() > 0) {
    text += fmt::format(
        "\n{} decisions: PR {:.2f} ±{:.2f}; {:.1f}% of the choices have no reference equity\n"
        "and are charged the worst that is listed\n",
        accuracy.loss.count(), kRating * accuracy.loss.mean(),
        1.96 * kRating * accuracy.loss.standard_error(), 100 * unlisted_share(accuracy));
  }
  if (!accuracy.complete) text += "(interrupted: this is what had been found)\n";
  return text;
}

int run_measure(Console& console, const CommandSpec&, const Arguments& arguments) {
  if (!arguments.positional().empty()) {
    return refuse(console, usage_error(fmt::format("unexpected argument {}; files are named with "
                                                   "--reference-values and --reference-decisions",
                                                   in_quotes(arguments.positional().front())))
                               .value());
  }
  Result<SearchOptions> options = read_search_options(arguments, 0);
  if (!options) return refuse(console, options.error());
  options->cubeful = false;  // so are the references
  const Result<References> references = read_references(arguments);
  if (!references) return refuse(console, references.error());
  const Result<Session> session = Session::open(console, arguments);
  if (!session) return refuse(console, session.error());

  ProgressLine line(console, arguments);
  const Accuracy accuracy =
      measure(*references, session->searcher(*options), session->pool(), console.stop, line);
  line.clear();
  const std::string& evaluator = session->evaluator().description;
  console.out << (arguments.has("json")
                      ? accuracy_json(evaluator, options->plies, accuracy).dump() + '\n'
                      : accuracy_text(evaluator, options->plies, accuracy));
  return accuracy.complete ? 0 : exit_code(ErrorKind::cancelled);
}

}  // namespace

Command measure_command() {
  return {
      .spec =
          {.name = "measure",
           .summary = "accuracy on rolled-out positions and decisions",
           .synopsis = "[options]",
           .description =
               "Compares a network, with or without look-ahead, with rolled-out figures of money\n"
               "play without the cube: the root mean square error of the equity by class of\n"
               "position, and the performance rating (PR, 500 times the equity lost a decision)\n"
               "of its choices among all legal plays. A choice that has not been rolled out is\n"
               "charged the worst one that has. ± is the 95% interval.\n\n" +
               plies_explanation(),
           .groups = {{"Options",
                       {{"plies", "N",
                         fmt::format("rolls to look ahead, 0 to {} (default 0)", kMaxPlies), 'p'},
                        {"reference-values", "FILE",
                         "rolled-out positions, JSON lines (default: both\n"
                         "files of the source tree, if there)"},
                        {"reference-decisions", "FILE", "rolled-out decisions, likewise"},
                        {"first", "N", "only the first N of each file"}}}},
           .examples = "  alea measure --weights run/net.alea\n"
                       "  alea measure --plies 2 --first 500 --json\n"},
      .run = run_measure};
}

}  // namespace alea::app
