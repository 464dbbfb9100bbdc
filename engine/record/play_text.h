#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/board/board.h"
#include "engine/board/dice.h"
#include "engine/board/notation.h"

namespace alea {

// parse_hops for recorded matches: a die that has nothing left to move, written "0/0", is skipped.
[[nodiscard]] Result<std::vector<Hop>> parse_recorded_hops(std::string_view text);

// The points that a recorded play marks as hit: 5 and 4 in "8/5*/4*(2)".
[[nodiscard]] std::vector<int> marked_hits(std::string_view text);

// What a recorded play does to the board.
struct ResolvedPlay {
  Steps steps{};                  // a legal way to play it
  Board after{};                  // seen by the opponent
  bool legal = false;             // otherwise `after` has the movements that were possible at all
  std::vector<Hop> impossible{};  // illegal plays: movements that could not be made
};

// Never fails: what is no legal play is carried out as far as checkers and points allow. A game that is
// over or a roll that is none has no legal plays.
[[nodiscard]] ResolvedPlay resolve_play(const Board& before, Dice dice, std::span<const Hop> hops);

// The legal play with this result (seen by the opponent), if there is one; `after` is kept as it is.
[[nodiscard]] ResolvedPlay resolve_result(const Board& before, Dice dice, const Board& after);

// "8/5 6/5(2)": hops that need not be a legal play.
[[nodiscard]] std::string hops_text(std::span<const Hop> hops);

}  // namespace alea
