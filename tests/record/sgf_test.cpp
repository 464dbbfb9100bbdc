#include "engine/record/sgf_tree.h"
#include "tests/record/record_support.h"

namespace alea {
namespace {

const std::string kRoot =
    "(;FF[4]GM[6]CA[UTF-8]AP[x]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]";

TEST(SgfTree, EscapesLinesAndVariations) {
  const auto collection = sgf::parse(
      "(;A[x\\]y\\\\z]B[1][2]\n;C[two\nlines](;D[main])(;E[left out](;F[too])))(;G[next])");
  ASSERT_TRUE(collection);
  ASSERT_EQ(collection->games.size(), 2U);
  const auto& nodes = collection->games[0].nodes;
  ASSERT_EQ(nodes.size(), 3U);
  EXPECT_EQ(*nodes[0].find("A"), "x]y\\z");
  EXPECT_EQ(nodes[0].properties[1].values.size(), 2U);
  EXPECT_EQ(nodes[1].line, 2);
  EXPECT_EQ(*nodes[2].find("D"), "main");
  EXPECT_EQ(collection->games[0].variations_left_out, 1);
  EXPECT_FALSE(collection->truncated);
  EXPECT_EQ(sgf::escaped("x]y\\z"), "x\\]y\\\\z");
}

TEST(SgfTree, TruncationKeepsWhatIsWhole) {
  const auto collection = sgf::parse("(;A[1];B[2];C[3");
  ASSERT_TRUE(collection);
  EXPECT_TRUE(collection->truncated);
  EXPECT_EQ(collection->games[0].nodes.size(), 2U);
  EXPECT_FALSE(sgf::parse("no tree"));
}

TEST(Sgf, BlackCountsLettersFromTheOtherEnd) {
  const MatchRecord record = record_of(kRoot + "RE[W+1R];B[41lpab];W[31fehe])");
  ASSERT_EQ(record.games[0].events.size(), 2U);
  EXPECT_EQ(record.games[0].events[0].text, "24/23 13/9");
  EXPECT_EQ(record.games[0].events[1].text, "8/5 6/5");
  EXPECT_EQ(record.games[0].events[0].player, 1);
  EXPECT_EQ(problems_of(record), "");
}

TEST(Sgf, ResultWithRIsAResignation) {
  const MatchRecord record = record_of(kRoot + "RE[B+4R];B[41lpab])");
  EXPECT_EQ(record.games[0].end, GameEnd::resigned);
  EXPECT_EQ(record.games[0].winner, 1);
  EXPECT_EQ(record.games[0].points, 4);
}

TEST(Sgf, CommentsAndAnalysisStayWithTheirMove) {
  const MatchRecord record =
      record_of(kRoot + "C[a game];W[31fehe]C[nice [x\\]]A[0][fehe E ver 3 -inf]LU[-inf]BM[1])");
  const Event& event = record.games[0].events[0];
  EXPECT_EQ(record.games[0].comment, "a game");
  EXPECT_EQ(event.comment, "nice [x]");
  ASSERT_EQ(event.extras.size(), 3U);
  EXPECT_EQ(event.extras[0], (Property{"A", "[0][fehe E ver 3 -inf]"}));
  EXPECT_EQ(event.extras[1], (Property{"LU", "[-inf]"}));
}

TEST(Sgf, SetUpOfGnuBackgammonIsRead) {
  const MatchRecord record = record_of(
      "(;FF[4]GM[6]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:2][bs:0]PW[gnubg]PB[root]"
      "RU[Crawford:CrawfordGame]\n;PL[W]DI[32]\n;PL[W]AE[a:y]AW[f][f][f][f][f][h][h][h][m][m][m][m]"
      "[m][x][x]"
      "AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][y]\n;CV[2]\n;CP[w]\n;W[31hefe])");
  const RecordedGame& game = record.games[0];
  EXPECT_TRUE(game.crawford);
  EXPECT_TRUE(game.set_up);
  EXPECT_EQ(game.start.them[kBar], 1);
  EXPECT_EQ(game.start_cube, (CubeState{1, CubeOwner::us}));
  ASSERT_EQ(game.events.size(), 1U);
  EXPECT_TRUE(game.events[0].legal);
}

TEST(Sgf, RolledDiceWithoutAPlayAreKept) {
  const MatchRecord record = record_of(kRoot + ";W[31fehe];PL[B]DI[65])");
  const Event& last = record.games[0].events.back();
  EXPECT_EQ(last.kind, EventKind::unplayed);
  EXPECT_EQ(last.player, 1);
  EXPECT_EQ(last.dice, (std::array<int, 2>{6, 5}));
}

TEST(Sgf, OtherGamesAndBrokenValuesAreNamed) {
  EXPECT_FALSE(read_record("(;FF[4]GM[1];B[aa])", "go.sgf"));
  const MatchRecord record = record_of(kRoot + "RE[huh];W[31feh];B[hello])\n");
  EXPECT_TRUE(has_problem(record, 1, "the play \"31feh\" cannot be read"));
  EXPECT_TRUE(has_problem(record, 1, "the action \"hello\" cannot be read"));
  EXPECT_TRUE(has_problem(record, 1, "the result \"huh\" cannot be read"));
}

TEST(Sgf, JacobyAndHeadersAreRead) {
  const MatchRecord record = sample("money3.sgf");
  EXPECT_TRUE(record.rules.jacoby);
  EXPECT_TRUE(record.rules.beavers);
  const MatchRecord cup = sample("m1a.sgf");
  EXPECT_EQ(cup.headers[0], (Property{"EventDate", "2026.11.29"}));
  EXPECT_EQ(cup.headers[1], (Property{"Event", "Sample cup"}));
}

// Programs other than GNU Backgammon leave its totals of a game out, or all analysis.
TEST(Sgf, TotalsAndAnalysisMayBeMissing) {
  for (const char* file : {"m5a.sgf", "m3_analysed.sgf"}) {
    const std::string text = bytes_of(file);
    ASSERT_NE(text.find("GS["), std::string::npos);
    std::string bare;
    for (std::size_t i = 0; i < text.size();) {
      const bool starts = text.compare(i, 3, "GS[") == 0 || text.compare(i, 3, "DA[") == 0 ||
                          text.compare(i, 3, "LU[") == 0;
      if (!starts) {
        bare += text[i++];
        continue;
      }
      i += 2;
      while (text[i] == '[') i = text.find(']', i) + 1;
    }
    EXPECT_LT(bare.size(), text.size());
    EXPECT_TRUE(same_match(record_of(bare), record_of(text))) << file;
  }
}

}  // namespace
}  // namespace alea
