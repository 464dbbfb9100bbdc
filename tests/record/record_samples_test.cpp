#include <nlohmann/json.hpp>

#include "tests/record/record_support.h"

namespace alea {
namespace {

using nlohmann::json;

// Scores, winners, points, rolls and cube actions of every public match.
TEST(Samples, MatchesAreReadAsTheirManifestSays) {
  const json manifest = json::parse(bytes_of("manifest.json"));
  int matches = 0;
  for (const auto& file : manifest["files"]) {
    if (!file.contains("expected")) continue;
    ++matches;
    const std::string name = file["file"];
    const MatchRecord record = sample(name);
    const json& expected = file["expected"];
    EXPECT_EQ(record.length, expected["match_length"].get<int>()) << name;
    EXPECT_EQ(record.players[0], expected["players"][0].get<std::string>()) << name;
    EXPECT_EQ(record.players[1], expected["players"][1].get<std::string>()) << name;
    ASSERT_EQ(record.games.size(), expected["games"].size()) << name;
    for (std::size_t i = 0; i < record.games.size(); ++i) {
      const RecordedGame& game = record.games[i];
      const json& wanted = expected["games"][i];
      EXPECT_EQ(game.score[0], wanted["score"][0].get<int>()) << name << " game " << i + 1;
      EXPECT_EQ(game.score[1], wanted["score"][1].get<int>()) << name << " game " << i + 1;
      EXPECT_EQ(count(game, EventKind::play) + count(game, EventKind::unplayed),
                wanted["rolls"].get<int>())
          << name << " game " << i + 1;
      EXPECT_EQ(count(game, EventKind::offer), wanted["doubles"].get<int>()) << name;
      EXPECT_EQ(count(game, EventKind::take), wanted["takes"].get<int>()) << name;
      EXPECT_EQ(count(game, EventKind::drop), wanted["drops"].get<int>()) << name;
      EXPECT_EQ(game.points, wanted["points"].get<int>()) << name << " game " << i + 1;
      ASSERT_TRUE(game.winner.has_value()) << name << " game " << i + 1;
      EXPECT_EQ(*game.winner + 1, wanted["winner"].get<int>()) << name << " game " << i + 1;
    }
    EXPECT_EQ(problems_of(record), "") << name;
  }
  EXPECT_EQ(matches, 7);
}

TEST(Samples, AllPlaysAreLegalAndFollowEachOther) {
  for (const std::string& name : kMatches) {
    for (const RecordedGame& game : sample(name).games) {
      Board board = game.start;
      for (const Event& event : game.events) {
        EXPECT_TRUE(event.legal) << name << ":" << event.line;
        EXPECT_EQ(event.player == 0 ? event.before : event.before.flipped(), board)
            << name << ":" << event.line;
        board = event.player == 1 ? event.after : event.after.flipped();
      }
    }
  }
}

TEST(Samples, EveryDecisionIsAValidPosition) {
  for (const std::string& name : kMatches) {
    const MatchRecord record = sample(name);
    for (const RecordedGame& game : record.games) {
      for (const Event& event : game.events) {
        const auto status = validate(position_before(record, game, event));
        EXPECT_TRUE(status) << name << ":" << event.line << ": "
                            << (status ? "" : status.error().message);
        if (event.kind == EventKind::play) {
          EXPECT_TRUE(validate(position_before_roll(record, game, event))) << name;
        }
      }
    }
  }
}

// The same match written by three programs, and by one in several formats.
TEST(Samples, FormatsAgreeOnTheSameMatch) {
  const auto equal = [](const char* a, const char* b) {
    MatchRecord one = sample(a), two = sample(b);
    two.rules = one.rules;  // a text match does not tell Jacoby and beavers
    return same_match(one, two);
  };
  EXPECT_TRUE(equal("gnubg-export-7pt.mat", "gnubg-7pt-noluck.sgf"));
  EXPECT_TRUE(equal("gnubg-export-7pt.mat", "xg2-7pt.xg"));
  EXPECT_TRUE(equal("m1a.mat", "m1a.sgf"));
  EXPECT_TRUE(equal("m1a.mat", "m1a.txt"));
  EXPECT_TRUE(equal("m3_analysed.mat", "m3_analysed.sgf"));
  EXPECT_TRUE(equal("m5a.mat", "m5a.sgf"));
  EXPECT_TRUE(equal("money3.mat", "money3.sgf"));
  EXPECT_FALSE(equal("m1a.mat", "m5a.mat"));
}

TEST(Samples, FormatIsToldByContentNotByName) {
  EXPECT_EQ(sample("xgmobile-money-text-named.xg").format, "mat");
  EXPECT_EQ(sample("xg2-7pt.xg").format, "xg");
  EXPECT_EQ(sample("bgstudio-13pt.txt").format, "mat");
  EXPECT_EQ(sample("m1a.txt").format, "gnubg-text");
  EXPECT_EQ(sample("xgpos-checker-en.txt").format, "xg-text");
  EXPECT_EQ(sample("bgblitzpos-checker-en.txt").format, "bgblitz-text");
}

TEST(Samples, BgblitzBinaryIsNamedNotGuessed) {
  const auto record = read_record("{\"version\":1}\n\x1F\x8B\x08 and so on", "match.bgf");
  ASSERT_FALSE(record);
  EXPECT_NE(record.error().text().find("match.bgf: BGBlitz's own format"), std::string::npos);
}

TEST(Samples, M1CrawfordGameFollowsFromTheScore) {
  const MatchRecord record = sample("gnubg-export-7pt.mat");
  for (std::size_t i = 0; i < record.games.size(); ++i) {
    EXPECT_EQ(record.games[i].crawford, i == 3) << i;
  }
}

TEST(Samples, H2BeaversAndRaccoonsMoveTheCubeOn) {
  const MatchRecord record = sample("money4_beaver_jacoby.mat");
  ASSERT_EQ(record.games.size(), 4U);
  const RecordedGame& game = record.games[3];
  EXPECT_EQ(count(game, EventKind::beaver), 1);
  EXPECT_EQ(count(game, EventKind::raccoon), 2);
  EXPECT_EQ(count(game, EventKind::accept), 1);
  EXPECT_EQ(game.points, 32);
  EXPECT_EQ(game.events.back().cube, (CubeState{4, CubeOwner::them}));
  EXPECT_EQ(problems_of(record), "");
}

TEST(Samples, RollNobodyPlayedIsKeptWithItsDice) {
  const MatchRecord record = sample("xg2-export-9pt-bom-crlf.txt");
  const Event& last = record.games[0].events.back();
  EXPECT_EQ(last.kind, EventKind::unplayed);
  EXPECT_EQ(last.dice, (std::array<int, 2>{3, 2}));
  EXPECT_EQ(last.player, 1);
  EXPECT_EQ(record.games[0].end, GameEnd::resigned);
}

}  // namespace
}  // namespace alea
