#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/record/match_record.h"

namespace alea {

// Headers have the keys of text matches ("Event", "EventDate", ...) whatever the format was, so that
// they survive a conversion. SGF properties and what they are called there:
[[nodiscard]] std::string_view header_of_sgf(std::string_view property);
[[nodiscard]] std::string_view sgf_of_header(std::string_view key);

// "2025.11.08" for "2025-11-08" and back; other texts unchanged.
[[nodiscard]] std::string date_with(char separator, std::string_view date);

// The value of a header, ignoring the case of its key.
[[nodiscard]] const std::string* find_header(const MatchRecord& record, std::string_view lower_key);

}  // namespace alea
