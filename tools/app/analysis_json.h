#pragma once

// For .cpp files only, like json.h.

#include "engine/search/analysis.h"
#include "tools/app/json.h"

namespace alea::app {

// The objects that `analyze`, `rollout` and `eval` print, as documented in docs/cli.md. Every figure is
// seen by the player to decide.
[[nodiscard]] Json checker_json(const Position& position, const CheckerAnalysis& analysis,
                                std::size_t rows);
[[nodiscard]] Json cube_json(const Position& position, const CubeAnalysis& analysis);
[[nodiscard]] Json valuation_json(const Position& position, const Valuation& value,
                                  const Level& level);

}  // namespace alea::app
