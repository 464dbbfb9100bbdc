// Position texts of XG and BGBlitz in whatever language, and lists of position IDs or FIBS boards. What
// counts is the XGID; the words around it are kept, not understood, but for the names and the comment.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/cube/ids.h"
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

// "+   O: Green  137" behind BGBlitz's board: the name without the pip count.
void read_margin_name(std::string_view line, std::array<std::string, 2>& players) {
  for (const auto& [mark, index] : {std::pair<std::string_view, std::size_t>{"+   X: ", 0},
                                    std::pair<std::string_view, std::size_t>{"+   O: ", 1}}) {
    const auto at = line.find(mark);
    if (at == std::string_view::npos) continue;
    std::string_view name = trimmed(line.substr(at + mark.size()));
    while (!name.empty() && is_digit(name.back())) name.remove_suffix(1);
    players[index] = trimmed(name);
  }
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
  [[nodiscard]] bool is_list() const;
  [[nodiscard]] Result<MatchRecord> read_list();
  void problem(std::size_t line, std::string text) {
    record_.problems.push_back({static_cast<int>(line) + 1, std::move(text)});
  }

  std::vector<std::string_view> lines_;
  MatchRecord record_;
  std::optional<Error> first_error_{};
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

// Lines that are positions in any notation; '#' starts a comment. In a log with FIBS boards only those
// lines count.
Result<MatchRecord> PositionTextReader::read_list() {
  record_.format = "positions";
  const auto is_board = [](std::string_view line) { return line.starts_with("board:"); };
  const auto content = [](std::string_view line) {
    while (line.starts_with('\0')) line.remove_prefix(1);
    line = trimmed(line);
    return line.starts_with('#') ? std::string_view{} : line;
  };
  const bool log = std::any_of(lines_.begin(), lines_.end(),
                               [&](std::string_view line) { return is_board(content(line)); });
  std::size_t good = 0, bad = 0, others = 0;
  std::optional<Error> first;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const std::string_view line = content(lines_[i]);
    if (line.empty()) continue;
    if (log && !is_board(line)) {
      ++others;
      continue;
    }
    auto position = parse_position(line);
    if (position) {
      ++good;
      RecordedPosition entry;
      entry.position = *position;
      entry.line = static_cast<int>(i) + 1;
      record_.positions.push_back(std::move(entry));
      continue;
    }
    ++bad;
    problem(i, position.error().message);
    if (!first && (log || line.starts_with(kXgid))) {
      first = std::move(position).error();
      first->line = static_cast<int>(i) + 1;
    }
    if (bad > good + 100) break;
  }
  if (good == 0 && first) return fail(std::move(*first));
  if (good == 0 || bad > good) {
    return fail(
        Error{.message = "neither a match nor positions in a format that alea knows", .line = 1});
  }
  if (others > 0) {
    record_.problems.push_back(
        {0, fmt::format("{} lines that are no boards are left out", others)});
  }
  return std::move(record_);
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
