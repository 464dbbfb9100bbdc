#include "engine/search/rollout.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "engine/base/check.h"
#include "engine/base/rng.h"
#include "engine/search/rollout_trial.h"

namespace alea {
namespace {

// Trials between two looks at the stopping rules; also the unit of stratification.
constexpr std::int64_t kBatch = 36;

Probabilities to_chances(const std::array<double, 5>& c) noexcept {
  const auto f = [&](std::size_t i) { return static_cast<float>(c[i]); };
  return {f(0), f(1), f(2), f(3), f(4)};
}

// Cubeless worth of chances that may lie a little outside their bounds, so without clamping: linear.
double cubeless_of(const Position& root, const MatchEquityTable& met,
                   const std::array<double, 5>& c) noexcept {
  if (root.match.is_money()) return 2.0 * c[0] - 1.0 + c[1] + c[2] - c[3] - c[4];
  const OutcomeMwc end = outcome_mwc(met, root.match, root.cube.value());
  const double mwc = c[0] * end.win + c[1] * (end.win_gammon - end.win) +
                     c[2] * (end.win_backgammon - end.win_gammon) + (1.0 - c[0]) * end.lose +
                     c[3] * (end.lose_gammon - end.lose) +
                     c[4] * (end.lose_backgammon - end.lose_gammon);
  return to_equity({mwc}, root.match, root.cube.value(), met).points;
}

CubeModel root_model(const RolloutState& state, const MatchEquityTable& met) noexcept {
  return {state.position.cube, state.position.match, state.position.rules, met};
}

void add(RolloutRow& row, const TrialResult& trial, double cubeless) noexcept {
  for (std::size_t i = 0; i < trial.chances.size(); ++i) row.chances[i].add(trial.chances[i]);
  row.cubeless.add(cubeless);
  row.cubeful.add(trial.cubeful);
}

// Applies the stopping rules after a whole batch; `unit`: cubeful values per point of equity.
void judge(RolloutState& state, const RolloutOptions& options, double unit) noexcept {
  if (state.trials < options.least_trials) return;
  auto& rows = state.rows;
  if (options.joint_deviations > 0 && state.position.dice) {
    const auto best = std::max_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
      return a.active != b.active ? b.active : a.cubeful.mean() < b.cubeful.mean();
    });
    for (RolloutRow& row : rows) {
      if (!row.active || &row == &*best) continue;
      const double joint = std::hypot(row.cubeful.standard_error(), best->cubeful.standard_error());
      if (best->cubeful.mean() - row.cubeful.mean() > options.joint_deviations * joint) {
        row.active = false;
      }
    }
  }
  const auto active =
      std::count_if(rows.begin(), rows.end(), [](const auto& r) { return r.active; });
  const bool decided = options.joint_deviations > 0 && rows.size() > 1 && active == 1;
  const bool sharp =
      options.until_se > 0 && std::all_of(rows.begin(), rows.end(), [&](const RolloutRow& row) {
        return !row.active || row.cubeful.standard_error() < options.until_se * unit;
      });
  state.complete = decided || sharp;
}

// Name and content of a table, where it plays a part.
std::string identity_of(const MatchEquityTable& met, const MatchState& match) {
  if (match.is_money()) return {};
  constexpr int kCompared = 25;
  std::uint64_t mixed = 0;
  for (int us = 1; us <= kCompared; ++us) {
    mixed = mix64(mixed ^ std::bit_cast<std::uint64_t>(met.mwc_post_crawford(us, 1)));
    for (int them = 1; them <= kCompared; ++them) {
      mixed = mix64(mixed ^ std::bit_cast<std::uint64_t>(met.mwc(us, them)));
    }
  }
  return fmt::format("{} {:016x}", met.name(), mixed);
}

ValuationError error_of(const RolloutRow& row, const CubeModel& model) {
  ValuationError error;
  std::array<double, 5> c{};
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = row.chances[i].standard_error();
  error.probabilities = to_chances(c);
  error.cubeless = {row.cubeless.standard_error()};
  error.cubeful = {row.cubeful.standard_error() / model.unit()};
  if (!model.is_money()) error.mwc = Mwc{row.cubeful.standard_error()};
  return error;
}

