#pragma once

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/cube/position.h"

// What the readers of the single ID formats share. Private to engine/cube/ids*.cpp.
namespace alea::ids {

// A piece of an ID together with its place, so that an error can name the column.
struct Piece {
  std::string_view text;
  int column = 1;  // 1-based, of the first character

  [[nodiscard]] Piece part(std::size_t from, std::size_t count = std::string_view::npos) const {
    return {text.substr(from, count), column + static_cast<int>(from)};
  }
};

template <class... Args>
[[nodiscard]] tl::unexpected<Error> wrong(int column, fmt::format_string<Args...> format,
                                          Args&&... args) {
  return fail(Error{.message = fmt::format(format, std::forward<Args>(args)...), .column = column});
}

// The fields between colons; never more than 64 of them are looked for.
struct Fields {
  std::array<Piece, 64> field{};
  std::size_t count = 0;

  [[nodiscard]] const Piece& operator[](std::size_t n) const { return field[n]; }
};

[[nodiscard]] inline Fields split(const Piece& piece) {
  Fields fields;
  std::size_t from = 0;
  while (fields.count < fields.field.size()) {
    const auto end = piece.text.find(':', from);
    fields.field[fields.count++] = piece.part(from, end - from);
    if (end == std::string_view::npos) break;
    from = end + 1;
  }
  return fields;
}

// A whole number that fills the piece. `what` names it in the error.
[[nodiscard]] inline Result<int> read_int(const Piece& piece, int least, int most,
                                          std::string_view what) {
  int value = 0;
  const char* const end = piece.text.data() + piece.text.size();
  const auto [stop, status] = std::from_chars(piece.text.data(), end, value);
  if (status == std::errc::invalid_argument || stop != end) {
    const auto good = status == std::errc::invalid_argument ? 0 : stop - piece.text.data();
    return wrong(piece.column + static_cast<int>(good), "{} \"{}\"; expected a whole number", what,
                 piece.text);
  }
  if (status != std::errc{} || value < least || value > most) {
    return wrong(piece.column, "{} {}; expected {} to {}", what, piece.text, least, most);
  }
  return value;
}

// Two dice digits in any order.
[[nodiscard]] inline Result<Dice> read_dice(const Piece& piece) {
  for (std::size_t i = 0; i < piece.text.size() && i < 2; ++i) {
    if (piece.text[i] < '1' || piece.text[i] > '6') {
      return wrong(piece.column + static_cast<int>(i), "a roll of \"{}\"; expected two digits 1-6",
                   piece.text);
    }
  }
  if (piece.text.size() != 2) {
    return wrong(piece.column, "a roll of \"{}\"; expected two digits 1-6", piece.text);
  }
  return make_dice(piece.text[0] - '0', piece.text[1] - '0');
}

// Checkers as the player at the bottom (X, black) numbers the board: index 1..24 points, 0 the top
// player's bar, 25 the bottom player's.
struct SeatedBoard {
  std::array<std::uint8_t, 26> bottom{}, top{};
};

// Seats for what an ID says of two fixed players, before it is known who decides.
struct SeatedPosition {
  SeatedBoard board;
  int cube_exponent = 0;
  int cube_owner = 0;  // 1 bottom, -1 top, 0 centre
  int score_bottom = 0, score_top = 0;
  bool top_decides = false;
};

// Fills board, cube, score and seat of `position` (length, dice, rules, pending stay as they are).
inline void seat(const SeatedPosition& from, Position& position) {
  Board::Side bottom{}, top{};
  int bottom_off = kCheckers, top_off = kCheckers;
  for (std::size_t point = 0; point < 26; ++point) {
    bottom[point] = from.board.bottom[point];
    top[25 - point] = from.board.top[point];
    bottom_off -= from.board.bottom[point];
    top_off -= from.board.top[point];
  }
  bottom[kOff] = static_cast<std::uint8_t>(bottom_off);
  top[kOff] = static_cast<std::uint8_t>(top_off);
  const bool top_decides = from.top_decides;
  position.board = top_decides ? Board{top, bottom} : Board{bottom, top};
  position.us_is_first = top_decides;
  position.cube.exponent = from.cube_exponent;
  position.cube.owner =
      from.cube_owner == 0
          ? CubeOwner::centre
          : ((from.cube_owner < 0) == top_decides ? CubeOwner::us : CubeOwner::them);
  position.match.score_us = top_decides ? from.score_top : from.score_bottom;
  position.match.score_them = top_decides ? from.score_bottom : from.score_top;
}

// The reverse of seat().
[[nodiscard]] inline SeatedPosition seats_of(const Position& position) {
  SeatedPosition to;
  to.top_decides = position.us_is_first;
  const Board::Side& bottom = to.top_decides ? position.board.them : position.board.us;
  const Board::Side& top = to.top_decides ? position.board.us : position.board.them;
  for (std::size_t slot = 1; slot <= kBar; ++slot) {
    to.board.bottom[slot] = bottom[slot];
    to.board.top[25 - slot] = top[slot];
  }
  to.cube_exponent = position.cube.exponent;
  if (position.cube.owner != CubeOwner::centre) {
    to.cube_owner = (position.cube.owner == CubeOwner::us) == to.top_decides ? -1 : 1;
  }
  to.score_bottom = to.top_decides ? position.match.score_them : position.match.score_us;
  to.score_top = to.top_decides ? position.match.score_us : position.match.score_them;
  return to;
}

// validate(position) with the error placed at `column`.
[[nodiscard]] inline Result<Position> checked(const Position& position, int column) {
  if (auto status = validate(position); !status) {
    Error error = std::move(status).error();
    error.column = column;
    return fail(std::move(error));
  }
  return position;
}

// The GNU IDs that stand behind captions ("Position ID: ...", "Match ID   : ..."), in whatever language.
struct Captions {
  std::optional<Piece> position{}, match{};
};
[[nodiscard]] Captions find_captions(const Piece& piece);

[[nodiscard]] Result<Position> read_gnu(const Piece& piece);
[[nodiscard]] Result<Position> read_xgid(const Piece& piece);
[[nodiscard]] Result<Position> read_ogid(const Piece& piece);
[[nodiscard]] Result<Position> read_fibs(const Piece& piece);
[[nodiscard]] Result<Position> read_snowie(const Piece& piece);

}  // namespace alea::ids
