#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/analysis/decision.h"

namespace alea::render {

// Candidates as a table with a bar for the chances of each; the played one is marked. At most `rows` of
// them (0: all), and the played one in any case.
[[nodiscard]] std::string candidates_html(const Position& position,
                                          std::span<const Candidate> candidates, int played,
                                          std::size_t rows);

// The three values of a cube decision with their differences, the chances, and the advice in words.
[[nodiscard]] std::string cube_html(const Position& position, const CubeAnalysis& analysis);

// What the colours of the bars mean.
[[nodiscard]] std::string chances_key_html();

// Chances as a bar: wins to the left, losses to the right, gammons and backgammons darker.
[[nodiscard]] std::string chances_bar_html(const Probabilities& chances);

// Both IDs of a position.
[[nodiscard]] std::string ids_html(const Position& position);

// The ways of the checkers as arrows: the steps of one checker are one arrow.
[[nodiscard]] std::vector<Step> ways_of(const Steps& steps);

// What each roll is worth to the player who rolls, and how lucky `rolled` is; empty where the search that made
// `analysis` was stopped before it knew.
[[nodiscard]] std::string rolls_html(const CubeAnalysis& analysis, std::optional<Dice> rolled);

// A page with one analysed position, for `alea analyze --html`. With the decision before the roll, or with `rolls`,
// also what each roll is worth.
[[nodiscard]] std::string checker_page(const Position& position, const CheckerAnalysis& analysis,
                                       std::size_t rows, const CubeAnalysis* before_roll = nullptr);
[[nodiscard]] std::string cube_page(const Position& position, const CubeAnalysis& analysis,
                                    bool rolls = false);

}  // namespace alea::render
