#pragma once

#include "engine/board/board.h"

namespace alea {

// The options of rules.md that change play; passed wherever they matter.
struct Rules {
  int max_stack = kCheckers;  // H4: most own checkers on a point (15 = no limit)
  bool jacoby = false;        // H3: money only
  bool beavers = false;       // H2: money only
  bool raccoons = false;      // H2, deeper level
  int automatic_doubles = 0;  // H1: at most so many per game

  bool operator==(const Rules&) const = default;
};

}  // namespace alea
