#include <zlib.h>

#include <cstring>

#include "engine/cube/ids.h"
#include "engine/record/xg_archive.h"
#include "tests/record/record_support.h"

namespace alea {
namespace {

constexpr std::size_t kRecord = 2560;

void put_int(std::string& bytes, std::size_t at, std::int32_t value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}
void put_double(std::string& bytes, std::size_t at, double value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}
void put_pascal(std::string& bytes, std::size_t at, std::string_view text) {
  bytes[at] = static_cast<char>(text.size());
  std::memcpy(bytes.data() + at + 1, text.data(), text.size());
}

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  compress(reinterpret_cast<Bytef*>(out.data()), &size,
           reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()));
  out.resize(size);
  return out;
}

std::int32_t crc_of(const std::string& bytes) {
  return static_cast<std::int32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

// A container around these members.
std::string packed(const std::string& game, const std::string& comments) {
  std::string archive, registry;
  for (const auto& [name, bytes] :
       {std::pair<const char*, const std::string&>{"temp.xg", game},
        std::pair<const char*, const std::string&>{"temp.xgc", comments}}) {
    std::string entry(532, '\0');
    const std::string member = deflated(bytes);
    put_pascal(entry, 0, name);
    put_int(entry, 512, static_cast<std::int32_t>(bytes.size()));
    put_int(entry, 516, static_cast<std::int32_t>(member.size()));
    put_int(entry, 520, static_cast<std::int32_t>(archive.size()));
    put_int(entry, 524, crc_of(bytes));
    archive += member;
    registry += entry;
  }
  registry = deflated(registry);
  std::string header(8232, '\0'), trailer(36, '\0');
  std::memcpy(header.data(), "RGMH", 4);
  put_int(trailer, 0, crc_of(archive + registry));
  put_int(trailer, 4, 2);
  put_int(trailer, 8, 1);
  put_int(trailer, 12, static_cast<std::int32_t>(registry.size()));
  put_int(trailer, 16, static_cast<std::int32_t>(archive.size()));
  put_int(trailer, 20, 1);
  return header + archive + registry + trailer;
}

// Writes an XG file record by record.
class XgFile {
 public:
  explicit XgFile(int length) {
    std::string record = start(0);
    put_pascal(record, 9, "Ann");
    put_pascal(record, 50, std::string("Bob\0stale", 9));
    put_int(record, 92, length);
    record[100] = record[101] = record[102] = 1;
    put_int(record, 552, 30);
    put_int(record, 576, -1);
    put_int(record, 580, -1);
    std::memcpy(record.data() + 880, "A\0n\0n\0\0\0", 8);
    all_ += record;
  }
  void game(int score1, int score2, const Board& board, int automatic_doubles = 0) {
    std::string record = start(1);
    put_int(record, 12, score1);
    put_int(record, 16, score2);
    put_board(record, 21, board);
    put_int(record, 48, ++games_);
    put_int(record, 56, 0);
    put_int(record, 60, -1);
    put_int(record, 64, automatic_doubles);
    all_ += record;
    board_ = board;
  }
  void cube(int player, int doubled, int take, int beaver, int raccoon, int value) {
    std::string record = start(2);
    const std::int32_t values[] = {player, doubled, take, beaver, raccoon, value};
    for (std::size_t i = 0; i < 6; ++i) put_int(record, 12 + 4 * i, values[i]);
    put_board(record, 36, board_);
    put_double(record, 200, -1000);
    put_double(record, 216, -1000);
    put_int(record, 292, -1);
    all_ += record;
  }
  // `moves` as XG has them; `after` as the mover sees it.
  void play(int player, std::array<int, 2> dice, std::vector<int> moves, const Board& after,
            int cube, int comment = -1) {
    std::string record = start(3);
    put_board(record, 9, board_);
    put_board(record, 35, after);
    put_int(record, 64, player);
    moves.resize(8, -1);
    for (std::size_t i = 0; i < 8; ++i) put_int(record, 68 + 4 * i, moves[i]);
    put_int(record, 100, dice[0]);
    put_int(record, 104, dice[1]);
    put_int(record, 108, cube);
    record[2308] = 1;
    put_double(record, 2312, -1000);
    put_double(record, 2320, 0.25);
    put_int(record, 2524, comment);
    all_ += record;
    board_ = player > 0 ? after : after.flipped();
  }
  void footer(int winner, int points, int how) {
    std::string record = start(4);
    put_int(record, 24, winner);
    put_int(record, 28, points);
    put_int(record, 32, how);
    all_ += record;
  }
  [[nodiscard]] std::string bytes() const {
    return packed(all_, "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 One \\'e9t\\'e9\\par two}\r\n");
  }

 private:
  static std::string start(char type) {
    std::string record(kRecord, '\0');
    record[8] = type;
    return record;
  }
  static void put_board(std::string& record, std::size_t at, const Board& board) {
    for (std::size_t slot = 1; slot <= 25; ++slot) {
      if (board.us[slot] > 0) record[at + slot] = static_cast<char>(board.us[slot]);
      if (board.them[slot] > 0) record[at + 25 - slot] = static_cast<char>(-board.them[slot]);
    }
  }

  std::string all_;
  Board board_{};  // seen by player 1
  int games_ = 0;
};

// The mover's board after these moves; hits are not needed here.
Board moved(const Board& start, std::initializer_list<std::pair<int, int>> moves) {
  Board board = start;
  for (const auto& [from, to] : moves) {
    --board.us[static_cast<std::size_t>(from)];
    ++board.us[static_cast<std::size_t>(to)];
  }
  return board;
}

TEST(Xg, MoneySessionWithBeaverAndComments) {
  XgFile file(99999);
  file.game(3, 4, starting_board());
  const Board after = moved(starting_board(), {{8, 5}, {6, 5}});
  file.play(1, {3, 1}, {7, 4, 5, 4}, after, 0, 0);
  file.cube(-1, 1, 2, 2, 1, 0);  // doubled, beavered, raccooned, accepted
  file.play(-1, {4, 2}, {7, 3, 5, 3}, moved(after.flipped(), {{8, 4}, {6, 4}}), 3);
  file.footer(1, 8, 101);
  const MatchRecord record = record_of(file.bytes());
  EXPECT_EQ(record.length, 0);
  EXPECT_EQ(record.players, (std::array<std::string, 2>{"Ann", "Bob"}));
  EXPECT_TRUE(record.rules.jacoby && record.rules.beavers);
  const RecordedGame& game = record.games[0];
  ASSERT_EQ(game.events.size(), 6U) << problems_of(record);
  EXPECT_EQ(game.events[1].kind, EventKind::offer);
  EXPECT_EQ(game.events[2].kind, EventKind::beaver);
  EXPECT_EQ(game.events[3].kind, EventKind::raccoon);
  EXPECT_EQ(game.events[4].kind, EventKind::accept);
  EXPECT_EQ(game.events[5].cube, (CubeState{3, CubeOwner::them}));
  EXPECT_EQ(game.events[0].comment, "One \xC3\xA9t\xC3\xA9\ntwo");
  EXPECT_EQ(game.comment, game.events[0].comment);
  EXPECT_EQ(game.events[0].extras, (std::vector<Property>{{"xg_luck", "0.25"}}));
  EXPECT_EQ(game.points, 8);
  EXPECT_EQ(problems_of(record), "");
}

// Trust the board after an illegal play, not the pairs.
TEST(Xg, I3IllegalPlayLeadsToTheRecordedBoard) {
  XgFile file(5);
  file.game(0, 0, starting_board());
  const Board after = moved(starting_board(), {{13, 4}});
  file.play(1, {3, 1}, {12, 3}, after, 0);
  file.play(-1, {4, 2}, {7, 3, 5, 3}, moved(after.flipped(), {{8, 4}, {6, 4}}), 0);
  const MatchRecord record = record_of(file.bytes());
  const RecordedGame& game = record.games[0];
  ASSERT_EQ(game.events.size(), 2U);
  EXPECT_FALSE(game.events[0].legal);
  EXPECT_EQ(game.events[0].after, after.flipped());
  EXPECT_TRUE(game.events[1].legal);
  EXPECT_TRUE(has_problem(record, 3, "no legal play"));
}

TEST(Xg, EditedPositionIsListedAndTakenOver) {
  XgFile file(5);
  file.game(0, 0, starting_board());
  const Board after = moved(starting_board(), {{8, 5}, {6, 5}});
  file.play(1, {3, 1}, {7, 4, 5, 4}, after, 0);
  XgFile edited(5);
  edited.game(0, 0, starting_board());
  edited.play(1, {3, 1}, {7, 4, 5, 4}, after, 0);
  edited.game(0, 0, starting_board());
  const MatchRecord record = record_of(edited.bytes());
  EXPECT_EQ(record.games.size(), 2U);
  EXPECT_EQ(record.games[1].events.size(), 0U);
}

// Off is -1 like the end of the list: 6/2 2/off is 5,1,1,-1.
TEST(Xg, BearingOffInPairs) {
  Board board;
  board.us[6] = 1;
  board.us[2] = 1;
  board.us[kOff] = 13;
  board.them[1] = 15;
  XgFile file(5);
  file.game(0, 0, board);
  file.play(1, {4, 2}, {5, 1, 1, -1}, moved(board, {{6, 2}, {2, 0}}), 0);
  const MatchRecord record = record_of(file.bytes());
  const Event& event = record.games[0].events[0];
  EXPECT_TRUE(event.legal) << problems_of(record);
  EXPECT_EQ(event.after.them[kOff], 14);
  EXPECT_EQ(event.dice, (std::array<int, 2>{4, 2}));
}

TEST(Xg, H1AutomaticDoublesRaiseTheStake) {
  XgFile file(99999);
  file.game(0, 0, starting_board(), 1);
  file.play(1, {3, 1}, {7, 4, 5, 4}, moved(starting_board(), {{8, 5}, {6, 5}}), 0);
  file.footer(-1, 1, 101);
  const MatchRecord record = record_of(file.bytes());
  EXPECT_EQ(record.games[0].events[0].cube, (CubeState{1, CubeOwner::centre}));
  EXPECT_EQ(record.games[0].points, 2);
  EXPECT_EQ(problems_of(record), "");
}

TEST(Xg, FileOfOnePositionGivesThePosition) {
  XgFile file(7);
  Board board = starting_board();
  board.us[6] = 4;
  board.us[5] = 1;
  file.game(2, 3, board);
  const MatchRecord record = record_of(file.bytes());
  ASSERT_EQ(record.positions.size(), 1U);
  EXPECT_EQ(record.positions[0].position.board, board);
  EXPECT_EQ(record.positions[0].position.match, (MatchState{7, 2, 3, false}));
}

TEST(Xg, DamageIsNamed) {
  const std::string bytes = bytes_of("xg2-7pt.xg");
  const auto message = [](std::string_view damaged) {
    const auto record = read_record(damaged, "x.xg");
    return record ? problems_of(*record) : record.error().text();
  };
  EXPECT_NE(message(bytes.substr(0, 100)).find("cut off"), std::string::npos);
  EXPECT_NE(message(bytes.substr(0, bytes.size() - 1)).find("x.xg: "), std::string::npos);
  std::string flipped = bytes;
  flipped[bytes.size() / 2] ^= 1;
  EXPECT_NE(message(flipped).find("checksum"), std::string::npos);
}

TEST(Xg, RtfBecomesPlainText) {
  EXPECT_EQ(xg::plain_text_of_rtf(
                "{\\rtf1{\\*\\generator x;}\\pard A\\tab B\\line C\\u233?D \\{x\\}\\par }"),
            "A\tB\nC\xC3\xA9"
            "D {x}");
  EXPECT_EQ(xg::plain_text_of_rtf("{\\rtf1"), "");
  EXPECT_EQ(xg::plain_text_of_rtf("\\'"), "");
}

}  // namespace
}  // namespace alea
