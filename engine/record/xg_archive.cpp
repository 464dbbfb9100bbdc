#include "engine/record/xg_archive.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include "engine/record/text_source.h"

namespace alea::xg {
namespace {

constexpr std::size_t kTrailer = 36;
constexpr std::size_t kEntry = 532;
constexpr std::size_t kMostBytes = std::size_t{256} << 20;  // of one unpacked member
constexpr std::size_t kMostEntries = 64;

[[nodiscard]] std::uint32_t uint32_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint32_t>(int32_at(bytes, at));
}

[[nodiscard]] std::uint32_t crc_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

// Unpacks a zlib stream. What was unpacked before an error is kept if `partial` is given.
[[nodiscard]] bool inflate_all(std::string_view packed, std::string& out) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return false;
  std::string input(packed);
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(std::min(input.size(), kMostBytes));
  int status = Z_OK;
  std::vector<char> buffer(1U << 16);
  while (status == Z_OK && out.size() < kMostBytes) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&stream, Z_NO_FLUSH);
    out.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END;
}

// One member as the registry describes it.
struct Entry {
  std::string name;
  std::size_t size = 0, packed = 0, start = 0;
  std::uint32_t crc = 0;
  bool compressed = true;
};

[[nodiscard]] Entry entry_at(std::string_view registry, std::size_t at) {
  return {.name = pascal_at(registry, at, 255),
          .size = uint32_at(registry, at + 512),
          .packed = uint32_at(registry, at + 516),
          .start = uint32_at(registry, at + 520),
          .crc = uint32_at(registry, at + 524),
          .compressed = registry[at + 528] == 0};
}

// The member's bytes; complaints go to `problems`. Empty if nothing could be read.
[[nodiscard]] std::string member(std::string_view archive, const Entry& entry,
                                 std::vector<std::string>& problems) {
  if (entry.start > archive.size() || entry.packed > archive.size() - entry.start) {
    problems.push_back(fmt::format("{} lies outside of the archive", entry.name));
    return {};
  }
  const std::string_view packed = archive.substr(entry.start, entry.packed);
  std::string bytes;
  if (!entry.compressed) {
    bytes = packed;
  } else if (!inflate_all(packed, bytes)) {
    problems.push_back(fmt::format("{} is damaged: {} of {} bytes could be unpacked", entry.name,
                                   bytes.size(), entry.size));
    return bytes;
  }
  if (bytes.size() != entry.size || crc_of(bytes) != entry.crc) {
    problems.push_back(fmt::format("{} is damaged: its checksum is wrong", entry.name));
  }
  return bytes;
}

}  // namespace

std::int32_t int32_at(std::string_view bytes, std::size_t at) {
  if (at + 4 > bytes.size()) return 0;
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) {
    value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  }
  return static_cast<std::int32_t>(value);
}

double double_at(std::string_view bytes, std::size_t at) {
  const std::uint64_t low = uint32_at(bytes, at), high = uint32_at(bytes, at + 4);
  return std::bit_cast<double>(high << 32 | low);
}

std::string utf16_at(std::string_view bytes, std::size_t at, std::size_t units) {
  std::string little = "\xFF\xFE";
  for (std::size_t i = 0; i < units && at + 2 * i + 2 <= bytes.size(); ++i) {
    const std::string_view unit = bytes.substr(at + 2 * i, 2);
    if (unit[0] == 0 && unit[1] == 0) break;
    little.append(unit);
  }
  return decode_text(little).text;
}

std::string pascal_at(std::string_view bytes, std::size_t at, std::size_t most) {
  if (at >= bytes.size()) return {};
  const auto length = std::min(most, std::size_t{static_cast<std::uint8_t>(bytes[at])});
  const std::string_view text = bytes.substr(at + 1, length);
  // What follows a NUL is left over from other fields.
  return from_windows_1252(text.substr(0, text.find('\0')));
}

