#pragma once

#include <string>
#include <string_view>

#include "engine/cube/position.h"

namespace alea {

// Reads one position: XGID (prefix optional), GNU position ID, "POSITION:MATCH", OGID, a FIBS "board:"
// line (ids_fibs.h), or a line of Snowie's text (ids_snowie.h). GNU IDs may stand behind captions,
// "Position ID: ... Match ID: ...", as programs put them above boards (ids_caption.h), on one line or two.
//
// The result is seen by the player who has the decision, even where the ID stores it for the other one.
// A bare position ID gives money play, centred cube, player on roll to decide.
// Errors (kind input): wrong alphabet or length, more than 15 checkers a side, both sides on one point,
// impossible score or dice; the error's column is the first offending character. Never throws.
[[nodiscard]] Result<Position> parse_position(std::string_view text);

[[nodiscard]] std::string to_gnu_position_id(const Board& board);     // 14 characters
[[nodiscard]] std::string to_gnu_match_id(const Position& position);  // 12 characters
[[nodiscard]] std::string to_gnu_id(const Position& position);        // "POSITION:MATCH"
[[nodiscard]] std::string to_xgid(const Position& position);          // with the "XGID=" prefix
[[nodiscard]] std::string to_ogid(const Position& position);

// Only the board of a GNU position ID: the player on roll is `us`.
[[nodiscard]] Result<Board> parse_gnu_position_id(std::string_view text);

}  // namespace alea
