#pragma once

// For .cpp files only, like json.h.

#include <string>
#include <vector>

#include "engine/cube/position.h"
#include "tools/app/json.h"

namespace alea::app {

// What `id` prints, as documented in docs/cli.md.
[[nodiscard]] Json id_json(const Position& position);

// A legal play in notation, and the GNU position ID after it.
struct PlayRow {
  std::string play, position;
};

// The legal plays of position.dice, which must be set; none where the roll cannot be played.
[[nodiscard]] std::vector<PlayRow> legal_plays(const Position& position);

// What `moves` prints.
[[nodiscard]] Json moves_json(const Position& position, const std::vector<PlayRow>& rows);

// What `eval` evaluates: the player to decide, about to roll. A roll is left out of account; where an
// offer waits for an answer, the one who made it is about to roll.
[[nodiscard]] Position before_roll(const Position& position);

}  // namespace alea::app
