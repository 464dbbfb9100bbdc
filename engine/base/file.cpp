#include "engine/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

namespace alea {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as in Linux

// Owns a file descriptor; negative if there is none.
class Descriptor {
 public:
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] explicit operator bool() const noexcept { return fd_ >= 0; }

  // 0 or errno: network file systems report a full disk only here.
  int close() noexcept {
    const int fd = std::exchange(fd_, -1);
    return fd < 0 || ::close(fd) == 0 ? 0 : errno;
  }

 private:
  int fd_;
};

tl::unexpected<Error> failed(std::string_view what, const fs::path& path, int code) {
  return fail(ErrorKind::environment,
              fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(code)));
}

// 0 or errno.
int write_all(int fd, std::string_view content) noexcept {
  while (!content.empty()) {
    const ssize_t put = ::write(fd, content.data(), content.size());
    if (put >= 0) {
      content.remove_prefix(static_cast<std::size_t>(put));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

// Calls make(name) with names in `folder` that nobody has used until one is free; `make` is a system
// call that fails with EEXIST where the name is taken. The name, or errno.
template <class Make>
tl::expected<std::string, int> claim_name(const fs::path& folder, Make make) {
  for (unsigned int attempt = 0;; ++attempt) {
    std::string name = (folder / fmt::format(".alea-{}-{}.tmp", ::getpid(), attempt)).string();
    if (make(name.c_str()) >= 0) return name;
    if (errno != EEXIST) return tl::unexpected<int>(errno);
  }
}

// A file in the making; removed again unless it is moved to its place.
class TemporaryFile {
 public:
  // `mode` as for open(2): the umask applies. Where the system can, the file has no name as long as it
  // is incomplete, so that it vanishes with the process.
  TemporaryFile(fs::path folder, mode_t mode) : folder_(std::move(folder)), file_(-1) {
    if (::access("/proc/self/fd", X_OK) == 0) {
      file_ = Descriptor(::open(folder_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode));
    }
    if (file_) return;
    const auto name = claim_name(folder_, [&](const char* candidate) {
      file_ = Descriptor(::open(candidate, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode));
      return file_.get();
    });
    if (name) {
      name_ = *name;
    } else {
      error_ = name.error();
    }
  }
  ~TemporaryFile() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  [[nodiscard]] int error() const noexcept { return error_; }  // of the constructor: 0 or errno

  // Takes the place of `path` in the same folder. 0 or errno.
  int move_to(const fs::path& path) {
    if (name_.empty()) {
      const std::string self = fmt::format("/proc/self/fd/{}", file_.get());
      auto name = claim_name(folder_, [&](const char* candidate) {
        return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, candidate, AT_SYMLINK_FOLLOW);
      });
      if (!name) return name.error();
      name_ = std::move(*name);
    }
    if (const int code = file_.close(); code != 0) return code;
    if (::rename(name_.c_str(), path.c_str()) != 0) return errno;
    name_.clear();
    return 0;
  }

 private:
  fs::path folder_;
  std::string name_;  // empty while the file has none
  Descriptor file_;
  int error_ = 0;
};

// 0 or errno.
int write_directly(const fs::path& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file) return errno;
  if (const int code = write_all(file.get(), content); code != 0) return code;
  return file.close();
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// 0 or errno. `existing`: what stands there now, if anything does.
int write_beside(const fs::path& path, std::string_view content, const struct stat* existing) {
  const fs::path folder = folder_of(path);
  if (existing != nullptr && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) {
    return errno;
  }
  TemporaryFile file(folder, 0666);
  if (file.error() != 0) return file.error();
  if (const int code = write_all(file.descriptor(), content); code != 0) return code;
  if (existing != nullptr && ::fchmod(file.descriptor(), existing->st_mode & 07777) != 0)
    return errno;
  if (::fsync(file.descriptor()) != 0) return errno;
  if (const int code = file.move_to(path); code != 0) return code;
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory) ::fsync(directory.get());
  return 0;
}

}  // namespace

Result<std::string> read_file(const fs::path& path, std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  // A pipe that nobody writes to keeps one waiting, until a signal.
  if (!file && errno == EINTR) {
    return fail(ErrorKind::cancelled, fmt::format("interrupted, waiting for {}", path.string()));
  }
  if (!file) return failed("open", path, errno);
  std::string content;
  std::string chunk(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t got = ::read(file.get(), chunk.data(), chunk.size());
    if (got == 0) return content;
    if (got > 0) {
      content.append(chunk, 0, static_cast<std::size_t>(got));
      if (content.size() > limit) return failed("read", path, EFBIG);
    } else if (errno != EINTR) {
      return failed("read", path, errno);
    }
  }
}

namespace {

// Where a path leads, and what stands there.
struct Target {
  fs::path path;
  std::optional<struct stat> existing{};
};

Result<Target> target_of(const fs::path& path) {
  struct stat existing {};
  const bool exists = ::stat(path.c_str(), &existing) == 0;
  Target target{path};
  if (exists) target.existing = existing;
  std::error_code status;
  if (exists && fs::is_symlink(path, status)) {
    if (fs::path real = fs::canonical(path, status); !real.empty()) target.path = std::move(real);
  }
  // A link to a file that is yet to be made stays a link, too.
  for (int links = 0; !exists && fs::is_symlink(target.path, status); ++links) {
    if (links == kMostLinks) return failed("write", path, ELOOP);
    const fs::path next = fs::read_symlink(target.path, status);
    if (status) return failed("write", path, status.value());
    target.path = target.path.parent_path() / next;
  }
  if (exists && S_ISDIR(existing.st_mode)) return failed("write", path, EISDIR);
  return target;
}

}  // namespace

Status write_file(const fs::path& path, std::string_view content) {
  const Result<Target> target = target_of(path);
  if (!target) return fail(target.error());
  const auto& existing = target->existing;
  const int code = existing && !S_ISREG(existing->st_mode)
                       ? write_directly(target->path, content)
                       : write_beside(target->path, content, existing ? &*existing : nullptr);
  if (code != 0) return failed("write", path, code);
  return {};
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  return fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error) && !error;
}

Status can_write_file(const fs::path& path) {
  const Result<Target> target = target_of(path);
  if (!target) return fail(target.error());
  if (target->existing) {
    if (::faccessat(AT_FDCWD, target->path.c_str(), W_OK, AT_EACCESS) != 0) {
      return failed("write", path, errno);
    }
    if (!S_ISREG(target->existing->st_mode)) return {};
  }
  const TemporaryFile trial(folder_of(target->path), 0666);
  if (trial.error() != 0) return failed("write", path, trial.error());
  return {};
}

Result<MappedFile> MappedFile::open(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return failed("open", path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return failed("open", path, errno);
  if (S_ISDIR(status.st_mode)) return failed("read", path, EISDIR);
  if (!S_ISREG(status.st_mode)) return failed("map", path, ENODEV);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return MappedFile({});
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
  if (start == MAP_FAILED) return failed("map", path, errno);
  return MappedFile({static_cast<const std::byte*>(start), size});
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  // munmap takes a mutable address although it writes nothing there.
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

std::string_view MappedFile::text() const noexcept {
  return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
}

}  // namespace alea
