#pragma once

#include <optional>
#include <string>

namespace alea::protocol {

// How much one connection may put into the log: a client that sends garbage for hours must not fill a disk.
class Complaints {
 public:
  static constexpr int kShown = 5;

  // What to log for one more complaint: itself, at last that further ones are not shown, then nothing.
  [[nodiscard]] std::optional<std::string> next(std::string complaint) {
    if (count_ > kShown) return std::nullopt;
    if (++count_ <= kShown) return complaint;
    return "further bad lines of this connection are not shown";
  }

 private:
  int count_ = 0;  // up to kShown + 1, so that it cannot overflow
};

}  // namespace alea::protocol
