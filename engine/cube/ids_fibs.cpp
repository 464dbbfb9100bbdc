#include "engine/cube/ids_fibs.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "engine/cube/ids_text.h"

namespace alea {
namespace {

using ids::Piece;
using ids::wrong;

constexpr std::string_view kPrefix = "board:";
constexpr std::size_t kValues = 52;
constexpr int kUnlimited = 9999;

// Reads the values in their order, remembers the first failure.
class ValueReader {
 public:
  explicit ValueReader(const ids::Fields& fields) : fields_(fields) {}

  [[nodiscard]] std::string_view name() { return fields_[next_++].text; }
  [[nodiscard]] int number(int least, int most, std::string_view what) {
    const Piece& piece = fields_[next_++];
    if (error_.column != 0) return 0;
    const auto value = ids::read_int(piece, least, most, what);
    if (!value) error_ = value.error();
    return value.value_or(0);
  }
  [[nodiscard]] const Error& error() const { return error_; }  // column 0: none

 private:
  const ids::Fields& fields_;
  std::size_t next_ = 0;
  Error error_{};
};

[[nodiscard]] Result<FibsBoard> read_values(const Piece& piece) {
  if (!piece.text.starts_with(kPrefix))
    return wrong(piece.column, "a FIBS board starts with \"board:\"");
  ids::Fields fields = ids::split(piece.part(kPrefix.size()));
  if (fields.count == kValues + 1 && fields[kValues].text.empty()) --fields.count;
  if (fields.count != kValues) {
    return wrong(piece.column, "a FIBS board has {} values after \"board\", not {}", kValues,
                 fields.count);
  }
  ValueReader read(fields);
  FibsBoard b;
  b.name_first = read.name();
  b.name_second = read.name();
  b.length = read.number(0, 32767, "the match length");
  b.score_first = read.number(0, 32767, "the score");
  b.score_second = read.number(0, 32767, "the score");
  for (int& point : b.points) point = read.number(-kCheckers, kCheckers, "the checkers on a point");
  b.turn = read.number(-1, 1, "the side on roll");
  for (int& die : b.dice) die = read.number(0, 6, "a die");
  b.cube = read.number(1, 1 << kMaxCubeExponent, "the cube");
  b.first_may_double = read.number(0, 1, "the flag of who may double") != 0;
  b.second_may_double = read.number(0, 1, "the flag of who may double") != 0;
  b.was_doubled = read.number(0, 1, "the flag of a double") != 0;
  b.colour = read.number(-1, 1, "the colour");
  b.direction = read.number(-1, 1, "the direction");
  b.home = read.number(0, 25, "the home index");
  b.bar = read.number(0, 25, "the bar index");
  b.off_first = read.number(0, kCheckers, "the checkers borne off");
  b.off_second = read.number(0, kCheckers, "the checkers borne off");
  b.bar_first = read.number(0, kCheckers, "the checkers on the bar");
  b.bar_second = read.number(0, kCheckers, "the checkers on the bar");
  b.can_move = read.number(0, 4, "the number of steps");
  b.forced = read.number(0, 32767, "the flag of a forced move");
  b.post_crawford = read.number(0, 1, "the flag of the Crawford game");
  b.redoubles = read.number(0, 32767, "the number of redoubles");
  if (read.error().column != 0) return fail(read.error());
  if (b.colour == 0 || b.direction == 0) {
    return wrong(piece.column, "colour and direction of a FIBS board are 1 or -1");
  }
  if (!std::has_single_bit(static_cast<unsigned>(b.cube))) {
    return wrong(piece.column, "a cube of {} is no power of two", b.cube);
  }
  return b;
}

// The side whose checkers have the sign `sign`, in its own numbering; `mirrored`: index n is 25 - n.
[[nodiscard]] Result<Board::Side> side_of(const FibsBoard& b, int sign, bool mirrored, int off) {
  Board::Side side{};
  int count = 0;
  for (std::size_t index = 0; index < b.points.size(); ++index) {
    const int checkers = b.points[index] * sign;
    if (checkers <= 0) continue;
    const std::size_t slot = mirrored ? 25 - index : index;
    if (slot == 0) return wrong(1, "{} checkers on the other player's bar", checkers);
    side[slot] = static_cast<std::uint8_t>(checkers);
    count += checkers;
  }
  if (count > kCheckers || (off > 0 && count + off != kCheckers)) {
    return wrong(1, "{} checkers on the board and {} borne off; expected {} in all", count, off,
                 kCheckers);
  }
  side[kOff] = static_cast<std::uint8_t>(kCheckers - count);
  return side;
}

// Fills in the dice of the side on roll; needs pending and match to be known.
[[nodiscard]] Status set_dice(int a, int b, Position& position) {
  if (a == 0 && b == 0) return {};
  if (a == 0 || b == 0) return wrong(1, "a roll of {} and {}; expected two dice of 1 to 6", a, b);
  if (position.pending != Pending::roll_or_double) {
    return wrong(1, "a roll while a double waits for an answer");
  }
  position.dice = make_dice(a, b);
  position.pending = Pending::checker_play;
  return {};
}

// GNU Backgammon only. A waiting offer while the one who rolls next does not own the turned cube.
[[nodiscard]] bool is_beaver_or_raccoon(const FibsBoard& b) noexcept {
  if (!b.was_doubled || b.cube == 1 || b.first_may_double == b.second_may_double) return false;
  const bool second_owns = b.first_may_double;  // flags are seen by player 1
  return second_owns != (b.turn > 0);
}

// GNU Backgammon only: whether its player 1 is the one to decide. Rolls and beavers are answered by the
// player whose turn it is, doubles and raccoons by the other.
[[nodiscard]] bool is_second_player(const FibsBoard& b, bool we_beavered) noexcept {
  const bool by_other = b.was_doubled && (we_beavered || !is_beaver_or_raccoon(b));
  return (b.turn > 0) != by_other;
}

// GNU Backgammon only: points and cube flags turned to its player 0. Names, scores and turn stay.
[[nodiscard]] FibsBoard seen_by_first_player(const FibsBoard& b) noexcept {
  FibsBoard turned = b;
  for (std::size_t i = 0; i < b.points.size(); ++i) turned.points[i] = -b.points[25 - i];
  std::swap(turned.first_may_double, turned.second_may_double);
  std::swap(turned.off_first, turned.off_second);
  return turned;
}

}  // namespace

bool FibsBoard::is_from_gnubg() const noexcept {
  return name_first != "You" && length != kUnlimited && colour == 1 && direction == -1 &&
         home == 0 && bar == 25 && bar_first == 0 && bar_second == 0 && can_move == 0 &&
         forced == 0 && dice[0] == dice[2] && dice[1] == dice[3];
}

Result<FibsBoard> parse_fibs_board(std::string_view line) {
  return read_values(Piece{line});
}

Result<Position> to_position(const FibsBoard& board, bool we_beavered) {
  const bool gnubg = board.is_from_gnubg();
  const bool first_player = gnubg && !is_second_player(board, we_beavered);
  const FibsBoard b = first_player ? seen_by_first_player(board) : board;
  if (b.turn == 0) return wrong(1, "nobody is on roll: the game is over");

  Position position;
  const bool mirrored = b.direction > 0;
  auto first = side_of(b, b.colour, mirrored, b.off_first);
  if (!first) return fail(std::move(first).error());
  auto second = side_of(b, -b.colour, !mirrored, b.off_second);
  if (!second) return fail(std::move(second).error());
  position.board = Board{*first, *second};

  position.match.length = b.length == kUnlimited ? 0 : b.length;
  // GNU Backgammon: names and scores stand in the order of its players; turn says which one moves.
  const bool swapped = gnubg && b.turn > 0;
  position.match.score_us = swapped ? b.score_second : b.score_first;
  position.match.score_them = swapped ? b.score_first : b.score_second;
  const bool one_away = !position.match.is_money() && position.match.length > 1 &&
                        (position.match.away_us() == 1 || position.match.away_them() == 1);
  position.match.crawford = one_away && b.post_crawford == 0 && (!gnubg || b.redoubles == 0);
  position.us_is_first = first_player;

  position.cube.exponent = std::countr_zero(static_cast<unsigned>(b.cube));
  if (b.cube > 1 && b.first_may_double != b.second_may_double) {
    position.cube.owner = b.first_may_double ? CubeOwner::us : CubeOwner::them;
  } else if (b.cube > 1 && !b.first_may_double) {
    return wrong(1, "a cube of {} that nobody may turn", b.cube);
  }
  if (b.was_doubled) {
    const bool answers_owner = gnubg && is_beaver_or_raccoon(board);
    const bool raccoon = answers_owner ? we_beavered : position.cube.owner == CubeOwner::us;
    position.pending = raccoon         ? Pending::raccoon_offered
                       : answers_owner ? Pending::beaver_offered
                                       : Pending::double_offered;
    // The value shown is that before the last offer.
    if (position.pending != Pending::double_offered) ++position.cube.exponent;
  }
  const bool first_rolls = gnubg || b.turn == b.colour;
  const std::size_t dice = first_rolls ? 0 : 2;
  ALEA_TRY(set_dice(b.dice[dice], b.dice[dice + 1], position));
  if (!first_rolls && !b.was_doubled) position = flipped(position);
  return ids::checked(position, 1);
}

Result<Position> ids::read_fibs(const Piece& piece) {
  const auto board = read_values(piece);
  if (!board) return fail(board.error());
  auto position = to_position(*board);
  if (position) return position;
  Error error = position.error();
  error.column = piece.column;
  return fail(std::move(error));
}

}  // namespace alea
