#include "tools/app/train_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "tools/app/command_line.h"

namespace alea::app {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// Whether a run may start here.
Status vacant(const fs::path& path) {
  if (is_there(path / "checkpoint")) {
    return usage_error(
        fmt::format("{} holds a training run; go on with it by --resume {}, or choose "
                    "another folder",
                    path.string(), path.string()));
  }
  if (is_there(path / "net.alea")) {
    return usage_error(fmt::format("{} exists and would be overwritten; choose another folder",
                                   (path / "net.alea").string()));
  }
  return {};
}

}  // namespace

Result<RunFolder> RunFolder::lock(const fs::path& path) {
  const int fd = ::open((path / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) {
    return fail(ErrorKind::environment,
                fmt::format("cannot write to {}: {}", path.string(), std::strerror(errno)));
  }
  RunFolder folder(path, fd);
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return folder;
  if (errno == EWOULDBLOCK) {
    return fail(ErrorKind::environment,
                fmt::format("{}: another process is training there", path.string()));
  }
  return fail(ErrorKind::environment,
              fmt::format("cannot lock {}: {}", path.string(), std::strerror(errno)));
}

Result<RunFolder> RunFolder::create(const fs::path& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code) {
    return fail(ErrorKind::environment,
                fmt::format("cannot make the folder {}: {}", path.string(), code.message()));
  }
  ALEA_TRY(vacant(path));  // before the lock leaves its file in somebody's folder
  Result<RunFolder> folder = lock(path);
  if (folder) ALEA_TRY(vacant(path));
  return folder;
}

Result<RunFolder> RunFolder::open(const fs::path& path) {
  if (!is_there(path / "checkpoint")) {
    return usage_error(
        fmt::format("{} holds no training run (no file 'checkpoint' in it); start one "
                    "with --out {}",
                    path.string(), path.string()));
  }
  return lock(path);
}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {
}

RunFolder::~RunFolder() {
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace alea::app
