#include "tools/app/commands.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/app/suggest.h"
#include "tools/app/version.h"

namespace alea::app {
namespace {

const std::vector<std::string>& colour_choices() {
  static const std::vector<std::string> choices{"auto", "always", "never"};
  return choices;
}

std::string overview() {
  std::string text =
      "alea - backgammon engine and analyzer\n\n"
      "Usage: alea SUBCOMMAND [arguments] [options]\n\n"
      "Subcommands:\n";
  for (const Command& command : commands()) {
    text += fmt::format("  {:<12}{}\n", command.spec.name, command.spec.summary);
  }
  text +=
      "\n"
      "A position is an XGID, a GNU position ID, a GNU position and match ID joined by a colon, "
      "an\n"
      "OGID, a FIBS board: line, a line of Snowie's, or - to read one a line from standard "
      "input.\n\n"
      "Examples:\n"
      "  alea analyze 4HPwATDgc/ABMA --dice 31        best plays for an opening 3-1\n"
      "  alea id 4HPwATDgc/ABMA                       the board, and every notation of it\n"
      "  alea moves 4HPwATDgc/ABMA --dice 31 --json   all legal plays, for programs\n\n"
      "'alea SUBCOMMAND --help' explains each; 'alea --version' names the network in use.\n";
  return text;
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const Command& command : commands()) names.push_back(command.spec.name);
  return names;
}

// Where the subcommand stands among the words: common options may come before it.
std::size_t command_place(std::span<const std::string> words) {
  std::size_t place = 0;
  while (place < words.size() && words[place].starts_with('-')) {
    const OptionGroup& common = common_options();
    const auto option = std::ranges::find_if(common.options, [&](const OptionSpec& candidate) {
      return "--" + candidate.name == words[place];
    });
    const bool takes_word = option != common.options.end() && !option->value.empty();
    place += takes_word ? 2 : 1;
  }
  return std::min(place, words.size());
}

int without_command(Console& console, std::span<const std::string> words) {
  if (words.empty()) {
    console.err << overview();
    return exit_code(ErrorKind::usage);
  }
  for (const std::string& word : words) {
    if (word == "--help" || word == "-h") {
      console.out << overview();
      return 0;
    }
  }
  CommandSpec spec{.name = "", .groups = {{.title = "", .options = {{.name = "version"}}}}};
  const Result<Arguments> arguments = parse_arguments(spec, words);
  if (!arguments) return refuse(console, arguments.error());
  if (!arguments->has("version")) {
    return refuse(console, usage_error("no subcommand given; 'alea --help' lists them").value());
  }
  return print_version(console, *arguments);
}

int run_command(Console& console, const Command& command, std::span<const std::string> words) {
  const Result<Arguments> arguments = parse_arguments(command.spec, words);
  if (!arguments) return refuse(console, arguments.error());
  if (arguments->has("help")) {
    console.out << help_text(command.spec);
    return 0;
  }
  if (const auto colour = arguments->choice("color", colour_choices()); !colour) {
    return refuse(console, colour.error());
  }
  return command.run(console, command.spec, *arguments);
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all{analyze_command(),    eval_command(),    moves_command(),
                                        id_command(),         rollout_command(), match_command(),
                                        convert_command(),    play_command(),    train_command(),
                                        duel_command(),       measure_command(), bench_command(),
                                        bearoff_command(),    table_command(),   serve_command(),
                                        completion_command(), manual_command()};
  return all;
}

bool use_colour(const Console& console, const Arguments& arguments) {
  const std::string when = arguments.text("color", "auto");
  if (when != "auto") return when == "always";
  return console.out_is_terminal && !console.environment.no_color;
}

int run(Console& console, std::span<const std::string> words) {
  const std::size_t place = command_place(words);
  if (place == words.size()) return without_command(console, words);
  std::string name = words[place];
  std::vector<std::string> rest(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(place));
  rest.insert(rest.end(), words.begin() + static_cast<std::ptrdiff_t>(place) + 1, words.end());
  if (name == "help") {  // "alea help moves" is "alea moves --help"
    if (rest.empty()) {
      console.out << overview();
      return 0;
    }
    name = rest.front();
    rest = {"--help"};
  }
  for (const Command& command : commands()) {
    if (command.spec.name == name) return run_command(console, command, rest);
  }
  return refuse(console,
                usage_error(fmt::format("unknown subcommand {}{}; 'alea --help' lists them",
                                        in_quotes(name, 40), did_you_mean(name, command_names())))
                    .value());
}

}  // namespace alea::app
