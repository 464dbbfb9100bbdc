#pragma once

// For .cpp files only: includes json.h.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "engine/base/thread_pool.h"
#include "tools/app/train_display.h"
#include "tools/app/train_folder.h"
#include "tools/app/train_log.h"
#include "tools/app/train_measure.h"
#include "training/trainer.h"

namespace alea::app {

// When a session of training ends (between two rounds), and how often it measures and saves.
struct RunLimits {
  std::optional<double> minutes;       // of this session
  std::optional<std::uint64_t> games;  // of the whole run
  std::optional<double> until_ppg;     // against the last of kOpponents
  double checkpoint_seconds = 180;
  std::uint64_t measure_every = 0;  // games; 0 = at growing intervals
};

enum class RunEnd { minutes, games, strength, recipe, interrupted };
[[nodiscard]] const char* name_of(RunEnd end) noexcept;

// A session of a training run: rounds of the Trainer, measurements between them, and the files of the
// run's folder, each written whole or not at all.
//
// What is trained depends on recipe and seed alone: measuring and saving change nothing. All state that
// matters is in the checkpoint; a session that is killed loses what came after the last one.
class TrainRun {
 public:
  TrainRun(RunFolder folder, std::unique_ptr<Trainer> trainer, RunLog log, Yardstick yardstick,
           const RunLimits& limits, ThreadPool& pool, TrainDisplay& display);

  // Trains until a limit is reached or `stop` is requested, and leaves all files up to date. Errors
  // (environment): a file could not be written; the one before it still stands.
  [[nodiscard]] Result<RunEnd> go(std::stop_token stop);

  [[nodiscard]] const RunLog& log() const noexcept { return log_; }
  [[nodiscard]] const RunFolder& folder() const noexcept { return folder_; }
  [[nodiscard]] std::shared_ptr<const nn::Network> network() const;  // as in net.alea

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] double session_seconds() const;
  [[nodiscard]] std::optional<RunEnd> limit_reached() const;
  [[nodiscard]] std::optional<double> seconds_left() const;
  [[nodiscard]] double speed() const;  // games per second since the last entry
  void note_entry(std::optional<Strength> strength);
  [[nodiscard]] bool measurement_due() const;
  [[nodiscard]] std::int64_t affordable_pairs() const;
  void measure(std::int64_t pairs, const std::stop_token& stop);
  [[nodiscard]] bool strong_enough() const;
  [[nodiscard]] Status write_results(bool running) const;  // net, log, report
  [[nodiscard]] Status write_checkpoint();
  void show_progress();

  RunFolder folder_;
  std::unique_ptr<Trainer> trainer_;
  RunLog log_;
  Yardstick yardstick_;
  RunLimits limits_;
  ThreadPool& pool_;
  TrainDisplay& display_;

  Clock::time_point start_ = Clock::now();
  double elapsed_before_ = 0;  // in earlier sessions
  Trainer::Round last_{};
  std::uint64_t entry_games_ = 0, measured_games_ = 0;  // at the last entry, the last measurement
  double trained_ = 0, unmeasured_ = 0;                 // seconds of rounds since then
  double pair_cost_ = 0;         // seconds of measuring, per pair of games against each opponent
  double measure_cost_ = 0;      // seconds of the last measurement
  std::int64_t last_pairs_ = 0;  // of the last measurement
  Clock::time_point saved_ = Clock::now();
};

}  // namespace alea::app
