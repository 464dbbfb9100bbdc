#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/cube/ids.h"
#include "engine/record/headers.h"
#include "engine/record/text_source.h"
#include "engine/record/writers.h"

namespace alea {
namespace {

constexpr std::size_t kLeastWidth = 28;  // of the left half

// One line, without what would end it.
[[nodiscard]] std::string one_line(std::string_view text) {
  std::string line(trimmed(text));
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return line;
}

[[nodiscard]] std::string without_blanks_behind(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

[[nodiscard]] std::string cell_of(const Event& event) {
  switch (event.kind) {
    case EventKind::play:
      return fmt::format("{}{}: {}", event.dice[0], event.dice[1], text_of_play(event));
    case EventKind::unplayed:
      return fmt::format("{}{}: {}", event.dice[0], event.dice[1],
                         event.text.empty() ? "????" : event.text);
    case EventKind::offer:
      return fmt::format(" Doubles => {}", event.value);
    case EventKind::beaver:
    case EventKind::raccoon:
      return fmt::format(" Beavers => {}", event.value);
    case EventKind::take:
      return " Takes";
    case EventKind::drop:
      return " Drops";
    case EventKind::accept:
      return {};  // the next roll says so
  }
  return {};
}

// The 26 characters of an XGID's board; upper case is the left player.
[[nodiscard]] std::string set_position_line(const Board& board, const CubeState& cube) {
  Position position;
  position.board = board;
  const int exponent = cube.owner == CubeOwner::centre ? 0
                       : cube.owner == CubeOwner::us   ? cube.exponent
                                                       : -cube.exponent;
  return fmt::format("; Set Pos={}/{}\n", to_xgid(position).substr(5, 26), exponent);
}

[[nodiscard]] std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

[[nodiscard]] std::string padded(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

// Rows of two halves; a half is never written over.
class Rows {
 public:
  Rows(std::string& out, std::size_t width) : out_(out), width_(width) {}

  void add(int player, std::string cell) {
    // The right half ends a row, the left one starts it.
    const bool full = player == 0 ? used_[0] || used_[1] : used_[1];
    if (full) flush();
    cells_[static_cast<std::size_t>(player)] = std::move(cell);
    used_[static_cast<std::size_t>(player)] = true;
  }
  void flush() {
    if (!used_[0] && !used_[1]) return;
    out_ += without_blanks_behind(
        fmt::format("{:3}) {}{}", ++number_, padded(cells_[0], width_), cells_[1]));
    out_ += '\n';
    cells_ = {};
    used_ = {};
  }
  [[nodiscard]] bool left_waits() const { return used_[0] && !used_[1]; }

 private:
  std::string& out_;
  std::size_t width_;
  int number_ = 0;
  std::array<std::string, 2> cells_{};
  std::array<bool, 2> used_{};
};

void write_comment(std::string& out, const std::string& comment) {
  for (const std::string_view line : split_lines(comment)) {
    if (!trimmed(line).empty()) out += fmt::format("; {}\n", trimmed(line));
  }
}

void write_result(std::string& out, const MatchRecord& record, const RecordedGame& game, Rows& rows,
                  std::size_t width) {
  if (!game.winner) {
    rows.flush();
    return;
  }
  const int after = game.score[static_cast<std::size_t>(*game.winner)] + game.points;
  const std::string text =
      fmt::format(" Wins {} point{}{}", game.points, game.points == 1 ? "" : "s",
                  record.length > 0 && after >= record.length ? " and the match" : "");
  if (game.end == GameEnd::dropped && *game.winner == 1 && rows.left_waits()) {
    rows.add(1, text);
    rows.flush();
    return;
  }
  rows.flush();
  out += std::string(5 + (*game.winner == 1 ? width : 0), ' ') + text + '\n';
}

void write_game(std::string& out, const MatchRecord& record, const RecordedGame& game,
                std::size_t width) {
  out += fmt::format(" Game {}\n", game.number);
  out += without_blanks_behind(fmt::format(
      " {}{} : {}\n", padded(fmt::format("{} : {}", record.players[0], game.score[0]), width + 4),
      record.players[1], game.score[1]));
  if (game.set_up || !(game.start_cube == CubeState{})) {
    out += set_position_line(game.start, game.start_cube);
  }
  write_comment(out, game.comment);
  Rows rows(out, width);
  EventTracker tracker(game);
  for (const Event& event : game.events) {
    if (tracker.jumps_before(event)) {
      rows.flush();
      out += set_position_line(board_before(event), cube_before(event));
    }
    tracker.pass(event);
    if (const std::string cell = cell_of(event); !cell.empty()) rows.add(event.player, cell);
  }
  write_result(out, record, game, rows, width);
  out += '\n';
}

}  // namespace

Result<std::string> write_mat(const MatchRecord& record) {
  if (record.games.empty()) {
    return fail(ErrorKind::input, "a text match cannot hold positions without a game");
  }
  std::string out;
  for (const auto& [key, value] : record.headers) {
    out += fmt::format("; [{} \"{}\"]\n", one_line(key), one_line(value));
  }
  const auto header = [&](const char* lower, const char* key, const char* value, bool needed) {
    if (needed && find_header(record, lower) == nullptr) {
      out += fmt::format("; [{} \"{}\"]\n", key, value);
    }
  };
  header("crawford", "Crawford", "Off", record.length > 0 && !record.crawford_rule);
  header("jacoby", "Jacoby", "On", record.length == 0 && record.rules.jacoby);
  header("beaver", "Beaver", "On", record.length == 0 && record.rules.beavers);
  write_comment(out, record.comment);
  if (!out.empty()) out += '\n';
  out += fmt::format(" {} point match\n\n", record.length);

  std::size_t width = std::max(kLeastWidth, display_width(record.players[0]) + 8);
  for (const RecordedGame& game : record.games) {
    for (const Event& event : game.events) {
      if (event.player == 0) width = std::max(width, display_width(cell_of(event)) + 2);
    }
  }
  for (const RecordedGame& game : record.games) write_game(out, record, game, width);
  return out;
}

}  // namespace alea
