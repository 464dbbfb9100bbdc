// Text matches: one unwritten format, many writers. Rows are split by content and the halves told
// apart by their column; where play and column disagree, play decides and the difference is listed.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <utility>

#include "engine/record/game_builder.h"
#include "engine/record/headers.h"
#include "engine/record/mat_row.h"
#include "engine/record/play_text.h"
#include "engine/record/readers.h"

namespace alea {
namespace {

constexpr int kMostPoints = 32767;

// "7 point match": the number, or nothing.
[[nodiscard]] std::optional<int> match_length(std::string_view line) {
  const std::string_view text = trimmed(line);
  int length = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (status != std::errc{} || length < 0) return {};
  const std::string_view rest = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  if (!starts_with_nocase(rest, "point match") && !starts_with_nocase(rest, "points match"))
    return {};
  return length;
}

// "Game 3": the number, or nothing.
[[nodiscard]] std::optional<int> game_number(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (!starts_with_nocase(text, "game")) return {};
  const std::string_view digits = trimmed(text.substr(4));
  int number = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const auto rest =
      status == std::errc{} ? digits.substr(static_cast<std::size_t>(end - digits.data())) : digits;
  if (status != std::errc{} || !(rest.empty() || rest == ":" || rest == ".")) return {};
  return number;
}

// `; [Key "Value"]`
[[nodiscard]] std::optional<Property> header_of(std::string_view line) {
  std::string_view text = trimmed(line);
  if (!text.starts_with(';')) return {};
  text = trimmed(text.substr(1));
  if (!text.starts_with('[') || !text.ends_with(']')) return {};
  text = trimmed(text.substr(1, text.size() - 2));
  const auto quote = text.find('"');
  if (quote == std::string_view::npos || quote == 0 || text.size() < quote + 2 ||
      !text.ends_with('"')) {
    return {};
  }
  return Property{std::string(trimmed(text.substr(0, quote))),
                  std::string(text.substr(quote + 1, text.size() - quote - 2))};
}

[[nodiscard]] std::string_view value_of(const MatchRecord& record, std::string_view lower_key) {
  const std::string* const value = find_header(record, lower_key);
  return value == nullptr ? std::string_view{} : *value;
}

// 26 characters as in an XGID; upper case is the left player, who numbers the points.
[[nodiscard]] std::optional<Board> board_of_set_pos(std::string_view text) {
  if (text.size() < 26) return {};
  Board board;
  int us = kCheckers, them = kCheckers;
  for (std::size_t i = 0; i < 26; ++i) {
    const char c = text[i];
    if (c >= 'A' && c <= 'O' && i > 0) {
      board.us[i] = static_cast<std::uint8_t>(c - 'A' + 1);
      us -= board.us[i];
    } else if (c >= 'a' && c <= 'o' && i < 25) {
      board.them[25 - i] = static_cast<std::uint8_t>(c - 'a' + 1);
      them -= board.them[25 - i];
    } else if (c != '-') {
      return {};
    }
  }
  if (us < 0 || them < 0) return {};
  board.us[kOff] = static_cast<std::uint8_t>(us);
  board.them[kOff] = static_cast<std::uint8_t>(them);
  return board;
}

class MatReader {
 public:
  explicit MatReader(const TextSource& source) : lines_(source.lines()) {
    record_.format = "mat";
    if (source.encoding != "UTF-8") {
      record_.problems.push_back({1, fmt::format("not UTF-8: read as {}", source.encoding)});
    }
    right_column_ = find_right_column();
  }

  [[nodiscard]] Result<MatchRecord> read();

 private:
  void read_line(std::string_view line);
  void read_head(std::string_view line);
  void start_game(int number);
  void read_names(std::string_view line);
  void read_bare_names(const std::string& line);
  void open_game();
  void read_comment(std::string_view line);
  void set_position(std::string_view text);
  void read_cells(const std::vector<MatCell>& cells, bool numbered);
  void read_cell(const MatCell& cell, int player);
  void read_roll(const MatCell& cell, int player);
  void read_illegal_dump(const MatCell& cell, int player);
  void end_game();
  void use_headers();
  [[nodiscard]] int find_right_column() const;
  [[nodiscard]] bool is_right(int column) const;
  [[nodiscard]] int side_of(const MatCell& cell, std::size_t index, std::size_t count,
                            int last_side) const;
  void problem(std::string text) { record_.problems.push_back({line_number_, std::move(text)}); }

