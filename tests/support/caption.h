#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/board/board.h"

namespace alea::test {

// One side from a caption like "bar:1 24:2 6:5"; checkers not named are borne off.
inline Board::Side side(std::string_view caption) {
  Board::Side slots{};
  int off = kCheckers;
  while (!caption.empty()) {
    const auto end = caption.find(' ');
    const std::string item(caption.substr(0, end));
    caption.remove_prefix(end == std::string_view::npos ? caption.size() : end + 1);
    const auto colon = item.find(':');
    if (colon == std::string::npos) continue;
    const std::string point = item.substr(0, colon);
    const int slot = point == "bar" ? kBar : std::atoi(point.c_str());
    const int count = std::atoi(item.c_str() + colon + 1);
    slots[static_cast<std::size_t>(slot)] = static_cast<std::uint8_t>(count);
    off -= count;
  }
  slots[kOff] = static_cast<std::uint8_t>(off);
  return slots;
}

// Both sides, the player to roll first, each in its own numbering: "6:2 1:1 / bar:1 3:4".
inline Board board(std::string_view caption) {
  const auto slash = caption.find('/');
  return {side(caption.substr(0, slash)), side(caption.substr(slash + 1))};
}

}  // namespace alea::test
