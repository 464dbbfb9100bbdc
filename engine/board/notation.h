#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board/movegen.h"

namespace alea {

// The one spelling of a play that alea writes: "24/18 13/9", "bar/22*/20", "8/4(2)", "6/off(2)".
//
// Rearmost checker first; a checker that moves several times is one group ("24/14"), its stops shown
// where it hits ("24/18*/14"), and it takes as many of the steps as it can; equal groups are counted;
// each blot hit has one star, at the first group that lands there. Plays with the same result have the
// same spelling. Without steps: "". The steps must be possible on `before`.
// It is the spelling of GNU Backgammon: equal on all 31,331 plays of the reference lists.
[[nodiscard]] std::string format_play(const Board& before, const Steps& steps);

// One movement as it is written, by any number of dice: "24/14" is one hop, "24/18/14" are two.
using Hop = Step;

// Reads hops: groups of points joined by "/", parted by blanks or commas. The bar is "bar" or 25, off
// is "off" or 0, in any case; "*" may follow a point or be missing; "(2)" repeats a group. Nothing, or
// "cannot move", gives no hops. Errors (input): syntax, with the column; a hop onto the bar or from off.
[[nodiscard]] Result<std::vector<Hop>> parse_hops(std::string_view text);

// The legal play that `hops` describe, in whatever order, judged by its result: our checkers must end
// as the hops say, and every blot on a point they name must be hit. Where several ways are left, the
// one without further hits is meant. Errors (input): why it is not legal; several ways with hits.
[[nodiscard]] Result<Steps> match_play(const Board& before, Dice dice, const Rules& rules,
                                       std::span<const Hop> hops);

// parse_hops, then match_play: what format_play writes is read back as a play with the same result.
[[nodiscard]] Result<Steps> parse_play(const Board& before, Dice dice, const Rules& rules,
                                       std::string_view text);

// The board after hops that need not be legal (I3), turned to the opponent: any direction, any number
// of them; blots on the points named are hit. Errors (input): a hop from where no checker of ours can
// be; a board that validate() refuses.
[[nodiscard]] Result<Board> play_hops(const Board& before, std::span<const Hop> hops);

// parse_hops, then play_hops.
[[nodiscard]] Result<Board> play_text(const Board& before, std::string_view text);

// The legal play that leads to `after` (turned to the opponent), or an error (input) saying there is none.
[[nodiscard]] Result<Steps> play_between(const Board& before, Dice dice, const Rules& rules,
                                         const Board& after);

}  // namespace alea
