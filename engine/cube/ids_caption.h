#pragma once

#include <string_view>

// Boards as programs print them, for readers that go line by line. What GNU Backgammon puts above a board:
//    GNU Backgammon  Position ID: 4HPwATDgc/ABMA
//                    Match ID   : cIkFAAAAAAAE
namespace alea {

// Whether the line captions a GNU position ID but no match ID: that may stand in the next line, and
// parse_position() reads both lines as one text.
[[nodiscard]] bool awaits_match_id(std::string_view line);

// Whether the line captions a GNU match ID alone, and so belongs to the line before.
[[nodiscard]] bool is_match_id_line(std::string_view line);

// Whether the line captions a GNU position ID, with or without match ID.
[[nodiscard]] bool has_captioned_id(std::string_view line);

// Whether the line is part of a drawn board (edges, rows, pip counts).
[[nodiscard]] bool is_board_drawing(std::string_view line);

}  // namespace alea
