// Formats that few programs write: bgammon.org, FIBS, Snowie, JellyFish; and those alea knows by name alone.
#include "engine/cube/ids.h"
#include "tests/record/record_support.h"

namespace alea {
namespace {

std::string plays_of(const RecordedGame& game) {
  std::string text;
  for (const Event& event : game.events) {
    text += std::to_string(event.player + 1) + ' ' + name_of(event.kind);
    if (event.kind == EventKind::play) {
      text += ' ' + std::to_string(event.dice[0]) + std::to_string(event.dice[1]) + ": " +
              event.text + (event.legal ? "" : " (illegal)");
    }
    text += '\n';
  }
  return text;
}

// Player 2's points are those of player 1; points are without the cube, scores those before the game.
constexpr const char* kReplay =
    "bgammon-replay 00000048\n"
    "bgammon-replay 00000196\n"
    "i 1702738670 Ann Bob 5 0 0 1 2 0\n"
    "1 r 3-1 8/5 6/5\n"
    "2 r 6-5 1/7 7/12\n"
    "1 r 6-4 24/18 18/14\n"
    "2 d 2 1\n"
    "2 r 5-5 12/17 12/17 17/22 17/22\n"
    "1 r 6-6\n"
    "2 t\n"
    "i 1702738999 Ann Bob 5 4 0 0 1 0\n"
    "2 r 4-3 12/16 1/4\n"
    "1 r 2-1 13/11 6/5\n"
    "2 d 2 0\n";

TEST(Bgammon, GamesAreReadFromBothPlayersSides) {
  const MatchRecord record = record_of(kReplay);
  EXPECT_EQ(record.format, "bgammon");
  EXPECT_EQ(record.length, 5);
  EXPECT_EQ(record.players, (std::array<std::string, 2>{"Ann", "Bob"}));
  ASSERT_EQ(record.games.size(), 2U);
  EXPECT_EQ(plays_of(record.games[0]),
            "1 play 31: 8/5 6/5\n2 play 65: 24/18 18/13\n1 play 64: 24/18 18/14\n2 double\n1 take\n"
            "2 play 55: 13/8 13/8 8/3 8/3\n1 play 66:  (illegal)\n");
}

TEST(Bgammon, PointsCountTheCubeAndADroppedDoubleNamesNoWinner) {
  const MatchRecord record = record_of(kReplay);
  ASSERT_EQ(record.games.size(), 2U);
  EXPECT_EQ(record.games[0].winner, 0);
  EXPECT_EQ(record.games[0].points, 4);
  EXPECT_EQ(record.games[0].end, GameEnd::resigned);
  EXPECT_EQ(record.games[1].score, (std::array<int, 2>{4, 0}));
  EXPECT_EQ(record.games[1].winner, 1);
  EXPECT_EQ(record.games[1].points, 1);
  EXPECT_EQ(record.games[1].end, GameEnd::dropped);
  EXPECT_TRUE(record.games[1].crawford);
  // The sixth of six is no dance in this position, and nobody doubles in the Crawford game.
  EXPECT_TRUE(has_problem(record, 14, "Crawford")) << problems_of(record);
}

TEST(Bgammon, OlderReplaysLackTheStartAndOtherGamesAreRefused) {
  const MatchRecord record =
      record_of("i Ann Bob 1 0 0 1 1 0\n1 r 4-1 13/9 9/8\n2 r 6-1 1/7 1/2\n");
  EXPECT_EQ(record.players[1], "Bob");
  EXPECT_EQ(plays_of(record.games.at(0)), "1 play 41: 13/9 9/8\n2 play 61: 24/18 24/23\n");
  const auto acey =
      read_record("bgammon-replay 00000024\ni 1 Ann Bob 1 0 0 1 1 1\n1 r 4-1 13/9\n", "a.match");
  ASSERT_FALSE(acey);
  EXPECT_EQ(acey.error().text(), "a.match:2: a game of acey-deucey; alea knows backgammon alone");
  EXPECT_FALSE(read_record("bgammon-replay 00000024\n", "a.match"));
  EXPECT_FALSE(read_record("bgammon-replay 00000024\ni 1 Ann\n", "a.match"));
}

// O's plays in either numbering; both sides' actions in one line; X and O change between games.
constexpr const char* kOldMoves =
    "> oldmoves\n"
    "Score is 0-0 in a 3 point match.\n"
    "anna is X - bert is O\n"
    "X: (3 1) 8-5 6-5   O: (6 5) 1-7 7-12\n"
    "X: (6 4) 24-18 18-14\n"
    "O: doubles\n"
    "X: accepts\n"
    "O: (5 5) 12-17 12-17 17-22 17-22\n"
    "X: (6 6) can't move\n"
    "O: wins 2 points\n"
    "Score is 2-0 in a 3 point match.\n"
    "bert is X - anna is O\n"
    "X: (4 2) 8-4 6-4\n"
    "O: (6 2) 24-18 13-11\n";

TEST(FibsMoves, AreReadInEitherNumberingAndOrder) {
  const MatchRecord record = record_of(kOldMoves);
  EXPECT_EQ(record.format, "fibs-moves");
  EXPECT_EQ(record.length, 3);
  EXPECT_EQ(record.players, (std::array<std::string, 2>{"anna", "bert"}));
  ASSERT_EQ(record.games.size(), 2U);
  EXPECT_EQ(plays_of(record.games[0]),
            "1 play 31: 8/5 6/5\n2 play 65: 24/18 18/13\n1 play 64: 24/18 18/14\n2 double\n1 take\n"
            "2 play 55: 13/8 13/8 8/3 8/3\n1 play 66:  (illegal)\n");
  EXPECT_EQ(record.games[0].winner, 1);
  EXPECT_EQ(record.games[1].score, (std::array<int, 2>{0, 2}));
  EXPECT_TRUE(record.games[1].crawford);
  EXPECT_EQ(plays_of(record.games[1]), "2 play 42: 8/4 6/4\n1 play 62: 24/18 13/11\n");
}

TEST(FibsMoves, BarAndOffBelongToTheSideThatTheNumbersTell) {
  const MatchRecord record = record_of(
      "Score is 0-0 in a 1 point match.\nann is X - bob is O\n"
      "X: (6 4) 24-14\nO: (4 1) 12-16* 8-9\nX: (2 1) what\n");
  ASSERT_EQ(record.games.size(), 1U);
  EXPECT_TRUE(has_problem(record, 5, "what")) << problems_of(record);
  EXPECT_TRUE(record.games[0].events.at(0).legal);
}

TEST(Snowie, LinesGiveThePositionAndTheNamesOfBothSides) {
  const MatchRecord bottom = sample("gnubg-export-snowie.txt");
  ASSERT_EQ(bottom.positions.size(), 1U);
  EXPECT_EQ(to_gnu_id(bottom.positions[0].position), "CztBAAJn8AAgAA:QomqADAACAAE");
  EXPECT_EQ(bottom.positions[0].players, (std::array<std::string, 2>{"gnubg", "root"}));
  const MatchRecord top = sample("gnubg-export-top-snowie.txt");
  ASSERT_EQ(top.positions.size(), 1U);
  EXPECT_EQ(to_gnu_id(top.positions[0].position), "CztBAAJn8AAgAA:EQGgABAAGAAE");
  EXPECT_EQ(top.positions[0].players, (std::array<std::string, 2>{"root", "gnubg"}));
}

TEST(JellyFish, PositionsAreSeenByThePlayerOnRoll) {
  const MatchRecord bottom = sample("gnubg-export.pos");
  ASSERT_EQ(bottom.positions.size(), 1U);
  EXPECT_EQ(to_gnu_id(bottom.positions[0].position), "CztBAAJn8AAgAA:QomqADAACAAE");
  EXPECT_EQ(bottom.positions[0].players, (std::array<std::string, 2>{"gnubg", "root"}));
  const MatchRecord top = sample("gnubg-export-top.pos");
  ASSERT_EQ(top.positions.size(), 1U);
  EXPECT_EQ(to_gnu_id(top.positions[0].position), "CztBAAJn8AAgAA:EQGgABAAGAAE");
  EXPECT_EQ(top.positions[0].players, (std::array<std::string, 2>{"root", "gnubg"}));
}

TEST(JellyFish, DamagedFilesAreRefused) {
  const std::string good = bytes_of("gnubg-export.pos");
  for (std::size_t i = 0; i < good.size(); ++i) {
    (void)read_record(good.substr(0, i), "cut.pos");
    std::string changed = good;
    changed[i] = static_cast<char>(0xFF);
    (void)read_record(changed, "changed.pos");
  }
  EXPECT_FALSE(read_record(good.substr(0, 100), "cut.pos"));
}

// Cut off anywhere, or with any byte another one: never a crash, and never a board that cannot be.
TEST(OtherFormats, DamagedTextsGiveOnlyPossibleBoards) {
  const std::string snowie = bytes_of("gnubg-export-snowie.txt");
  for (const std::string& good : {std::string(kReplay), std::string(kOldMoves), snowie}) {
    const auto check = [](const std::string& text) {
      const auto record = read_record(text, "damaged");
      if (!record) return;
      for (const RecordedGame& game : record->games) {
        for (const Event& event : game.events) {
          EXPECT_TRUE(validate(event.after) || !event.legal) << text;
        }
      }
      for (const RecordedPosition& entry : record->positions) EXPECT_TRUE(validate(entry.position));
    };
    for (std::size_t i = 0; i < good.size(); ++i) {
      check(good.substr(0, i));
      for (const char c : {'\0', '9', '-', ' ', ':', '\n', '\xFF'}) {
        std::string changed = good;
        changed[i] = c;
        check(changed);
      }
    }
  }
}

TEST(KnownByName, UnreadableKindsNameThemselvesAndTheRemedy) {
  const struct {
    const char* text;
    const char* kind;
  } rows[] = {{"MatchID: 7\nPlayer1: a\nPlayer2: b\nStake: 1\n", ".tmg"},
              {"a vs. b\nGamesGrid\n", ".sgg"},
              {"GAME_1=31a\n", "PartyGammon"},
              {"{\"version\":1}\n\x1F\x8B\x08xx", ".bgf"}};
  for (const auto& row : rows) {
    const auto record = read_record(row.text, "x");
    ASSERT_FALSE(record);
    EXPECT_NE(record.error().text().find(row.kind), std::string::npos) << record.error().text();
    EXPECT_NE(record.error().text().find("export the match as .mat"), std::string::npos);
  }
  // A text match may name the same site.
  EXPECT_TRUE(read_record("; [Site \"GamesGrid\"]\n" + one_game("  1) 31: 8/5 6/5\n"), "x"));
}

// Wrappings are named, whatever their content looks like.
TEST(OtherFormats, ArchivesAndPagesAreNamed) {
  const std::string match = " 5 point match\n\n Game 1\n A : 0          B : 0\n  1) 31: 8/5 6/5\n";
  for (const auto& [bytes, words] :
       {std::pair{"PK\x03\x04" + match, "a zip archive"},
        std::pair{"\x1F\x8B" + match, "a gzip archive"},
        std::pair{"%PDF-1.4\n" + match, "a PDF document"},
        std::pair{"\n<!DOCTYPE html PUBLIC>\n4HPwATDgc/ABMA" + match, "a web page"},
        std::pair{"<HTML>\n" + match, "a web page"}}) {
    const auto record = read_record(bytes, "x");
    ASSERT_FALSE(record) << words;
    EXPECT_NE(record.error().text().find(words), std::string::npos) << record.error().text();
  }
}

}  // namespace
}  // namespace alea
