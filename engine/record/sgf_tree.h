#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"

namespace alea::sgf {

// "W[31fehe]": a name and its values, escapes resolved.
struct Property {
  std::string name;
  std::vector<std::string> values;
};

struct Node {
  std::vector<Property> properties;
  int line = 0;

  // The first value of a property, or null.
  [[nodiscard]] const std::string* find(std::string_view name) const;
};

// The main line of one game tree: the nodes along the first branch at each fork.
struct Game {
  std::vector<Node> nodes;
  int line = 0;
  int variations_left_out = 0;
};

struct Collection {
  std::vector<Game> games;
  bool truncated = false;  // ends within a game; what is whole has been kept
  int line = 0;            // of the end of what could be read
};

// Reads the grammar of FF[4]. Errors (input): no game tree at all; with the line.
[[nodiscard]] Result<Collection> parse(std::string_view text);

// The value as it stands between brackets: backslash before ']' and backslash.
[[nodiscard]] std::string escaped(std::string_view value);

}  // namespace alea::sgf
