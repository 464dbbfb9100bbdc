#pragma once

#include <array>
#include <vector>

#include "engine/board/board.h"
#include "engine/board/probabilities.h"

namespace alea {

// One training position: the player about to roll on `board`, and what became of the game or is
// expected to (cumulative chances of that player).
struct Sample {
  Board board;
  Probabilities target;
};

}  // namespace alea
