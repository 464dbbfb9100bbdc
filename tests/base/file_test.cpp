#include "engine/base/file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "tests/support/temporary_folder.h"

namespace alea {
namespace {

namespace fs = std::filesystem;

class FileTest : public test::TemporaryFolder {};

// Whether `action` returned true in a process of its own.
template <class Action>
bool in_child(Action action) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(action() ? 0 : 1);
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string content_of(const fs::path& path) {
  return read_file(path).value_or("");
}

TEST_F(FileTest, ReadsBackWhatWasWritten) {
  std::string content(300'000, '\0');
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * 7);
  ASSERT_TRUE(write_file(path("a"), content));
  EXPECT_EQ(read_file(path("a")), content);
  EXPECT_EQ(names(), std::vector<std::string>{"a"});
}

TEST_F(FileTest, ReplacesAnOlderFileAndKeepsItsPermissions) {
  ASSERT_TRUE(write_file(path("a"), "a long first content"));
  ASSERT_EQ(::chmod(path("a").c_str(), 0640), 0);
  ASSERT_TRUE(write_file(path("a"), "second"));
  EXPECT_EQ(read_file(path("a")), "second");
  struct stat status {};
  ASSERT_EQ(::stat(path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
}

TEST_F(FileTest, NewFilesObeyTheUmask) {
  const mode_t before = ::umask(027);
  const Status written = write_file(path("a"), "x");
  ::umask(before);
  ASSERT_TRUE(written);
  struct stat status {};
  ASSERT_EQ(::stat(path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
}

TEST_F(FileTest, WritesThroughASymbolicLink) {
  fs::create_directory(path("data"));
  ASSERT_TRUE(write_file(path("data/real"), "old"));
  fs::create_symlink("data/real", path("link"));
  ASSERT_TRUE(write_file(path("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("data/real")), "new");
}

TEST_F(FileTest, MakesTheFileThatALinkPromises) {
  fs::create_symlink("second", path("link"));
  fs::create_symlink("real", path("second"));
  ASSERT_TRUE(write_file(path("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("real")), "new");
}

TEST_F(FileTest, RefusesLinksThatLeadInACircle) {
  fs::create_symlink("there", path("here"));
  fs::create_symlink("here", path("there"));
  EXPECT_FALSE(write_file(path("here"), "x"));
  EXPECT_TRUE(fs::is_symlink(path("here")));
}

TEST_F(FileTest, TakesTheLongestNameThatTheSystemAllows) {
  const std::string name(255, 'n');
  ASSERT_TRUE(write_file(path(name), "x"));
  EXPECT_EQ(read_file(path(name)), "x");
  EXPECT_FALSE(write_file(path(name + "n"), "x"));
}

TEST_F(FileTest, WritesARelativeNameIntoTheWorkingFolder) {
  const fs::path here = fs::current_path();
  fs::current_path(path(""));
  const Status written = write_file("plain", "x");
  fs::current_path(here);
  ASSERT_TRUE(written) << written.error().text();
  EXPECT_EQ(names(), std::vector<std::string>{"plain"});
}

TEST_F(FileTest, FailuresNameTheFileAndLeaveNothingBehind) {
  ASSERT_TRUE(write_file(path("file"), "x"));
  fs::create_directory(path("folder"));
  for (const auto& bad : {path("missing/a"), path("file/a"), path("folder"), fs::path("/proc/a")}) {
    const Status written = write_file(bad, "y");
    ASSERT_FALSE(written) << bad;
    EXPECT_EQ(written.error().kind, ErrorKind::environment);
    EXPECT_NE(written.error().message.find("cannot write " + bad.string()), std::string::npos);
    const Status possible = can_write_file(bad);
    ASSERT_FALSE(possible) << bad;
    EXPECT_EQ(possible.error().message, written.error().message);
  }
  for (const auto& good : {path("file"), path("new"), path("folder/new"), fs::path("/dev/null")}) {
    EXPECT_TRUE(can_write_file(good)) << good;
  }
  EXPECT_EQ(names().size(), 2U);
  EXPECT_EQ(read_file(path("file")), "x");
}

TEST_F(FileTest, FolderWithoutWritePermissionIsAnError) {
  fs::create_directory(path("locked"));
  ASSERT_TRUE(write_file(path("locked/a"), "old"));
  fs::permissions(path("locked"), fs::perms{0555});
  fs::permissions(path(""), fs::perms{0755});
  // Root may write anywhere, so the attempt is made as nobody.
  EXPECT_TRUE(in_child([&] {
    if (::geteuid() == 0 && ::setresuid(65534, 65534, 65534) != 0) return false;
    return !write_file(path("locked/a"), "new") && !write_file(path("locked/b"), "new");
  }));
  fs::permissions(path("locked"), fs::perms{0755});
  EXPECT_EQ(read_file(path("locked/a")), "old");
  EXPECT_FALSE(fs::exists(path("locked/b")));
}

TEST_F(FileTest, WriteProtectedFileIsNotReplaced) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  fs::permissions(path("a"), fs::perms{0444});
  fs::permissions(path(""), fs::perms{0777});
  EXPECT_TRUE(in_child([&] {
    if (::geteuid() == 0 && ::setresuid(65534, 65534, 65534) != 0) return false;
    return !can_write_file(path("a")) && !write_file(path("a"), "new");
  }));
  EXPECT_EQ(read_file(path("a")), "old");
}

TEST_F(FileTest, FullDeviceIsAnError) {
  const Status written = write_file("/dev/full", "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "cannot write /dev/full: No space left on device");
  EXPECT_TRUE(write_file("/dev/null", "x"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

// A limit on file sizes stops the write in its middle, as a disk that fills up does.
TEST_F(FileTest, WriteThatFailsHalfWayKeepsTheOldFileAndLeavesNothingElse) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  EXPECT_TRUE(in_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{.rlim_cur = 10'000, .rlim_max = 10'000};
    if (::setrlimit(RLIMIT_FSIZE, &small) != 0) return false;
    const std::string large(100'000, 'x');
    return !write_file(path("a"), large) && !write_file(path("b"), large);
  }));
  EXPECT_EQ(read_file(path("a")), "old");
  EXPECT_EQ(names(), std::vector<std::string>{"a"});
}

TEST_F(FileTest, KilledWriterLeavesTheOldOrTheNewContent) {
  const std::string one(2'000'000, '1');
  const std::string two(2'000'000, '2');
  ASSERT_TRUE(write_file(path("a"), one));
  for (int i = 0; i < 10; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (;;) static_cast<void>(write_file(path("a"), two) && write_file(path("a"), one));
    }
    ::usleep(static_cast<useconds_t>(1000 + 700 * i));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const std::string found = content_of(path("a"));
    ASSERT_TRUE(found == one || found == two) << found.size() << " bytes";
  }
}

TEST_F(FileTest, ReadingAMissingFileAFolderOrAnEndlessDeviceIsAnError) {
  EXPECT_EQ(read_file(path("missing")).error().message,
            "cannot open " + path("missing").string() + ": No such file or directory");
  EXPECT_EQ(read_file(path("")).error().kind, ErrorKind::environment);
  EXPECT_EQ(read_file("/dev/zero", 1'000'000).error().message,
            "cannot read /dev/zero: File too large");
}

}  // namespace
}  // namespace alea
