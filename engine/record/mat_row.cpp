#include "engine/record/mat_row.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/record/text_source.h"

namespace alea {
namespace {

[[nodiscard]] bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
[[nodiscard]] bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
[[nodiscard]] bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The words that start a cell; longer forms first where one contains another.
constexpr std::array<std::pair<std::string_view, CellKind>, 25> kWords = {{
    {"doubles", CellKind::doubles},
    {"double", CellKind::doubles},
    {"redoubles", CellKind::doubles},
    {"redouble", CellKind::doubles},
    {"takes", CellKind::takes},
    {"take", CellKind::takes},
    {"accepts", CellKind::takes},
    {"accept", CellKind::takes},
    {"drops", CellKind::drops},
    {"drop", CellKind::drops},
    {"passes", CellKind::drops},
    {"pass", CellKind::drops},
    {"rejects", CellKind::drops},
    {"beavers", CellKind::turns_again},
    {"beaver", CellKind::turns_again},
    {"raccoons", CellKind::turns_again},
    {"raccoon", CellKind::turns_again},
    {"wins", CellKind::wins},
    {"win", CellKind::wins},
    {"losses", CellKind::loses},
    {"loses", CellKind::loses},
    {"loss", CellKind::loses},
    {"resigned", CellKind::resigns},
    {"resigns", CellKind::resigns},
    {"resign", CellKind::resigns},
}};

[[nodiscard]] std::optional<CellKind> word_at(std::string_view rest) {
  for (const auto& [word, kind] : kWords) {
    const bool ends =
        rest.size() == word.size() || (rest.size() > word.size() && !is_letter(rest[word.size()]));
    if (ends && starts_with_nocase(rest, word)) return kind;
  }
  return {};
}

[[nodiscard]] bool roll_at(std::string_view rest) {
  return rest.size() >= 3 && is_digit(rest[0]) && is_digit(rest[1]) && rest[2] == ':';
}

// The first number in the text, 0 if there is none or it is out of all proportion.
[[nodiscard]] int first_number(std::string_view text) {
  const auto start = text.find_first_of("0123456789");
  if (start == std::string_view::npos) return 0;
  int value = 0;
  const auto [end, status] = std::from_chars(text.data() + start, text.data() + text.size(), value);
  return status == std::errc{} && value <= 1000000 ? value : 0;
}

// Where the next cell starts at or after `at`, npos if nowhere. Brackets ("Illegal play (15;0;...)") are
// passed over.
[[nodiscard]] std::size_t next_start(std::string_view line, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < line.size(); ++i) {
    if (line[i] == '(') ++depth;
    if (line[i] == ')') depth = std::max(0, depth - 1);
    if (depth > 0) continue;
    const bool word_start = i == 0 || is_blank(line[i - 1]) || line[i - 1] == ')';
    if (word_start && (roll_at(line.substr(i)) || word_at(line.substr(i)))) return i;
  }
  return std::string_view::npos;
}

[[nodiscard]] MatCell read_cell(std::string_view text, int column) {
  MatCell cell;
  cell.column = column;
  cell.text = trimmed(text);
  if (roll_at(text)) {
    cell.kind = CellKind::roll;
    cell.dice = {text[0] - '0', text[1] - '0'};
    cell.play = trimmed(text.substr(3));
  } else if (const auto kind = word_at(text)) {
    cell.kind = *kind;
    cell.number = first_number(text);
  }
  return cell;
}

}  // namespace

int display_column(std::string_view line, std::size_t at) {
  int column = 0;
  for (std::size_t i = 0; i < std::min(at, line.size()); ++i) {
    if (line[i] == '\t') {
      column += 8 - column % 8;
    } else if ((static_cast<unsigned char>(line[i]) & 0xC0U) != 0x80U) {
      ++column;
    }
  }
  return column;
}

std::vector<MatCell> split_cells(std::string_view line, std::size_t from) {
  std::vector<MatCell> cells;
  std::size_t start = next_start(line, from);
  const std::size_t first = std::min(start, line.size());
  // What stands in front of the first cell, or a row without any.
  if (const auto lost = trimmed(line.substr(from, first - from)); !lost.empty()) {
    const auto at = static_cast<std::size_t>(lost.data() - line.data());
    cells.push_back({.column = display_column(line, at), .text = lost});
  }
  while (start != std::string_view::npos) {
    const std::size_t next = next_start(line, start + 1);
    cells.push_back(read_cell(line.substr(start, next - start), display_column(line, start)));
    start = next;
  }
  return cells;
}

std::optional<RowNumber> row_number(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && is_blank(line[at])) ++at;
  RowNumber row;
  const std::size_t digits = at;
  while (at < line.size() && is_digit(line[at]) && at < digits + 5) {
    row.number = 10 * row.number + (line[at++] - '0');
  }
  if (at == digits || at >= line.size() || line[at] != ')') return {};
  row.rest = at + 1;
  return row;
}

std::optional<ScoreLine> read_score_line(std::string_view line,
                                         const std::vector<std::string_view>& known_names) {
  const std::string_view text = trimmed(line);
  // The last ": number" ends the line.
  const auto last = text.find_last_of(':');
  if (last == std::string_view::npos || last == 0) return {};
  const auto number = [](std::string_view digits) -> std::optional<int> {
    digits = trimmed(digits);
    int value = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (status != std::errc{} || end != digits.data() + digits.size() || value < 0) return {};
    return value;
  };
  const auto right_score = number(text.substr(last + 1));
  if (!right_score) return {};

  // The first one may be followed by a name at once, which may start with a digit.
  struct Split {
    ScoreLine line;
    bool known = false, spaced = false;
  };
  std::vector<Split> splits;
  for (std::size_t colon = text.find(':'); colon < last; colon = text.find(':', colon + 1)) {
    std::size_t digits = colon + 1;
    while (digits < last && is_blank(text[digits])) ++digits;
    for (std::size_t end = digits + 1; end <= last && is_digit(text[end - 1]); ++end) {
      const auto left_score = number(text.substr(digits, end - digits));
      const auto left = trimmed(text.substr(0, colon)),
                 right = trimmed(text.substr(end, last - end));
      if (!left_score || left.empty() || right.empty()) continue;
      Split split;
      split.line.players = {std::string(left), std::string(right)};
      split.line.score = {*left_score, *right_score};
      split.known = std::find(known_names.begin(), known_names.end(), right) != known_names.end();
      split.spaced = is_blank(text[end]);
      splits.push_back(std::move(split));
    }
  }
  if (splits.empty()) return {};
  const auto find = [&](auto good) { return std::find_if(splits.begin(), splits.end(), good); };
  auto best = find([](const Split& s) { return s.known; });
  if (best == splits.end()) best = find([](const Split& s) { return s.spaced; });
  // Glued and unknown: all digits belong to the score.
  if (best == splits.end()) best = splits.end() - 1;
  return best->line;
}

}  // namespace alea
