#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/board/movegen.h"
#include "engine/cube/position.h"

namespace alea::render {

struct SvgOptions {
  bool mirror = false;         // R2: home boards on the left
  std::vector<Step> arrows{};  // checkers' ways to draw, in the decider's numbering
  std::vector<Step> wrong{};   // likewise, in the colour of errors and below the others
  int width = 720;             // of the picture in pixels; it scales freely
  bool dark_us = false;        // the player to decide has the dark checkers
  // For a page with many boards: without the style sheet and the size, which the page gives once
  // (svg_board_style) for the class "board".
  bool embedded = false;
  std::string us = "White", them = "Black";  // names in the caption
};

// The position as a self-contained SVG document without scripts or outside references. Same view as
// text_board(): the player to decide (light checkers) is at the bottom and moves to the lower right.
[[nodiscard]] std::string svg_board(const Position& position, const SvgOptions& options);

// The style sheet of embedded boards.
[[nodiscard]] std::string svg_board_style();

// Text as content or attribute of XML and HTML; characters that neither may hold are left out.
[[nodiscard]] std::string xml_escaped(std::string_view text);

}  // namespace alea::render
