#include "engine/bearoff/table_file.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/file.h"
#include "engine/base/sha256.h"

namespace alea {
namespace {

static_assert(std::endian::native == std::endian::little, "tables are used as they are stored");

constexpr std::array<char, 8> kMagic{'A', 'L', 'E', 'A', 'B', 'E', 'A', 'R'};
constexpr std::size_t kDigestBytes = 64;

struct Header {
  std::array<char, 8> magic{};
  std::uint32_t version = 0;
  std::uint32_t kind = 0;
  std::uint32_t points = 0;
  std::uint32_t checkers = 0;
  std::uint64_t payload_bytes = 0;
  std::array<std::uint64_t, 4> unused{};
};
static_assert(sizeof(Header) == TableImage::kHeadWords * sizeof(std::uint64_t));

std::string_view text_of(std::span<const std::byte> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

constexpr std::string_view name_of(TableKind kind) noexcept {
  return kind == TableKind::one_sided ? "one-sided" : "two-sided";
}

}  // namespace

tl::unexpected<Error> damaged_table(const std::filesystem::path& path, std::string_view what) {
  return fail(Error{.kind = ErrorKind::environment,
                    .message = fmt::format("{}{}", what, kMakeTable),
                    .source = path.string()});
}

TableImage TableImage::seal(TableKind kind, BearoffShape shape, std::vector<std::uint64_t> words) {
  ALEA_CHECK(is_valid(shape) && words.size() >= kHeadWords);
  const std::size_t sealed = words.size() * sizeof(std::uint64_t);
  const Header header{.magic = kMagic,
                      .version = kVersion,
                      .kind = static_cast<std::uint32_t>(kind),
                      .points = static_cast<std::uint32_t>(shape.points),
                      .checkers = static_cast<std::uint32_t>(shape.checkers),
                      .payload_bytes = sealed - sizeof(Header)};
  words.resize(words.size() + kDigestBytes / sizeof(std::uint64_t));
  std::memcpy(words.data(), &header, sizeof header);
  const std::string digest = sha256_hex(text_of(std::as_bytes(std::span(words)).first(sealed)));
  std::memcpy(&words[sealed / sizeof(std::uint64_t)], digest.data(), kDigestBytes);

  auto owner = std::make_shared<const std::vector<std::uint64_t>>(std::move(words));
  TableImage image;
  image.bytes_ = std::as_bytes(std::span(*owner));
  image.owner_ = std::move(owner);
  image.shape_ = shape;
  return image;
}

Result<TableImage> TableImage::load(const std::filesystem::path& path, TableKind kind) {
  auto file = MappedFile::open(path);
  if (!file) {
    Error error = std::move(file).error();
    error.message += kMakeTable;
    return fail(std::move(error));
  }
  const std::span<const std::byte> bytes = file->bytes();
  Header header;
  if (bytes.size() < sizeof header + kDigestBytes) return damaged_table(path, "cut short");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kMagic) return damaged_table(path, "not a bear-off table");
  if (header.version != kVersion) {
    return damaged_table(
        path, fmt::format("a bear-off table of version {}, not {}", header.version, kVersion));
  }
  if (header.kind != static_cast<std::uint32_t>(kind)) {
    return damaged_table(path, fmt::format("not a {} bear-off table", name_of(kind)));
  }
  const std::size_t sealed = bytes.size() - kDigestBytes;
  if (header.payload_bytes != sealed - sizeof header || sealed % sizeof(std::uint64_t) != 0) {
    return damaged_table(path, fmt::format("damaged: {} bytes of payload, its header says {}",
                                           sealed - sizeof header, header.payload_bytes));
  }
  if (sha256_hex(text_of(bytes.first(sealed))) != text_of(bytes.last(kDigestBytes))) {
    return damaged_table(path, "damaged: its checksum differs");
  }
  TableImage image;
  image.shape_ = {.points = static_cast<int>(header.points),
                  .checkers = static_cast<int>(header.checkers)};
  if (!is_valid(image.shape_)) {
    return damaged_table(path,
                         fmt::format("a bear-off table of an impossible shape, {} checkers on "
                                     "{} points",
                                     header.checkers, header.points));
  }
  image.bytes_ = bytes;
  image.owner_ = std::make_shared<const MappedFile>(std::move(*file));
  return image;
}

Status TableImage::save(const std::filesystem::path& path) const {
  return write_file(path, text_of(bytes_));
}

std::span<const std::uint64_t> TableImage::payload() const noexcept {
  const auto* words = reinterpret_cast<const std::uint64_t*>(bytes_.data());
  return {words + kHeadWords, (bytes_.size() - kDigestBytes) / sizeof(std::uint64_t) - kHeadWords};
}

std::string TableImage::checksum() const {
  return std::string(text_of(bytes_.last(kDigestBytes)));
}

}  // namespace alea
