#pragma once

#include <string>
#include <string_view>

namespace alea::render {

// Colours of a terminal, or plain text.
class Style {
 public:
  explicit Style(bool colour = false) noexcept : colour_(colour) {}

  [[nodiscard]] std::string strong(std::string_view text) const { return wrap("1", text); }
  [[nodiscard]] std::string faint(std::string_view text) const { return wrap("2", text); }
  [[nodiscard]] std::string good(std::string_view text) const { return wrap("32", text); }
  [[nodiscard]] std::string bad(std::string_view text) const { return wrap("31", text); }
  // Checkers of the player at the bottom (X) and at the top (O).
  [[nodiscard]] std::string bottom(std::string_view text) const { return wrap("1;33", text); }
  [[nodiscard]] std::string top(std::string_view text) const { return wrap("1;36", text); }

  [[nodiscard]] bool colour() const noexcept { return colour_; }

 private:
  [[nodiscard]] std::string wrap(std::string_view code, std::string_view text) const {
    if (!colour_) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
  }

  bool colour_;
};

}  // namespace alea::render
