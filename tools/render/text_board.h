#pragma once

#include <string>
#include <string_view>

#include "engine/cube/position.h"
#include "tools/render/style.h"

namespace alea::render {

struct TextBoardOptions {
  bool mirror = false;  // R2: home boards on the left
  bool ids = true;      // the position's XGID and GNU ID above the board
};

// The position as text, always seen by the player to decide: X, at the bottom, moves down to the
// lower right (mirrored: lower left) home board, and the points are numbered as X counts them, as
// are all plays. Ends with a newline.
[[nodiscard]] std::string text_board(const Position& position, const TextBoardOptions& options,
                                     Style style);

// What the two players are called: `us` is the one to decide.
struct Names {
  std::string_view us = "X", them = "O";
};

// "X to play 31", "X on roll, cube action", "O on roll has doubled, X to take or pass", ...
[[nodiscard]] std::string decision_sentence(const Position& position, const Names& names = {});

// "money play, Jacoby", "match to 7, X 3, O 5, Crawford game", ...
[[nodiscard]] std::string score_sentence(const Position& position, const Names& names = {});

// "cube 2, O owns it", ...
[[nodiscard]] std::string cube_sentence(const Position& position, const Names& names = {});

}  // namespace alea::render
