#include "tools/app/progress.h"

#include <fmt/format.h>

#include <cmath>

namespace alea::app {
namespace {

constexpr std::chrono::milliseconds kInterval{100};

}  // namespace

ProgressLine::ProgressLine(Console& console, const Arguments& arguments)
    : console_(console), enabled_(console.err_is_terminal && !arguments.has("quiet")) {
}

ProgressLine::~ProgressLine() {
  clear();
}

bool ProgressLine::due() const {
  return enabled_ && Clock::now() - last_ >= kInterval;
}

void ProgressLine::show(const std::string& text) {
  if (!enabled_) return;
  // Without wrapping: what a narrow terminal put on a second row would stay there.
  console_.err << fmt::format("\r\x1b[?7l{}\x1b[K\x1b[?7h", text) << std::flush;
  visible_ = true;
  last_ = Clock::now();
}

void ProgressLine::clear() {
  if (!visible_) return;
  console_.err << "\r\x1b[K" << std::flush;
  visible_ = false;
}

double ProgressLine::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

std::string duration_text(double seconds) {
  const auto total = static_cast<long long>(std::llround(std::max(0.0, seconds)));
  if (total < 60) return fmt::format("{} s", total);
  if (total < 3600) return fmt::format("{}:{:02}", total / 60, total % 60);
  return fmt::format("{}:{:02}:{:02}", total / 3600, total / 60 % 60, total % 60);
}

}  // namespace alea::app
