#include <array>
#include <charconv>

#include "engine/cube/ids.h"
#include "engine/cube/ids_text.h"

namespace alea {
namespace {

using ids::Piece;
using ids::read_int;
using ids::SeatedBoard;
using ids::SeatedPosition;
using ids::wrong;

// The fields by number.
struct Field {
  static constexpr std::size_t board = 0, cube = 1, owner = 2, turn = 3, roll = 4, score_bottom = 5,
                               score_top = 6, rule_flags = 7, length = 8, max_cube = 9, count = 10;
};
constexpr int kMost = 32767;

[[nodiscard]] Result<SeatedBoard> read_board(const Piece& piece) {
  SeatedBoard result;
  int bottom = 0, top = 0;
  for (std::size_t i = 0; i < piece.text.size() && i < 26; ++i) {
    const char c = piece.text[i];
    const int column = piece.column + static_cast<int>(i);
    const bool is_bottom = c >= 'A' && c <= 'O', is_top = c >= 'a' && c <= 'o';
    if (c != '-' && !is_bottom && !is_top) {
      return wrong(column, "'{}' in the board of an XGID; expected '-', A-O or a-o",
                   c >= ' ' && c <= '~' ? c : '?');
    }
    if ((i == 0 && is_bottom) || (i == 25 && is_top)) {
      return wrong(column, "checkers on the other player's bar");
    }
    if (is_bottom) {
      result.bottom[i] = static_cast<std::uint8_t>(c - 'A' + 1);
      bottom += c - 'A' + 1;
    } else if (is_top) {
      result.top[i] = static_cast<std::uint8_t>(c - 'a' + 1);
      top += c - 'a' + 1;
    }
    if (bottom > kCheckers || top > kCheckers) {
      return wrong(column, "more than {} checkers of the {} player", kCheckers,
                   bottom > kCheckers ? "bottom" : "top");
    }
  }
  if (piece.text.size() != 26) {
    return wrong(piece.column, "the board of an XGID has 26 characters, not {}", piece.text.size());
  }
  if (bottom == 0 || top == 0) {
    return wrong(piece.column, "the game is over: a side has borne off all checkers");
  }
  return result;
}

// Field 5: who has to answer what, or the dice.
[[nodiscard]] Status read_roll(const Piece& piece, bool top_turn, SeatedPosition& seated,
                               Position& position) {
  seated.top_decides = top_turn;
  if (piece.text == "00") return {};
  if (piece.text == "D" || piece.text == "R") {
    seated.top_decides = !top_turn;
    position.pending = piece.text == "D" ? Pending::double_offered : Pending::raccoon_offered;
  } else if (piece.text == "B") {
    position.pending = Pending::beaver_offered;
  } else {
    const auto dice = ids::read_dice(piece);
    if (!dice) {
      Error error = dice.error();
      error.message += ", 00, D, B or R";
      return fail(std::move(error));
    }
    position.dice = *dice;
    position.pending = Pending::checker_play;
  }
  // As in a GNU match ID the cube is the one before the offer that waits.
  if (piece.text == "B" || piece.text == "R") ++seated.cube_exponent;
  return {};
}

[[nodiscard]] Status read_rules(const Piece& piece, Position& position) {
  const bool money = position.match.is_money();
  const auto flags = read_int(piece, 0, money ? 3 : 1,
                              money ? "the Jacoby and beaver flags" : "the Crawford flag");
  if (!flags) return fail(flags.error());
  if (money) {
    position.rules.jacoby = (*flags & 1) != 0;
    position.rules.beavers = (*flags & 2) != 0;
  } else {
    position.match.crawford = *flags != 0;
    if (*flags != 0 && position.match.away_us() != 1 && position.match.away_them() != 1) {
      return wrong(piece.column, "a Crawford game needs a player who is one point away");
    }
  }
  return {};
}

}  // namespace

Result<Position> ids::read_xgid(const Piece& piece) {
  const Fields fields = split(piece);
  auto seated_board = read_board(fields[Field::board]);
  if (!seated_board) return fail(std::move(seated_board).error());
  // The last field is missing in IDs of some programs.
  if (fields.count != Field::count && fields.count != Field::max_cube) {
    return wrong(piece.column, "an XGID has {} fields separated by ':', not {}",
                 std::size_t{Field::count}, fields.count);
  }

  Position position;
  SeatedPosition seated;
  seated.board = *seated_board;
  const auto cube = read_int(fields[Field::cube], 0, kMaxCubeExponent, "the cube exponent");
  if (!cube) return fail(cube.error());
  const auto owner = read_int(fields[Field::owner], -1, 1, "the cube owner");
  if (!owner) return fail(owner.error());
  const auto turn = read_int(fields[Field::turn], -1, 1, "the player on roll");
  if (!turn) return fail(turn.error());
  if (*turn == 0)
    return wrong(fields[Field::turn].column, "the player on roll 0; expected 1 or -1");
  const auto length = read_int(fields[Field::length], 0, kMost, "the match length");
  if (!length) return fail(length.error());
  seated.cube_exponent = *cube;
  seated.cube_owner = *owner;
  position.match.length = *length;

  for (const auto field : {Field::score_bottom, Field::score_top}) {
    const auto score = read_int(fields[field], 0, kMost, "the score");
    if (!score) return fail(score.error());
    if (*length > 0 && *score >= *length) {
      return wrong(fields[field].column, "a score of {} in a {} point match: the match is over",
                   *score, *length);
    }
    (field == Field::score_bottom ? seated.score_bottom : seated.score_top) = *score;
  }
  ALEA_TRY(read_roll(fields[Field::roll], *turn < 0, seated, position));
  seat(seated, position);
  ALEA_TRY(read_rules(fields[Field::rule_flags], position));
  if (fields.count == Field::count) {
    const auto limit = read_int(fields[Field::max_cube], 0, kMost, "the highest cube exponent");
    if (!limit) return fail(limit.error());
    position.max_cube_exponent = *limit;
  }
  return checked(position, piece.column);
}

std::string to_xgid(const Position& position) {
  const SeatedPosition seated = ids::seats_of(position);
  std::string text = "XGID=";
  text.reserve(64);
  for (std::size_t i = 0; i < 26; ++i) {
    const int bottom = seated.board.bottom[i], top = seated.board.top[i];
    text.push_back(
        static_cast<char>(bottom > 0 ? 'A' + bottom - 1 : (top > 0 ? 'a' + top - 1 : '-')));
  }
  const bool beavered =
      position.pending == Pending::beaver_offered || position.pending == Pending::raccoon_offered;
  const bool top_turn = seated.top_decides != opponent_on_roll(position);
  const auto number = [&text](int value) {
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text.push_back(':');
    text.append(digits.data(), end);
  };
  number(seated.cube_exponent - (beavered ? 1 : 0));
  number(seated.cube_owner);
  number(top_turn ? -1 : 1);
  text.push_back(':');
  switch (position.pending) {
    case Pending::double_offered:
      text += 'D';
      break;
    case Pending::beaver_offered:
      text += 'B';
      break;
    case Pending::raccoon_offered:
      text += 'R';
      break;
    case Pending::roll_or_double:
    case Pending::checker_play:
    case Pending::resignation_offered:
      text += static_cast<char>('0' + (position.dice ? position.dice->high : 0));
      text += static_cast<char>('0' + (position.dice ? position.dice->low : 0));
      break;
  }
  number(seated.score_bottom);
  number(seated.score_top);
  number(position.match.is_money()
             ? (position.rules.jacoby ? 1 : 0) + (position.rules.beavers ? 2 : 0)
             : (position.match.crawford ? 1 : 0));
  number(position.match.length);
  number(position.max_cube_exponent);
  return text;
}

}  // namespace alea
