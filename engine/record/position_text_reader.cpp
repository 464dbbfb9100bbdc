// Position texts of XG and BGBlitz in whatever language, and lists of position IDs or FIBS boards. What
// counts is the XGID; the words around it are kept, not understood, but for the names and the comment.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/cube/ids.h"
#include "engine/cube/ids_caption.h"
#include "engine/cube/ids_snowie.h"
#include "engine/record/readers.h"

namespace alea {
namespace {

constexpr std::string_view kXgid = "XGID=";

[[nodiscard]] bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Up to the first blank: lines may go on after an ID.
[[nodiscard]] std::string_view first_word(std::string_view text) {
  text = trimmed(text);
  return text.substr(0, text.find_first_of(" \t"));
}

// "-0.491", "+0,306": three decimals behind a point or comma, as all equities have.
[[nodiscard]] bool has_equity(std::string_view line) {
  for (std::size_t i = 1; i + 3 < line.size(); ++i) {
    if ((line[i] == '.' || line[i] == ',') && is_digit(line[i - 1]) && is_digit(line[i + 1]) &&
        is_digit(line[i + 2]) && is_digit(line[i + 3])) {
      return true;
    }
  }
  return false;
}

// "25.45% (G:0.00% ..."
[[nodiscard]] bool has_chances(std::string_view line) {
  return line.find("% (G:") != std::string_view::npos;
}

[[nodiscard]] bool is_version_line(std::string_view line) {
  return trimmed(line).starts_with("eXtreme Gammon Version");
}

// X's and O's names: "X:Ann   O:Bob", on one line or on two, maybe moved by a blank.
[[nodiscard]] bool read_names(std::string_view line, std::array<std::string, 2>& players) {
  line = trimmed(line);
  if (line.starts_with("O:") && players[1].empty()) {
    players[1] = trimmed(line.substr(2));
    return true;
  }
  if (!line.starts_with("X:") || !players[0].empty()) return false;
  std::string_view x = line.substr(2);
  // The gap is three blanks; a clipboard may have eaten some.
  auto o = x.rfind("   O:");
  if (o == std::string_view::npos) o = x.rfind(" O:");
  if (o != std::string_view::npos) {
    players[1] = trimmed(x.substr(x.find(':', o) + 1));
    x = x.substr(0, o);
  }
  players[0] = trimmed(x);
  return true;
}

// "+   O: Green  137" behind BGBlitz's board, "+     O: Ann" behind GNU Backgammon's: the name without the
// pip count.
void read_margin_name(std::string_view line, std::array<std::string, 2>& players) {
  const auto edge = line.rfind("-+ ");
  if (edge == std::string_view::npos) return;
  std::string_view name = trimmed(line.substr(edge + 2));
  if (!name.starts_with("X:") && !name.starts_with("O:")) return;
  const std::size_t index = name.front() == 'X' ? 0 : 1;
  name = trimmed(name.substr(2));
  if (const auto pips = name.rfind("  ");
      pips != std::string_view::npos &&
      std::all_of(name.begin() + static_cast<std::ptrdiff_t>(pips) + 2, name.end(), is_digit)) {
    name = trimmed(name.substr(0, pips));
  }
  players[index] = name;
}

// Without comments, and the zeros that telnet leaves.
[[nodiscard]] std::string_view content_of(std::string_view line) {
  while (line.starts_with('\0')) line.remove_prefix(1);
  line = trimmed(line);
  return line.starts_with('#') ? std::string_view{} : line;
}

// The player on roll is named first.
void read_snowie_names(std::string_view line, RecordedPosition& entry) {
  if (!looks_like_snowie(line)) return;
  const auto snowie = parse_snowie(line);
  if (!snowie) return;
  const std::size_t us = snowie->position.us_is_first ? 1 : 0;
  entry.players[us] = trimmed(snowie->name_us);
  entry.players[1 - us] = trimmed(snowie->name_them);
}

[[nodiscard]] bool is_log_entry(std::string_view line) {
  return line.starts_with("board:") || has_captioned_id(line);
}

class PositionTextReader {
 public:
  explicit PositionTextReader(const TextSource& source) : lines_(source.lines()) {}

  [[nodiscard]] Result<MatchRecord> read();

