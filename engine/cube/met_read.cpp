#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/base/file.h"
#include "engine/cube/met.h"
#include "engine/cube/met_build.h"

namespace alea {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// A number with its place, so that every complaint can name its line.
struct Figure {
  double value = 0;
  int line = 0;
};
using FigureRow = std::vector<Figure>;

struct RawTable {
  std::string name;
  std::vector<FigureRow> rows;
  FigureRow trailer;
};

// The text with its origin: makes errors.
struct Source {
  std::string name;

  [[nodiscard]] tl::unexpected<Error> error(int line, std::string message) const {
    return fail(Error{.message = std::move(message), .source = name, .line = line});
  }
};

[[nodiscard]] std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

[[nodiscard]] std::optional<double> to_number(std::string_view text) {
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

// ---- XML as GNU Backgammon writes it ------------------------------------------------------------

// Walks over the tags of a document and keeps count of lines; comments and declarations are skipped.
class XmlScanner {
 public:
  explicit XmlScanner(std::string_view text) : rest_(text) {}

  struct Tag {
    std::string_view text_before;  // character data since the last tag
    std::string_view name;         // "/row" for a closing tag
    std::string_view attributes;
    int line = 0;
  };

  // The next tag, or nothing at the end of the document or of what can be understood.
  [[nodiscard]] std::optional<Tag> next() {
    while (true) {
      const auto open = rest_.find('<');
      if (open == std::string_view::npos) return {};
      const std::string_view before = rest_.substr(0, open);
      advance(open);
      const int line = line_;
      if (rest_.substr(0, 4) == "<!--") {
        if (!advance_past("-->")) return {};
        continue;
      }
      const auto close = rest_.find('>');
      if (close == std::string_view::npos) return {};
      const std::string_view inside = rest_.substr(1, close - 1);
      advance(close + 1);
      if (!inside.empty() && (inside.front() == '!' || inside.front() == '?')) continue;
      const auto name_end = std::min(inside.find_first_of(kBlanks), inside.size());
      return Tag{before, inside.substr(0, name_end), inside.substr(name_end), line};
    }
  }

  [[nodiscard]] int line() const { return line_; }

 private:
  void advance(std::size_t count) {
    for (const char c : rest_.substr(0, count)) line_ += c == '\n' ? 1 : 0;
    rest_.remove_prefix(count);
  }
  [[nodiscard]] bool advance_past(std::string_view mark) {
    const auto at = rest_.find(mark);
    if (at == std::string_view::npos) return false;
    advance(at + mark.size());
    return true;
  }

  std::string_view rest_;
  int line_ = 1;
};

[[nodiscard]] std::string_view attribute(std::string_view attributes, std::string_view key) {
  const auto at = attributes.find(fmt::format("{}=\"", key));
  if (at == std::string_view::npos) return {};
  const std::string_view value = attributes.substr(at + key.size() + 2);
  return value.substr(0, value.find('"'));
}

[[nodiscard]] std::string without_entities(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> entities = {
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};
  std::string result;
  while (!text.empty()) {
    const auto entity = std::find_if(entities.begin(), entities.end(),
                                     [&](const auto& e) { return text.starts_with(e.first); });
    result += entity == entities.end() ? text.front() : entity->second;
    text.remove_prefix(entity == entities.end() ? 1 : entity->first.size());
  }
  return result;
}

[[nodiscard]] Result<RawTable> read_xml(std::string_view text, const Source& source) {
  enum class Part { none, before, after };
  RawTable table;
  XmlScanner scanner(text);
  Part part = Part::none;
  bool in_table = false;
  while (const auto tag = scanner.next()) {
    if (tag->name == "met") in_table = true;
    if (!in_table) break;
    const bool before = tag->name == "pre-crawford-table";
    if (before || tag->name == "post-crawford-table") {
      part = before ? Part::before : Part::after;
      const auto type = attribute(tag->attributes, "type");
      if (!type.empty() && type != "explicit") {
        return source.error(tag->line, fmt::format("a table of type \"{}\" gives no figures; only "
                                                   "tables of type \"explicit\" can be read",
                                                   type));
      }
      const auto player = attribute(tag->attributes, "player");
      if (!player.empty() && player != "both") {
        return source.error(
            tag->line,
            "the table is for players of unequal strength; only tables that are the "
            "same for both can be read");
      }
    } else if (tag->name == "/pre-crawford-table" || tag->name == "/post-crawford-table") {
      part = Part::none;
    } else if (tag->name == "row" && part == Part::before) {
      table.rows.emplace_back();
    } else if (tag->name == "/name" && table.name.empty()) {
      table.name = without_entities(trimmed(tag->text_before));
    } else if (tag->name == "/me" && part != Part::none) {
      const auto value = to_number(trimmed(tag->text_before));
      if (!value) {
        return source.error(
            tag->line, fmt::format("\"{}\" is no match winning chance", trimmed(tag->text_before)));
      }
      if (part == Part::before && table.rows.empty()) {
        return source.error(tag->line, "a figure stands outside of any <row>");
      }
      (part == Part::before ? table.rows.back() : table.trailer)
          .push_back(Figure{*value, tag->line});
    } else if (tag->name == "/met") {
      return table;
    }
  }
  return source.error(scanner.line(), in_table ? "the file ends before </met>"
                                               : "an XML file without a <met> table");
}

// ---- Plain text ---------------------------------------------------------------------------------

[[nodiscard]] std::vector<std::string_view> split_cells(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const auto first = line.find_first_not_of(" \t\r,;");
    if (first == std::string_view::npos) return cells;
    line.remove_prefix(first);
    const auto end = std::min(line.find_first_of(" \t\r,;"), line.size());
    cells.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

[[nodiscard]] Result<RawTable> read_text(std::string_view text, const Source& source) {
  RawTable table;
  table.name = source.name;
  bool after_crawford = false;
  int line_number = 0;
  while (!text.empty()) {
    ++line_number;
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    line = line.substr(0, line.find('#'));
    auto cells = split_cells(line);
    if (cells.empty()) continue;
    if (cells.front() == "post-crawford") {
      after_crawford = true;
      cells.erase(cells.begin());
      if (cells.empty()) continue;
    }
    if (after_crawford && !table.trailer.empty()) {
      return source.error(line_number, "more than one row after \"post-crawford\"");
    }
    FigureRow row;
    for (std::string_view cell : cells) {
      if (cell.back() == '%') cell.remove_suffix(1);
      const auto value = to_number(cell);
      if (!value) {
        return source.error(line_number, fmt::format("\"{}\" is no match winning chance", cell));
      }
      row.push_back(Figure{*value, line_number});
    }
    if (after_crawford) {
      table.trailer = std::move(row);
    } else {
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

// ---- What both kinds must satisfy ---------------------------------------------------------------

// Figures above 1 mean percent throughout.
void percent_to_chance(RawTable& table) {
  bool percent = false;
  for (const auto& row : table.rows) {
    for (const auto& figure : row) percent = percent || figure.value > 1.0;
  }
  if (!percent) return;
  for (auto& row : table.rows) {
    for (auto& figure : row) figure.value /= 100.0;
  }
  for (auto& figure : table.trailer) figure.value /= 100.0;
}

// Published tables are rounded: two digits of percent may miss the sum of one by a hundredth.
constexpr double kSymmetryTolerance = 0.0101;

[[nodiscard]] Status check_cell(const RawTable& table, std::size_t us, std::size_t them,
                                const Source& source) {
  const Figure& figure = table.rows[us][them];
  const auto where = fmt::format("{}-away against {}-away", us + 1, them + 1);
  if (figure.value < 0 || figure.value > 1) {
    return source.error(
        figure.line, fmt::format("{}: the chance {} is not between 0 and 1", where, figure.value));
  }
  const double sum = figure.value + table.rows[them][us].value;
  if (std::abs(sum - 1.0) > kSymmetryTolerance) {
    return source.error(
        figure.line, fmt::format("{}: the two sides' chances add up to {:.4f} instead of 1; only "
                                 "tables that are the same for both sides can be read",
                                 where, sum));
  }
  if (them > 0 && figure.value < table.rows[us][them - 1].value) {
    return source.error(figure.line, fmt::format("{}: the chance falls as the opponent needs more "
                                                 "points",
                                                 where));
  }
  if (us > 0 && figure.value > table.rows[us - 1][them].value) {
    return source.error(figure.line,
                        fmt::format("{}: the chance rises as more points are needed", where));
  }
  return {};
}

[[nodiscard]] Status check_table(const RawTable& table, const Source& source) {
  const std::size_t size = table.rows.size();
  if (size == 0) return source.error(1, "no rows of match winning chances");
  for (const auto& row : table.rows) {
    if (row.size() != size) {
      return source.error(row.empty() ? 0 : row.front().line,
                          fmt::format("a row of {} figures in a table of {} rows; expected as many",
                                      row.size(), size));
    }
  }
  for (std::size_t us = 0; us < size; ++us) {
    for (std::size_t them = 0; them < size; ++them) {
      ALEA_TRY(check_cell(table, us, them, source));
    }
  }
  double previous = 1.0;
  for (const Figure& figure : table.trailer) {
    if (figure.value < 0 || figure.value > previous) {
      return source.error(figure.line,
                          fmt::format("after the Crawford game: {} is not between 0 and the chance "
                                      "with one point less to win",
                                      figure.value));
    }
    previous = figure.value;
  }
  return {};
}

}  // namespace

Result<MatchEquityTable> MatchEquityTable::parse(std::string_view text, std::string source_name) {
  const Source source{std::move(source_name)};
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  const std::string_view start = trimmed(text);
  auto raw =
      !start.empty() && start.front() == '<' ? read_xml(text, source) : read_text(text, source);
  if (!raw) return fail(std::move(raw).error());
  percent_to_chance(*raw);
  ALEA_TRY(check_table(*raw, source));

  MatchEquityTableBuilder builder;
  builder.name = raw->name;
  for (const auto& row : raw->rows) {
    auto& target = builder.rows.emplace_back();
    for (const Figure& figure : row) target.push_back(figure.value);
  }
  for (const Figure& figure : raw->trailer) builder.trailer.push_back(figure.value);
  return builder.build();
}

Result<MatchEquityTable> MatchEquityTable::load(const std::filesystem::path& path) {
  const auto text = read_file(path);
  if (!text) return fail(text.error());
  return parse(*text, path.string());
}

}  // namespace alea
