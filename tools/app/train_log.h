#pragma once

// For .cpp files only, like json.h.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "tools/app/json.h"
#include "tools/app/train_measure.h"

namespace alea::app {

// One line of a run's log: how far training had come, and what a measurement found, if one was made.
struct LogEntry {
  std::uint64_t games = 0, positions = 0;
  double elapsed = 0;                       // seconds, over all sessions of the run
  double games_per_second = 0;              // of self-play and fitting, since the entry before
  int stage = 1;                            // counted from 1
  double rate = 0, loss = 0, residual = 0;  // of the last round; 0 before the first
  std::optional<Strength> strength;
};

// The log of a run (log.jsonl): a line that describes the run, then its entries in order.
//
// Held in memory and written whole, so that the file never has half a line.
struct RunLog {
  Json run;  // "seed", "recipe", "from", "until", ...: never changes
  std::vector<LogEntry> entries;

  // The file's text: JSON lines.
  [[nodiscard]] std::string text() const;
  // Errors (input): a line that is none of ours.
  [[nodiscard]] static Result<RunLog> parse(std::string_view text);

  // Forgets what was written after a checkpoint with so many games.
  void drop_after(std::uint64_t games);
  [[nodiscard]] const LogEntry* last_measured() const;
};

[[nodiscard]] Json entry_json(const LogEntry& entry);
[[nodiscard]] Json strength_json(const Strength& strength);

}  // namespace alea::app
