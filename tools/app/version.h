#pragma once

#include "tools/app/command_line.h"
#include "tools/app/console.h"

namespace alea::app {

// Prints version, network and instruction set; returns the exit code.
[[nodiscard]] int print_version(Console& console, const Arguments& arguments);

}  // namespace alea::app
