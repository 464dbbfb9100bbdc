#include <fmt/format.h>

#include <array>

#include "engine/cube/ids.h"
#include "engine/record/writers.h"

namespace alea {
namespace {

constexpr int kRows = 5;  // checkers drawn of a stack

// Checkers as X, at the bottom, numbers them.
struct Drawing {
  Board::Side x{}, o{};  // each in its own numbering
  CubeState cube{};      // seen by X

  [[nodiscard]] int at(int point) const {
    const auto p = static_cast<std::size_t>(point);
    return x[p] > 0 ? x[p] : -static_cast<int>(o[25 - p]);
  }
};

// One character of a stack: row 0 is at the edge of the board, the innermost shows what is too many.
[[nodiscard]] std::string cell(int checkers, int row) {
  const int count = std::abs(checkers);
  if (row == kRows - 1 && count > kRows) return fmt::format("{:>2} ", count);
  return row < count ? (checkers > 0 ? " X " : " O ") : "   ";
}

[[nodiscard]] std::string row_text(const Drawing& drawing, int first, int step, int row,
                                   int bar_checkers) {
  std::string text = " |";
  for (int i = 0; i < 12; ++i) {
    if (i == 6) text += fmt::format("|{}|", cell(bar_checkers, row));
    text += cell(drawing.at(first + i * step), row);
  }
  return text + "|";
}

// The cube stands beside its owner's home board.
[[nodiscard]] std::string cube_text(const Drawing& drawing, CubeOwner owner, int row) {
  if (drawing.cube.owner != owner || row > 2) return {};
  return row == 1 ? fmt::format(" |{:^3}|", drawing.cube.value()) : " +---+";
}

[[nodiscard]] std::string board_text(const Drawing& drawing) {
  std::string text = " +13-14-15-16-17-18------19-20-21-22-23-24-+\n";
  for (int row = 0; row < kRows; ++row) {
    text += row_text(drawing, 13, 1, row, -drawing.o[kBar]) +
            cube_text(drawing, CubeOwner::them, row) + "\n";
  }
  text += " |                  |BAR|                  |\n";
  for (int row = kRows - 1; row >= 0; --row) {
    text += row_text(drawing, 12, -1, row, drawing.x[kBar]) +
            cube_text(drawing, CubeOwner::us, row) + "\n";
  }
  return text + " +12-11-10--9--8--7-------6--5--4--3--2--1-+\n";
}

[[nodiscard]] std::string decision_text(const Position& position, char us, char them) {
  switch (position.pending) {
    case Pending::checker_play:
      return fmt::format("{} to play {}{}", us, position.dice->high, position.dice->low);
    case Pending::double_offered:
      return fmt::format("{} doubles, {} to answer", them, us);
    case Pending::beaver_offered:
      return fmt::format("{} beavers, {} to answer", them, us);
    case Pending::raccoon_offered:
      return fmt::format("{} raccoons, {} to answer", them, us);
    case Pending::resignation_offered:
      return fmt::format("{} resigns, {} to answer", them, us);
    case Pending::roll_or_double:
      return fmt::format("{} on roll, cube action", us);
  }
  return {};
}

[[nodiscard]] std::string entry_text(const RecordedPosition& entry) {
  const Position& position = entry.position;
  const bool us_is_o = position.us_is_first;
  const Position x = us_is_o ? flipped(position) : position;  // as X sees it
  const Drawing drawing{x.board.us, x.board.them, x.cube};
  const MatchState& match = x.match;

  std::string text =
      fmt::format("{}\n\nX:{}   O:{}\n", to_xgid(position), entry.players[0], entry.players[1]);
  if (match.is_money()) {
    text +=
        fmt::format("Score is X:{} O:{}. Unlimited Game{}{}\n", match.score_us, match.score_them,
                    x.rules.jacoby ? ", Jacoby" : "", x.rules.beavers ? " Beaver" : "");
  } else {
    text += fmt::format("Score is X:{} O:{} {} pt.(s) match.{}\n", match.score_us, match.score_them,
                        match.length, match.crawford ? " Crawford" : "");
  }
  text += board_text(drawing);
  text += fmt::format("Pip count  X: {}  O: {} X-O: {}-{}", pip_count(x.board.us),
                      pip_count(x.board.them), match.score_us, match.score_them);
  if (!match.is_money()) text += fmt::format("/{}", match.length);
  text += fmt::format("\nCube: {}", x.cube.value());
  if (x.cube.owner != CubeOwner::centre) {
    text += fmt::format(", {} own cube", x.cube.owner == CubeOwner::us ? 'X' : 'O');
  }
  text += fmt::format("\n{}\n", decision_text(position, us_is_o ? 'O' : 'X', us_is_o ? 'X' : 'O'));
  if (!entry.comment.empty()) text += fmt::format("\n{}\n", entry.comment);
  return text;
}

}  // namespace

Result<std::string> write_position_text(const MatchRecord& record) {
  if (record.positions.empty()) {
    return fail(ErrorKind::input, "position text holds positions; this file has none on its own");
  }
  std::string out;
  for (const RecordedPosition& entry : record.positions) {
    // XG's own words go back as they came, with the analysis in them.
    if (record.format == "xg-text" && !entry.text.empty()) {
      out += fmt::format("{}\n{}", to_xgid(entry.position), entry.text);
    } else {
      // The version line tells readers where the entry ends.
      out += entry_text(entry) + "\neXtreme Gammon Version: none, written by alea\n\n";
    }
  }
  return out;
}

}  // namespace alea