Result<Archive> unpack(std::string_view bytes) {
  constexpr std::size_t kHeader = 8232;
  if (!bytes.starts_with("RGMH")) return fail(ErrorKind::input, "not an XG file");
  if (bytes.size() < kHeader + kTrailer) {
    return fail(ErrorKind::input, fmt::format("an XG file cut off after {} bytes", bytes.size()));
  }
  const std::size_t trailer = bytes.size() - kTrailer;
  const std::size_t files = uint32_at(bytes, trailer + 4);
  const std::size_t registry_size = uint32_at(bytes, trailer + 12);
  const std::size_t archive_size = uint32_at(bytes, trailer + 16);
  const bool packed_registry = uint32_at(bytes, trailer + 20) != 0;
  if (files == 0 || files > kMostEntries || registry_size > trailer ||
      archive_size > trailer - registry_size) {
    return fail(ErrorKind::input, "an XG file without its directory: cut off or damaged");
  }
  const std::size_t start = trailer - registry_size - archive_size;
  const std::string_view archive = bytes.substr(start, archive_size);
  const std::string_view raw = bytes.substr(start + archive_size, registry_size);
  std::string registry;
  if (!packed_registry) {
    registry = raw;
  } else if (!inflate_all(raw, registry)) {
    return fail(ErrorKind::input, "an XG file with a damaged directory");
  }

  Archive result;
  if (crc_of(bytes.substr(start, archive_size + registry_size)) != uint32_at(bytes, trailer)) {
    result.problems.emplace_back("the checksum of the file is wrong");
  }
  for (std::size_t i = 0; i < files && (i + 1) * kEntry <= registry.size(); ++i) {
    const Entry entry = entry_at(registry, i * kEntry);
    if (entry.name == "temp.xg") result.game = member(archive, entry, result.problems);
    if (entry.name == "temp.xgc") result.comments = member(archive, entry, result.problems);
  }
  if (result.game.empty()) {
    return fail(ErrorKind::input,
                fmt::format("an XG file without a readable game{}",
                            result.problems.empty() ? "" : ": " + result.problems.back()));
  }
  return result;
}

std::string plain_text_of_rtf(std::string_view rtf) {
  std::string text;
  int depth = 0, skipped_from = 0;  // skipped_from: depth of a group whose text is no text
  bool group_start = false;
  for (std::size_t i = 0; i < rtf.size(); ++i) {
    const char c = rtf[i];
    if (c == '{') {
      ++depth;
      group_start = true;
      continue;
    }
    if (c == '}') {
      if (skipped_from == depth) skipped_from = 0;
      --depth;
      continue;
    }
    if (c != '\\') {
      // Line breaks of the file are none of the text; 1 and 2 stand for CR and LF within comments.
      if (skipped_from == 0 && c != '\r' && c != '\n' && c != '\1' && c != '\2') text += c;
      group_start = false;
      continue;
    }
    if (++i >= rtf.size()) break;
    if (rtf[i] == '\'' && i + 2 < rtf.size()) {
      unsigned byte = 0;
      std::from_chars(rtf.data() + i + 1, rtf.data() + i + 3, byte, 16);
      const char single = static_cast<char>(byte);
      if (skipped_from == 0) text += from_windows_1252({&single, 1});
      i += 2;
      group_start = false;
      continue;
    }
    const auto is_letter = [](char l) { return (l >= 'a' && l <= 'z') || (l >= 'A' && l <= 'Z'); };
    if (!is_letter(rtf[i])) {
      if (rtf[i] == '*' && group_start && skipped_from == 0) skipped_from = depth;
      if (skipped_from == 0 && (rtf[i] == '\\' || rtf[i] == '{' || rtf[i] == '}')) text += rtf[i];
      if (skipped_from == 0 && rtf[i] == '~') text += ' ';
      continue;
    }
    std::size_t end = i;
    while (end < rtf.size() && is_letter(rtf[end])) ++end;
    const std::string_view word = rtf.substr(i, end - i);
    int number = 0;
    const auto digits = std::from_chars(rtf.data() + end, rtf.data() + rtf.size(), number);
    end = static_cast<std::size_t>(digits.ptr - rtf.data());
    if (end < rtf.size() && rtf[end] == ' ') ++end;
    if (group_start && skipped_from == 0 &&
        (word == "fonttbl" || word == "colortbl" || word == "stylesheet" || word == "info" ||
         word == "pict")) {
      skipped_from = depth;
    }
    if (skipped_from == 0) {
      if (word == "par" || word == "line") text += '\n';
      if (word == "tab") text += '\t';
      if (word == "u") {
        append_utf8(text, static_cast<char32_t>(number < 0 ? number + 65536 : number));
        // One character follows for readers without Unicode.
        if (end < rtf.size() && rtf[end] == '?') ++end;
      }
    }
    group_start = false;
    i = end - 1;
  }
  return std::string(trimmed(text));
}

}  // namespace alea::xg
