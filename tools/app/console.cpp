#include "tools/app/console.h"

#include <fmt/format.h>

namespace alea::app {
namespace {

constexpr std::size_t kMessageLimit = 400;

bool is_control(char c) noexcept {
  return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
}

// Length of the valid UTF-8 sequence at the start of `text`, 0 if it is none.
std::size_t utf8_length(std::string_view text) noexcept {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80                    ? 1
                             : lead >= 0xc2 && lead <= 0xdf ? 2
                             : lead >= 0xe0 && lead <= 0xef ? 3
                             : lead >= 0xf0 && lead <= 0xf4 ? 4
                                                            : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
  }
  return length;
}

// Printable on one line: control characters and broken UTF-8 become \xNN.
std::string printable(std::string_view text, std::size_t limit) {
  std::string result;
  while (!text.empty()) {
    if (result.size() >= limit) return result + "...";
    const std::size_t length = is_control(text.front()) ? 0 : utf8_length(text);
    if (length == 0) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
      text.remove_prefix(1);
    } else {
      result += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return result;
}

}  // namespace

void report(Console& console, const Error& error) {
  note(console, error.text());
}

void note(Console& console, const std::string& text) {
  console.err << "alea: " << printable(text, kMessageLimit) << '\n' << std::flush;
}

int refuse(Console& console, const Error& error) {
  report(console, error);
  return exit_code(error.kind);
}

std::string in_quotes(std::string_view text, std::size_t limit) {
  return '"' + printable(text, limit) + '"';
}

}  // namespace alea::app
