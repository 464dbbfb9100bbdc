#include "tools/app/train_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/file.h"
#include "tools/app/build_info.h"
#include "tools/app/train_report.h"

namespace alea::app {
namespace {

// Measuring takes about 4% of the time: at most this share of the time since the last measurement
// for duels, and never before its whole cost is so small a part of that time.
constexpr double kDuelShare = 0.03;
constexpr double kCostShare = 0.04;
constexpr double kFirstInterval = 6.0;    // seconds
constexpr double kIntervalGrowth = 0.04;  // of the time the run has had
constexpr std::int64_t kFewPairs = 25, kUsualPairs = 50, kManyPairs = 1000;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

const char* name_of(RunEnd end) noexcept {
  switch (end) {
    case RunEnd::minutes:
      return "minutes";
    case RunEnd::games:
      return "games";
    case RunEnd::strength:
      return "strength";
    case RunEnd::recipe:
      return "recipe";
    case RunEnd::interrupted:
      break;
  }
  return "interrupted";
}

TrainRun::TrainRun(RunFolder folder, std::unique_ptr<Trainer> trainer, RunLog log,
                   Yardstick yardstick, const RunLimits& limits, ThreadPool& pool,
                   TrainDisplay& display)
    : folder_(std::move(folder)),
      trainer_(std::move(trainer)),
      log_(std::move(log)),
      yardstick_(std::move(yardstick)),
      limits_(limits),
      pool_(pool),
      display_(display),
      entry_games_(trainer_->games()),
      measured_games_(trainer_->games()) {
  if (log_.entries.empty()) return;
  const LogEntry& entry = log_.entries.back();
  elapsed_before_ = entry.elapsed;
  last_.rate = entry.rate;
  last_.loss = entry.loss;
  last_.residual = entry.residual;
}

double TrainRun::session_seconds() const {
  return seconds_since(start_);
}

std::optional<RunEnd> TrainRun::limit_reached() const {
  if (trainer_->finished()) return RunEnd::recipe;
  if (limits_.games && trainer_->games() >= *limits_.games) return RunEnd::games;
  if (limits_.minutes && session_seconds() >= 60 * *limits_.minutes) return RunEnd::minutes;
  return std::nullopt;
}

double TrainRun::speed() const {
  if (trained_ > 0) return static_cast<double>(trainer_->games() - entry_games_) / trained_;
  return log_.entries.empty() ? 0 : log_.entries.back().games_per_second;
}

std::optional<double> TrainRun::seconds_left() const {
  std::optional<double> left;
  if (limits_.minutes) left = std::max(0.0, 60 * *limits_.minutes - session_seconds());
  if (limits_.games && speed() > 0) {
    const double games =
        static_cast<double>(*limits_.games) - static_cast<double>(trainer_->games());
    left = std::min(left.value_or(1e18), std::max(0.0, games) / speed());
  }
  return left;
}

void TrainRun::show_progress() {
  if (!display_.due()) return;
  const LogEntry* measured = log_.last_measured();
  display_.progress({.games = trainer_->games(),
                     .games_per_second = speed(),
                     .elapsed = elapsed_before_ + session_seconds(),
                     .left = seconds_left(),
                     .stage = last_.stage + 1,
                     .last = measured == nullptr ? nullptr : &*measured->strength});
}

void TrainRun::note_entry(std::optional<Strength> strength) {
  LogEntry entry{.games = trainer_->games(),
                 .positions = trainer_->positions(),
                 .elapsed = elapsed_before_ + session_seconds(),
                 .games_per_second = speed(),
                 .stage = last_.stage + 1,
                 .rate = last_.rate,
                 .loss = last_.loss,
                 .residual = last_.residual,
                 .strength = std::move(strength)};
  if (!log_.entries.empty() && log_.entries.back().games == entry.games) {
    if (!entry.strength) return;  // nothing new
    log_.entries.pop_back();
  }
  log_.entries.push_back(std::move(entry));
  entry_games_ = trainer_->games();
  trained_ = 0;
}

bool TrainRun::measurement_due() const {
  if (limits_.measure_every > 0) {
    return trainer_->games() - measured_games_ >= limits_.measure_every;
  }
  const bool first = log_.entries.size() <= 1;  // after the first round: a sign that it works
  const double interval = std::clamp(kIntervalGrowth * (elapsed_before_ + session_seconds()),
                                     first ? 0.0 : kFirstInterval,
                                     std::max(kFirstInterval, limits_.checkpoint_seconds));
  return unmeasured_ >= interval && (first || unmeasured_ * kCostShare >= measure_cost_);
}

std::int64_t TrainRun::affordable_pairs() const {
  if (pair_cost_ <= 0) return kUsualPairs;
  const double pairs = kDuelShare * unmeasured_ / pair_cost_;
  return std::clamp(static_cast<std::int64_t>(pairs), kFewPairs, kManyPairs);
}

void TrainRun::measure(std::int64_t pairs, const std::stop_token& stop) {
  const Clock::time_point start = Clock::now();
  // The dice change with the net: one set of dice would favour some nets for good.
  const std::uint64_t seed = mix64(trainer_->config().seed ^ mix64(trainer_->games() + 1));
  std::optional<Strength> strength =
      yardstick_.measure(trainer_->network(), pairs, seed, pool_, stop);
  if (!strength) return;
  measure_cost_ = seconds_since(start);
  pair_cost_ = measure_cost_ / static_cast<double>(pairs);
  last_pairs_ = pairs;
  measured_games_ = trainer_->games();
  unmeasured_ = 0;
  note_entry(std::move(strength));
  display_.measured(log_.entries.back());
}

bool TrainRun::strong_enough() const {
  const LogEntry* measured = log_.last_measured();
  return limits_.until_ppg && measured != nullptr && measured->games == trainer_->games() &&
         measured->strength->judge().ppg >= *limits_.until_ppg;
}

std::shared_ptr<const nn::Network> TrainRun::network() const {
  Json provenance;
  provenance["made_by"] = fmt::format("alea train {}", kVersion);
  provenance["seed"] = trainer_->config().seed;
  if (log_.run.contains("from")) provenance["from"] = log_.run["from"];
  provenance["games"] = trainer_->games();
  provenance["positions"] = trainer_->positions();
  provenance["stage"] = last_.stage + 1;
  if (const LogEntry* measured = log_.last_measured()) {
    provenance["measured"] = strength_json(*measured->strength);
    provenance["measured"]["at_games"] = measured->games;
  }
  provenance["licence"] = "MIT";
  return trainer_->network(provenance.dump());
}

Status TrainRun::write_results(bool running) const {
  ALEA_TRY(write_file(folder_.log(), log_.text()));
  ALEA_TRY(write_file(folder_.net(), network()->serialise()));
  return write_file(folder_.report(), training_report(log_, {.running = running}));
}

Status TrainRun::write_checkpoint() {
  // The log goes first: it may run ahead of the checkpoint, never lack the entry that dates it.
  note_entry(std::nullopt);
  ALEA_TRY(write_file(folder_.log(), log_.text()));
  ALEA_TRY(write_file(folder_.checkpoint(), trainer_->checkpoint()));
  saved_ = Clock::now();
  return {};
}

Result<RunEnd> TrainRun::go(std::stop_token stop) {
  start_ = saved_ = Clock::now();
  const int stages = static_cast<int>(trainer_->config().stages.size());
  last_.stage = std::min(trainer_->stage(), stages - 1);
  // Before the first round: tells at once where nothing can be written.
  ALEA_TRY(write_checkpoint());
  if (log_.last_measured() == nullptr) measure(kFewPairs, stop);
  ALEA_TRY(write_results(true));
  std::optional<RunEnd> end = limit_reached();
  if (end) display_.note("The run has reached its end already; nothing is left to train.");
  for (; !end; end = limit_reached()) {
    if (stop.stop_requested()) break;
    show_progress();
    const Clock::time_point round_start = Clock::now();
    const Result<Trainer::Round> round = trainer_->round(stop);
    if (!round) break;  // stopped
    last_ = *round;
    const double seconds = seconds_since(round_start);
    trained_ += seconds;
    unmeasured_ += seconds;
    if (measurement_due()) {
      measure(affordable_pairs(), stop);
      // A few lucky games do not end a run.
      if (strong_enough() && last_pairs_ < kManyPairs) measure(kManyPairs, stop);
      ALEA_TRY(write_results(true));
      if (strong_enough()) {
        end = RunEnd::strength;
        break;
      }
    }
    if (seconds_since(saved_) >= limits_.checkpoint_seconds) ALEA_TRY(write_checkpoint());
  }
  if (!end || stop.stop_requested()) end = RunEnd::interrupted;
  if (*end != RunEnd::interrupted) {
    // Always the same number of games: the net's file depends on recipe, seed and length alone.
    const LogEntry* measured = log_.last_measured();
    const bool fresh = measured != nullptr && measured->games == trainer_->games();
    if (!fresh || measured->strength->judge().games != 2 * kManyPairs) measure(kManyPairs, stop);
    if (stop.stop_requested()) end = RunEnd::interrupted;
  }
  display_.clear();
  ALEA_TRY(write_checkpoint());
  ALEA_TRY(write_results(false));
  return *end;
}

}  // namespace alea::app
