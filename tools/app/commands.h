#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tools/app/command_line.h"
#include "tools/app/console.h"

namespace alea::app {

// One subcommand: what it accepts, and the work as a function on streams that returns the exit code.
struct Command {
  CommandSpec spec;
  int (*run)(Console&, const CommandSpec&, const Arguments&);
};

// All subcommands in the order of --help.
[[nodiscard]] const std::vector<Command>& commands();

// The program: `words` are the arguments after the program's name. Returns the exit code.
[[nodiscard]] int run(Console& console, std::span<const std::string> words);

// Whether results are coloured: --color, NO_COLOR and the terminal.
[[nodiscard]] bool use_colour(const Console& console, const Arguments& arguments);

// The subcommands, one a file.
[[nodiscard]] Command analyze_command();
[[nodiscard]] Command eval_command();
[[nodiscard]] Command rollout_command();
[[nodiscard]] Command id_command();
[[nodiscard]] Command duel_command();
[[nodiscard]] Command bench_command();
[[nodiscard]] Command bearoff_command();
[[nodiscard]] Command match_command();
[[nodiscard]] Command convert_command();
[[nodiscard]] Command serve_command();
[[nodiscard]] Command play_command();
[[nodiscard]] Command completion_command();
[[nodiscard]] Command manual_command();
[[nodiscard]] Command table_command();
[[nodiscard]] Command measure_command();
[[nodiscard]] Command moves_command();
[[nodiscard]] Command train_command();

}  // namespace alea::app
