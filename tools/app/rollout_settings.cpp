#include "tools/app/rollout_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "engine/base/file.h"
#include "tools/app/positions.h"

namespace alea::app {
namespace {

constexpr int kDefaultTrials = 1296;
constexpr int kMaxTrials = 100'000'000;
constexpr std::size_t kLargestSaved = std::size_t{1}
                                      << 26;  // far more than the plays of any roll need

}  // namespace

const OptionGroup& rollout_options_group() {
  static const OptionGroup group{
      .title = "Rollouts",
      .options = {
          {"trials", "N", fmt::format("games for each candidate (default {})", kDefaultTrials)},
          {"truncate", "N",
           "stop each game after N rolls and ask the network; 0: play\nto the end "
           "(the default)"},
          {"until-se", "X", "stop when the standard error of each row is below X"},
          {"rollout-plies", "N", "look-ahead for the plays and cubes in the games (default 0)"},
          {"drop-worse", "X",
           "stop playing rows that trail by X joint standard\ndeviations "
           "(default off)"},
          {"save", "FILE", "keep the rollout in FILE, to go on with it another time"},
          {"continue", "FILE",
           "go on with the rollout kept in FILE, up to --trials; it is kept\n"
           "there again, or where --save says"}}};
  return group;
}

Result<RolloutOptions> read_rollout_options(const Arguments& arguments,
                                            const SearchOptions& search) {
  RolloutOptions options;
  const Result<int> trials = arguments.integer("trials", kDefaultTrials, 1, kMaxTrials);
  if (!trials) return fail(trials.error());
  const Result<int> truncate = arguments.integer("truncate", 0, 0, 1000);
  if (!truncate) return fail(truncate.error());
  const Result<double> until = arguments.number("until-se", 0, 0, 10);
  if (!until) return fail(until.error());
  const Result<int> plies = arguments.integer("rollout-plies", 0, 0, kMaxPlies);
  if (!plies) return fail(plies.error());
  const Result<double> drop = arguments.number("drop-worse", 0, 0, 100);
  if (!drop) return fail(drop.error());
  const Result<std::uint64_t> seed = arguments.seed("seed", 1);
  if (!seed) return fail(seed.error());
  options.trials = *trials;
  options.truncate = *truncate;
  options.until_se = *until;
  options.checker.plies = options.cube.plies = *plies;
  options.cubeful = search.cubeful;
  options.checker.cubeful = options.cube.cubeful = search.cubeful;
  options.joint_deviations = *drop;
  options.seed = *seed;
  return options;
}

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kKeepEvery{20};

// What may be said about a rollout that has begun.
constexpr std::array<std::string_view, 3> kMayChange = {"trials", "until-se", "drop-worse"};
constexpr std::array<std::string_view, 2> kFixed = {"plies", "cubeless"};

Status refuse_fixed(const CommandSpec& spec, const Arguments& arguments) {
  const auto settled = [](const std::string& name) {
    return usage_error(fmt::format(
        "--{}: a saved rollout has its position and settings; with --continue only --trials, "
        "--until-se and --drop-worse change them",
        name));
  };
  if (!arguments.positional().empty()) {
    return usage_error("--continue FILE takes the place of a position; leave one of them out");
  }
  for (const OptionGroup& group : spec.groups) {
    for (const OptionSpec& option : group.options) {
      if (!arguments.has(option.name)) continue;
      const auto among = [&](const auto& names) {
        return std::ranges::find(names, option.name) != names.end();
      };
      const bool rollout = group.title == rollout_options_group().title;
      const bool position = group.title == position_options().title;
      const bool file = option.name == "save" || option.name == "continue";
      if (position || among(kFixed) || (rollout && !file && !among(kMayChange))) {
        return settled(option.name);
      }
    }
  }
  if (arguments.has("seed")) return settled("seed");
  return {};
}

std::string progress_text(const RolloutState& state, double elapsed, std::int64_t before) {
  const RolloutOptions& options = state.options;
  const auto best = std::ranges::max_element(
      state.rows, {}, [](const RolloutRow& row) { return row.cubeful.mean(); });
  const auto done = static_cast<double>(state.trials - before);
  const auto missing = static_cast<double>(options.trials - state.trials);
  return fmt::format("{}/{} trials  best {:+.4f} ±{:.4f}  {} elapsed, {} left", state.trials,
                     options.trials, best->cubeful.mean(), 1.96 * best->cubeful.standard_error(),
                     duration_text(elapsed),
                     duration_text(done > 0 ? elapsed * missing / done : 0));
}

}  // namespace

Result<RolloutState> read_saved_rollout(const CommandSpec& spec, const Arguments& arguments) {
  ALEA_TRY(refuse_fixed(spec, arguments));
  const std::string file = arguments.text("continue");
  const Result<std::string> text = read_file(file, kLargestSaved);
  if (!text) return fail(text.error());
  Result<RolloutState> state = RolloutState::load(*text, file);
  if (!state) return state;
  RolloutOptions& options = state->options;
  const auto trials = arguments.integer(
      "trials", static_cast<int>(std::clamp<std::int64_t>(options.trials, 1, kMaxTrials)), 1,
      kMaxTrials);
  if (!trials) return fail(trials.error());
  const Result<double> until = arguments.number("until-se", options.until_se, 0, 10);
  if (!until) return fail(until.error());
  const Result<double> drop = arguments.number("drop-worse", options.joint_deviations, 0, 100);
  if (!drop) return fail(drop.error());
  options.trials = *trials;
  options.until_se = *until;
  options.joint_deviations = *drop;
  return state;
}

Position asked_position(const RolloutState& state) {
  if (!state.answering) return state.position;
  Position position = flipped(state.position);
  position.pending = Pending::double_offered;
  return position;
}

std::string rollout_file(const Arguments& arguments) {
  return arguments.text("save", arguments.text("continue"));
}

Status keep_rollout(const std::string& file, const RolloutState& state) {
  return file.empty() ? Status{} : write_file(file, state.save());
}

void run_rollout(Console& console, const Arguments& arguments, const Rollout& rollout,
                 RolloutState& state, ThreadPool& pool, const std::string& file) {
  ProgressLine line(console, arguments);
  const std::int64_t before = state.trials;
  auto kept = Clock::now();
  rollout.run(
      state, pool,
      [&](const RolloutState& now) {
        if (line.due()) line.show(progress_text(now, line.elapsed(), before));
        if (Clock::now() - kept < kKeepEvery) return;
        (void)keep_rollout(file, now);  // a disk that is full now may have room at the end
        kept = Clock::now();
      },
      console.stop);
}

}  // namespace alea::app
