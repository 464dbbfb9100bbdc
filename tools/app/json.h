#pragma once

// For .cpp files only: nlohmann's header is heavy.

#include <cmath>
#include <nlohmann/json.hpp>

namespace alea::app {

// Keys keep the order in which they were set.
using Json = nlohmann::ordered_json;

// A figure with six decimals: more are noise, and a float's own digits would print as 0.15870000422.
[[nodiscard]] inline double rounded(double value) {
  const double result = std::round(value * 1e6) / 1e6;
  return result == 0 ? 0 : result;  // never -0
}

}  // namespace alea::app