 private:
  void read_entry(std::size_t from, std::size_t to);
  void read_xg_words(std::size_t id_line, std::size_t to, RecordedPosition& entry);
  void read_margin(std::size_t from, std::size_t to, RecordedPosition& entry);
  void check_gnu_ids(std::size_t from, std::size_t to, RecordedPosition& entry);
  [[nodiscard]] bool keep_drawing(std::size_t line);
  [[nodiscard]] bool is_list() const;
  [[nodiscard]] Result<MatchRecord> read_list();
  void problem(std::size_t line, std::string text) {
    record_.problems.push_back({static_cast<int>(line) + 1, std::move(text)});
  }

  std::vector<std::string_view> lines_;
  MatchRecord record_;
  std::optional<Error> first_error_{};
  std::size_t drawn_to_ =
      0;  // lists: the last line of the last captioned entry, lines_.size() if none
};

// The comment stands behind the analysis and the sentence with the best cube action, before the version.
void PositionTextReader::read_xg_words(std::size_t id_line, std::size_t to,
                                       RecordedPosition& entry) {
  std::size_t analysis_end = 0, version = to;
  bool cube = false;
  for (std::size_t i = id_line + 1; i < to; ++i) {
    const std::string_view line = lines_[i];
    entry.text.append(line).push_back('\n');
    if (read_names(line, entry.players)) continue;
    if (is_version_line(line)) {
      version = std::min(version, i);
      record_.producer = std::string(trimmed(line));
    }
    if (i < version &&
        (has_chances(line) || (has_equity(line) && line.find('=') == std::string_view::npos))) {
      analysis_end = i + 1;
      cube = !has_chances(line) && line.find("eq:") == std::string_view::npos;
    }
  }
  if (analysis_end == 0) return;
  std::size_t at = analysis_end;
  if (cube) {
    // One paragraph: "Best Cube action: ..." and what follows it directly.
    while (at < version && trimmed(lines_[at]).empty()) ++at;
    while (at < version && !trimmed(lines_[at]).empty()) ++at;
  }
  std::string comment;
  for (; at < version; ++at) comment.append(lines_[at]).push_back('\n');
  entry.comment = trimmed(comment);
}

void PositionTextReader::read_margin(std::size_t from, std::size_t to, RecordedPosition& entry) {
  for (std::size_t i = from; i < to; ++i) {
    read_margin_name(lines_[i], entry.players);
    entry.text.append(lines_[i]).push_back('\n');
  }
}

// BGBlitz gives the same position as GNU IDs, too.
void PositionTextReader::check_gnu_ids(std::size_t from, std::size_t to, RecordedPosition& entry) {
  constexpr std::string_view kPosition = "Position-ID:", kMatch = "Match-ID:";
  for (std::size_t i = from; i < to; ++i) {
    const auto position = lines_[i].find(kPosition);
    const auto match = lines_[i].find(kMatch);
    if (position == std::string_view::npos || match == std::string_view::npos) continue;
    const auto other = parse_position(
        fmt::format("{}:{}", first_word(lines_[i].substr(position + kPosition.size())),
                    first_word(lines_[i].substr(match + kMatch.size()))));
    if (!other) {
      problem(i, other.error().message);
      continue;
    }
    Position comparable = *other;
    comparable.max_cube_exponent = entry.position.max_cube_exponent;
    comparable.rules = entry.position.rules;
    comparable.old_match_id = entry.position.old_match_id;
    if (!(comparable == entry.position)) {
      problem(i, "the XGID and the GNU IDs are different positions; the XGID counts");
    }
  }
}

// One entry: the lines from `from` up to `to`, one of which has the XGID.
void PositionTextReader::read_entry(std::size_t from, std::size_t to) {
  const auto id =
      std::find_if(lines_.begin() + static_cast<std::ptrdiff_t>(from),
                   lines_.begin() + static_cast<std::ptrdiff_t>(to),
                   [](std::string_view line) { return trimmed(line).starts_with(kXgid); });
  const auto id_line = static_cast<std::size_t>(id - lines_.begin());
  RecordedPosition entry;
  entry.line = static_cast<int>(id_line) + 1;
  const auto position = parse_position(first_word(lines_[id_line]));
  if (!position) {
    problem(id_line, position.error().message);
    if (!first_error_) {
      first_error_ = position.error();
      first_error_->line = entry.line;
    }
    return;
  }
  entry.position = *position;
  const bool board_first = id_line > from;
  if (board_first) {
    record_.format = "bgblitz-text";
    record_.producer = "BGBlitz";
    read_margin(from, to, entry);
    check_gnu_ids(from, to, entry);
  } else {
    read_xg_words(id_line, to, entry);
  }
  record_.positions.push_back(std::move(entry));
}

// Lines that are positions in any notation; '#' starts a comment. In a log with FIBS boards or captioned IDs
// ("Position ID: ...") only those lines count.
Result<MatchRecord> PositionTextReader::read_list() {
  record_.format = "positions";
  drawn_to_ = lines_.size();
  const bool log = std::any_of(lines_.begin(), lines_.end(), [](std::string_view line) {
    return is_log_entry(content_of(line));
  });
  std::size_t good = 0, bad = 0, others = 0;
  std::optional<Error> first;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const std::string_view line = content_of(lines_[i]);
    if (line.empty()) continue;
    if (log && !is_log_entry(line)) {
      if (!keep_drawing(i)) ++others;
      continue;
    }
    RecordedPosition entry;
    entry.line = static_cast<int>(i) + 1;
    std::string whole(line);
    // The match ID may be captioned in the next line.
    if (i + 1 < lines_.size() && awaits_match_id(line) && is_match_id_line(lines_[i + 1])) {
      whole.append("\n").append(trimmed(lines_[++i]));
    }
    auto position = parse_position(whole);
    drawn_to_ = position && has_captioned_id(line) ? i : lines_.size();
    if (position) {
      ++good;
      entry.position = *position;
      read_snowie_names(line, entry);
      record_.positions.push_back(std::move(entry));
      continue;
    }
    ++bad;
    problem(static_cast<std::size_t>(entry.line) - 1, position.error().message);
    if (!first && (log || line.starts_with(kXgid) || looks_like_snowie(line))) {
      first = std::move(position).error();
      first->line = entry.line;
    }
    if (bad > good + 100) break;
  }
  if (good == 0 && first) return fail(std::move(*first));
  if (good == 0 || bad > good) {
    return fail(Error{.message = "neither a match nor positions in a format that alea knows; what "
                                 "another program opens, it can export as .mat",
                      .line = 1});
  }
  if (others > 0) {
    record_.problems.push_back(
        {0, fmt::format("{} lines that are no boards are left out", others)});
  }
  return std::move(record_);
}

// The drawing directly below a captioned ID belongs to it, and tells the names.
bool PositionTextReader::keep_drawing(std::size_t line) {
  if (drawn_to_ + 1 != line || !is_board_drawing(lines_[line])) return false;
  drawn_to_ = line;
  RecordedPosition& entry = record_.positions.back();
  read_margin_name(lines_[line], entry.players);
  entry.text.append(lines_[line]).push_back('\n');
  return true;
}

// Whether most lines are positions: an XGID with words around it is another thing.
bool PositionTextReader::is_list() const {
  std::size_t content = 0, good = 0;
  for (std::size_t i = 0; i < std::min(lines_.size(), std::size_t{1000}); ++i) {
    const std::string_view line = trimmed(lines_[i]);
    if (line.empty() || line.front() == '#') continue;
    ++content;
    good += line.size() < 400 && parse_position(line) ? 1 : 0;
  }
  return 2 * good >= content;
}

Result<MatchRecord> PositionTextReader::read() {
  // Where entries start: at an XGID, or at the board in front of it (BGBlitz). A comment may quote other
  // XGIDs, so within XG's texts the next entry can only start behind the version line.
  std::vector<std::size_t> starts;
  std::size_t board = lines_.size();  // first line of a board that no entry has yet
  bool open = false;                  // within XG's words, before the version line
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const std::string_view line = trimmed(lines_[i]);
    if (is_version_line(line)) open = false;
    if (line.starts_with("+13-14-15-") && !open && board == lines_.size()) board = i;
    if (line.starts_with("X:")) open = true;
    if (!line.starts_with(kXgid) || open) continue;
    starts.push_back(std::min(board, i));
    board = lines_.size();
  }
  if (starts.empty()) return read_list();
  if (is_list()) return read_list();
  record_.format = "xg-text";
  for (std::size_t i = 0; i < starts.size(); ++i) {
    read_entry(starts[i], i + 1 < starts.size() ? starts[i + 1] : lines_.size());
  }
  if (record_.positions.empty()) return fail(first_error_.value_or(Error{}));
  record_.players = record_.positions.front().players;
  record_.length = record_.positions.front().position.match.length;
  return std::move(record_);
}

}  // namespace

Result<MatchRecord> read_position_text(const TextSource& source) {
  return PositionTextReader(source).read();
}

}  // namespace alea
