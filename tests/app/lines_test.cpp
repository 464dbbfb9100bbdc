#include "tools/app/lines.h"

#include <gtest/gtest.h>

#include <sstream>

#include "engine/base/rng.h"

namespace alea::app {
namespace {

struct Reading {
  std::vector<std::string> lines;  // "!" for a refused one
  bool hopeless = false;
};

Reading read_all(const std::string& text) {
  std::istringstream in(text);
  LineReader reader(in, "stdin");
  Reading reading;
  while (auto line = reader.next()) reading.lines.push_back(*line ? **line : "!");
  reading.hopeless = reader.hopeless();
  return reading;
}

using Lines = std::vector<std::string>;

TEST(LineReader, SplitsAtLineFeedsAndDropsCarriageReturns) {
  EXPECT_EQ(read_all("a\nb\r\n\nc").lines, (Lines{"a", "b", "", "c"}));
  EXPECT_EQ(read_all("a\n").lines, Lines{"a"});
  EXPECT_TRUE(read_all("").lines.empty());
}

TEST(LineReader, PeeksAtTheNextLineWithoutTakingIt) {
  std::istringstream in("a\r\nb\n");
  LineReader reader(in, "stdin");
  EXPECT_EQ(reader.peek(), "a");
  EXPECT_EQ(**reader.next(), "a");
  EXPECT_EQ(reader.peek(), "b");
  EXPECT_EQ(reader.line(), 1);
  EXPECT_EQ(**reader.next(), "b");
  EXPECT_EQ(reader.peek(), std::nullopt);
  EXPECT_FALSE(reader.next().has_value());
}

TEST(LineReader, RefusesALongLineAndGoesOnBehindIt) {
  EXPECT_EQ(read_all("a\n" + std::string(3'000'000, 'x') + "\nb\n").lines, (Lines{"a", "!", "b"}));
}

TEST(LineReader, TakesALineOfExactlyTheLimit) {
  const std::string longest(65536, 'x');
  EXPECT_EQ(read_all(longest + "\n" + longest + "x\na").lines, (Lines{longest, "!", "a"}));
}

TEST(LineReader, RefusesALineWithANulAndGoesOnBehindIt) {
  EXPECT_EQ(read_all(std::string("a\nb\0c\nd", 7)).lines, (Lines{"a", "!", "d"}));
}

// A session of hours does not end with its tenth slip.
TEST(LineReader, GoesOnForAsLongAsThereIsTextInBetween) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "\1\n\nquestion\n";
  const Reading reading = read_all(text);
  EXPECT_EQ(reading.lines.size(), 150U);
  EXPECT_FALSE(reading.hopeless);
}

TEST(LineReader, GivesUpOnAStreamThatIsNoText) {
  std::string noise;
  Rng rng(7, 0);
  for (int i = 0; i < 200000; ++i) noise += static_cast<char>(rng.next() & 0xff);
  const Reading reading = read_all(noise);
  EXPECT_TRUE(reading.hopeless);
  EXPECT_LE(reading.lines.size(), 40U);
}

TEST(LineReader, GivesUpOnAnEndlessLine) {
  const Reading reading = read_all(std::string(40'000'000, 'x') + "\na\n");
  EXPECT_TRUE(reading.hopeless);
  EXPECT_EQ(reading.lines, Lines{"!"});
}

TEST(LineReader, NamesTheLineOfAnError) {
  std::istringstream in("a\n\x01\n");
  LineReader reader(in, "stdin");
  EXPECT_TRUE(reader.next().value());
  const auto bad = reader.next();
  ASSERT_TRUE(bad && !*bad);
  EXPECT_EQ(bad->error().text(), "stdin:2: not text; expected one position a line");
}

}  // namespace
}  // namespace alea::app
