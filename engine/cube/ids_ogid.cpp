#include <fmt/format.h>

#include <algorithm>

#include "engine/cube/ids.h"
#include "engine/cube/ids_text.h"

// OpenGammon's position ID. White is the player at the top of an XGID, black the one at the bottom, who
// numbers the points; the side in the fifth field is the one that acts.
namespace alea {
namespace {

using ids::Piece;
using ids::read_int;
using ids::SeatedPosition;
using ids::wrong;

struct Field {
  static constexpr std::size_t white = 0, black = 1, cube = 2, roll = 3, turn = 4, score_white = 6,
                               score_black = 7, length = 8, ply = 9, checkers = 10, count = 11;
};
constexpr int kMost = 32767;
constexpr std::string_view kPointDigits = "0123456789abcdefghijklmnop";

// One character for each checker; `foreign_bar` is the other side's.
[[nodiscard]] Status read_side(const Piece& piece, std::size_t foreign_bar,
                               std::array<std::uint8_t, 26>& side) {
  for (std::size_t i = 0; i < piece.text.size(); ++i) {
    const int column = piece.column + static_cast<int>(i);
    const auto point = kPointDigits.find(piece.text[i]);
    if (point == std::string_view::npos) {
      return wrong(column, "a checker of an OGID stands on one of 0-9 or a-p");
    }
    if (point == foreign_bar) return wrong(column, "a checker on the other player's bar");
    if (i >= kCheckers) return wrong(column, "more than {} checkers on a side", kCheckers);
    ++side[point];
  }
  if (piece.text.empty()) {
    return wrong(piece.column, "the game is over: a side has borne off all checkers");
  }
  return {};
}

[[nodiscard]] Status read_cube(const Piece& piece, SeatedPosition& seated, Position& position) {
  const std::string_view text = piece.text;
  if (text.size() < 3) {
    return wrong(piece.column,
                 "the cube \"{}\" of an OGID; expected owner, exponent and state as N0N", text);
  }
  switch (text.front()) {
    case 'N':
      seated.cube_owner = 0;
      break;
    case 'W':
      seated.cube_owner = -1;
      break;
    case 'B':
      seated.cube_owner = 1;
      break;
    default:
      return wrong(piece.column, "the cube owner of an OGID is W, B or N");
  }
  const auto exponent =
      read_int(piece.part(1, text.size() - 2), 0, kMaxCubeExponent, "the cube exponent");
  if (!exponent) return fail(exponent.error());
  seated.cube_exponent = *exponent;
  const int last = piece.column + static_cast<int>(text.size()) - 1;
  switch (text.back()) {
    case 'N':
    case 'T':
      break;  // nothing offered, or just taken
    case 'O':
      position.pending = Pending::double_offered;
      break;
    case 'P':
      return wrong(last, "the double of this OGID was passed: the game is over");
    default:
      return wrong(last, "the cube state of an OGID is N, O, T or P");
  }
  return {};
}

// "7", "7C" (Crawford game), "7L" (after it), "7G3" (at most three games: not kept).
[[nodiscard]] Status read_length(const Piece& piece, Position& position) {
  const auto digits = std::min(piece.text.find_first_not_of("0123456789"), piece.text.size());
  const auto length = read_int(piece.part(0, digits), 0, kMost, "the match length");
  if (!length) return fail(length.error());
  position.match.length = *length;
  const Piece suffix = piece.part(digits);
  if (suffix.text.empty() || suffix.text == "L") return {};
  if (suffix.text.front() == 'G') {
    const auto games = read_int(suffix.part(1), 0, kMost, "the number of games");
    return games ? Status{} : fail(games.error());
  }
  if (suffix.text != "C") {
    return wrong(suffix.column, "\"{}\" after the match length; expected C, L or G and a number",
                 suffix.text);
  }
  position.match.crawford = true;
  return {};
}

[[nodiscard]] Status read_scores(const ids::Fields& fields, SeatedPosition& seated,
                                 Position& position) {
  if (fields.count > Field::length && !fields[Field::length].text.empty()) {
    ALEA_TRY(read_length(fields[Field::length], position));
  }
  for (const auto field : {Field::score_white, Field::score_black}) {
    if (fields.count <= field || fields[field].text.empty()) continue;
    const auto score = read_int(fields[field], 0, kMost, "the score");
    if (!score) return fail(score.error());
    if (position.match.length > 0 && *score >= position.match.length) {
      return wrong(fields[field].column, "a score of {} in a {} point match: the match is over",
                   *score, position.match.length);
    }
    (field == Field::score_white ? seated.score_top : seated.score_bottom) = *score;
  }
  return {};
}

}  // namespace

Result<Position> ids::read_ogid(const Piece& piece) {
  const Fields fields = split(piece);
  if (fields.count < 3 || fields.count > Field::count) {
    return wrong(piece.column, "an OGID has 3 to {} fields separated by ':', not {}",
                 std::size_t{Field::count}, fields.count);
  }
  Position position;
  SeatedPosition seated;
  ALEA_TRY(read_side(fields[Field::white], 25, seated.board.top));
  ALEA_TRY(read_side(fields[Field::black], 0, seated.board.bottom));
  for (std::size_t i = 0; i < fields[Field::black].text.size(); ++i) {
    const auto point = kPointDigits.find(fields[Field::black].text[i]);
    if (seated.board.top[point] > 0) {
      return wrong(fields[Field::black].column + static_cast<int>(i), "both sides on the {}-point",
                   point);
    }
  }
  ALEA_TRY(read_cube(fields[Field::cube], seated, position));
  if (fields.count > Field::roll && !fields[Field::roll].text.empty()) {
    const auto dice = read_dice(fields[Field::roll]);
    if (!dice) return fail(dice.error());
    if (position.pending == Pending::double_offered) {
      return wrong(fields[Field::roll].column, "a roll while a double waits for an answer");
    }
    position.dice = *dice;
    position.pending = Pending::checker_play;
  }
  // Without a side the position is black's, as a bare GNU position ID is the bottom player's.
  if (fields.count > Field::turn && !fields[Field::turn].text.empty()) {
    const std::string_view turn = fields[Field::turn].text;
    if (turn != "W" && turn != "B") {
      return wrong(fields[Field::turn].column, "the side \"{}\" of an OGID; expected W or B", turn);
    }
    seated.top_decides = turn == "W";
  }
  ALEA_TRY(read_scores(fields, seated, position));
  if (fields.count > Field::ply && !fields[Field::ply].text.empty()) {
    const auto ply = read_int(fields[Field::ply], 0, kMost, "the number of the move");
    if (!ply) return fail(ply.error());
  }
  if (fields.count > Field::checkers && fields[Field::checkers].text != "15") {
    return wrong(fields[Field::checkers].column, "{} checkers a side; expected {}",
                 fields[Field::checkers].text, kCheckers);
  }
  seat(seated, position);
  return checked(position, piece.column);
}

std::string to_ogid(const Position& position) {
  const SeatedPosition seated = ids::seats_of(position);
  std::string text;
  text.reserve(64);
  for (std::size_t point = 0; point < 26; ++point) {
    text.append(seated.board.top[point], kPointDigits[point]);
  }
  text.push_back(':');
  for (std::size_t point = 0; point < 26; ++point) {
    text.append(seated.board.bottom[point], kPointDigits[point]);
  }
  const bool offered = position.pending == Pending::double_offered;
  fmt::format_to(std::back_inserter(text),
                 ":{}{}{}:", seated.cube_owner == 0 ? 'N' : (seated.cube_owner < 0 ? 'W' : 'B'),
                 seated.cube_exponent, offered ? 'O' : 'N');
  if (position.dice) {
    text.push_back(static_cast<char>('0' + position.dice->high));
    text.push_back(static_cast<char>('0' + position.dice->low));
  }
  fmt::format_to(std::back_inserter(text), ":{}::{}:{}:{}{}:", seated.top_decides ? 'W' : 'B',
                 seated.score_top, seated.score_bottom, position.match.length,
                 position.match.crawford ? "C" : "");
  return text;
}

}  // namespace alea
