#include "tools/app/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/file.h"
#include "engine/evaluator/bearoff_evaluator.h"
#include "engine/evaluator/cached_evaluator.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/evaluator/linear_evaluator.h"
#include "engine/evaluator/pip_evaluator.h"
#include "engine/evaluator/random_evaluator.h"
#include "nn/eval/nn_evaluator.h"
#include "nn/net/network.h"
#include "tools/app/bearoff_files.h"
#include "tools/app/build_info.h"
#include "tools/app/isa.h"
#include "tools/app/suggest.h"

namespace alea::app {
namespace {

constexpr int kMaxThreads = 256;
constexpr std::uint64_t kRandomSeed = 1;
// Enough for a search at 3 plies; more only takes longer to clear at the start.
constexpr std::size_t kMemoryBytes = std::size_t{4} << 20;

std::shared_ptr<const Evaluator> baseline(std::string_view name) {
  if (name == "random") return std::make_shared<RandomEvaluator>(kRandomSeed);
  if (name == "pips") return std::make_shared<PipEvaluator>();
  if (name == "linear") return std::make_shared<LinearEvaluator>();
  return nullptr;
}

// The network of a folder: the file that the one line of `folder`/current names, or what alea train
// left there.
Result<std::filesystem::path> current_file(const std::filesystem::path& folder) {
  const std::filesystem::path pointer = folder / "current";
  std::error_code ignored;
  if (!std::filesystem::exists(pointer, ignored)) {
    if (std::filesystem::exists(folder / "net.alea", ignored)) return folder / "net.alea";
    return fail(
        ErrorKind::environment,
        fmt::format("{}: a folder without a network; expected a file 'current' or 'net.alea' "
                    "in it",
                    folder.string()));
  }
  Result<std::string> content = read_file(pointer);
  if (!content) return fail(content.error());
  const std::string name = content->substr(0, content->find_first_of("\r\n"));
  constexpr std::size_t kLongestName = 255;
  if (name.empty() || name.size() > kLongestName || name.find('/') != std::string::npos) {
    return fail(ErrorKind::input,
                fmt::format("{}: expected one line with the name of a weight file beside it",
                            pointer.string()));
  }
  return folder / name;
}

Result<std::filesystem::path> shipped_file(const Environment& environment) {
  std::string looked;
  for (const std::filesystem::path& folder : weight_folders(environment)) {
    std::error_code ignored;
    if (std::filesystem::exists(folder / "current", ignored)) return current_file(folder);
    looked += (looked.empty() ? "" : ", ") + folder.string();
  }
  return fail(
      ErrorKind::environment,
      fmt::format("no network found (looked for 'current' in {}); train one with 'alea train "
                  "--out DIR', or name one with --weights FILE",
                  looked));
}

Result<NamedEvaluator> open_network(const Environment& environment,
                                    const std::filesystem::path& path) {
  const Result<const nn::Kernels*> kernels = choose_kernels(environment.isa);
  if (!kernels) return fail(kernels.error());
  Result<std::shared_ptr<const nn::Network>> network = nn::Network::load(path);
  if (!network) return fail(network.error());
  Result<std::shared_ptr<const nn::NnEvaluator>> evaluator =
      nn::NnEvaluator::make(*network, **kernels);
  if (!evaluator) {
    Error error = evaluator.error();
    if (error.source.empty()) error.source = path.string();
    return fail(std::move(error));
  }
  return NamedEvaluator{.evaluator = std::make_shared<ExactEvaluator>(*evaluator),
                        .inner = *evaluator,
                        .description = (*evaluator)->identity(),
                        .file = path};
}

}  // namespace

const std::vector<std::string>& baseline_names() {
  static const std::vector<std::string> names{"random", "pips", "linear"};
  return names;
}

std::vector<std::filesystem::path> weight_folders(const Environment& environment) {
  std::vector<std::filesystem::path> folders;
  if (!environment.executable.empty()) {
    const std::filesystem::path beside = environment.executable.parent_path();
    folders.push_back(beside / "weights");
    folders.push_back(beside.parent_path() / "weights");
    folders.push_back(beside.parent_path() / "share" / "alea" / "weights");
  }
  if (!environment.data_home.empty()) {
    folders.push_back(environment.data_home / "alea" / "weights");
  }
  folders.emplace_back(std::filesystem::path(kSourceFolder) / "weights");
  return folders;
}

Result<NamedEvaluator> open_evaluator(const Environment& environment, std::string_view name) {
  if (name == "current") {
    Result<std::filesystem::path> file = shipped_file(environment);
    if (!file) return fail(file.error());
    return open_network(environment, *file);
  }
  if (std::shared_ptr<const Evaluator> evaluator = baseline(name)) {
    std::string description = evaluator->identity();
    return NamedEvaluator{.evaluator = std::make_shared<ExactEvaluator>(evaluator),
                          .inner = evaluator,
                          .description = std::move(description)};
  }
  const std::filesystem::path path(name);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    Result<std::filesystem::path> file = current_file(path);
    if (!file) return fail(file.error());
    return open_network(environment, *file);
  }
  if (name.find('/') == std::string_view::npos && !std::filesystem::exists(path, ignored)) {
    std::vector<std::string> known = baseline_names();
    known.emplace_back("current");
    return fail(ErrorKind::environment,
                fmt::format("no weight file {}; expected a file, or one of {}{}", in_quotes(name),
                            fmt::join(known, ", "), did_you_mean(name, known)));
  }
  return open_network(environment, path);
}

