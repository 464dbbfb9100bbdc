// JellyFish's positions (.pos): little-endian numbers of 16 bits around two Pascal strings. The layout was found
// by comparing what GNU Backgammon 1.07 writes for known positions (`export position pos`).
#include <bit>

#include "engine/base/result.h"
#include "engine/record/readers.h"

namespace alea {
namespace {

constexpr std::size_t kHead = 36;          // numbers before the names
constexpr std::size_t kTail = 2 * 26 * 2;  // 26 points, each before and after the play
constexpr int kEmpty = 20;                 // on a point; more: player 2's checkers

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] int word(std::size_t at) const {
    return static_cast<std::int16_t>(byte(at) | byte(at + 1) << 8);
  }
  [[nodiscard]] int byte(std::size_t at) const {
    return at < bytes_.size() ? static_cast<std::uint8_t>(bytes_[at]) : 0;
  }

 private:
  std::string_view bytes_;
};

// As player 2 numbers the points; list[0] is that player's bar.
[[nodiscard]] std::optional<Board> board_of(const Bytes& bytes, std::size_t points) {
  Board board;
  int us = kCheckers, them = kCheckers;
  for (std::size_t i = 0; i < 26; ++i) {
    const int count = bytes.word(points + 4 * i) - kEmpty;
    if (count > kCheckers || count < -kCheckers) return {};
    if (count > 0) {
      if (i == 25) return {};
      board.us[25 - i] = static_cast<std::uint8_t>(count);
      us -= count;
    } else if (count < 0) {
      if (i == 0) return {};
      board.them[i] = static_cast<std::uint8_t>(-count);
      them += count;
    }
  }
  if (us < 0 || them < 0) return {};
  board.us[kOff] = static_cast<std::uint8_t>(us);
  board.them[kOff] = static_cast<std::uint8_t>(them);
  return board;
}

}  // namespace

bool looks_like_jellyfish(std::string_view bytes) {
  constexpr int kOldest = 124, kNewest = 126;
  const int version = Bytes(bytes).word(0);
  return version >= kOldest && version <= kNewest && bytes.size() >= kHead + kTail + 6 &&
         bytes.size() < 1000;
}

Result<MatchRecord> read_jellyfish(std::string_view data) {
  const auto bad = [](const char* what) {
    return fail(ErrorKind::input, std::string("a damaged JellyFish position: ") + what);
  };
  const Bytes bytes(data);
  MatchRecord record;
  record.format = "jellyfish";
  record.producer = "JellyFish";
  RecordedPosition entry;
  std::size_t at = kHead;
  for (const std::size_t player : {1U, 0U}) {  // player 2 sits at the bottom
    const auto size = static_cast<std::size_t>(bytes.byte(at));
    if (at + 1 + size + kTail > data.size()) return bad("a name that does not end");
    entry.players[player] = from_windows_1252(data.substr(at + 1, size));
    at += 1 + size;
  }
  // Behind the names: two numbers of unknown meaning, the Crawford game (2), others, the roll, the points.
  const std::size_t points = data.size() - kTail, dice = points - 4;
  if (dice < at + 4) return bad("it is too short");
  Position position;  // as player 2 sees it
  const auto board = board_of(bytes, points);
  if (!board) return bad("checkers that cannot be");
  position.board = *board;
  const int cube = bytes.word(12), owner = bytes.word(14), turn = bytes.word(16);
  if (cube < 1 || !std::has_single_bit(static_cast<unsigned>(cube))) return bad("no cube value");
  if (turn < 1 || turn > 4 || owner < 0 || owner > 2) return bad("nobody is on roll");
  position.cube = {std::countr_zero(static_cast<unsigned>(cube)), owner == 0   ? CubeOwner::centre
                                                                  : owner == 2 ? CubeOwner::us
                                                                               : CubeOwner::them};
  position.match.length = bytes.word(30);
  if (!position.match.is_money()) {
    position.match.score_us = bytes.word(34);
    position.match.score_them = bytes.word(32);
    position.match.crawford = bytes.word(at + 2) == 2;
  }
  if (turn == 1 || turn == 3) position = flipped(position);
  position.us_is_first = turn == 1 || turn == 3;
  const int first = bytes.word(dice), second = bytes.word(dice + 2);
  if (turn <= 2) {
    if (first < 1 || first > 6 || second < 1 || second > 6) return bad("no roll");
    position.dice = make_dice(first, second);
    position.pending = Pending::checker_play;
  }
  ALEA_TRY(validate(position));
  entry.position = position;
  entry.line = 1;
  record.players = entry.players;
  record.length = position.match.length;
  record.positions.push_back(std::move(entry));
  return record;
}

}  // namespace alea
