#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tools/app/commands.h"

namespace alea::app {

// What a call of the program gave.
struct Transcript {
  int code = 0;
  std::string out, err;
};

// Runs the program on strings instead of a process: no terminal, and an empty environment unless given.
inline Transcript run_alea(const std::vector<std::string>& words, std::string_view input = {},
                           const Environment& environment = {}) {
  std::istringstream in{std::string(input)};
  std::ostringstream out;
  std::ostringstream err;
  Console console{.in = in, .out = out, .err = err, .environment = environment};
  Transcript transcript;
  transcript.code = run(console, words);
  transcript.out = out.str();
  transcript.err = err.str();
  return transcript;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

inline constexpr const char* kStart = "4HPwATDgc/ABMA";

}  // namespace alea::app
