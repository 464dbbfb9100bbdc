#include "engine/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace alea {

void check_failed(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, condition);
  std::abort();
}

}  // namespace alea
