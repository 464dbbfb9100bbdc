#include "tools/app/play_settings.h"

#include <fmt/format.h>

#include <random>

#include "engine/base/file.h"
#include "engine/record/record_io.h"
#include "tools/app/play_resume.h"
#include "tools/app/search_settings.h"

namespace alea::app {
namespace {

constexpr int kMaxMatch = 64;

// What is to be gone on with decides length and rules.
Status read_resumed(Console& console, const Arguments& arguments, PlaySettings& settings) {
  if (!arguments.has("resume")) return {};
  for (const char* option : {"match", "jacoby", "beavers", "automatic-doubles"}) {
    if (arguments.has(option)) {
      return usage_error(fmt::format(
          "--{} stands in the record that --resume goes on with; leave it out", option));
    }
  }
  const std::string file = arguments.text("resume");
  const Result<std::string> bytes = read_file(file);
  if (!bytes) return fail(bytes.error());
  Result<MatchRecord> record = read_record(*bytes, file);
  if (!record) return fail(record.error());
  for (const Problem& problem : record->problems) {
    if (arguments.has("quiet")) break;
    if (problem.open_end) continue;  // it is what one goes on with
    report(console, {.message = problem.text, .source = file, .line = problem.line});
  }
  record = seat_record(std::move(*record), file);
  if (!record) return fail(record.error());
  const int max_stack = settings.rules.max_stack;
  settings.length = record->length;
  settings.rules = record->rules;
  settings.rules.max_stack = max_stack;
  settings.rules.raccoons = false;
  if (settings.save.empty()) settings.save = file;
  settings.resumed_name = file;
  settings.resumed = std::move(*record);
  return {};
}

}  // namespace

Result<PlaySettings> read_play_settings(Console& console, const Arguments& arguments) {
  PlaySettings settings;
  const Result<int> length = arguments.integer("match", 0, 0, kMaxMatch);
  if (!length) return fail(length.error());
  const Result<int> stack = arguments.integer("max-stack", kCheckers, 2, kCheckers);
  if (!stack) return fail(stack.error());
  const Result<int> automatic = arguments.integer("automatic-doubles", 0, 0, 10);
  if (!automatic) return fail(automatic.error());
  const Result<std::uint64_t> seed = arguments.seed("seed", 1);
  if (!seed) return fail(seed.error());
  if (*length > 0 && (arguments.has("jacoby") || arguments.has("beavers") || *automatic > 0)) {
    return usage_error(
        "--jacoby, --beavers and --automatic-doubles are for money play, not matches");
  }
  settings.length = *length;
  settings.rules = {.max_stack = *stack,
                    .jacoby = arguments.has("jacoby"),
                    .beavers = arguments.has("beavers"),
                    .automatic_doubles = *automatic};
  // Other dice every evening, unless they are asked for again.
  settings.seed = arguments.has("seed") ? *seed : std::random_device{}();
  settings.dice_by_hand = arguments.has("dice-by-hand");
  settings.tutor = arguments.has("tutor");
  settings.confirm = !arguments.has("fast");
  settings.mirror = arguments.has("mirror");
  settings.colour = use_colour(console, arguments);
  settings.save = arguments.text("save");
  if (const Status resumed = read_resumed(console, arguments, settings); !resumed) {
    return fail(resumed.error());
  }
  if (!settings.save.empty()) {
    if (const Status possible = can_write_file(settings.save); !possible) {
      return fail(possible.error());
    }
  }
  return settings;
}

std::vector<OptionSpec> play_options() {
  return {{"match", "N", "a match to N points (default: one game for points)"},
          {"noise", "X", "a weaker opponent: error of its judgement, 0.05 to 0.5"},
          {"tutor", "", "warn before a play or cube action that loses 0.08 or more"},
          {"dice-by-hand", "", "type the rolls of real dice"},
          {"fast", "", "play without asking for confirmation"},
          {"save", "FILE", "write the record there at the end"},
          {"resume", "FILE",
           "go on with a saved match at the roll where it was\n"
           "left; it is saved there again, or where --save says"},
          {"jacoby", "", "Jacoby rule"},
          {"beavers", "", "beavers"},
          {"automatic-doubles", "N", "at most N in a game"},
          {"max-stack", "N", "at most N own checkers on a point"},
          {"mirror", "", "draw the board with home on the left"}};
}

}  // namespace alea::app
