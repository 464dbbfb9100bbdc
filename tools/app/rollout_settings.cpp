#include "tools/app/rollout_settings.h"

#include <fmt/format.h>

#include <algorithm>

namespace alea::app {
namespace {

constexpr int kDefaultTrials = 1296;
constexpr int kMaxTrials = 100'000'000;

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
           "(default off)"}}};
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

void RolloutProgress::show(const RolloutState& state) {
  if (!line_.due() || state.rows.empty()) return;
  const auto best = std::ranges::max_element(
      state.rows, {}, [](const RolloutRow& row) { return row.cubeful.mean(); });
  const double done = static_cast<double>(best->trials()) / static_cast<double>(options_.trials);
  const double left = done > 0 ? line_.elapsed() * (1 - done) / done : 0;
  line_.show(fmt::format("{}/{} trials  best {:+.4f} ±{:.4f}  {} elapsed, {} left", best->trials(),
                         options_.trials, best->cubeful.mean(),
                         1.96 * best->cubeful.standard_error(), duration_text(line_.elapsed()),
                         duration_text(left)));
}

}  // namespace alea::app
