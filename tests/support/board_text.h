#pragma once

#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "engine/board/board.h"

namespace alea {

// A board for tests: "24:2 13:5 8:3 6:5 / bar:1 6:2", our side before the slash, each side in its own
// point numbers. Whatever of the 15 checkers is not named has been borne off. Aborts on a mistake:
// a test with a wrong caption must not pass by luck.
inline Board board(std::string_view text) {
  const auto give_up = [&](const char* why) {
    std::cerr << "board(\"" << text << "\"): " << why << '\n';
    std::abort();
  };
  Board result;
  Board::Side* side = &result.us;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    if (text[at] == '/') {
      if (side == &result.them) give_up("two slashes");
      side = &result.them;
      ++at;
      continue;
    }
    const auto number = [&] {
      int value = 0;
      if (at == text.size() || std::isdigit(static_cast<unsigned char>(text[at])) == 0) {
        give_up("number expected");
      }
      while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
        value = 10 * value + (text[at++] - '0');
      }
      return value;
    };
    int slot = kBar;
    if (text.substr(at, 3) == "bar") {
      at += 3;
    } else {
      slot = number();
      if (slot < 1 || slot > kPoints) give_up("points are 1 to 24, or bar");
    }
    if (at == text.size() || text[at] != ':') give_up("colon expected");
    ++at;
    (*side)[static_cast<std::size_t>(slot)] = static_cast<std::uint8_t>(number());
  }
  for (Board::Side* each : {&result.us, &result.them}) {
    int on_board = 0;
    for (std::size_t slot = 1; slot <= kBar; ++slot) on_board += (*each)[slot];
    if (on_board > kCheckers) give_up("more than 15 checkers on a side");
    (*each)[kOff] = static_cast<std::uint8_t>(kCheckers - on_board);
  }
  if (const auto legal = validate(result); !legal) give_up(legal.error().message.c_str());
  return result;
}

// The caption of a board: what board() reads.
inline std::string caption(const Board& shown) {
  std::string text;
  for (const auto* side : {&shown.us, &shown.them}) {
    if (side == &shown.them) text += " /";
    for (std::size_t slot = kBar; slot >= 1; --slot) {
      if ((*side)[slot] == 0) continue;
      if (!text.empty()) text += ' ';
      text += slot == kBar ? std::string("bar") : std::to_string(slot);
      text += ':' + std::to_string((*side)[slot]);
    }
  }
  return text;
}

}  // namespace alea
