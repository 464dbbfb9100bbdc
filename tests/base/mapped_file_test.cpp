#include <gtest/gtest.h>

#include "engine/base/file.h"
#include "tests/support/temporary_folder.h"

namespace alea {
namespace {

class MappedFileTest : public test::TemporaryFolder {};

TEST_F(MappedFileTest, ShowsTheBytesOfTheFile) {
  const std::string content("weights\0and more", 16);
  ASSERT_TRUE(write_file(path("a"), content));
  const auto file = MappedFile::open(path("a"));
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(file->text(), content);
  EXPECT_EQ(file->bytes().size(), content.size());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(file->bytes().data()) % 64, 0U);
}

TEST_F(MappedFileTest, KeepsItsContentWhenTheFileIsReplaced) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  const auto file = MappedFile::open(path("a"));
  ASSERT_TRUE(file);
  ASSERT_TRUE(write_file(path("a"), "new and longer"));
  EXPECT_EQ(file->text(), "old");
}

TEST_F(MappedFileTest, MovingKeepsTheBytesInPlace) {
  ASSERT_TRUE(write_file(path("a"), "aaa"));
  ASSERT_TRUE(write_file(path("b"), "bbb"));
  auto first = MappedFile::open(path("a"));
  auto second = MappedFile::open(path("b"));
  ASSERT_TRUE(first && second);
  const std::byte* const address = first->bytes().data();
  MappedFile moved = std::move(*first);
  EXPECT_EQ(moved.bytes().data(), address);
  *second = std::move(moved);
  EXPECT_EQ(second->bytes().data(), address);
  EXPECT_EQ(second->text(), "aaa");
}

TEST_F(MappedFileTest, EmptyFileHasNoBytes) {
  ASSERT_TRUE(write_file(path("empty"), ""));
  const auto file = MappedFile::open(path("empty"));
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_TRUE(file->bytes().empty());
}

TEST_F(MappedFileTest, MissingFilesFoldersAndDevicesAreErrors) {
  for (const auto& bad : {path("missing"), path(""), std::filesystem::path("/dev/zero")}) {
    const auto file = MappedFile::open(bad);
    ASSERT_FALSE(file) << bad;
    EXPECT_EQ(file.error().kind, ErrorKind::environment);
    EXPECT_NE(file.error().message.find(bad.string()), std::string::npos) << file.error().message;
  }
}

}  // namespace
}  // namespace alea
