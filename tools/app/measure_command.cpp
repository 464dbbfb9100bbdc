#include <fmt/format.h>

#include <algorithm>

#include "engine/base/file.h"
#include "engine/cube/ids.h"
#include "tools/app/bearoff_files.h"
#include "tools/app/build_info.h"
#include "tools/app/commands.h"
#include "tools/app/json.h"
#include "tools/app/measure_accuracy.h"
#include "tools/app/search_settings.h"
#include "tools/app/session.h"

namespace alea::app {
namespace {

namespace fs = std::filesystem;

constexpr double kRating = 500;  // PR: equity lost a decision, times this

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

// A line for each decision: the board before, the roll, the board after the choice, and what it cost.
std::string choices_text(const References& references, const std::vector<Choice>& choices) {
  std::string text;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const ReferenceDecision& decision = references.decisions[i];
    Json json;
    json["id"] = to_gnu_position_id(decision.board);
    json["dice"] = {decision.dice.high, decision.dice.low};
    json["choice"] = to_gnu_position_id(choices[i].after);
    json["loss"] = rounded(choices[i].loss.loss);
    json["listed"] = choices[i].loss.listed;
    json["ms"] = rounded(choices[i].ms);
    text += json.dump() + '\n';
  }
  return text;
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
  if (const RunningMean loss = accuracy.loss(); loss.count() > 0) {
    json["decisions"] = {{"count", loss.count()},
                         {"pr", rounded(kRating * loss.mean())},
                         {"pr_se", rounded(kRating * loss.standard_error())},
                         {"unlisted", rounded(accuracy.unlisted_share())},
                         {"mean_ms", rounded(accuracy.mean_ms())},
                         {"median_ms", rounded(accuracy.median_ms())}};
    for (const auto& [group, mean] : accuracy.losses()) {
      json["decisions"]["classes"][group] = {{"count", mean.count()},
                                             {"pr", rounded(kRating * mean.mean())},
                                             {"pr_se", rounded(kRating * mean.standard_error())}};
    }
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
  if (const RunningMean loss = accuracy.loss(); loss.count() > 0) {
    text += fmt::format(
        "\n{} decisions: PR {:.2f} ±{:.2f}; {:.1f}% of the choices have no reference equity\n"
        "and are charged the worst that is listed\n"
        "processor time of a decision on one thread: {:.3g} ms, median {:.3g} ms\n",
        loss.count(), kRating * loss.mean(), 1.96 * kRating * loss.standard_error(),
        100 * accuracy.unlisted_share(), accuracy.mean_ms(), accuracy.median_ms());
  }
  if (const auto losses = accuracy.losses(); !losses.empty()) {
    text += fmt::format("\n{:<12}{:>10}{:>12}{:>10}\n", "class", "decisions", "PR", "±");
    for (const auto& [group, mean] : losses) {
      text += fmt::format("{:<12}{:>10}{:>12.2f}{:>9.2f}\n", group, mean.count(),
                          kRating * mean.mean(), 1.96 * kRating * mean.standard_error());
    }
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
  const Result<MoveFilters> filters = read_filters(arguments);
  if (!filters) return refuse(console, filters.error());
  options->filters = *filters;
  const Result<References> references = read_references(arguments);
  if (!references) return refuse(console, references.error());
  const Result<Session> session = Session::open(console, arguments);
  if (!session) return refuse(console, session.error());

  ProgressLine line(console, arguments);
  const Accuracy accuracy = measure_accuracy(*references, session->searcher(*options),
                                             session->pool(), console.stop, line);
  line.clear();
  const std::string& evaluator = session->evaluator().description;
  console.out << (arguments.has("json")
                      ? accuracy_json(evaluator, options->plies, accuracy).dump() + '\n'
                      : accuracy_text(evaluator, options->plies, accuracy));
  if (arguments.has("choices")) {
    const Status written =
        write_file(arguments.text("choices"), choices_text(*references, accuracy.choices));
    if (!written) return refuse(console, written.error());
  }
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
               "charged the worst one that has. ± is the 95% interval. Times are processor time\n"
               "of one thread, so a busy machine counts less than a slow one.\n\n" +
               plies_explanation(),
           .groups = {{"Options",
                       {{"plies", "N",
                         fmt::format("rolls to look ahead, 0 to {} (default 0)", kMaxPlies), 'p'},
                        {"reference-values", "FILE",
                         "rolled-out positions, JSON lines (default: both\n"
                         "files of the source tree, if there)"},
                        {"reference-decisions", "FILE", "rolled-out decisions, likewise"},
                        {"first", "N", "only the first N of each file"},
                        {"filters", "LIST", filters_explanation()},
                        {"choices", "FILE",
                         "writes what was chosen, a JSON line a decision:\n"
                         "its loss and its milliseconds"}}}},
           .examples = "  alea measure --weights run/net.alea\n"
                       "  alea measure --plies 2 --first 500 --json\n"
                       "  alea measure --plies 2 --filters 16:0.3,8:0.16 --choices wide.jsonl\n"},
      .run = run_measure};
}

}  // namespace alea::app
