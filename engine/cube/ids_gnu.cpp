#include <array>
#include <bit>
#include <cstdint>

#include "engine/cube/ids.h"
#include "engine/cube/ids_text.h"

namespace alea {
namespace {

using ids::Piece;
using ids::wrong;

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t kPositionLength = 14;
constexpr std::size_t kMatchLength = 12;
constexpr int kPositionBits = 80;
constexpr std::uint8_t kNoDigit = 255;

constexpr std::array<std::uint8_t, 256> kDigits = [] {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    digits[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return digits;
}();

// Up to 128 bits, bit 0 first.
struct Bits {
  std::uint64_t low = 0, high = 0;

  void put(int at, std::uint64_t value) {
    if (at < 64) {
      low |= value << at;
      if (at > 0) high |= value >> (64 - at);
    } else {
      high |= value << (at - 64);
    }
  }
  [[nodiscard]] std::uint64_t from(int at) const {
    if (at == 0) return low;
    return at < 64 ? low >> at | high << (64 - at) : high >> (at - 64);
  }
  [[nodiscard]] int field(int at, int count) const {
    return static_cast<int>(from(at) & ((std::uint64_t{1} << count) - 1));
  }
};

// Place of the character that holds bit `bit` (bytes run from their low bit, base64 from the high one).
[[nodiscard]] int column_of_bit(const Piece& piece, int bit) {
  return piece.column + (8 * (bit / 8) + 7 - bit % 8) / 6;
}

[[nodiscard]] Result<Bits> decode(const Piece& piece, int bytes, std::string_view what) {
  Bits bits;
  std::uint32_t window = 0;
  int held = 0, next_byte = 0;
  for (std::size_t i = 0; i < piece.text.size(); ++i) {
    const std::uint8_t digit = kDigits[static_cast<unsigned char>(piece.text[i])];
    if (digit == kNoDigit) {
      return wrong(piece.column + static_cast<int>(i),
                   "a {} holds only letters, digits, '+' and '/'", what);
    }
    window = window << 6 | digit;
    held += 6;
    if (held >= 8) {
      held -= 8;
      if (next_byte < bytes) bits.put(8 * next_byte++, window >> held & 0xFFU);
    }
  }
  if ((window & ((1U << held) - 1)) != 0) {
    return wrong(piece.column + static_cast<int>(piece.text.size()) - 1,
                 "the last character of this {} sets bits that have no meaning", what);
  }
  return bits;
}

[[nodiscard]] std::string encode(const Bits& bits, int bytes, std::size_t length) {
  std::string text;
  text.reserve(length);
  std::uint32_t window = 0;
  int held = 0;
  for (int byte = 0; byte < bytes; ++byte) {
    window = window << 8 | static_cast<std::uint32_t>(bits.field(8 * byte, 8));
    held += 8;
    for (; held >= 6; held -= 6) text.push_back(kAlphabet[window >> (held - 6) & 63U]);
  }
  if (text.size() < length) text.push_back(kAlphabet[window << (6 - held) & 63U]);
  return text;
}

// One side from `at` on; leaves `at` behind it.
[[nodiscard]] Status read_side(const Bits& bits, const Piece& piece, int& at, Board::Side& side) {
  int left = kCheckers;
  for (std::size_t slot = 1; slot <= kBar; ++slot) {
    const int count = std::countr_one(bits.from(at));
    if (count > left) {
      return wrong(column_of_bit(piece, at + left), "more than {} checkers on a side", kCheckers);
    }
    side[slot] = static_cast<std::uint8_t>(count);
    left -= count;
    at += count + 1;
    // Ones cannot pass bit 80: decode() leaves all bits above it clear. Zeros can.
    if (at > kPositionBits) {
      return wrong(column_of_bit(piece, kPositionBits - 1), "this position ID ends within a side");
    }
  }
  side[kOff] = static_cast<std::uint8_t>(left);
  return {};
}

[[nodiscard]] Result<Board> read_board(const Piece& piece) {
  if (piece.text.size() != kPositionLength) {
    // A wrong character is the better explanation of a wrong length.
    if (auto bits = decode(piece, 0, "GNU position ID"); !bits && !piece.text.empty()) {
      for (std::size_t i = 0; i < piece.text.size(); ++i) {
        if (kDigits[static_cast<unsigned char>(piece.text[i])] == kNoDigit)
          return fail(bits.error());
      }
    }
    return wrong(piece.column, "a GNU position ID has {} characters, not {}", kPositionLength,
                 piece.text.size());
  }
  const auto bits = decode(piece, kPositionBits / 8, "GNU position ID");
  if (!bits) return fail(bits.error());
  Board board;
  int at = 0;
  ALEA_TRY(read_side(*bits, piece, at, board.them));
  const int second = at;
  ALEA_TRY(read_side(*bits, piece, at, board.us));
  if (at < kPositionBits && (bits->from(at) != 0 || (at < 64 && bits->high != 0))) {
    const int stray = at + std::countr_zero(bits->from(at));
    return wrong(column_of_bit(piece, stray), "checkers beyond the bar of the player on roll");
  }
  int bit = second;
  for (std::size_t slot = 1; slot <= kPoints; ++slot) {
    if (board.us[slot] > 0 && board.them[25 - slot] > 0) {
      return wrong(column_of_bit(piece, bit), "both sides on the {}-point of the player on roll",
                   slot);
    }
    bit += board.us[slot] + 1;
  }
  if (auto status = validate(board); !status)
    return wrong(piece.column, "{}", status.error().message);
  return board;
}

// Where the fields of a match ID start; design: the manual of GNU Backgammon.
struct MatchBits {
  static constexpr int cube = 0, owner = 4, roller = 6, crawford = 7, state = 8, decider = 11,
                       doubled = 12, resigned = 13, die1 = 15, die2 = 18, length = 21, score0 = 36,
                       score1 = 51, no_jacoby = 66, unused = 67;
};
constexpr int kCentred = 3;

[[nodiscard]] Status read_match_id(const Piece& piece, Position& position) {
  if (piece.text.size() != kMatchLength) {
    return wrong(piece.column, "a GNU match ID has {} characters, not {}", kMatchLength,
                 piece.text.size());
  }
  const auto bits = decode(piece, 9, "GNU match ID");
  if (!bits) return fail(bits.error());
  const auto refuse = [&](int bit, std::string_view message) {
    return wrong(column_of_bit(piece, bit), "{}", message);
  };
  using At = MatchBits;

  if (bits->field(At::unused, 5) != 0) {
    return refuse(At::unused + std::countr_zero(bits->from(At::unused)),
                  "this match ID sets bits that have no meaning");
  }
  const int state = bits->field(At::state, 3);
  if (state >= 2) {
    return refuse(At::state, state <= 4 ? "the game of this match ID is over"
                                        : "this match ID has an unknown game state");
  }
  const int roller = bits->field(At::roller, 1);
  const int decider = bits->field(At::decider, 1);
  const bool doubled = bits->field(At::doubled, 1) != 0;
  const int resigned = bits->field(At::resigned, 2);
  const int owner = bits->field(At::owner, 2);
  if (owner == 2) return refuse(At::owner, "this match ID has an unknown cube owner");
  const int die1 = bits->field(At::die1, 3), die2 = bits->field(At::die2, 3);
  if (die1 > 6 || die2 > 6 || (die1 == 0) != (die2 == 0)) {
    return wrong(column_of_bit(piece, At::die1), "a roll of {} and {}; expected two dice of 1 to 6",
                 die1, die2);
  }

  position.cube.exponent = bits->field(At::cube, 4);
  position.cube.owner =
      owner == kCentred ? CubeOwner::centre : (owner == decider ? CubeOwner::us : CubeOwner::them);
  position.us_is_first = decider == 0;
  if (die1 > 0) position.dice = make_dice(die1, die2);
  position.pending = die1 > 0 ? Pending::checker_play : Pending::roll_or_double;
  if (doubled && resigned > 0) {
    return refuse(At::resigned, "a double and a resignation at the same time");
  }
  if (resigned > 0) {
    if (decider == roller) {
      return refuse(At::decider, "a resignation is answered by the player who is not on roll");
    }
    position.pending = Pending::resignation_offered;
    position.resignation = resigned;
  } else if (doubled) {
    // The cube is as it was before the offer that waits; who owns it tells which offer that is.
    const bool beavered = owner != kCentred && owner != roller;
    if (decider == roller && !beavered) {
      return refuse(At::decider, "a double is answered by the player who is not on roll");
    }
    position.pending = !beavered           ? Pending::double_offered
                       : decider == roller ? Pending::beaver_offered
                                           : Pending::raccoon_offered;
    if (beavered) ++position.cube.exponent;
  } else if (decider != roller) {
    return refuse(At::decider, "the player not on roll decides, but nothing has been offered");
  }

  MatchState& match = position.match;
  match.length = bits->field(At::length, 15);
  const int score0 = bits->field(At::score0, 15), score1 = bits->field(At::score1, 15);
  match.score_us = decider == 0 ? score0 : score1;
  match.score_them = decider == 0 ? score1 : score0;
  if (!match.is_money() && (score0 >= match.length || score1 >= match.length)) {
    return wrong(column_of_bit(piece, score0 >= match.length ? At::score0 : At::score1),
                 "a score of {}-{} in a {} point match: the match is over", match.score_us,
                 match.score_them, match.length);
  }
  match.crawford = bits->field(At::crawford, 1) != 0;
  const bool jacoby = bits->field(At::no_jacoby, 1) == 0;
  position.rules.jacoby = match.is_money() && jacoby;
  position.old_match_id = !match.is_money() && jacoby;
  return {};
}

[[nodiscard]] int seat_of_roller(const Position& position) {
  const bool first = position.us_is_first != opponent_on_roll(position);
  return first ? 0 : 1;
}

}  // namespace

Result<Board> parse_gnu_position_id(std::string_view text) {
  return read_board(Piece{text});
}

Result<Position> ids::read_gnu(const Piece& piece) {
  const auto colon = piece.text.find(':');
  auto board = read_board(piece.part(0, colon));
  if (!board) return fail(std::move(board).error());
  Position position;
  if (colon != std::string_view::npos) {
    ALEA_TRY(read_match_id(piece.part(colon + 1), position));
  }
  // The ID shows the board to the player on roll.
  position.board = opponent_on_roll(position) ? board->flipped() : *board;
  return checked(position, piece.column);
}

std::string to_gnu_position_id(const Board& board) {
  const BoardKey key = key_of(board);
  Bits bits;
  bits.put(0, key.them);
  bits.put(kCheckers + 25 - board.them[kOff], key.us);
  return encode(bits, kPositionBits / 8, kPositionLength);
}

std::string to_gnu_match_id(const Position& position) {
  using At = MatchBits;
  const int roller = seat_of_roller(position);
  const int decider = position.us_is_first ? 0 : 1;
  const bool beavered =
      position.pending == Pending::beaver_offered || position.pending == Pending::raccoon_offered;
  const bool doubled = beavered || position.pending == Pending::double_offered;
  const auto unsigned_of = [](int value) { return static_cast<std::uint64_t>(value); };

  Bits bits;
  bits.put(At::cube, unsigned_of(position.cube.exponent - (beavered ? 1 : 0)));
  const int owner = position.cube.owner == CubeOwner::centre
                        ? kCentred
                        : (position.cube.owner == CubeOwner::us ? decider : 1 - decider);
  bits.put(At::owner, unsigned_of(owner));
  bits.put(At::roller, unsigned_of(roller));
  bits.put(At::crawford, position.match.crawford ? 1 : 0);
  bits.put(At::state, 1);
  bits.put(At::decider, unsigned_of(decider));
  bits.put(At::doubled, doubled ? 1 : 0);
  bits.put(At::resigned, unsigned_of(position.resignation));
  if (position.dice) {
    bits.put(At::die1, position.dice->high);
    bits.put(At::die2, position.dice->low);
  }
  const MatchState& match = position.match;
  bits.put(At::length, unsigned_of(match.length));
  bits.put(At::score0, unsigned_of(decider == 0 ? match.score_us : match.score_them));
  bits.put(At::score1, unsigned_of(decider == 0 ? match.score_them : match.score_us));
  const bool jacoby_bit_clear = match.is_money() ? position.rules.jacoby : position.old_match_id;
  bits.put(At::no_jacoby, jacoby_bit_clear ? 0 : 1);
  return encode(bits, 9, kMatchLength);
}

std::string to_gnu_id(const Position& position) {
  const Board board = opponent_on_roll(position) ? position.board.flipped() : position.board;
  return to_gnu_position_id(board) + ':' + to_gnu_match_id(position);
}

}  // namespace alea
