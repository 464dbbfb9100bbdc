#pragma once

#include <span>
#include <string>
#include <string_view>

namespace alea::app {

// The candidate that `word` most likely meant (a typing mistake or two, or a unique beginning), or
// nothing.
[[nodiscard]] std::string closest(std::string_view word, std::span<const std::string> candidates);

// " (did you mean X?)" with the closest candidate, or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string> candidates);

}  // namespace alea::app
