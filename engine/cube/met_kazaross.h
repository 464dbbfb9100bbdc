#pragma once

#include <span>

namespace alea {

inline constexpr int kKazarossLength = 25;

// The figures of the Kazaross-XG2 match equity table. Leader: for n = 1, 2, ... the chances of a player
// who needs n points against n+1, n+2, ... 25, before the game (n = 1: the Crawford game).
// Trailer: the chances of a player who needs 1, 2, ... 25 against 1-away, after the Crawford game.
[[nodiscard]] std::span<const double> kazaross_leader() noexcept;
[[nodiscard]] std::span<const double> kazaross_trailer() noexcept;

}  // namespace alea
