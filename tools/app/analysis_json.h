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
// Adds `rolls`, what each roll of `position` is worth by the cube decision before it; with dice also `luck`, by
// how much they beat the average. In a match as match winning chances, too. Nothing if it was stopped.
void add_rolls(Json& json, const Position& position, const CubeAnalysis& before_roll,
               const MatchEquityTable& met);
[[nodiscard]] Json valuation_json(const Position& position, const Valuation& value,
                                  const Level& level);

}  // namespace alea::app
