#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace alea {

// Lines without their ends (LF, CRLF or CR); views into `text`.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);

// The text of a file as UTF-8, whatever it was written in.
struct TextSource {
  std::string text;      // without byte order mark
  std::string encoding;  // "UTF-8", "UTF-16", "Windows-1252"

  // Views into `text`.
  [[nodiscard]] std::vector<std::string_view> lines() const& { return split_lines(text); }
  std::vector<std::string_view> lines() && = delete;
};

// UTF-8 if it is valid UTF-8, UTF-16 if it starts with its byte order mark, otherwise Windows-1252, which
// any bytes are.
[[nodiscard]] TextSource decode_text(std::string_view bytes);

// Appends one code point as UTF-8; what is no code point becomes U+FFFD.
void append_utf8(std::string& text, char32_t code);

[[nodiscard]] std::string from_windows_1252(std::string_view bytes);

// Blanks and tabs at both ends removed.
[[nodiscard]] std::string_view trimmed(std::string_view text);

// Case-insensitive for ASCII letters; `lower` must be in lower case.
[[nodiscard]] bool starts_with_nocase(std::string_view text, std::string_view lower);

}  // namespace alea
