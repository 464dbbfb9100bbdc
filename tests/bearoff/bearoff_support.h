#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/bearoff/bearoff_position.h"
#include "engine/board/movegen.h"

namespace alea {

// A side from the checkers on its points 1, 2, ...; the rest of the 15 are off.
inline Board::Side side(const std::vector<int>& points) {
  Board::Side slots{};
  int off = kCheckers;
  for (std::size_t i = 0; i < points.size(); ++i) {
    slots[i + 1] = static_cast<std::uint8_t>(points[i]);
    off -= points[i];
  }
  slots[kOff] = static_cast<std::uint8_t>(off);
  return slots;
}

inline Board bearoff_board(const std::vector<int>& us, const std::vector<int>& them) {
  return Board{.us = side(us), .them = side(them)};
}

inline PackedSide packed(const Board::Side& slots) {
  PackedSide side = 0;
  for (std::size_t point = 1; point <= kMaxBearoffPoints; ++point) {
    side |= PackedSide{slots[point]} << (4 * (point - 1));
  }
  return side;
}

// A legal board of a side against an opponent who is out of the way and has a checker left.
inline Board alone(const Board::Side& us) {
  Board board{.us = us};
  board.them[kOff] = 14;
  board.them[1] = 1;
  return board;
}

// Where a roll can lead by the rules of the board, sorted.
inline std::vector<PackedSide> sides_after(const Board::Side& us, Dice dice) {
  PlayList plays;
  generate_plays(alone(us), dice, Rules{}, plays);
  std::vector<PackedSide> after;
  for (const Board& board : plays.boards()) after.push_back(packed(board.them));
  std::ranges::sort(after);
  return after;
}

inline std::vector<nlohmann::json> json_lines(const std::string& name) {
  std::ifstream file(std::string(ALEA_TEST_DATA) + "/" + name);
  EXPECT_TRUE(file) << name;
  std::vector<nlohmann::json> rows;
  for (std::string line; std::getline(file, line);) rows.push_back(nlohmann::json::parse(line));
  return rows;
}

inline std::vector<nlohmann::json> json_rows(const std::string& name) {
  std::ifstream file(std::string(ALEA_TEST_DATA) + "/" + name);
  EXPECT_TRUE(file) << name;
  return nlohmann::json::parse(file).at("rows");
}

}  // namespace alea
