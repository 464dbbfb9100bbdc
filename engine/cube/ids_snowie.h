#pragma once

#include <array>
#include <string_view>

#include "engine/base/result.h"
#include "engine/cube/position.h"

namespace alea {

// A position as Snowie's text files and GNU Backgammon's `export position snowietxt` hold it: one line of 40
// values between semicolons, all seen by the player on roll, who is named first.
struct SnowieText {
  Position position{};
  std::string_view name_us{}, name_them{};  // borrow from the text
};

// Whether the text is of that kind, good or not.
[[nodiscard]] bool looks_like_snowie(std::string_view text);

// Errors (input): with the column of the first value that is wrong.
[[nodiscard]] Result<SnowieText> parse_snowie(std::string_view text);

}  // namespace alea
