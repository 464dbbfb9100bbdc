#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/analysis/summary.h"
#include "tools/render/style.h"

namespace alea::render {

struct MatchTextOptions {
  double least_loss = kDoubtful;  // decisions below are not listed
  bool per_game = true;           // list errors game by game
  bool luck_note = true;          // say how luck is counted
  std::string evaluator{};
};

// The report of one match: its errors by game, then the table of both players' figures.
[[nodiscard]] std::string match_text(const std::string& name, const MatchRecord& record,
                                     const MatchAnalysis& analysis, const MatchSummary& summary,
                                     const MatchTextOptions& options, Style style);

// What a player did in several matches, or in several money sessions.
struct PlayerSum {
  int files = 0;
  int plays_of_both = 0;
  PlayerSummary sum{};
};

// One row a player over several files, best first. Losses in equity add up over matches and money play, being
// normalised to the cube in both, and so do the rates; chances of a match and points do not.
struct PlayerTotal {
  std::string name;
  PlayerSum all{}, matches{}, money{};

  // Whether there is both to tell apart.
  [[nodiscard]] bool mixed() const noexcept { return matches.files > 0 && money.files > 0; }
};

// The rows of the table: a player with both has one for each below the sum.
struct TotalRow {
  std::string label{};
  const PlayerSum* figures = nullptr;
};
[[nodiscard]] std::vector<TotalRow> total_rows(std::span<const PlayerTotal> totals);
// What to say below the table; empty if nothing.
[[nodiscard]] std::string totals_note(std::span<const PlayerTotal> totals);
[[nodiscard]] std::string totals_text(std::span<const PlayerTotal> totals, Style style);

// Display columns of a UTF-8 text, as far as one column a character goes.
[[nodiscard]] std::size_t columns_of(const std::string& text);

// A label and what it is for each of the two players: the rows of the table.
struct FigureRow {
  std::string label{};
  std::array<std::string, 2> value{};
  bool heading = false;
};
[[nodiscard]] std::vector<FigureRow> figure_rows(const GameSummary& game,
                                                 const ResultSummary* result, bool money);

}  // namespace alea::render
