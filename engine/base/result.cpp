#include "engine/base/result.h"

#include <fmt/format.h>

namespace alea {

std::string Error::text() const {
  std::string place = source;
  if (line > 0) place += fmt::format("{}{}", place.empty() ? "line " : ":", line);
  if (column > 0) place += fmt::format("{}{}", place.empty() ? "column " : ":", column);
  return place.empty() ? message : place + ": " + message;
}

int exit_code(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::usage:
    case ErrorKind::input:
      return 2;
    case ErrorKind::environment:
      return 1;
    case ErrorKind::cancelled:
      return 130;
  }
  return 1;
}

}  // namespace alea
