#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace alea {

// Whose fault a failure is; decides the exit code.
enum class ErrorKind {
  usage,        // the command line itself: exit code 2
  input,        // malformed or impossible data: exit code 2
  environment,  // files, disk, network: exit code 1
  cancelled,    // asked to stop: exit code 130
};

// One failure: a sentence that names the thing and the remedy, and where it was found.
struct Error {
  ErrorKind kind = ErrorKind::input;
  std::string message;
  std::string source{};  // file name or "stdin"; empty if there is none
  int line = 0;          // 1-based; 0 if unknown
  int column = 0;        // 1-based; 0 if unknown

  // "source:line:column: message", leaving out what is unknown.
  [[nodiscard]] std::string text() const;
};

template <class T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorKind kind, std::string message) {
  return tl::unexpected<Error>(Error{.kind = kind, .message = std::move(message)});
}
[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

// 0 never: the exit code for a failure of this kind (cli contract).
[[nodiscard]] int exit_code(ErrorKind kind) noexcept;

// Statement: leaves the enclosing function with the error if `expr` (a Result or Status) failed.
#define ALEA_TRY(expr)                                                                          \
  do {                                                                                          \
    if (auto alea_try_ = (expr); !alea_try_) return ::alea::fail(std::move(alea_try_).error()); \
  } while (false)

}  // namespace alea
