#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/base/thread_pool.h"
#include "engine/search/searcher.h"
#include "engine/search/statistics.h"
#include "tools/app/progress.h"
#include "training/accuracy.h"

namespace alea::app {

struct References {
  std::vector<ReferenceValue> values;
  std::vector<ReferenceDecision> decisions;
};

// Errors of one class of positions; `square` is the mean of e * e, `bias` that of e.
struct ValueErrors {
  RunningMean square, bias;

  [[nodiscard]] double rms() const { return std::sqrt(square.mean()); }
  // Of the root, from that of the mean square.
  [[nodiscard]] double rms_error() const {
    return rms() > 0 ? square.standard_error() / (2 * rms()) : 0.0;
  }
};

// The answer to one reference decision, and the processor time of the thread that thought about it.
struct Choice {
  std::string group;  // of the decision
  Board after;
  ReferenceLoss loss;
  double ms = 0;
};

struct Accuracy {
  std::map<std::string, ValueErrors> values;  // by class, and "all"
  std::vector<Choice> choices;                // of the first decisions, as far as they were done
  bool complete = true;

  [[nodiscard]] RunningMean loss() const;       // equity a decision
  [[nodiscard]] std::map<std::string, RunningMean> losses() const;  // the same by class, where named
  [[nodiscard]] double unlisted_share() const;  // of choices without reference equity
  [[nodiscard]] double mean_ms() const;
  [[nodiscard]] double median_ms() const;
};

// Has `searcher` value the positions and decide the decisions, cubeless money play, on the threads of
// the pool. After a stop request: what was done of both.
[[nodiscard]] Accuracy measure_accuracy(const References& references, const Searcher& searcher,
                                        ThreadPool& pool, const std::stop_token& stop,
                                        ProgressLine& line);

}  // namespace alea::app
