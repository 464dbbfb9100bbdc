#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace alea::app {

// Reads text line by line from an untrusted stream without ever growing with it.
//
// Lines end in LF or CRLF; the last may lack it. What is no text is refused line by line, and given
// up on when there is too much of it, so that `/dev/urandom` and `/dev/zero` come to an end.
class LineReader {
 public:
  LineReader(std::istream& in, std::string source) : in_(in), source_(std::move(source)) {}

  // The next line; an error (input) for one that is too long or no text; nothing at the end. After
  // an error the next call goes on behind the bad line, unless hopeless() says that it is pointless.
  [[nodiscard]] std::optional<Result<std::string>> next();

  // Whether a whole further line is at hand without waiting for the writer of the stream.
  [[nodiscard]] bool ready() const noexcept { return buffer_.find('\n', at_) != std::string::npos; }

  // The next line without taking it, if it is at hand or comes within a moment (as in a paste or from a
  // pipe); nothing otherwise.
  [[nodiscard]] std::optional<std::string_view> peek();

  // Whether the reader gave up: the stream is not a text.
  [[nodiscard]] bool hopeless() const noexcept { return hopeless_; }

  [[nodiscard]] int line() const noexcept { return line_; }
  [[nodiscard]] const std::string& source() const noexcept { return source_; }

 private:
  bool fill();  // appends what is available, waiting only for the first byte; false at the end
  bool skip_to_newline();
  tl::unexpected<Error> bad_line(std::string message);

  std::istream& in_;
  std::string source_;
  std::string buffer_;  // read but not yet handed out, from at_ on
  std::size_t at_ = 0;
  int line_ = 0;
  int bad_ = 0;
  bool hopeless_ = false;
};

}  // namespace alea::app
