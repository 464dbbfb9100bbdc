#include "engine/cube/ids_snowie.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "engine/cube/ids_text.h"

namespace alea {
namespace {

constexpr std::size_t kValues = 40;

// Where the values stand. The third has no known meaning.
enum Value : std::size_t {
  kLength = 0,
  kJacoby = 1,
  kSeat = 4,  // 1: the player on roll is the one who sits at the bottom
  kNameUs = 5,
  kNameThem = 6,
  kCrawford = 7,
  kScoreUs = 8,
  kScoreThem = 9,
  kCube = 10,
  kOwner = 11,  // 1 the player on roll, 0 centre, -1 the other
  kPlaces =
      12,  // 26 of them: a bar, points 1 to 24 as the player on roll numbers them, the other bar
  kDice = 38
};

using Values = std::array<ids::Piece, kValues>;

[[nodiscard]] Result<Values> split_values(std::string_view text) {
  Values values;
  std::size_t from = 0;
  for (std::size_t i = 0; i < kValues; ++i) {
    if (from > text.size()) {
      return ids::wrong(static_cast<int>(text.size()) + 1,
                        "a Snowie position of {} values; expected {}", i, kValues);
    }
    const std::size_t end = std::min(text.find(';', from), text.size());
    values[i] = {text.substr(from, end - from), static_cast<int>(from) + 1};
    from = end + 1;
  }
  return values;
}

// Positive numbers are checkers of the player on roll, negative ones the opponent's, also on the bars.
[[nodiscard]] Result<Board> read_points(const Values& values) {
  Board board;
  int us = kCheckers, them = kCheckers;
  for (std::size_t i = 0; i < 26; ++i) {
    const ids::Piece& piece = values[kPlaces + i];
    const auto count = ids::read_int(piece, -kCheckers, kCheckers, "the checkers on a point");
    if (!count) return fail(count.error());
    if (*count > 0) {
      board.us[i == 0 ? kBar : i] = static_cast<std::uint8_t>(*count);
      us -= *count;
    } else if (*count < 0) {
      board.them[i == 25 ? kBar : 25 - i] = static_cast<std::uint8_t>(-*count);
      them += *count;
    }
  }
  if (us < 0 || them < 0) {
    return ids::wrong(values[kPlaces].column, "more than {} checkers of a side", kCheckers);
  }
  board.us[kOff] = static_cast<std::uint8_t>(us);
  board.them[kOff] = static_cast<std::uint8_t>(them);
  return board;
}

// Reads numbers one by one and remembers the first failure.
class Reader {
 public:
  explicit Reader(const Values& values) : values_(values) {}

  [[nodiscard]] int number(std::size_t at, int least, int most, std::string_view what) {
    const auto value = ids::read_int(values_[at], least, most, what);
    if (!value && error_.column == 0) error_ = value.error();
    return value.value_or(least);
  }
  [[nodiscard]] const Error& error() const { return error_; }  // column 0: none

 private:
  const Values& values_;
  Error error_{};
};

}  // namespace

bool looks_like_snowie(std::string_view text) {
  return text.find('\n') == std::string_view::npos &&
         std::count(text.begin(), text.end(), ';') >= 30;
}

Result<SnowieText> parse_snowie(std::string_view text) {
  const auto values = split_values(text);
  if (!values) return fail(values.error());
  constexpr int kMost = 32767;
  Reader read(*values);
  SnowieText result{.name_us = (*values)[kNameUs].text, .name_them = (*values)[kNameThem].text};
  Position& position = result.position;
  position.match.length = read.number(kLength, 0, kMost, "the match length");
  const bool money = position.match.is_money();
  position.rules.jacoby = read.number(kJacoby, 0, 1, "the Jacoby rule") != 0 && money;
  position.us_is_first = read.number(kSeat, 0, 1, "the side on roll") == 0;
  position.match.crawford = read.number(kCrawford, 0, 1, "the Crawford game") != 0 && !money;
  position.match.score_us = read.number(kScoreUs, 0, kMost, "the score");
  position.match.score_them = read.number(kScoreThem, 0, kMost, "the score");
  const int cube = read.number(kCube, 1, 1 << kMaxCubeExponent, "the cube");
  const int owner = read.number(kOwner, -1, 1, "the cube's owner");
  const int first = read.number(kDice, 0, 6, "a die"),
            second = read.number(kDice + 1, 0, 6, "a die");
  if (read.error().column != 0) return fail(read.error());
  if (!std::has_single_bit(static_cast<unsigned>(cube))) {
    return ids::wrong((*values)[kCube].column, "a cube of {} is no power of two", cube);
  }
  position.cube = {std::countr_zero(static_cast<unsigned>(cube)), owner == 0  ? CubeOwner::centre
                                                                  : owner > 0 ? CubeOwner::us
                                                                              : CubeOwner::them};
  if ((first == 0) != (second == 0)) {
    return ids::wrong((*values)[kDice].column, "a roll of {} and {}; expected two dice of 1 to 6",
                      first, second);
  }
  if (first != 0) {
    position.dice = make_dice(first, second);
    position.pending = Pending::checker_play;
  }
  const auto board = read_points(*values);
  if (!board) return fail(board.error());
  position.board = *board;
  const auto good = ids::checked(position, (*values)[kPlaces].column);
  if (!good) return fail(good.error());
  return result;
}

Result<Position> ids::read_snowie(const Piece& piece) {
  const auto read = parse_snowie(piece.text);
  if (read) return read->position;
  Error error = read.error();
  error.column += piece.column - 1;
  return fail(std::move(error));
}

}  // namespace alea