NamedEvaluator with_tables(NamedEvaluator evaluator, const BearoffTables& tables) {
  if (tables.empty() || evaluator.file.empty()) return evaluator;
  evaluator.evaluator =
      std::make_shared<ExactEvaluator>(std::make_shared<BearoffEvaluator>(tables, evaluator.inner));
  return evaluator;
}

std::string weights_name(const Environment& environment, const Arguments& arguments) {
  return arguments.text("weights", environment.weights.empty() ? "current" : environment.weights);
}

Result<int> thread_count(const Arguments& arguments) {
  return arguments.integer("threads", 0, 1, kMaxThreads);
}

std::vector<OptionSpec> session_options() {
  return {{"met", "FILE", "match equity table, XML or plain (default: Kazaross XG2)"},
          bearoff_option()};
}

Result<std::shared_ptr<const MatchEquityTable>> open_met(const Arguments& arguments) {
  if (!arguments.has("met")) {
    return std::make_shared<const MatchEquityTable>(MatchEquityTable::kazaross_xg2());
  }
  Result<MatchEquityTable> table = MatchEquityTable::load(arguments.text("met"));
  if (!table) return fail(table.error());
  return std::make_shared<const MatchEquityTable>(std::move(*table));
}

Result<Session> Session::open(Console& console, const Arguments& arguments,
                              const SessionNeeds& needs) {
  Session session;
  const Result<int> threads = thread_count(arguments);
  if (!threads) return fail(threads.error());
  const Result<std::uint64_t> seed = arguments.seed("seed", 1);
  if (!seed) return fail(seed.error());
  session.seed_ = *seed;
  Result<std::shared_ptr<const MatchEquityTable>> met = open_met(arguments);
  if (!met) return fail(met.error());
  session.met_ = std::move(*met);

  // The evaluator first, so that nobody waits for tables only to hear of missing weights.
  Result<NamedEvaluator> evaluator =
      open_evaluator(console.environment, weights_name(console.environment, arguments));
  if (!evaluator) return fail(evaluator.error());
  session.pool_ = std::make_unique<ThreadPool>(*threads);
  if (needs.bearoff && !evaluator->file.empty()) {
    Result<BearoffTables> tables = open_bearoff(console, arguments, *session.pool_);
    if (!tables) return fail(tables.error());
    session.bearoff_ = std::move(*tables);
    *evaluator = with_tables(std::move(*evaluator), session.bearoff_);
  }
  session.evaluator_ = std::move(*evaluator);
  session.remembering_ =
      std::make_shared<CachedEvaluator>(session.evaluator_.evaluator, kMemoryBytes);
  return session;
}

}  // namespace alea::app
