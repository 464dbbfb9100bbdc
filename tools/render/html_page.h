#pragma once

#include <string>
#include <string_view>

namespace alea::render {

// A whole HTML document around `body`: self-contained, without any outside reference (its own policy
// forbids them). Style sheet and script are those of html_assets.cpp.
[[nodiscard]] std::string html_page(std::string_view title, std::string_view body);

// The parts that html_page() puts in. Private to the renderers.
[[nodiscard]] std::string_view page_style();
[[nodiscard]] std::string_view page_script();

}  // namespace alea::render