Valuation value_of(const RolloutRow& row, const CubeModel& model) {
  Valuation value;
  std::array<double, 5> c{};
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = row.chances[i].mean();
  value.probabilities = to_chances(c);
  value.cubeless = {row.cubeless.mean()};
  value.cubeful = model.equity(row.cubeful.mean());
  if (!model.is_money()) value.mwc = Mwc{row.cubeful.mean()};
  return value;
}

}  // namespace

Rollout::Rollout(std::shared_ptr<const Evaluator> evaluator,
                 std::shared_ptr<const MatchEquityTable> met, RolloutOptions options)
    : evaluator_(std::move(evaluator)), met_(std::move(met)), options_(options) {
  ALEA_CHECK(evaluator_ != nullptr && met_ != nullptr);
}

RolloutState Rollout::start_checker(const Position& position,
                                    std::span<const Candidate> candidates) const {
  ALEA_CHECK(position.dice.has_value());
  RolloutState state{.position = position,
                     .options = options_,
                     .evaluator = evaluator_->identity(),
                     .met = identity_of(*met_, position.match),
                     .rows = {}};
  for (const Candidate& candidate : candidates) {
    RolloutRow row;
    row.board = candidate.after;
    row.steps = candidate.steps;
    state.rows.push_back(row);
  }
  return state;
}

RolloutState Rollout::start_cube(const Position& given) const {
  RolloutState state{.position = opponent_on_roll(given) ? flipped(given) : given,
                     .options = options_,
                     .evaluator = evaluator_->identity(),
                     .met = identity_of(*met_, given.match),
                     .rows = {}};
  state.position.dice.reset();
  state.answering = given.pending == Pending::double_offered;
  state.position.pending = Pending::roll_or_double;
  RolloutRow row;
  row.board = state.position.board;
  state.rows.push_back(row);
  if (options_.cubeful && may_double(state.position)) {
    row.doubled = true;
    state.rows.push_back(row);
  }
  return state;
}

Status Rollout::accepts(const RolloutState& state) const {
  if (state.evaluator != evaluator_->identity()) {
    return fail(ErrorKind::input, "the saved rollout was played by \"" + state.evaluator +
                                      "\", not by \"" + evaluator_->identity() + "\"");
  }
  if (state.met != identity_of(*met_, state.position.match)) {
    return fail(ErrorKind::input,
                "the saved rollout was played with another match equity table (" + state.met + ")");
  }
  RolloutOptions mine = options_;
  mine.trials = state.options.trials;
  mine.until_se = state.options.until_se;
  mine.joint_deviations = state.options.joint_deviations;
  mine.least_trials = state.options.least_trials;
  if (mine != state.options) {
    return fail(
        ErrorKind::input,
        "the saved rollout was played with other settings (seed, truncation, levels or cube)");
  }
  return {};
}

