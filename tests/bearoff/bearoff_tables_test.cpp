#include "engine/bearoff/bearoff_tables.h"

#include <gtest/gtest.h>

#include <fstream>

#include "engine/base/file.h"
#include "tests/bearoff/bearoff_support.h"

namespace alea {
namespace {

namespace fs = std::filesystem;

TEST(BearoffTables, PreferTheExactTable) {
  ThreadPool pool(1);
  const auto tables = make_bearoff_tables(pool, {.one_sided = {6, 5}, .two_sided = {6, 3}}).value();
  EXPECT_EQ(tables.identity(), "bear-off 5x6 + 3x6 two-sided");

  const Board both = bearoff_board({0, 1, 0, 0, 1}, {1, 0, 0, 0, 0, 1});
  EXPECT_TRUE(tables.covers_exactly(both));
  EXPECT_EQ(tables.probabilities(both)->win,
            static_cast<float>(tables.two_sided->equities(both).win()));
  EXPECT_EQ(tables.equities(both)->owned, tables.two_sided->equities(both).owned);

  const Board one_only = bearoff_board({0, 1, 0, 0, 1, 3}, {1, 0, 0, 0, 0, 1});
  EXPECT_TRUE(tables.covers(one_only));
  EXPECT_FALSE(tables.covers_exactly(one_only));
  EXPECT_FALSE(tables.equities(one_only));
  EXPECT_EQ(tables.probabilities(one_only), race_probabilities(*tables.one_sided, one_only));

  EXPECT_FALSE(tables.covers(starting_board()));
  EXPECT_FALSE(tables.probabilities(starting_board()));
  EXPECT_FALSE(tables.probabilities(bearoff_board({0, 1, 0, 0, 1, 4}, {1})));
}

TEST(BearoffTables, WithoutTablesNothingIsCovered) {
  const BearoffTables none;
  EXPECT_TRUE(none.empty());
  EXPECT_FALSE(none.covers(bearoff_board({1}, {1})));
  EXPECT_FALSE(none.probabilities(bearoff_board({1}, {1})));
  EXPECT_EQ(none.identity(), "");
}

// Combining one-sided distributions errs because both sides play for speed alone. Measured over all
// pairs of up to 6 checkers: root mean square 0.0018, worst 0.0139, at [0,0,2,2,2,0] v [3,2,1].
TEST(BearoffTables, OneSidedDistributionsAreCloseToExact) {
  ThreadPool pool(1);
  const auto tables = make_bearoff_tables(pool, {.one_sided = {6, 6}}).value();
  double squares = 0, worst = 0;
  int pairs = 0;
  for (std::uint32_t us = 1; us < 924; us += 3) {
    for (std::uint32_t them = 1; them < 924; them += 5, ++pairs) {
      const double error =
          chance_not_later(tables.one_sided->rolls(us), tables.one_sided->rolls(them)) -
          tables.two_sided->equities(us, them).win();
      squares += error * error;
      worst = std::max(worst, std::abs(error));
    }
  }
  EXPECT_LT(std::sqrt(squares / pairs), 0.0025);
  EXPECT_LT(worst, 0.015);
}

TEST(OpenBearoffTables, MakesKeepsAndRepairsFiles) {
  std::string name = (fs::temp_directory_path() / "alea-bearoff-XXXXXX").string();
  const fs::path root = ::mkdtemp(name.data());
  const fs::path folder = root / "new" / "data";
  ThreadPool pool(1);
  const BearoffShapes shapes{.one_sided = {3, 15}, .two_sided = {4, 3}};

  const auto first = open_bearoff_tables(folder, pool, shapes).value();
  EXPECT_TRUE(first.notes.empty());
  const std::string one = read_file(folder / kOneSidedFile).value();
  EXPECT_TRUE(first.tables.covers(bearoff_board({0, 0, 15}, {15})));

  // A damaged file is reported and replaced; the other is left alone.
  const auto two_written = fs::last_write_time(folder / kTwoSidedFile);
  std::ofstream(folder / kOneSidedFile, std::ios::binary) << one.substr(0, one.size() / 2);
  const auto second = open_bearoff_tables(folder, pool, shapes).value();
  ASSERT_EQ(second.notes.size(), 1U);
  EXPECT_NE(second.notes[0].text().find(kOneSidedFile), std::string::npos);
  EXPECT_TRUE(second.notes[0].text().ends_with("; made anew")) << second.notes[0].text();
  EXPECT_EQ(read_file(folder / kOneSidedFile).value(), one);
  EXPECT_EQ(fs::last_write_time(folder / kTwoSidedFile), two_written);

  // Stopped while making: no file appears.
  fs::remove(folder / kTwoSidedFile);
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(open_bearoff_tables(folder, pool, shapes, {.stop = source.get_token()}));
  EXPECT_FALSE(fs::exists(folder / kTwoSidedFile));

  // Where nothing can be saved the tables live in memory, and the user is told.
  std::ofstream(root / "file") << "in the way";
  const auto third = open_bearoff_tables(root / "file" / "data", pool, shapes).value();
  EXPECT_EQ(third.notes.size(), 2U);
  EXPECT_TRUE(third.tables.covers(bearoff_board({1}, {1})));
  fs::remove_all(root);
}

}  // namespace
}  // namespace alea
