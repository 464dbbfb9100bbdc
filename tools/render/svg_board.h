#pragma once

#include <string>
#include <vector>

#include "engine/board/movegen.h"
#include "engine/cube/position.h"

namespace alea::render {

struct SvgOptions {
  bool mirror = false;         // R2: home boards on the left
  std::vector<Step> arrows{};  // checkers' ways to draw, in the decider's numbering
  int width = 720;             // of the picture in pixels; it scales freely
};

// The position as a self-contained SVG document without scripts or outside references. Same view as
// text_board(): the player to decide (light checkers) is at the bottom and moves to the lower right.
[[nodiscard]] std::string svg_board(const Position& position, const SvgOptions& options);

}  // namespace alea::render
