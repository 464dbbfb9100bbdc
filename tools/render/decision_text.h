#pragma once

#include <string>

#include "engine/analysis/decision.h"

namespace alea::render {

// What was done, in words: "13/11 13/8", "cannot move", "No double", "Redouble", "Resign 1".
[[nodiscard]] std::string played_text(const Decision& decision, const Event* event);

// What would have been best: a play, or the advice for the cube ("Double / Take").
[[nodiscard]] std::string best_text(const Decision& decision);

// "31", "cube", "-".
[[nodiscard]] std::string roll_text(const Decision& decision);

// "very bad" for ErrorClass::very_bad; empty for none.
[[nodiscard]] std::string class_text(ErrorClass error);
// "very lucky"; empty for none.
[[nodiscard]] std::string class_text(LuckClass luck);

// The recorded event of a decision; null for a resignation.
[[nodiscard]] const Event* event_of(const RecordedGame& game, const Decision& decision);

// "gnubg wins 2 points", "not finished".
[[nodiscard]] std::string result_text(const MatchRecord& record, const RecordedGame& game);
// "7 point match", "money session".
[[nodiscard]] std::string length_text(const MatchRecord& record);
// The player's name, or "Player 1"; "Bob (1)" and "Bob (2)" where both are called Bob.
[[nodiscard]] std::string player_name(const MatchRecord& record, int player);

}  // namespace alea::render
