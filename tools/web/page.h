#pragma once

#include <string_view>

namespace alea::web {

// The page of `alea serve http`, whole: style sheet and script are inside (page.html, .css and .js here).
[[nodiscard]] std::string_view page() noexcept;

}  // namespace alea::web
