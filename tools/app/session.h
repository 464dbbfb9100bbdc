#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/thread_pool.h"
#include "engine/bearoff/bearoff_tables.h"
#include "engine/cube/met.h"
#include "engine/evaluator/evaluator.h"
#include "engine/search/searcher.h"
#include "tools/app/command_line.h"
#include "tools/app/console.h"

namespace alea::app {

// An evaluator by the name that users give it, and what it is.
struct NamedEvaluator {
  std::shared_ptr<const Evaluator> evaluator;  // inside the rules: finished games are exact
  std::shared_ptr<const Evaluator> inner;      // what it asks about the others
  std::string description{};                   // "net 1a2b3c4d5e6f", "pip count", ...
  std::filesystem::path file{};                // of the network; empty for the built-in baselines
};

// The evaluators that need no weights: "random", "pips", "linear".
[[nodiscard]] const std::vector<std::string>& baseline_names();

// "current", a baseline name, a weight file, or a folder: of networks, with a `current` file in it, or
// of a training run. The evaluator knows finished games and impossible outcomes. Errors: environment
// where there is no such file; input where it is damaged or foreign; usage for an ISA that this
// machine lacks.
[[nodiscard]] Result<NamedEvaluator> open_evaluator(const Environment& environment,
                                                    std::string_view name);

// A network with bear-off tables in front of it. Baselines are left as they are: they are yardsticks.
[[nodiscard]] NamedEvaluator with_tables(NamedEvaluator evaluator, const BearoffTables& tables);

// The weight file in use: --weights, else ALEA_WEIGHTS, else "current".
[[nodiscard]] std::string weights_name(const Environment& environment, const Arguments& arguments);

// Where `weights/current` is looked for, in order.
[[nodiscard]] std::vector<std::filesystem::path> weight_folders(const Environment& environment);

// What a command needs beyond evaluator and threads.
struct SessionNeeds {
  bool bearoff = true;  // bear-off tables: made at first need, unless the user does without
};

// One user's engine: evaluator, match equities, threads. Commands make searchers from it.
class Session {
 public:
  // Reads --weights, --bearoff, --met, --threads and --seed.
  [[nodiscard]] static Result<Session> open(Console& console, const Arguments& arguments,
                                            const SessionNeeds& needs = {});

  [[nodiscard]] const NamedEvaluator& evaluator() const noexcept { return evaluator_; }
  [[nodiscard]] const std::shared_ptr<const MatchEquityTable>& met() const noexcept { return met_; }
  [[nodiscard]] ThreadPool& pool() const noexcept { return *pool_; }
  [[nodiscard]] const BearoffTables& bearoff() const noexcept { return bearoff_; }
  [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }
  // The same evaluator with a memory of past answers: a look-ahead asks about many boards more than
  // once. For rollouts and for the network alone the memory costs more than it saves.
  [[nodiscard]] const std::shared_ptr<const Evaluator>& remembering() const noexcept {
    return remembering_;
  }
  // Whichever of the two is faster at so many plies.
  [[nodiscard]] const std::shared_ptr<const Evaluator>& evaluator_for(int plies) const noexcept {
    return plies > 0 ? remembering_ : evaluator_.evaluator;
  }
  [[nodiscard]] Searcher searcher(const SearchOptions& options) const {
    return Searcher(evaluator_for(options.plies), met_, options);
  }

 private:
  Session() = default;

  NamedEvaluator evaluator_;
  std::shared_ptr<const Evaluator> remembering_;
  std::shared_ptr<const MatchEquityTable> met_;
  std::unique_ptr<ThreadPool> pool_;
  BearoffTables bearoff_;
  std::uint64_t seed_ = 1;
};

// --met and --bearoff, for commands that evaluate.
[[nodiscard]] std::vector<OptionSpec> session_options();

// The match equity table of --met, or the built-in one.
[[nodiscard]] Result<std::shared_ptr<const MatchEquityTable>> open_met(const Arguments& arguments);

// Threads asked for, or all cores. Errors (usage): out of range.
[[nodiscard]] Result<int> thread_count(const Arguments& arguments);

}  // namespace alea::app
