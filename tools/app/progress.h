#pragma once

#include <chrono>
#include <string>

#include "tools/app/command_line.h"
#include "tools/app/console.h"

namespace alea::app {

// A line on standard error that is rewritten while work goes on. Silent unless that is a terminal, and
// with --quiet. Cleared by the destructor, so that what follows begins on a clean line.
class ProgressLine {
 public:
  ProgressLine(Console& console, const Arguments& arguments);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  [[nodiscard]] bool enabled() const noexcept { return enabled_; }
  // Whether enough time has passed to draw again: ask before making the text.
  [[nodiscard]] bool due() const;
  void show(const std::string& text);
  void clear();

  // Seconds since construction.
  [[nodiscard]] double elapsed() const;

 private:
  using Clock = std::chrono::steady_clock;

  Console& console_;
  bool enabled_;
  bool visible_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_{};
};

// "12 s", "3:07", "1:02:45".
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace alea::app
