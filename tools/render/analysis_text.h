#pragma once

#include <string>
#include <string_view>

#include "engine/search/analysis.h"
#include "tools/render/style.h"

namespace alea::render {

// "Double / Take", "Too good to redouble / Pass", "No double / Beaver", ...
[[nodiscard]] std::string action_sentence(const CubeAnalysis& analysis, CubeOwner owner);

// "2-ply", "rollout".
[[nodiscard]] std::string level_text(const Level& level);

// The ranked plays as a table: play, equity, difference from the best, chances, level. At most `rows`
// of them (0: all), and `remedy`, how to see the rest. X is the player to move.
[[nodiscard]] std::string checker_text(const Position& position, const CheckerAnalysis& analysis,
                                       std::size_t rows, Style style,
                                       std::string_view remedy = "--moves 0 shows all");

// The cube block: chances, the three equities in fixed order with their differences from the best, and
// the advice in words. Says whose chances they are.
[[nodiscard]] std::string cube_text(const Position& position, const CubeAnalysis& analysis,
                                    Style style);

// Take points and doubling window of a cube decision, with a dead, real and live cube.
[[nodiscard]] std::string cube_points_text(const CubeAnalysis& analysis);

// How lucky a roll is, as a sentence without full stop; `analysis` must know the worth of each.
[[nodiscard]] std::string luck_sentence(const CubeAnalysis& analysis, Dice rolled);

// What each roll is worth to the player about to roll, played best, a die a row and a die a column; then how
// much better than the average `rolled` is. Empty if the look-ahead was stopped.
[[nodiscard]] std::string rolls_text(const CubeAnalysis& analysis, std::optional<Dice> rolled,
                                     Style style);

// Chances and equities of a position, for the player on roll.
[[nodiscard]] std::string valuation_text(const Position& position, const Valuation& value,
                                         const Level& level, Style style);

}  // namespace alea::render
