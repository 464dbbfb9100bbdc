#include "engine/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace alea {
namespace {

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

tl::unexpected<Error> failed(std::string_view what, const std::filesystem::path& path, int code) {
  return fail(ErrorKind::environment, fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(code)));
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return failed("open", path, errno);
  std::string content;
  std::string chunk(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t got = ::read(file.get(), chunk.data(), chunk.size());
    if (got == 0) return content;
    if (got > 0) {
      content.append(chunk, 0, static_cast<std::size_t>(got));
    } else if (errno != EINTR) {
      return failed("read", path, errno);
    }
  }
}

Status write_file(const std::filesystem::path& path, std::string_view content) {
  std::filesystem::path folder = path.parent_path();
  if (folder.empty()) folder = ".";
  std::string name = (folder / ("." + path.filename().string() + ".XXXXXX")).string();
  Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
  if (file.get() < 0) return failed("write", path, errno);
  const auto give_up = [&](int code) {
    ::unlink(name.c_str());
    return failed("write", path, code);
  };
  while (!content.empty()) {
    const ssize_t put = ::write(file.get(), content.data(), content.size());
    if (put >= 0) {
      content.remove_prefix(static_cast<std::size_t>(put));
    } else if (errno != EINTR) {
      return give_up(errno);
    }
  }
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::fchmod(file.get(), 0666 & ~mask) != 0 || ::fsync(file.get()) != 0) return give_up(errno);
  if (::close(file.release()) != 0) return give_up(errno);
  if (::rename(name.c_str(), path.c_str()) != 0) return give_up(errno);
  const Descriptor dir(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (dir.get() >= 0) ::fsync(dir.get());
  return {};
}

}  // namespace alea
