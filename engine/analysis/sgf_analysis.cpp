#include "engine/analysis/sgf_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace alea {
namespace {

constexpr std::array<const char*, 8> kAnalysisNames{"A", "DA", "LU", "BM", "DO", "GW", "GB", "MR"};

// Points as letters of white's numbering, as in the moves of the file.
char letter(int slot, int player) {
  if (slot == kBar) return 'y';
  if (slot == kOff) return 'z';
  return static_cast<char>('a' + (player == 0 ? slot : 25 - slot) - 1);
}

std::string chances_text(const Probabilities& p) {
  return fmt::format("{:.6f} {:.6f} {:.6f} {:.6f} {:.6f}", p.win, p.win_gammon, p.win_backgammon,
                     p.lose_gammon, p.lose_backgammon);
}

std::string candidates_text(const Decision& decision) {
  std::string text = fmt::format("[{}]", decision.played);
  for (const Candidate& row : decision.candidates) {
    text += '[';
    for (const Step& step : row.steps.all()) {
      text += letter(step.from, decision.player);
      text += letter(step.to, decision.player);
    }
    text +=
        fmt::format(" E ver 3 {} {:.6f} {}C 0 1 0.000000 1]", chances_text(row.value.probabilities),
                    row.value.cubeful.points, row.level.plies);
  }
  return text;
}

// Two evaluations, without and with a double; the last figure of each is the value with the cube, in
// matches the chance to win it.
std::string cube_text(const CubeAnalysis& cube) {
  const std::string chances =
      fmt::format("{} {:.6f}", chances_text(cube.value.probabilities), cube.value.cubeless.points);
  const auto worth = [](const Equity& equity, const std::optional<Mwc>& mwc) {
    return mwc ? mwc->chance : equity.points;
  };
  return fmt::format("[E ver 3 {}C 1 0.000000 1 {} {:.6f} {} {:.6f}]", cube.level.plies, chances,
                     worth(cube.values.no_double, cube.no_double_mwc), chances,
                     worth(cube.values.double_take, cube.double_take_mwc));
}

void set(Event& event, const char* name, std::string value) {
  event.extras.emplace_back(name, std::move(value));
}

void mark(Event& event, const Decision& decision) {
  if (decision.luck) {
    set(event, "LU", fmt::format("[{:.5f}]", decision.luck->luck.equity));
    const LuckClass luck = luck_class(decision.luck->luck.equity);
    if (luck != LuckClass::none) {
      const bool lucky = luck == LuckClass::lucky || luck == LuckClass::very_lucky;
      const bool very = luck == LuckClass::very_unlucky || luck == LuckClass::very_lucky;
      set(event, lucky == (decision.player == 0) ? "GW" : "GB", very ? "[2]" : "[1]");
    }
  }
  if (!decision.skipped.empty()) return;
  const ErrorClass error = error_class(decision.loss.equity);
  if (error == ErrorClass::doubtful) set(event, "DO", "[]");
  if (error == ErrorClass::bad) set(event, "BM", "[1]");
  if (error == ErrorClass::very_bad) set(event, "BM", "[2]");
}

void annotate(Event& event, const Decision& decision) {
  if (decision.cube && decision.skipped.empty() && decision.kind != DecisionKind::beaver) {
    set(event, "DA", cube_text(*decision.cube));
  }
  // The roll's event carries the double that was not made, too; its marks are those of the play.
  if (decision.choice == CubeChoice::no_double) return;
  if (decision.kind == DecisionKind::checker && decision.played >= 0 &&
      decision.candidates.front().steps.count > 0) {
    set(event, "A", candidates_text(decision));
  }
  mark(event, decision);
}

}  // namespace

MatchRecord with_sgf_analysis(const MatchRecord& record, const MatchAnalysis& analysis) {
  MatchRecord annotated = record;
  for (RecordedGame& game : annotated.games) {
    std::erase_if(game.extras, [](const Property& property) { return property.first == "GS"; });
    for (Event& event : game.events) {
      std::erase_if(event.extras, [](const Property& property) {
        return std::find(kAnalysisNames.begin(), kAnalysisNames.end(), property.first) !=
               kAnalysisNames.end();
      });
    }
  }
  for (std::size_t i = 0; i < analysis.units.size(); ++i) {
    RecordedGame& game = annotated.games[static_cast<std::size_t>(analysis.units[i].game)];
    for (const Decision& decision : analysis.results[i].decisions) {
      const auto at = static_cast<std::size_t>(decision.event);
      if (at < game.events.size()) annotate(game.events[at], decision);
    }
  }
  return annotated;
}

}  // namespace alea
