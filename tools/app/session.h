#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/thread_pool.h"
#include "engine/cube/met.h"
#include "engine/evaluator/evaluator.h"
#include "engine/search/searcher.h"
#include "tools/app/command_line.h"
#include "tools/app/console.h"

namespace alea::app {

// An evaluator by the name that users give it, and what it is.
struct NamedEvaluator {
  std::shared_ptr<const Evaluator> evaluator;
  std::string description{};     // "net 1a2b3c4d5e6f", "pip count", ...
  std::filesystem::path file{};  // of the network; empty for the built-in baselines
};

// The evaluators that need no weights: "random", "pips", "linear".
[[nodiscard]] const std::vector<std::string>& baseline_names();

// "current", a baseline name, a weight file, or a folder with a `current` file in it. The evaluator
// knows finished games and impossible outcomes. Errors: environment where there is no such file;
// input where it is damaged or foreign; usage for an ISA that this machine lacks.
[[nodiscard]] Result<NamedEvaluator> open_evaluator(const Environment& environment,
                                                    std::string_view name);

// The weight file in use: --weights, else ALEA_WEIGHTS, else "current".
[[nodiscard]] std::string weights_name(const Environment& environment, const Arguments& arguments);

// Where `weights/current` is looked for, in order.
[[nodiscard]] std::vector<std::filesystem::path> weight_folders(const Environment& environment);

// One user's engine: evaluator, match equities, threads. Commands make searchers from it.
class Session {
 public:
  // Reads --weights, --met, --threads and --seed.
  [[nodiscard]] static Result<Session> open(const Console& console, const Arguments& arguments);

  [[nodiscard]] const NamedEvaluator& evaluator() const noexcept { return evaluator_; }
  [[nodiscard]] const std::shared_ptr<const MatchEquityTable>& met() const noexcept { return met_; }
  [[nodiscard]] ThreadPool& pool() const noexcept { return *pool_; }
  [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }
  [[nodiscard]] Searcher searcher(const SearchOptions& options) const {
    return Searcher(evaluator_.evaluator, met_, options);
  }

 private:
  Session() = default;

  NamedEvaluator evaluator_;
  std::shared_ptr<const MatchEquityTable> met_;
  std::unique_ptr<ThreadPool> pool_;
  std::uint64_t seed_ = 1;
};

// --met, for commands that know match scores.
[[nodiscard]] OptionSpec met_option();

// Threads asked for, or all cores. Errors (usage): out of range.
[[nodiscard]] Result<int> thread_count(const Arguments& arguments);

}  // namespace alea::app
