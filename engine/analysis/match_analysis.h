#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/analysis/decision.h"
#include "engine/base/thread_pool.h"
#include "engine/search/searcher.h"

namespace alea {

// A piece of a recorded match that is analysed at one go: a turn with its roll (and the double that was
// not made before it), a double with the answers to it, or a resignation.
struct AnalysisUnit {
  int game = 0;   // index
  int event = 0;  // index of the roll or the double; a resignation: behind the last event
  bool operator==(const AnalysisUnit&) const = default;
};

// All units of a match in order; every event but answers and dice that cannot be read belongs to one.
[[nodiscard]] std::vector<AnalysisUnit> units_of(const MatchRecord& record);

// The decisions of one unit. `done`: else it has not been analysed.
struct UnitResult {
  bool done = false;
  std::vector<Decision> decisions{};
};

// A match and what is known of its decisions; units and results have the same indices.
struct MatchAnalysis {
  std::vector<AnalysisUnit> units{};
  std::vector<UnitResult> results{};
  Level level{};
  Level luck_level{};  // of the luck of rolls

  [[nodiscard]] std::size_t done() const noexcept;
  [[nodiscard]] bool complete() const noexcept { return done() == units.size(); }
};

// Analyses recorded matches by look-ahead. Immutable: calls may run concurrently.
//
// Each recorded decision is compared with the best one at the same depth: a play that the search would
// have left behind earlier is looked at as deeply as the best. Luck is measured at that depth, too (at one
// ply where the depth is 0), or at one of its own: the value of the roll against the mean of the 21, that of an opening roll
// against the mean of all opening rolls of both sides.
class MatchAnalyst {
 public:
  MatchAnalyst(std::shared_ptr<const Evaluator> evaluator,
               std::shared_ptr<const MatchEquityTable> met, const SearchOptions& options,
               std::optional<int> luck_plies = {});

  [[nodiscard]] MatchAnalysis start(const MatchRecord& record) const;

  // Analyses what is not done yet, sharing units among the threads of the pool. `progress` is told the
  // number of units done, from any thread but one at a time; if it answers false no further unit is begun.
  // After a stop request units are broken off, too. Going on later gives the same as an unbroken run. Plays that are illegal and positions that cannot
  // occur become decisions with `skipped` set.
  void run(const MatchRecord& record, MatchAnalysis& analysis, ThreadPool& pool,
           const std::function<bool(std::size_t)>& progress = {}, std::stop_token stop = {}) const;

 private:
  class Task;

  Searcher searcher_;
  Searcher shallow_;  // forced plays
  Searcher luck_;     // at least one ply deep
};

}  // namespace alea
