// Files that cannot be trusted are refused in one line that names them and the remedy.
#include "engine/bearoff/table_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "engine/base/file.h"
#include "engine/bearoff/one_sided.h"
#include "engine/bearoff/two_sided.h"
#include "tests/bearoff/bearoff_support.h"

namespace alea {
namespace {

namespace fs = std::filesystem;

class TableFile : public testing::Test {
 protected:
  TableFile() {
    std::string name = (fs::temp_directory_path() / "alea-bearoff-XXXXXX").string();
    folder = ::mkdtemp(name.data());
    path = folder / "table";
  }
  ~TableFile() override { fs::remove_all(folder); }

  [[nodiscard]] std::string small_file() const {
    EXPECT_TRUE(small().save(path));
    return read_file(path).value();
  }
  static TwoSidedBearoff small() {
    ThreadPool pool(1);
    return TwoSidedBearoff::make({.points = 2, .checkers = 2}, pool).value();
  }
  // The message of the refusal; fails if the file is accepted.
  std::string refusal(const std::string& content) const {
    std::ofstream(path, std::ios::binary) << content;
    const auto loaded = TwoSidedBearoff::load(path);
    if (loaded) return "accepted";
    EXPECT_EQ(loaded.error().kind, ErrorKind::environment);
    const std::string text = loaded.error().text();
    EXPECT_NE(text.find(path.string()), std::string::npos) << text;
    EXPECT_NE(text.find("alea bearoff make"), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    return text;
  }

  fs::path folder, path;
};

bool mentions(const std::string& text, const char* what) {
  return text.find(what) != std::string::npos;
}

TEST_F(TableFile, LoadsWhatWasSaved) {
  ThreadPool pool(1);
  const auto one = OneSidedBearoff::make({.points = 3, .checkers = 15}, pool).value();
  ASSERT_TRUE(one.save(path));
  const auto one_again = OneSidedBearoff::load(path).value();
  EXPECT_EQ(one_again.shape(), one.shape());
  for (std::uint32_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one_again.mean_rolls(i), one.mean_rolls(i));
    ASSERT_TRUE(std::ranges::equal(one_again.rolls(i).counts(), one.rolls(i).counts()));
    ASSERT_TRUE(std::ranges::equal(one_again.first_off(i).counts(), one.first_off(i).counts()));
  }
  const auto two = small();
  ASSERT_TRUE(two.save(path));
  const auto two_again = TwoSidedBearoff::load(path).value();
  for (std::uint32_t us = 1; us < two.positions(); ++us) {
    for (std::uint32_t them = 1; them < two.positions(); ++them) {
      ASSERT_EQ(two_again.equities(us, them).centred, two.equities(us, them).centred);
    }
  }
}

TEST_F(TableFile, SurvivesBeingReplacedWhileInUse) {
  const auto two = small();
  ASSERT_TRUE(two.save(path));
  const auto loaded = TwoSidedBearoff::load(path).value();
  ASSERT_TRUE(two.save(path));
  fs::remove(path);
  EXPECT_EQ(loaded.equities(1, 1).win(), 1.0);
}

TEST_F(TableFile, RefusesAFlippedBitAnywhere) {
  const std::string good = small_file();
  // Every byte of the header, every fifth of the rest; another bit each time.
  for (std::size_t at = 0; at < good.size(); at += at < 64 ? 1 : 5) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
    ASSERT_NE(refusal(bad), "accepted") << "byte " << at;
  }
}

TEST_F(TableFile, RefusesOtherLengths) {
  const std::string good = small_file();
  for (std::size_t size = 0; size < good.size(); size += 12) {
    ASSERT_NE(refusal(good.substr(0, size)), "accepted") << size << " bytes";
  }
  EXPECT_NE(refusal(good.substr(0, good.size() - 1)), "accepted");
  EXPECT_TRUE(mentions(refusal(good + std::string(8, '\0')), "damaged"));
}

TEST_F(TableFile, NamesTheReason) {
  const std::string good = small_file();
  EXPECT_TRUE(mentions(refusal(""), "cut short"));
  EXPECT_TRUE(mentions(refusal(std::string(1000, 'x')), "not a bear-off table"));
  std::string other_version = good;
  other_version[8] = 7;
  EXPECT_TRUE(mentions(refusal(other_version), "version 7"));
  std::string damaged = good;
  damaged[200] = static_cast<char>(damaged[200] + 1);
  EXPECT_TRUE(mentions(refusal(damaged), "checksum"));
  ThreadPool pool(1);
  ASSERT_TRUE(OneSidedBearoff::make({.points = 2, .checkers = 2}, pool)->save(path));
  EXPECT_TRUE(mentions(refusal(read_file(path).value()), "not a two-sided"));
}

TEST_F(TableFile, RefusesAnIndexThatLeadsOutside) {
  // Well sealed, but its places point beyond the counts, as only a foreign maker would write it.
  const BearoffShape shape{.points = 1, .checkers = 2};
  for (const std::uint64_t place : {std::uint64_t{1} << 16 | 9, std::uint64_t{99} << 16 | 1,
                                    ~std::uint64_t{0}, std::uint64_t{0}}) {
    std::vector<std::uint64_t> words(TableImage::kHeadWords + 6 + 2, place);
    ASSERT_TRUE(TableImage::seal(TableKind::one_sided, shape, words).save(path));
    const auto loaded = OneSidedBearoff::load(path);
    ASSERT_FALSE(loaded);
    EXPECT_TRUE(mentions(loaded.error().text(), "index"));
  }
  std::vector<std::uint64_t> words(TableImage::kHeadWords + 3);
  ASSERT_TRUE(TableImage::seal(TableKind::one_sided, shape, words).save(path));
  EXPECT_FALSE(OneSidedBearoff::load(path));
  ASSERT_TRUE(TableImage::seal(TableKind::two_sided, shape, words).save(path));
  EXPECT_FALSE(TwoSidedBearoff::load(path));
}

TEST_F(TableFile, RefusesWhatIsNoFile) {
  EXPECT_FALSE(TwoSidedBearoff::load(folder));
  EXPECT_FALSE(TwoSidedBearoff::load(folder / "missing"));
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_FALSE(TwoSidedBearoff::load(folder / "pipe"));
}

TEST_F(TableFile, LeavesNothingBehindWhereItCannotBeSaved) {
  EXPECT_FALSE(small().save(folder / "missing" / "table"));
  EXPECT_FALSE(fs::exists(folder / "missing"));
}

}  // namespace
}  // namespace alea
