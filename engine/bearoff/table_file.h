#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/bearoff/bearoff_position.h"

namespace alea {

// What a maker may be told besides the shape.
struct BearoffMakeOptions {
  // Called now and then by the thread that makes the table, with the share done, 0 to 1.
  std::function<void(double)> progress{};
  std::stop_token stop{};
};

enum class TableKind : std::uint32_t { one_sided = 1, two_sided = 2 };

// The bytes of a bear-off table, which are the same in memory and on disk:
//   64 bytes of header | payload | 64 hex digits: SHA-256 of all before them
// Little-endian; the payload is 8-byte aligned. Read-only, shared between copies, and for a loaded
// file between processes (memory-mapped). A file must be replaced by renaming, as save() does, never
// written in place.
class TableImage {
 public:
  static constexpr std::uint32_t kVersion = 1;

  // Fills in header and checksum around a payload that has left kHeadWords words in front.
  static constexpr std::size_t kHeadWords = 8;
  [[nodiscard]] static TableImage seal(TableKind kind, BearoffShape shape,
                                       std::vector<std::uint64_t> words);

  // Maps a file and verifies all of it. Errors (environment; the message ends with the remedy): cannot
  // be opened, no bear-off table, other version or kind, cut short or too long, checksum differs.
  [[nodiscard]] static Result<TableImage> load(const std::filesystem::path& path, TableKind kind);

  // Whole or not at all.
  [[nodiscard]] Status save(const std::filesystem::path& path) const;

  [[nodiscard]] BearoffShape shape() const noexcept { return shape_; }
  [[nodiscard]] std::span<const std::uint64_t> payload() const noexcept;
  [[nodiscard]] std::size_t size_bytes() const noexcept { return bytes_.size(); }
  [[nodiscard]] std::string checksum() const;  // the 64 hex digits

 private:
  TableImage() = default;

  std::shared_ptr<const void> owner_;
  std::span<const std::byte> bytes_;
  BearoffShape shape_;
};

// How to replace a table, at the end of every error of loading one.
inline constexpr std::string_view kMakeTable = "; make it with `alea bearoff make`";

// The error for a file that cannot be trusted: `what` and how to replace it.
[[nodiscard]] tl::unexpected<Error> damaged_table(const std::filesystem::path& path,
                                                  std::string_view what);

}  // namespace alea
