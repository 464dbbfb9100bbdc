#pragma once

// For .cpp files only: includes json.h.

#include <optional>
#include <string>

#include "tools/app/progress.h"
#include "tools/app/train_log.h"

namespace alea::app {

// What the person at the terminal sees of a training run: a line that is rewritten while it goes on,
// and one line for each measurement (on standard error; with --json also as an object on standard output).
class TrainDisplay {
 public:
  TrainDisplay(Console& console, const Arguments& arguments);

  struct Progress {
    std::uint64_t games = 0;
    double games_per_second = 0;
    double elapsed = 0;          // seconds
    std::optional<double> left;  // seconds, where the end is known
    int stage = 1;
    const Strength* last = nullptr;  // the last measurement, if any
  };

  void note(const std::string& text);  // a remark, before and after the run
  void measured(const LogEntry& entry);
  [[nodiscard]] bool due() const { return line_.due(); }
  void progress(const Progress& progress);
  void clear() { line_.clear(); }

 private:
  Console& console_;
  bool quiet_, json_;
  bool header_ = false;
  ProgressLine line_;
};

// 1234567 -> "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t n);

}  // namespace alea::app
