#pragma once

// For .cpp files only: includes json.h.

#include <string>

#include "tools/app/train_log.h"

namespace alea::app {

struct ReportOptions {
  bool running = false;  // the page then loads itself anew from time to time
};

// A run's log as one self-contained HTML page: latest figures, curves as inline SVG, the recipe. A pure
// function of its arguments.
[[nodiscard]] std::string training_report(const RunLog& log, const ReportOptions& options);

}  // namespace alea::app
