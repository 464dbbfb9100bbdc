#pragma once

namespace alea {

// Prints "file:line: broken promise: condition" to stderr and aborts.
[[noreturn]] void check_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace alea

// A promise of our own code, checked in every build. For module borders, not for user input.
#define ALEA_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::alea::check_failed(#condition, __FILE__, __LINE__))

// The same for hot code: checked in debug and sanitizer builds only.
#ifdef NDEBUG
#define ALEA_ASSERT(condition) static_cast<void>(0)
#else
#define ALEA_ASSERT(condition) ALEA_CHECK(condition)
#endif
