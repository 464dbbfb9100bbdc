#pragma once

#include <span>
#include <string>

#include "engine/analysis/summary.h"
#include "tools/render/match_text.h"

namespace alea::render {

// What a page shows of one match. Borrows everything.
struct MatchView {
  std::string name;  // of the file
  const MatchRecord* record = nullptr;
  const MatchAnalysis* analysis = nullptr;
  const MatchSummary* summary = nullptr;
};

struct MatchPageOptions {
  double least_loss = 0.02;        // smaller losses have no board
  double chosen_loss = kDoubtful;  // what the filter is set to at first
  std::string evaluator{};
};

// A self-contained page about analysed matches: summary, curve, every error with its board, all decisions
// in tables. Without a script it still shows everything; the script filters and steps through it.
[[nodiscard]] std::string match_page(std::span<const MatchView> matches,
                                     std::span<const PlayerTotal> totals,
                                     const MatchPageOptions& options);

}  // namespace alea::render
