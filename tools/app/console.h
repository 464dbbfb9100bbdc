#pragma once

#include <filesystem>
#include <istream>
#include <ostream>
#include <stop_token>
#include <string>

#include "engine/base/result.h"

namespace alea::app {

// What a command may know of the process around it; only main() reads the real one.
struct Environment {
  std::string weights;               // ALEA_WEIGHTS, empty if unset
  std::string isa;                   // ALEA_ISA, likewise
  bool no_color = false;             // NO_COLOR is set and not empty
  std::filesystem::path data_home;   // XDG_DATA_HOME or its default; empty if there is no home
  std::filesystem::path cache_home;  // XDG_CACHE_HOME likewise
  std::filesystem::path executable;  // the running program; empty if unknown
};

// Where a command reads and writes: streams instead of a process, so that tests can run it.
struct Console {
  std::istream& in;
  std::ostream& out;  // results
  std::ostream& err;  // diagnostics and progress
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  std::stop_token stop{};
  Environment environment{};
};

// One line on `err`: "alea: where: what". Control characters are escaped and overlong text is cut,
// since part of it is the user's input.
void report(Console& console, const Error& error);
void note(Console& console, const std::string& text);

// Reports the error; returns its exit code.
int refuse(Console& console, const Error& error);

// Text in double quotes as it may appear in a message: escaped, and cut after `limit` characters.
[[nodiscard]] std::string in_quotes(std::string_view text, std::size_t limit = 60);

// The exit code of work on several items: 0, or the gravest failure so far.
class ExitStatus {
 public:
  void add(const Error& error) { add(exit_code(error.kind)); }
  void add(int code) { code_ = code > code_ ? code : code_; }
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  int code_ = 0;
};

}  // namespace alea::app
