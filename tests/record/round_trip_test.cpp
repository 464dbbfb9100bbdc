#include "tests/record/record_support.h"

namespace alea {
namespace {

std::string written(const MatchRecord& record, RecordFormat format) {
  auto text = write_record(record, format);
  if (!text) {
    ADD_FAILURE() << text.error().text();
    return {};
  }
  return *text;
}

const char* name_of(RecordFormat format) {
  return format == RecordFormat::mat ? "mat" : (format == RecordFormat::sgf ? "sgf" : "json");
}

class RoundTrip : public testing::TestWithParam<RecordFormat> {};

TEST_P(RoundTrip, WrittenMatchesReadBackTheSameAndWriteTheSameAgain) {
  for (const std::string& file : kMatches) {
    const MatchRecord record = sample(file);
    const std::string once = written(record, GetParam());
    const MatchRecord back = record_of(once, file);
    MatchRecord comparable = back;
    // A text match does not say that raccoons are allowed until one happens.
    if (GetParam() != RecordFormat::json) comparable.rules.raccoons = record.rules.raccoons;
    if (GetParam() == RecordFormat::sgf) comparable.rules.beavers = record.rules.beavers;
    EXPECT_TRUE(same_match(record, comparable)) << file << " as " << name_of(GetParam());
    EXPECT_EQ(written(back, GetParam()), once) << file << " as " << name_of(GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip,
                         testing::Values(RecordFormat::mat, RecordFormat::sgf, RecordFormat::json),
                         [](const auto& one) { return std::string(name_of(one.param)); });

// Oddities of every kind in one file; they must survive each format.
constexpr const char* kOdd =
    "; [Player 1 \"Ann of Two Words\"]\n; [Crawford \"Off\"]\n; a remark\n\n 5 point match\n\n "
    "Game 1\n"
    " Ann of Two Words : 0                  Zo\xC3\xAB : 0\n"
    "; told by Ann\n"
    "  1)                                    31: 8/5 6/5\n"
    "  2) 42: 8/4 6/3                        65: 24/14\n"  // illegal: 6/3 is a three
    "  3)  Doubles => 2                       Takes\n"
    "  4) 21: 13/11 6/5                      66: Cannot Move\n"  // it could
    "  5) 53: ????                            Wins 2 points\n"
    " Game 2\n Ann of Two Words : 0                  Zo\xC3\xAB : 2\n"
    "; Set Pos=---BADB------------bf---a-/1\n"
    "  1) 21: 6/4 2/1                        65: 5/off 6/off\n"
    "; Set Pos=---B--B------------bf---a-/-1\n"
    "  2) 66: 6/off(2) 3/off(2)\n"
    "      Wins 4 points and the match\n"
    " Game 3\n Ann of Two Words : 4                  Zo\xC3\xAB : 2\n"
    "                                         Wins 3 points and the match\n";

TEST_P(RoundTrip, OdditiesSurvive) {
  const MatchRecord record = record_of(kOdd);
  ASSERT_EQ(record.games.size(), 3U);
  EXPECT_EQ(record.games[2].end, GameEnd::forfeited);
  const std::string once = written(record, GetParam());
  const MatchRecord back = record_of(once);
  EXPECT_TRUE(same_match(record, back)) << once << problems_of(back);
  EXPECT_EQ(written(back, GetParam()), once);
}

TEST(RoundTrip, ConversionThroughAllFormatsKeepsTheMatch) {
  for (const char* file : {"bgstudio-13pt.txt", "xg2-7pt.xg", "m3_analysed.sgf", "m7a.mat"}) {
    const MatchRecord first = sample(file);
    MatchRecord record = first;
    for (const auto format : {RecordFormat::sgf, RecordFormat::json, RecordFormat::mat}) {
      record = record_of(written(record, format), file);
    }
    EXPECT_TRUE(same_match(first, record)) << file;
  }
}

TEST(RoundTrip, SgfCarriesForeignAnalysisAndComments) {
  const MatchRecord record = sample("m3_analysed.sgf");
  const MatchRecord back = record_of(written(record, RecordFormat::sgf));
  ASSERT_EQ(record.games.size(), back.games.size());
  std::size_t carried = 0;
  for (std::size_t g = 0; g < record.games.size(); ++g) {
    EXPECT_EQ(record.games[g].extras, back.games[g].extras);
    for (std::size_t e = 0; e < record.games[g].events.size(); ++e) {
      EXPECT_EQ(record.games[g].events[e].extras, back.games[g].events[e].extras);
      carried += record.games[g].events[e].extras.size();
    }
  }
  EXPECT_GT(carried, 300U);
}

TEST(RoundTrip, JsonKeepsHeadersCommentsProblemsAndSpelling) {
  const MatchRecord record = sample("xg2-export-9pt-bom-crlf.txt");
  const MatchRecord back = record_of(written(record, RecordFormat::json));
  EXPECT_EQ(back.headers, record.headers);
  EXPECT_EQ(back.producer, record.producer);
  EXPECT_EQ(back.games[0].events[1].text, record.games[0].events[1].text);
  EXPECT_EQ(back.games[0].events[1].line, record.games[0].events[1].line);
}

TEST(RoundTrip, PositionTextsReadBackTheSame) {
  for (const std::string& file : kPositionTexts) {
    const MatchRecord record = sample(file);
    const std::string once = written(record, RecordFormat::xg_text);
    const MatchRecord back = record_of(once, file);
    EXPECT_TRUE(same_match(record, back)) << once;
    EXPECT_EQ(written(back, RecordFormat::xg_text), once) << file;
    const MatchRecord reread = record_of(written(record, RecordFormat::json));
    EXPECT_TRUE(same_match(record, reread)) << file;
  }
}

TEST(RoundTrip, FormatsThatCannotHoldARecordRefuseIt) {
  const MatchRecord positions = sample("xgpos-checker-en.txt"), match = sample("m1a.mat");
  EXPECT_FALSE(write_record(positions, RecordFormat::mat));
  EXPECT_FALSE(write_record(positions, RecordFormat::sgf));
  EXPECT_FALSE(write_record(match, RecordFormat::xg_text));
}

}  // namespace
}  // namespace alea