void Rollout::run(RolloutState& state, ThreadPool& pool,
                  const std::function<void(const RolloutState&)>& progress,
                  std::stop_token stop) const {
  const TrialPlayer player(evaluator_, met_, options_);
  std::vector<TrialPlayer::ScratchPtr> scratch(static_cast<std::size_t>(pool.threads()));
  for (auto& s : scratch) s = player.make_scratch();
  const double unit = root_model(state, *met_).unit();
  std::vector<TrialResult> results;
  std::vector<std::uint8_t> ready;  // not bool: written by several threads

  state.options = options_;
  state.complete = state.rows.empty();
  if (!state.complete && state.trials % kBatch == 0) judge(state, options_, unit);
  while (!state.complete && state.trials < options_.trials && !stop.stop_requested()) {
    // Batches end at multiples of kBatch, so that a break does not move the looks at the rules.
    const std::int64_t end = std::min(options_.trials, (state.trials / kBatch + 1) * kBatch);
    const auto count = static_cast<std::size_t>(end - state.trials);
    std::vector<std::size_t> active;
    for (std::size_t r = 0; r < state.rows.size(); ++r) {
      if (state.rows[r].active) active.push_back(r);
    }
    results.assign(count * active.size(), {});
    ready.assign(results.size(), 0);
    pool.for_each_index(
        results.size(),
        [&](std::size_t i, int worker) {
          const auto trial = state.trials + static_cast<std::int64_t>(i / active.size());
          const RolloutRow& row = state.rows[active[i % active.size()]];
          results[i] =
              player.play(state.position, row, trial, *scratch[static_cast<std::size_t>(worker)]);
          ready[i] = 1;
        },
        stop);
    // Merge in order; after a stop only trials that all rows have.
    for (std::size_t t = 0; t < count; ++t) {
      const auto from = static_cast<std::ptrdiff_t>(t * active.size());
      const auto to = from + static_cast<std::ptrdiff_t>(active.size());
      if (std::count(ready.begin() + from, ready.begin() + to, 0) > 0) break;
      for (std::size_t k = 0; k < active.size(); ++k) {
        const TrialResult& result = results[static_cast<std::size_t>(from) + k];
        add(state.rows[active[k]], result, cubeless_of(state.position, *met_, result.chances));
      }
      ++state.trials;
    }
    if (state.trials % kBatch == 0) judge(state, options_, unit);
    if (state.trials >= options_.trials) state.complete = true;
    if (progress) progress(state);
  }
  if (state.trials >= options_.trials) state.complete = true;
}

CheckerAnalysis Rollout::checker_analysis(const RolloutState& state) const {
  const CubeModel model = root_model(state, *met_);
  CheckerAnalysis analysis;
  analysis.level = {.plies = state.options.checker.plies, .rollout = true};
  analysis.cubeful = state.options.cubeful;
  analysis.complete = state.complete;
  for (const RolloutRow& row : state.rows) {
    Candidate candidate;
    candidate.steps = row.steps;
    candidate.after = row.board;
    candidate.value = value_of(row, model);
    candidate.level = analysis.level;
    candidate.error = error_of(row, model);
    candidate.trials = row.trials();
    analysis.candidates.push_back(candidate);
  }
  std::stable_sort(analysis.candidates.begin(), analysis.candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return std::pair(a.value.cubeful, a.value.cubeless) >
                            std::pair(b.value.cubeful, b.value.cubeless);
                   });
  for (Candidate& candidate : analysis.candidates) {
    candidate.loss =
        analysis.candidates.front().value.cubeful.points - candidate.value.cubeful.points;
  }
  return analysis;
}

CubeAnalysis Rollout::cube_analysis(const RolloutState& state) const {
  const CubeModel model = root_model(state, *met_);
  CubeAnalysis analysis;
  analysis.level = {.plies = state.options.checker.plies, .rollout = true};
  analysis.complete = state.complete;
  analysis.answering = state.answering;
  analysis.may_turn = state.rows.size() > 1;
  analysis.efficiency = efficiency_of(state.position.board, state.options.cube.efficiency);
  analysis.trials = state.trials;

  const RolloutRow& undoubled = state.rows.front();
  CubeModel::Values nd{};
  nd[0] = undoubled.cubeful.mean();
  if (analysis.may_turn) {
    // The row counts points per unit of the cube before the double.
    const int after = model.after_double(0, CubeModel::first);
    nd[static_cast<std::size_t>(after)] = state.rows[1].cubeful.mean() / model.double_factor();
    analysis.double_take_error = Equity{state.rows[1].cubeful.standard_error() / model.unit()};
  }
  analysis.no_double_error = Equity{undoubled.cubeful.standard_error() / model.unit()};
  const Valuation played = value_of(undoubled, model);
  complete(model, played.probabilities, nd, analysis);
  analysis.value.cubeless = played.cubeless;
  analysis.error = error_of(undoubled, model);
  if (analysis.may_turn && (analysis.decision.doubles || analysis.answering)) {
    // The value with the cube is that of the double; after a pass nothing is left to chance.
    const double error = analysis.decision.takes ? state.rows[1].cubeful.standard_error() : 0.0;
    analysis.error->cubeful = {error / model.unit()};
    if (analysis.error->mwc) analysis.error->mwc = Mwc{error};
  }
  return analysis;
}

}  // namespace alea
