#pragma once

#include "engine/base/rng.h"
#include "engine/board/board.h"

namespace alea {

// A legal position of a kind that games from the opening seldom reach, with the game going on: back games,
// primes, containment, blitzes, closed boards, ace-point games, bear-offs with and without contact,
// late holding games, long races, and checkers strewn at random. The player about to roll is either side.
[[nodiscard]] Board unusual_position(Rng& rng) noexcept;

}  // namespace alea
