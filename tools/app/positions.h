#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/base/thread_pool.h"
#include "engine/cube/position.h"
#include "tools/app/command_line.h"
#include "tools/app/console.h"

namespace alea::app {

// What the options say instead of, or beyond, a position's ID.
struct PositionOverrides {
  std::optional<Dice> dice;
  bool no_dice = false;  // --dice none
  std::optional<int> cube_exponent;
  std::optional<CubeOwner> owner;
  std::optional<int> length;
  std::optional<std::pair<int, int>> score;  // me, opponent
  std::optional<bool> crawford, jacoby, beavers;
  std::optional<int> max_stack;
};

[[nodiscard]] const OptionGroup& position_options();

[[nodiscard]] Result<PositionOverrides> read_overrides(const Arguments& arguments);

// The position with the overrides, checked as a whole. Errors (input): what became impossible.
[[nodiscard]] Result<Position> overridden(const Position& given,
                                          const PositionOverrides& overrides);

// A roll as users type it: "31", "3-1", "3,1". Errors (usage).
[[nodiscard]] Result<Dice> parse_dice(std::string_view text);

// A position and where it came from ("stdin" and a line, or neither for an argument).
struct Item {
  Position position;
  std::string source{};
  int line = 0;
};

// What a command does with each position.
struct PositionWork {
  // The text to print for one position. `pool` is there if this position is worked on alone; several
  // at once each get none, and run in different threads.
  std::function<Result<std::string>(const Item& item, ThreadPool* pool)> run;
  ThreadPool* pool = nullptr;  // shares out the positions that are at hand, if there is one
  bool blank_line = false;     // between the texts of two positions
};

// Does the work for every position that the arguments name, "-" meaning one a line from the console's
// input (empty lines and those that begin with '#' are skipped), and prints the texts in order, each
// as soon as it is known. A bad position, or one for which the work fails, is reported with its place
// and the rest still done. Stops early when asked to, or when nobody reads the output any more.
// Returns the exit code; no position at all is a usage error.
[[nodiscard]] int for_each_position(Console& console, const CommandSpec& spec,
                                    const Arguments& arguments, const PositionWork& work);

}  // namespace alea::app
