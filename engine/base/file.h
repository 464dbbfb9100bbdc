#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace alea {

// No text or weight file of ours comes near it; endless devices are refused instead of filling memory.
inline constexpr std::size_t kReadLimit = std::size_t{1} << 28;

// The whole file as bytes. Errors (environment): cannot be opened or read; a folder; more than `limit`
// bytes.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& path,
                                            std::size_t limit = kReadLimit);

// Writes a file whole or not at all: beside it, fsync, rename, fsync of the folder. An existing file
// keeps its old content on any failure and its permissions on success; a symbolic link keeps pointing
// where it did. Devices and pipes are written to directly. Nothing but the file is left behind, on
// most file systems not even if the process is killed.
// Errors (environment): folder missing or not writable, disk full.
[[nodiscard]] Status write_file(const std::filesystem::path& path, std::string_view content);

// Whether write_file() could write there, to be asked before long work whose result shall go there. Leaves
// nothing behind. The disk may still turn out to be full.
[[nodiscard]] Status can_write_file(const std::filesystem::path& path);

// Whether two names stand for one file, by links too, or would once it is made.
[[nodiscard]] bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// A file seen as memory, read-only; pages are loaded on first use and shared between processes.
//
// Moving keeps the bytes where they are. The file must not be cut short meanwhile (that would end the
// process with SIGBUS): write_file() never does, it puts a new file in the old one's place.
class MappedFile {
 public:
  // Errors (environment): cannot be opened; a folder or device.
  [[nodiscard]] static Result<MappedFile> open(const std::filesystem::path& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // Starts at a page boundary. Valid as long as this object, or the one it was moved to.
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::string_view text() const noexcept;

 private:
  explicit MappedFile(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}
  std::span<const std::byte> bytes_;
};

}  // namespace alea
