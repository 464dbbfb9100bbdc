#include "tools/render/text_board.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "engine/cube/ids.h"

namespace alea::render {
namespace {

constexpr int kRows = 5;      // checkers drawn on a point
constexpr int kCell = 3;      // characters a point
constexpr int kColumns = 13;  // 6 points, bar, 6 points
constexpr int kBarColumn = 6;

// One place of the grid, filled from the edge inwards.
struct Stack {
  int count = 0;
  char checker = ' ';
};

// What stands in row `depth` (0 = at the edge): a checker, a blank, or at the tip of a higher stack
// its size.
std::string cell(const Stack& stack, int depth, const Style& style) {
  std::string text(kCell, ' ');
  if (depth < stack.count) {
    const bool tip = depth == kRows - 1 && stack.count > kRows;
    text = tip ? fmt::format("{:>2} ", stack.count) : fmt::format(" {} ", stack.checker);
  }
  if (text.find_first_not_of(' ') == std::string::npos) return text;
  return stack.checker == 'X' ? style.bottom(text) : style.top(text);
}

class Grid {
 public:
  Grid(const Board& board, bool mirror) : board_(board), mirror_(mirror) {}

  // The point at a column of the upper or lower half, 0 for the bar.
  [[nodiscard]] int point(int column, bool upper) const {
    if (column == kBarColumn) return 0;
    const int place = column < kBarColumn ? column : column - 1;  // 0..11 from the left
    const int from_left = mirror_ ? 11 - place : place;
    return upper ? 13 + from_left : 12 - from_left;
  }

  [[nodiscard]] Stack stack(int column, bool upper) const {
    const int n = point(column, upper);
    if (n == 0) {
      // A checker on the bar waits in the half opposite to the one it enters.
      return upper ? Stack{board_.them[kBar], 'O'} : Stack{board_.us[kBar], 'X'};
    }
    const auto own = static_cast<std::size_t>(n);
    const auto other = static_cast<std::size_t>(kPoints + 1 - n);
    if (board_.us[own] > 0) return {board_.us[own], 'X'};
    return {board_.them[other], 'O'};
  }

  [[nodiscard]] std::string numbers(bool upper) const {
    std::string text = " +";
    for (int column = 0; column < kColumns; ++column) {
      const int n = point(column, upper);
      text += n == 0 ? "-----" : fmt::format("{:->2}-", n);
    }
    return text + "+";
  }

  [[nodiscard]] std::string row(int depth, bool upper, const Style& style) const {
    std::string text = " |";
    for (int column = 0; column < kColumns; ++column) {
      const std::string inner = cell(stack(column, upper), depth, style);
      text += column == kBarColumn ? "|" + inner + "|" : inner;
    }
    return text + "|";
  }

 private:
  const Board& board_;
  bool mirror_;
};

std::string side_line(char name, const Board::Side& side) {
  std::string text = fmt::format("{}  {} pips", name, pip_count(side));
  if (side[kOff] > 0) text += fmt::format(", {} off", side[kOff]);
  return text;
}

std::string roll_text(const Position& position) {
  return position.dice ? fmt::format("{}{}", position.dice->high, position.dice->low) : "";
}

}  // namespace

std::string decision_sentence(const Position& position, const Names& names) {
  switch (position.pending) {
    case Pending::roll_or_double:
      return fmt::format("{} on roll{}", names.us, may_double(position) ? ", cube action" : "");
    case Pending::checker_play:
      return fmt::format("{} to play {}", names.us, roll_text(position));
    case Pending::double_offered:
      return fmt::format("{} on roll has doubled, {} to take or pass", names.them, names.us);
    case Pending::beaver_offered:
      return fmt::format("{} has beavered, {} to answer", names.them, names.us);
    case Pending::raccoon_offered:
      return fmt::format("{} has raccooned, {} to answer", names.them, names.us);
    case Pending::resignation_offered: {
      static constexpr std::array<const char*, 4> kLevels{"game", "single game", "gammon",
                                                          "backgammon"};
      const auto level = static_cast<std::size_t>(position.resignation & 3);
      return fmt::format("{} offers to resign a {}, {} to answer", names.them, kLevels[level],
                         names.us);
    }
  }
  return {};
}

std::string score_sentence(const Position& position, const Names& names) {
  const MatchState& match = position.match;
  std::string text = match.is_money() ? "money play" : fmt::format("match to {}", match.length);
  if (!match.is_money() || match.score_us != 0 || match.score_them != 0) {
    text += fmt::format(", {} {}, {} {}", names.us, match.score_us, names.them, match.score_them);
  }
  if (match.crawford) text += ", Crawford game";
  if (match.is_post_crawford() && match.length > 1) text += ", post-Crawford";
  if (position.rules.jacoby) text += ", Jacoby rule";
  if (position.rules.beavers) text += ", beavers";
  if (position.rules.max_stack < kCheckers) {
    text += fmt::format(", at most {} on a point", position.rules.max_stack);
  }
  return text;
}

std::string cube_sentence(const Position& position, const Names& names) {
  const int value = position.cube.value();
  switch (position.cube.owner) {
    case CubeOwner::centre:
      return fmt::format("cube {}{}", value, value == 1 ? "" : ", centred");
    case CubeOwner::us:
      return fmt::format("cube {}, {} owns it", value, names.us);
    case CubeOwner::them:
      return fmt::format("cube {}, {} owns it", value, names.them);
  }
  return {};
}

std::string text_board(const Position& position, const TextBoardOptions& options, Style style) {
  std::string text;
  if (options.ids) {
    text += to_xgid(position) + '\n';
    text += "GNU ID: " + to_gnu_id(position) + "\n\n";
  }
  const Grid grid(position.board, options.mirror);
  std::array<std::string, 2 * kRows + 1> margin;
  margin.front() = style.top(side_line('O', position.board.them));
  margin.back() = style.bottom(side_line('X', position.board.us));
  const std::size_t cube_row = position.cube.owner == CubeOwner::them ? 2
                               : position.cube.owner == CubeOwner::us ? 2 * kRows - 2
                                                                      : kRows;
  margin[cube_row] = cube_sentence(position);

  const auto add = [&](const std::string& line, const std::string& beside) {
    text += beside.empty() ? line + '\n' : line + "   " + beside + '\n';
  };
  add(grid.numbers(true), "");
  for (int depth = 0; depth < kRows; ++depth) {
    add(grid.row(depth, true, style), margin[static_cast<std::size_t>(depth)]);
  }
  add(" |                  |BAR|                  |", margin[kRows]);
  for (int depth = kRows - 1; depth >= 0; --depth) {
    add(grid.row(depth, false, style), margin[static_cast<std::size_t>(2 * kRows - depth)]);
  }
  add(grid.numbers(false), "");
  text += ' ' + style.strong(decision_sentence(position)) + "; " + score_sentence(position) + '\n';
  return text;
}

}  // namespace alea::render
