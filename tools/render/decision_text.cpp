#include "tools/render/decision_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/board/notation.h"
#include "tools/render/analysis_text.h"

namespace alea::render {
namespace {

std::string with_blanks(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::string play_text(const Board& board, const Steps& steps) {
  return steps.count == 0 ? "cannot move" : format_play(board, steps);
}

// The cube's owner as the doubler sees it.
CubeOwner owner_of(const Decision& decision) {
  const CubeOwner owner = decision.position.cube.owner;
  return decision.kind == DecisionKind::double_ ? owner : flipped(owner);
}

std::string choice_text(const Decision& decision, CubeChoice choice) {
  const bool again = owner_of(decision) == CubeOwner::us;
  switch (choice) {
    case CubeChoice::no_double:
      return again ? "No redouble" : "No double";
    case CubeChoice::double_:
      return again ? "Redouble" : "Double";
    case CubeChoice::resign:
      return fmt::format("Resign {}", decision.points);
    case CubeChoice::accept:
      return decision.kind == DecisionKind::acceptance ? fmt::format("Accept {}", decision.points)
                                                       : "Accept";
    case CubeChoice::none:
      return "-";
    default: {
      std::string text = with_blanks(to_string(choice));
      text[0] = static_cast<char>(text[0] - 'a' + 'A');
      return text;
    }
  }
}

}  // namespace

const Event* event_of(const RecordedGame& game, const Decision& decision) {
  const auto at = static_cast<std::size_t>(decision.event);
  return at < game.events.size() ? &game.events[at] : nullptr;
}

std::string played_text(const Decision& decision, const Event* event) {
  if (decision.kind != DecisionKind::checker) return choice_text(decision, decision.choice);
  if (const Candidate* played = decision.played_candidate()) {
    return play_text(decision.position.board, played->steps);
  }
  if (event == nullptr || event->kind == EventKind::unplayed) return "not recorded";
  if (event->legal) return play_text(event->before, event->steps);
  return event->text.empty() ? "no move" : event->text;
}

std::string best_text(const Decision& decision) {
  if (decision.kind == DecisionKind::checker) {
    if (decision.candidates.empty()) return "";
    return play_text(decision.position.board, decision.candidates.front().steps);
  }
  if (decision.best == CubeChoice::none) return "";
  if (decision.kind == DecisionKind::double_ && decision.cube) {
    return action_sentence(*decision.cube, owner_of(decision));
  }
  return choice_text(decision, decision.best);
}

std::string roll_text(const Decision& decision) {
  if (decision.kind != DecisionKind::checker) return decision.is_cube() ? "cube" : "-";
  if (!decision.position.dice) return "??";
  return fmt::format("{}{}", decision.position.dice->high, decision.position.dice->low);
}

std::string class_text(ErrorClass error) {
  return error == ErrorClass::none ? "" : with_blanks(to_string(error));
}

std::string class_text(LuckClass luck) {
  return luck == LuckClass::none ? "" : with_blanks(to_string(luck));
}

std::string player_name(const MatchRecord& record, int player) {
  const auto name = [&](int p) {
    const std::string& recorded = record.players[static_cast<std::size_t>(p)];
    return recorded.empty() ? fmt::format("Player {}", p + 1) : recorded;
  };
  return name(0) == name(1) ? fmt::format("{} ({})", name(player), player + 1) : name(player);
}

std::string result_text(const MatchRecord& record, const RecordedGame& game) {
  if (!game.winner) return "not finished";
  return fmt::format("{} wins {} point{}", player_name(record, *game.winner), game.points,
                     game.points == 1 ? "" : "s");
}

std::string length_text(const MatchRecord& record) {
  return record.length == 0 ? "money session" : fmt::format("{} point match", record.length);
}

}  // namespace alea::render
