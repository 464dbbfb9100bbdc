#pragma once

// For .cpp files only, like json.h.

#include "engine/analysis/summary.h"
#include "tools/app/json.h"
#include "tools/render/match_text.h"

namespace alea::app {

// One match with its analysis; `name`: of the file.
struct AnalysedMatch {
  std::string name;
  MatchRecord record;
  MatchAnalysis analysis;
  MatchSummary summary;
};

// The line of one decision, as documented in docs/match.md.
[[nodiscard]] Json decision_json(const AnalysedMatch& match, int game, const Decision& decision);

// {"summary": ...} of one match.
[[nodiscard]] Json summary_json(const AnalysedMatch& match);

// The figures of one player; `plays_of_both` for the Snowie rate.
[[nodiscard]] Json player_json(const PlayerSummary& player, int plays_of_both, bool money);

// A player's sums over several files. What is played for differs between matches and money play: who has both
// gets the figures of both, and both apart.
[[nodiscard]] Json total_json(const render::PlayerTotal& total);

// The same decisions as rows of comma-separated values.
[[nodiscard]] const std::string& csv_header();
[[nodiscard]] std::string csv_row(const AnalysedMatch& match, int game, const Decision& decision);

}  // namespace alea::app
