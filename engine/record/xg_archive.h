#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace alea::xg {

// The members of an XG file that alea reads; empty if it has none of that name.
struct Archive {
  std::string game;                   // temp.xg: records of 2560 bytes
  std::string comments;               // temp.xgc: one RTF text per line
  std::vector<std::string> problems;  // members that are damaged or missing
};

// Unpacks the container of .xg and .xgp files: header, thumbnail, zlib members, registry, trailer.
// Format: XG_format.pas, GameSite 2000 Ltd, 2013. Errors (input): no such container; cut off; the game
// itself cannot be unpacked.
[[nodiscard]] Result<Archive> unpack(std::string_view bytes);

// Little-endian values at an offset; zero beyond the end.
[[nodiscard]] std::int32_t int32_at(std::string_view bytes, std::size_t at);
[[nodiscard]] double double_at(std::string_view bytes, std::size_t at);
[[nodiscard]] std::string utf16_at(std::string_view bytes, std::size_t at, std::size_t units);
[[nodiscard]] std::string pascal_at(std::string_view bytes, std::size_t at, std::size_t most);

// The plain text of an RTF document.
[[nodiscard]] std::string plain_text_of_rtf(std::string_view rtf);

}  // namespace alea::xg
