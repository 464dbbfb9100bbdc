// Recorded matches that other programs lost parts of.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/record/record_support.h"

namespace alea {
namespace {

int checkers_on(const Board::Side& side) {
  return std::accumulate(side.begin(), side.end(), 0);
}

MatchRecord rewritten(const MatchRecord& record, RecordFormat format) {
  const auto text = write_record(record, format);
  EXPECT_TRUE(text.has_value());
  return text ? record_of(*text) : MatchRecord{};
}

constexpr std::array kMatchFormats{RecordFormat::mat, RecordFormat::sgf, RecordFormat::json};

// https://github.com/ngvlamis/gammonview-analysis, CHANGELOG 0.26.0
TEST(ImportTraps, AnIllegalPlayKeepsEveryHopAndFifteenCheckers) {
  const MatchRecord record =
      record_of(one_game("  1) 61: 13/7 8/7         21: 13/11 24/23\n"
                         "  2) 65: 24/13            31: 13/9 11/10\n"
                         "  3) 31: 8/5 6/5          64: 13/7 8/4\n"));
  ASSERT_EQ(record.games[0].events.size(), 6U);
  const Event& odd = record.games[0].events[3];
  EXPECT_FALSE(odd.legal);
  EXPECT_EQ(odd.text, "13/9 11/10");
  EXPECT_TRUE(has_problem(record, 6, "13/9 11/10")) << problems_of(record);
  // The opponent sees the board after it: both hops were made, nothing was lost.
  EXPECT_EQ(odd.after.them[9], 1);
  EXPECT_EQ(odd.after.them[10], 1);
  EXPECT_EQ(odd.after.them[11], 0);
  for (const Event& event : record.games[0].events) {
    EXPECT_EQ(checkers_on(event.after.us), kCheckers);
    EXPECT_EQ(checkers_on(event.after.them), kCheckers);
  }
  EXPECT_TRUE(record.games[0].events[5].legal) << problems_of(record);
}

// https://github.com/bungogood/gnubg-ubgi, upstream ChangeLog 2011-09-08
TEST(ImportTraps, NamesKeepTheirBlanksAndLetters) {
  const MatchRecord record = record_of(
      "5 point match\n\n Game 1\n Ann of_Two : 0          \xC3\x89lan  B. : 0\n"
      "  1) 31: 8/5 6/5          52: 13/8 13/11\n      Wins 1 point\n");
  for (const RecordFormat format : kMatchFormats) {
    EXPECT_EQ(rewritten(record, format).players,
              (std::array<std::string, 2>{"Ann of_Two", "\xC3\x89lan  B."}));
  }
}

// Seen in the tests of a public sync tool for play sites: forfeits, resignations before the first roll, and
// "1,00/0" as an Elo figure.
TEST(ImportTraps, GamesWithoutAPlayAndOddHeadersAreKept) {
  const MatchRecord record = record_of(
      "; [Player 1 Elo \"1,00/0\"]\n; [Player 2 Elo \"1600.00/0\"]\n\n 7 point match\n\n"
      " Game 1\n Ann : 0                          Bob : 0\n"
      "                                   Wins 2 points\n\n"
      " Game 2\n Ann : 0                          Bob : 2\n"
      "  1) 31: 8/5 6/5          52: 13/8 13/11\n      Wins 1 point\n\n"
      " Game 3\n Ann : 1                          Bob : 2\n"
      "  1)\n      Wins 6 points and the match\n");
  ASSERT_EQ(record.games.size(), 3U) << problems_of(record);
  EXPECT_EQ(record.headers[0].second, "1,00/0");
  EXPECT_TRUE(record.games[0].events.empty());
  EXPECT_EQ(record.games[0].winner, 1);
  EXPECT_EQ(record.games[0].points, 2);
  EXPECT_EQ(record.games[1].events.size(), 2U);
  EXPECT_EQ(record.games[2].end, GameEnd::forfeited);
  EXPECT_EQ(record.games[2].winner, 0);
  for (const RecordFormat format : kMatchFormats) {
    EXPECT_TRUE(same_match(record, rewritten(record, format)));
  }
}

// https://github.com/Deinonychus999/AnkiGammon/issues/14
TEST(ImportTraps, OneUnreadableLineIsNamedAndTheRestIsRead) {
  const MatchRecord record =
      record_of(one_game("  1) 31: 8/5 6/5          52: 13/8 13/11\n"
                         "  2) 6x: 24/18            43: 24/20 13/10\n"
                         "  3) 21: 13/11 6/5        64: 24/14\n"
                         "      Wins 1 point\n"));
  ASSERT_EQ(record.games.size(), 1U);
  EXPECT_TRUE(std::any_of(record.problems.begin(), record.problems.end(),
                          [](const Problem& problem) { return problem.line == 6; }))
      << problems_of(record);
  EXPECT_GE(record.games[0].events.size(), 5U);
  EXPECT_EQ(record.games[0].events.back().text, "24/14");
  EXPECT_EQ(record.games[0].points, 1);
}

}  // namespace
}  // namespace alea
