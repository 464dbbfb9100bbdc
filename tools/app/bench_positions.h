#pragma once

#include <vector>

#include "engine/board/board.h"

namespace alea::app {

// The fixed list that `alea bench` works on: the starting board and positions of games between players who
// make points and avoid blots, so that decisions are about as close as in real play. It depends on the
// rules and on this file alone: not on the order in which plays are generated, nor on any evaluator.
[[nodiscard]] std::vector<Board> bench_positions();

}  // namespace alea::app
