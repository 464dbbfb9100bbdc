#include "engine/record/sgf_tree.h"

#include <algorithm>

namespace alea::sgf {
namespace {

// Reads a collection without recursion, so that depth of nesting is no danger.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  [[nodiscard]] Result<Collection> read() {
    Collection collection;
    while (skip_to('(')) {
      take();
      Game game;
      game.line = line_;
      const bool whole = read_tree(game);
      if (!game.nodes.empty()) collection.games.push_back(std::move(game));
      collection.line = line_;
      if (!whole) {
        collection.truncated = true;
        break;
      }
    }
    if (collection.games.empty()) {
      return fail(Error{.message = "an SGF file without a game tree", .line = line_});
    }
    return collection;
  }

 private:
  void take() {
    line_ += rest_.front() == '\n' ? 1 : 0;
    rest_.remove_prefix(1);
  }
  [[nodiscard]] bool skip_to(char c) {
    while (!rest_.empty() && rest_.front() != c) take();
    return !rest_.empty();
  }
  void skip_blanks() {
    while (!rest_.empty() && static_cast<unsigned char>(rest_.front()) <= ' ') take();
  }
  [[nodiscard]] static bool is_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  // After the opening bracket. At each fork the first branch is followed, the others are counted.
  // False: the text ends inside.
  [[nodiscard]] bool read_tree(Game& game) {
    std::size_t depth = 1, skipped_from = 0;  // skipped_from: depth of the branch being left out
    std::vector<bool> has_branch = {false};
    while (depth > 0) {
      skip_blanks();
      if (rest_.empty()) return false;
      const char c = rest_.front();
      if (c == '(') {
        take();
        const bool first = !has_branch.back();
        has_branch.back() = true;
        has_branch.push_back(false);
        ++depth;
        if (skipped_from == 0 && !first) {
          skipped_from = depth;
          ++game.variations_left_out;
        }
      } else if (c == ')') {
        take();
        if (skipped_from == depth) skipped_from = 0;
        has_branch.pop_back();
        --depth;
      } else if (c == ';') {
        take();
        Node node;
        node.line = line_;
        const bool whole = read_node(node);
        if (skipped_from == 0 && (whole || !node.properties.empty())) {
          game.nodes.push_back(std::move(node));
        }
        if (!whole) return false;
      } else {
        take();
      }
    }
    return true;
  }

  // Properties up to the next ';', '(' or ')'. False: the text ends inside a value, which is dropped.
  [[nodiscard]] bool read_node(Node& node) {
    while (true) {
      skip_blanks();
      if (rest_.empty()) return false;
      const char c = rest_.front();
      if (c == ';' || c == '(' || c == ')') return true;
      if (!is_name(c)) {
        take();
        continue;
      }
      Property property;
      while (!rest_.empty() && is_name(rest_.front())) {
        property.name += rest_.front();
        take();
      }
      skip_blanks();
      while (!rest_.empty() && rest_.front() == '[') {
        take();
        std::string value;
        if (!read_value(value)) return false;
        property.values.push_back(std::move(value));
        skip_blanks();
      }
      if (!property.values.empty()) node.properties.push_back(std::move(property));
    }
  }

  [[nodiscard]] bool read_value(std::string& value) {
    while (!rest_.empty()) {
      const char c = rest_.front();
      take();
      if (c == ']') return true;
      if (c != '\\') {
        value += c;
        continue;
      }
      if (rest_.empty()) return false;
      // An escaped line break joins two lines.
      if (rest_.front() != '\n' && rest_.front() != '\r') value += rest_.front();
      take();
    }
    return false;
  }

  std::string_view rest_;
  int line_ = 1;
};

}  // namespace

const std::string* Node::find(std::string_view name) const {
  const auto property = std::find_if(properties.begin(), properties.end(),
                                     [name](const Property& p) { return p.name == name; });
  return property == properties.end() ? nullptr : &property->values.front();
}

Result<Collection> parse(std::string_view text) {
  return Parser(text).read();
}

std::string escaped(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == ']' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

}  // namespace alea::sgf