  std::vector<std::string_view> lines_;
  MatchRecord record_;
  std::unique_ptr<GameBuilder> builder_;
  RecordedGame game_;  // the one being read
  bool in_game_ = false, expects_names_ = false, has_result_ = false, has_length_ = false;
  bool stopped_ = false;
  std::string_view pending_position_{};  // set before the names
  int line_number_ = 0;
  int right_column_ = 0;
};

// The most common column of second cells: rows are aligned even where the names are not.
int MatReader::find_right_column() const {
  std::map<int, int> seen;
  for (const std::string_view line : lines_) {
    const auto row = row_number(line);
    if (!row) continue;
    const auto cells = split_cells(line, row->rest);
    if (cells.size() == 2) ++seen[cells[1].column];
  }
  const auto most = std::max_element(
      seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == seen.end() ? 34 : most->first;
}

bool MatReader::is_right(int column) const {
  constexpr int kLeftColumn = 5;
  return column - kLeftColumn > right_column_ - column;
}

// Two halves are left and right; a lone one, or a third, is where its column says.
int MatReader::side_of(const MatCell& cell, std::size_t index, std::size_t count,
                       int last_side) const {
  if (count == 2 && index == 1 && last_side == 0) return 1;
  return is_right(cell.column) ? 1 : 0;
}

void MatReader::use_headers() {
  record_.producer = std::string(value_of(record_, "site"));
  const auto is = [&](std::string_view key, std::string_view word) {
    return starts_with_nocase(value_of(record_, key), word);
  };
  record_.crawford_rule = !is("crawford", "off");
  if (record_.length == 0) {
    record_.rules.jacoby = is("jacoby", "on");
    record_.rules.beavers = is("beaver", "on");
  }
}

void MatReader::read_head(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (text.empty()) return;
  if (const auto length = match_length(line)) {
    if (*length > kMostPoints) {
      problem(fmt::format("a match of {} points; read as money play", *length));
    } else {
      record_.length = *length;
    }
    has_length_ = true;
    use_headers();
    return;
  }
  if (const auto header = header_of(line)) {
    record_.headers.push_back(*header);
    return;
  }
  if (!record_.comment.empty()) record_.comment += '\n';
  record_.comment += text.front() == ';' ? trimmed(text.substr(1)) : text;
}

void MatReader::start_game(int number) {
  end_game();
  game_ = RecordedGame{};
  game_.number = number;
  game_.line = line_number_;
  expects_names_ = true;
  in_game_ = true;
  has_result_ = false;
}

void MatReader::read_names(std::string_view line) {
  std::vector<std::string_view> known;
  if (!record_.games.empty()) known.push_back(record_.players[1]);
  for (const auto* key : {"player 1", "player 2"}) {
    if (const auto name = value_of(record_, key); !name.empty()) known.push_back(name);
  }
  expects_names_ = false;
  const auto score = read_score_line(line, known);
  if (score) {
    game_.score = score->score;
    if (record_.games.empty()) {
      record_.players = score->players;
    } else if (record_.players != score->players) {
      problem(fmt::format("game {}: the players are {} and {} here, {} and {} before", game_.number,
                          score->players[0], score->players[1], record_.players[0],
                          record_.players[1]));
    }
  } else {
    problem(fmt::format("game {}: expected a line \"NAME : SCORE   NAME : SCORE\"", game_.number));
  }
  open_game();
}

// "Name      Other Name", as single games without a score have it.
void MatReader::read_bare_names(const std::string& line) {
  expects_names_ = false;
  const auto gap = std::min(line.find("  "), line.size());
  record_.players = {std::string(trimmed(line.substr(0, gap))),
                     std::string(trimmed(line.substr(gap)))};
  open_game();
}

void MatReader::open_game() {
  game_.crawford = is_crawford_game(record_, game_.score);
  const std::string variation(value_of(record_, "variation"));
  const auto start = start_of_variation(variation);
  if (!start) {
    problem(fmt::format("alea does not know the variation \"{}\"; read as backgammon", variation));
  }
  game_.start = start.value_or(starting_board());
  game_.set_up = !(game_.start == starting_board());
  builder_ = std::make_unique<GameBuilder>(record_, game_);
  if (!pending_position_.empty()) set_position(std::exchange(pending_position_, {}));
}

void MatReader::end_game() {
  if (!in_game_) return;
  if (builder_) {
    if (!has_result_) builder_->finish_without_result(line_number_);
    builder_.reset();
  } else {
    problem(fmt::format("game {}: nothing is recorded of it", game_.number));
    game_.start = starting_board();
  }
  record_.games.push_back(std::move(game_));
  in_game_ = false;
}

void MatReader::set_position(std::string_view text) {
  const auto board = board_of_set_pos(text);
  CubeState cube;
  const auto slash = text.find('/');
  if (board && slash == 26) {
    int exponent = 0;
    const std::string_view digits = trimmed(text.substr(slash + 1));
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (exponent != 0 && std::abs(exponent) <= kMaxCubeExponent) {
      cube = {std::abs(exponent), exponent > 0 ? CubeOwner::us : CubeOwner::them};
    }
  }
  if (board && expects_names_) {
    pending_position_ = text;
    return;
  }
  if (!board || !builder_) {
    problem(fmt::format("the position \"{}\" set here cannot be read", text));
    return;
  }
  builder_->set_position(*board, cube, line_number_);
}

void MatReader::read_comment(std::string_view line) {
  const std::string_view text = trimmed(trimmed(line).substr(1));
  constexpr std::string_view kSetPos = "set pos=";
  if (starts_with_nocase(text, kSetPos)) {
    set_position(trimmed(text.substr(kSetPos.size())));
    return;
  }
  if (!game_.comment.empty()) game_.comment += '\n';
  game_.comment += text;
}

// "Illegal play (7;0;1;0;0;Ann;Bob;0;2;1;...)": the position after a play that was not written. Values
// 12 to 37 are the board as the player named first sees it.
void MatReader::read_illegal_dump(const MatCell& cell, int player) {
  std::vector<std::string_view> values;
  const auto open = cell.play.find('(');
  std::string_view rest = open == std::string_view::npos ? "" : cell.play.substr(open + 1);
  while (!rest.empty() && rest.front() != ')') {
    const auto end = rest.find(';');
    values.push_back(rest.substr(0, end));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  Board board;
  bool good = values.size() >= 38;
  int first = kCheckers, second = kCheckers;
  for (std::size_t i = 0; good && i < 26; ++i) {
    int count = 0;
    const std::string_view digits = trimmed(values[12 + i]);
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
    good = status == std::errc{} && std::abs(count) <= kCheckers && !(i == 0 && count > 0) &&
           !(i == 25 && count < 0);
    if (count > 0) {
      board.us[i] = static_cast<std::uint8_t>(count);
      first -= count;
    } else if (count < 0) {
      board.them[25 - i] = static_cast<std::uint8_t>(-count);
      second += count;
    }
  }
  good = good && first >= 0 && second >= 0;
  GameBuilder::Roll roll{.player = player, .dice = cell.dice, .text = std::string(cell.play)};
  roll.line = line_number_;
  if (good) {
    board.us[kOff] = static_cast<std::uint8_t>(first);
    board.them[kOff] = static_cast<std::uint8_t>(second);
    const bool first_is_left = trimmed(values[5]) != record_.players[1];
    // Turned to the opponent of the player who moved.
    const Board after = (player == 0) == first_is_left ? board.flipped() : board;
    good = validate(after).has_value();
    if (good) {
      roll.after = after;
      builder_->roll(std::move(roll));
    }
  }
  if (!good) {
    builder_->problem(line_number_, "an illegal play without a readable position after it");
    builder_->unplayed(player, cell.dice, std::string(cell.play), line_number_);
  }
}

void MatReader::read_roll(const MatCell& cell, int player) {
  if (cell.play.find_first_not_of('?') == std::string_view::npos && !cell.play.empty()) {
    builder_->unplayed(player, cell.dice, std::string(cell.play), line_number_);
    return;
  }
  if (starts_with_nocase(cell.play, "illegal play")) {
    read_illegal_dump(cell, player);
    return;
  }
  GameBuilder::Roll roll{.player = player, .dice = cell.dice, .text = std::string(cell.play)};
  roll.line = line_number_;
  roll.says_cannot_move = starts_with_nocase(cell.play, "cannot move");
  auto hops = roll.says_cannot_move ? std::vector<Hop>{} : parse_recorded_hops(cell.play);
  if (!hops) {
    builder_->problem(line_number_,
                      fmt::format("{}: {}", record_.players[static_cast<std::size_t>(player)],
                                  hops.error().message));
    builder_->unplayed(player, cell.dice, std::string(cell.play), line_number_);
    return;
  }
  roll.hops = std::move(*hops);
  builder_->roll(std::move(roll));
}

void MatReader::read_cell(const MatCell& cell, int player) {
  if (has_result_ && cell.kind != CellKind::wins && cell.kind != CellKind::loses) {
    builder_->problem(line_number_, fmt::format("\"{}\" is recorded after the result", cell.text));
  }
  switch (cell.kind) {
    case CellKind::roll:
      read_roll(cell, player);
      break;
    case CellKind::doubles:
    case CellKind::turns_again:
      builder_->turn_cube(player, cell.number, line_number_);
      break;
    case CellKind::takes:
      builder_->take(player, line_number_);
      break;
    case CellKind::drops:
      builder_->drop(player, line_number_);
      break;
    case CellKind::wins:
      if (has_result_) {
        builder_->problem(line_number_,
                          fmt::format("a second result, \"{}\", is left out", cell.text));
        break;
      }
      builder_->finish(player, cell.number, line_number_);
      has_result_ = true;
      break;
    case CellKind::loses:
      break;                 // the other side of a "Wins"
    case CellKind::resigns:  // who it was, and for how much, the result tells
      if (!game_.comment.empty()) game_.comment += '\n';
      game_.comment += cell.text;
      break;
    case CellKind::unreadable:
      builder_->problem(line_number_, fmt::format("cannot read \"{}\"", cell.text));
      break;
  }
}

void MatReader::read_cells(const std::vector<MatCell>& cells, bool numbered) {
  int side = -1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    side = side_of(cells[i], i, cells.size(), side);
    // Outside of numbered rows the result stands alone, and not always under its column.
    const bool lone_result = cells[i].kind == CellKind::wins && !numbered;
    int player = side;
    if (lone_result && builder_->is_over() && !game_.events.empty()) {
      const Event& last = game_.events.back();
      player = last.kind == EventKind::drop ? 1 - last.player : last.player;
    }
    read_cell(cells[i], player);
  }
}

void MatReader::read_line(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (const auto number = game_number(line)) {
    start_game(*number);
    return;
  }
  if (!in_game_ && record_.games.empty()) {
    // A single game without a head: names, then rows.
    if (!row_number(line)) {
      read_head(line);
      return;
    }
    start_game(1);
    read_bare_names(std::exchange(record_.comment, {}));
  }
  if (text.empty()) return;
  if (text.front() == ';') {
    if (!in_game_ || expects_names_ || header_of(line)) {
      if (const auto header = header_of(line)) {
        record_.headers.push_back(*header);
        return;
      }
    }
    read_comment(line);
    return;
  }
  if (match_length(line)) {
    end_game();
    problem("a second match starts here; it and what follows are not read");
    stopped_ = true;
    return;
  }
  if (!in_game_) {
    problem(fmt::format("cannot read \"{}\"", text));
    return;
  }
  if (expects_names_) {
    read_names(line);
    return;
  }
  const auto row = row_number(line);
  const auto cells = split_cells(line, row ? row->rest : 0);
  read_cells(cells, row.has_value());
}

Result<MatchRecord> MatReader::read() {
  for (std::size_t i = 0; i < lines_.size() && !stopped_; ++i) {
    line_number_ = static_cast<int>(i) + 1;
    read_line(lines_[i]);
  }
  end_game();
  if (record_.games.empty()) {
    return fail(Error{.message = "a text match without a single game", .line = 1});
  }
  if (!has_length_) {
    record_.problems.push_back({1, "no line \"N point match\": read as money play"});
  }
  check_scores(record_);
  return std::move(record_);
}

}  // namespace

bool looks_like_mat(const TextSource& source) {
  bool head = false;
  for (const std::string_view line : source.lines()) {
    if (match_length(line) || game_number(line)) head = true;
    const auto row = row_number(line);
    if (!row) continue;
    const auto cells = split_cells(line, row->rest);
    const bool cell = !cells.empty() && cells.front().kind != CellKind::unreadable;
    if (cell || head) return true;
  }
  return head;
}

Result<MatchRecord> read_mat(const TextSource& source) {
  return MatReader(source).read();
}

}  // namespace alea
