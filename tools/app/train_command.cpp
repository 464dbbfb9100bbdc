#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <utility>

#include "engine/base/file.h"
#include "nn/eval/nn_evaluator.h"
#include "tools/app/build_info.h"
#include "tools/app/commands.h"
#include "tools/app/isa.h"
#include "tools/app/session.h"
#include "tools/app/train_recipe.h"
#include "tools/app/train_run.h"

namespace alea::app {
namespace {

namespace fs = std::filesystem;

// The options that only make sense at the start of a run.
constexpr std::array<const char*, 2> kStartOptions{"seed", "from"};

Status check_words(const Arguments& arguments) {
  if (!arguments.positional().empty()) {
    return usage_error(fmt::format("train: unexpected {}; a folder is named with --out or --resume",
                                   in_quotes(arguments.positional().front())));
  }
  if (arguments.has("weights")) {
    return usage_error("train makes weights; to start from some, use --from WEIGHTS");
  }
  if (arguments.has("print-recipe")) return {};
  if (arguments.has("out") == arguments.has("resume")) {
    return usage_error("train needs a folder: --out DIR for a new run, or --resume DIR to go on");
  }
  if (!arguments.has("resume")) return {};
  for (const char* name : kStartOptions) {
    if (arguments.has(name)) {
      return usage_error(
          fmt::format("--{} belongs to the start of a run; --resume goes on as it began", name));
    }
  }
  return {};
}

Result<RunLimits> read_limits(const Arguments& arguments) {
  RunLimits limits;
  const Result<double> minutes = arguments.number("minutes", 0, 0, 1e7);
  if (!minutes) return fail(minutes.error());
  const Result<double> games = arguments.number("games", 0, 1, 1e15);
  if (!games) return fail(games.error());
  const Result<double> ppg = arguments.number("until-ppg", 0, -3, 3);
  if (!ppg) return fail(ppg.error());
  const Result<double> checkpoint = arguments.number("checkpoint-minutes", 3, 0.01, 1440);
  if (!checkpoint) return fail(checkpoint.error());
  const Result<double> every = arguments.number("measure-every", 0, 1, 1e15);
  if (!every) return fail(every.error());
  if (arguments.has("minutes")) limits.minutes = *minutes;
  if (arguments.has("games")) limits.games = static_cast<std::uint64_t>(*games);
  if (arguments.has("until-ppg")) limits.until_ppg = *ppg;
  limits.checkpoint_seconds = 60 * *checkpoint;
  limits.measure_every = static_cast<std::uint64_t>(*every);
  return limits;
}

// A reference file: the option, else the one of the source tree if it is still there.
fs::path reference_file(const Arguments& arguments, const char* option, const char* name) {
  if (arguments.has(option)) return arguments.text(option);
  fs::path path = fs::path(kSourceFolder) / "tests" / "data" / name;
  std::error_code ignored;
  return fs::exists(path, ignored) ? path : fs::path();
}

Result<std::shared_ptr<const nn::Network>> start_network(const std::string& path) {
  Result<std::shared_ptr<const nn::Network>> network = nn::Network::load(path);
  if (!network) return network;
  if (const auto usable = nn::NnEvaluator::make(*network); !usable) {
    Error error = usable.error();
    error.source = path;
    return fail(std::move(error));
  }
  return network;
}

// A run as it begins or as it was left.
struct Start {
  RunFolder folder;
  std::unique_ptr<Trainer> trainer;
  RunLog log;
};

Result<Start> new_run(const Arguments& arguments, const RunLimits& limits,
                      const nn::Kernels& kernels, ThreadPool& pool) {
  const Result<std::vector<Stage>> stages = read_recipe(arguments, usual_stages(arguments.has("from")));
  if (!stages) return fail(stages.error());
  const Result<std::uint64_t> seed = arguments.seed("seed", 1);
  if (!seed) return fail(seed.error());
  std::shared_ptr<const nn::Network> from;
  if (arguments.has("from")) {
    Result<std::shared_ptr<const nn::Network>> network = start_network(arguments.text("from"));
    if (!network) return fail(network.error());
    from = std::move(*network);
  }
  Result<RunFolder> folder = RunFolder::create(arguments.text("out"));
  if (!folder) return fail(folder.error());

  const TrainingConfig config{.seed = *seed, .stages = *stages};
  RunLog log;
  log.run["seed"] = *seed;
  log.run["alea"] = kVersion;
  if (from) log.run["from"] = from->hash();
  if (limits.games) log.run["until"]["games"] = *limits.games;
  if (limits.until_ppg) log.run["until"]["ppg"] = *limits.until_ppg;
  log.run["recipe"] = recipe_json(*stages);
  std::unique_ptr<Trainer> trainer = from ? std::make_unique<Trainer>(config, *from, pool, kernels)
                                          : std::make_unique<Trainer>(config, pool, kernels);
  return Start{std::move(*folder), std::move(trainer), std::move(log)};
}

Result<RunLog> read_log(const RunFolder& folder, const Trainer& trainer) {
  std::error_code ignored;
  if (!fs::exists(folder.log(), ignored)) {  // its history is lost, nothing else
    RunLog log;
    log.run["seed"] = trainer.config().seed;
    log.run["alea"] = kVersion;
    log.run["recipe"] = recipe_json(trainer.config().stages);
    return log;
  }
  const Result<std::string> text = read_file(folder.log());
  if (!text) return fail(text.error());
  Result<RunLog> log = RunLog::parse(*text);
  if (!log) {
    Error error = std::move(log).error();
    error.message += "; delete it to go on without the history";
    error.source = folder.log().string();
    return fail(std::move(error));
  }
  log->drop_after(trainer.games());
  return log;
}

// --stages and --set of a resumed run hold from here on; the log keeps what was changed and when.
Status change_recipe(const Arguments& arguments, Trainer& trainer, RunLog& log) {
  if (!arguments.has("stages") && !arguments.has("set")) return {};
  const std::vector<Stage>& present = trainer.config().stages;
  Result<std::vector<Stage>> stages = read_recipe(arguments, present);
  if (!stages) return fail(stages.error());
  if (trainer.finished()) {
    return usage_error("the run has gone through all its stages; start another one --from its net");
  }
  const auto at = static_cast<std::size_t>(trainer.stage());
  if (at >= stages->size() || (*stages)[at].width < present[at].width ||
      (*stages)[at].heads < present[at].heads) {
    return usage_error(fmt::format(
        "the run is in stage {}, whose net is {} wide with {} heads; it can grow, but not shrink",
        at + 1, present[at].width, present[at].heads));
  }
  log.run["changes"].push_back({{"games", trainer.games()}, {"recipe", recipe_json(*stages)}});
  trainer.change_stages(std::move(*stages));
  return {};
}

Result<Start> resumed_run(const Arguments& arguments, RunLimits& limits, const nn::Kernels& kernels,
                          ThreadPool& pool) {
  Result<RunFolder> folder = RunFolder::open(arguments.text("resume"));
  if (!folder) return fail(folder.error());
  constexpr std::size_t kLargest = std::size_t{1} << 31;  // with the longest ring and the widest net
  const Result<std::string> bytes = read_file(folder->checkpoint(), kLargest);
  if (!bytes) return fail(bytes.error());
  Result<std::unique_ptr<Trainer>> trainer = Trainer::restore(*bytes, pool, kernels);
  if (!trainer) {
    Error error = std::move(trainer).error();
    error.source = folder->checkpoint().string();
    return fail(std::move(error));
  }
  Result<RunLog> log = read_log(*folder, **trainer);
  if (!log) return fail(log.error());
  ALEA_TRY(change_recipe(arguments, **trainer, *log));
  // Without limits of its own a session has those that the run was started with, as far as they are
  // still ahead.
  if (!limits.minutes && !limits.games && !limits.until_ppg && log->run.contains("until")) {
    const Json& until = log->run["until"];
    if (until.contains("games") && until["games"] > (*trainer)->games()) {
      limits.games = until["games"].get<std::uint64_t>();
    }
    if (until.contains("ppg")) limits.until_ppg = until["ppg"].get<double>();
  }
  return Start{std::move(*folder), std::move(*trainer), std::move(*log)};
}

void print_end(Console& console, const TrainRun& run, RunEnd end, bool json) {
  const LogEntry& last = run.log().entries.back();
  const std::string hash = run.network()->hash();
  if (json) {
    Json object;
    object["ended"] = name_of(end);
    object["games"] = last.games;
    object["elapsed"] = rounded(last.elapsed);
    object["net"] = run.folder().net().string();
    object["hash"] = hash;
    console.out << object.dump() << '\n';
    return;
  }
  const std::string net = run.folder().net().string();
  console.out << fmt::format("{} games in {}: net {} in {}\n", grouped(last.games),
                             duration_text(last.elapsed), hash, net)
              << fmt::format("curves: {}\n", run.folder().report().string())
              << fmt::format("go on:  alea train --resume {}\n", run.folder().path().string())
              << fmt::format("use it: alea analyze 4HPwATDgc/ABMA --dice 31 --weights {}\n", net);
}

Result<int> train(Console& console, const Arguments& arguments) {
  ALEA_TRY(check_words(arguments));
  if (arguments.has("print-recipe")) {
    const Result<std::vector<Stage>> stages = read_recipe(arguments, usual_stages(arguments.has("from")));
    if (!stages) return fail(stages.error());
    console.out << recipe_json(*stages).dump(2) << '\n';
    return 0;
  }
  Result<RunLimits> limits = read_limits(arguments);
  if (!limits) return fail(limits.error());
  const Result<int> threads = thread_count(arguments);
  if (!threads) return fail(threads.error());
  const Result<const nn::Kernels*> kernels = choose_kernels(console.environment.isa);
  if (!kernels) return fail(kernels.error());
  Result<Yardstick> yardstick = Yardstick::make(
      reference_file(arguments, "reference-values", "rollout_values.jsonl"),
      reference_file(arguments, "reference-decisions", "rollout_decisions.jsonl"), **kernels);
  if (!yardstick) return fail(yardstick.error());

  ThreadPool pool(*threads);
  Result<Start> start = arguments.has("resume") ? resumed_run(arguments, *limits, **kernels, pool)
                                                : new_run(arguments, *limits, **kernels, pool);
  if (!start) return fail(start.error());
  TrainDisplay display(console, arguments);
  TrainRun run(std::move(start->folder), std::move(start->trainer), std::move(start->log),
               std::move(*yardstick), *limits, pool, display);
  const Result<RunEnd> end = run.go(console.stop);
  display.clear();
  if (!end) return fail(end.error());
  print_end(console, run, *end, arguments.has("json"));
  return *end == RunEnd::interrupted ? exit_code(ErrorKind::cancelled) : 0;
}

int run_train(Console& console, const CommandSpec&, const Arguments& arguments) {
  const Result<int> code = train(console, arguments);
  return code ? *code : refuse(console, code.error());
}

}  // namespace

Command train_command() {
  return {
      .spec =
          {.name = "train",
           .summary = "learn from self-play, from scratch or resumed",
           .synopsis = "--out DIR | --resume DIR [options]",
           .description =
               "Learns from games against itself, starting from random weights, until a limit is\n"
               "reached or Ctrl-C. DIR then holds net.alea (the weights, for --weights), "
               "report.html\n"
               "(curves), log.jsonl (one object a measurement) and checkpoint. A run that was "
               "stopped\n"
               "or killed goes on from its last checkpoint as if nothing had happened: the same "
               "seed\n"
               "gives the same net, whatever the threads. A resumed run may change its recipe.\n",
           .groups = {{"The run",
                       {{"out", "DIR", "start a run in this folder (made if missing)"},
                        {"resume", "DIR", "go on with the run in this folder"},
                        {"from", "WEIGHTS",
                         "start from a net instead of random weights, at the\n"
                         "stage that learns from all rolls"}}},
                      {"When to stop (default: never)",
                       {{"minutes", "X", "after X minutes of this session"},
                        {"games", "N", "once the run has N games, counted in whole rounds"},
                        {"until-ppg", "X",
                         "once it wins X points per game from the player\n"
                         "'linear' (see alea duel)"}}},
                      {"Saving and measuring",
                       {{"checkpoint-minutes", "X", "time between checkpoints (default 3)"},
                        {"measure-every", "N",
                         "games between measurements (default: growing\n"
                         "intervals that cost about 4% of the time)"},
                        {"reference-values", "FILE",
                         "rolled-out positions to report the error on (JSON\n"
                         "lines; default: those of the source tree, if there)"},
                        {"reference-decisions", "FILE", "rolled-out decisions, likewise"}}},
                      recipe_options()},
           .examples = "  alea train --out run --minutes 3\n"
                       "  alea train --resume run\n"
                       "  alea train --resume run --set 2.rate_from=1e-4,2.lambda_to=0.6\n"
                       "  alea train --print-recipe > my.json\n"
                       "  alea train --out small --stages my.json --set 1.width=128 --seed 7\n"
                       "  alea train --out better --from run/net.alea --minutes 60\n"},
      .run = run_train};
}

}  // namespace alea::app
