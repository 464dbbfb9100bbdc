#include "tools/app/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#define CXXOPTS_NO_REGEX  // <regex> takes four seconds to compile
#include <cxxopts.hpp>

#include "tools/app/console.h"
#include "tools/app/suggest.h"

namespace alea::app {
namespace {

// 26 board characters and a colon: an XGID written without "XGID=", whose board may begin with '-'.
bool is_bare_xgid(std::string_view word) noexcept {
  constexpr std::size_t kBoardLength = 26;
  if (word.size() <= kBoardLength || word[0] != '-' || word[kBoardLength] != ':') return false;
  return std::all_of(word.begin(), word.begin() + kBoardLength, [](char c) {
    return c == '-' || (c >= 'A' && c <= 'O') || (c >= 'a' && c <= 'o');
  });
}

template <class Visit>
void for_each_option(const CommandSpec& spec, Visit visit) {
  visit(OptionSpec{.name = "help", .help = "show this help", .letter = 'h'});
  for (const OptionGroup& group : spec.groups) {
    for (const OptionSpec& option : group.options) visit(option);
  }
  for (const OptionSpec& option : common_options().options) visit(option);
}

// The sentence for a command line that cxxopts refused; its own texts name no remedy.
std::string explain(const CommandSpec& spec, std::span<const std::string> words,
                    std::string_view otherwise) {
  std::vector<std::string> known;
  std::string letters;
  for_each_option(spec, [&](const OptionSpec& option) {
    known.push_back("--" + option.name);
    if (option.letter != 0) letters += option.letter;
  });
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string& word = words[i];
    if (!word.starts_with('-') || word == "-") continue;
    const std::string name = word.substr(0, word.find('='));
    const bool is_long = name.starts_with("--");
    const bool is_known = is_long ? std::ranges::find(known, name) != known.end()
                                  : letters.find(word[1]) != std::string::npos;
    if (!is_known) {
      return fmt::format("unknown option {}{}; 'alea {} --help' lists all", in_quotes(name, 40),
                         did_you_mean(name, known), spec.name);
    }
    if (!is_long) continue;
    std::string placeholder;
    for_each_option(spec, [&](const OptionSpec& option) {
      if ("--" + option.name == name) placeholder = option.value;
    });
    if (placeholder.empty() && word.size() > name.size()) {
      return fmt::format("{} takes no value", name);
    }
    if (!placeholder.empty() && word.size() == name.size()) {
      if (i + 1 == words.size()) return fmt::format("{} needs a value: {}", name, placeholder);
      ++i;
    }
  }
  return fmt::format("{}; 'alea {} --help' shows the options", otherwise, spec.name);
}

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string left_column(const OptionSpec& option) {
  std::string text = option.letter != 0 ? fmt::format("  -{}, --{}", option.letter, option.name)
                                        : fmt::format("      --{}", option.name);
  if (!option.value.empty()) text += ' ' + option.value;
  return text;
}

void append_group(std::string& text, const OptionGroup& group) {
  constexpr std::size_t kColumn = 28;
  if (group.options.empty()) return;
  text += '\n' + group.title + ":\n";
  for (const OptionSpec& option : group.options) {
    if (option.help.empty()) continue;  // described with its neighbour
    std::string line = left_column(option);
    if (line.size() + 2 > kColumn) {
      text += line + '\n';
      line.clear();
    }
    line.resize(kColumn, ' ');
    for (const char c : option.help) {
      line += c;
      if (c == '\n') line.append(kColumn, ' ');
    }
    text += line + '\n';
  }
}

}  // namespace

tl::unexpected<Error> usage_error(std::string message) {
  return fail(ErrorKind::usage, std::move(message));
}

bool Arguments::has(std::string_view name) const {
  return values_.find(name) != values_.end();
}

std::string Arguments::first_of(std::span<const OptionSpec> options) const {
  const auto found =
      std::ranges::find_if(options, [&](const OptionSpec& option) { return has(option.name); });
  return found == options.end() ? "" : found->name;
}

std::string Arguments::text(std::string_view name, std::string_view otherwise) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::string(otherwise) : found->second;
}

Result<int> Arguments::integer(std::string_view name, int otherwise, int low, int high) const {
  if (!has(name)) return otherwise;
  const std::optional<int> value = parse_number<int>(text(name));
  if (value && *value >= low && *value <= high) return *value;
  return usage_error(fmt::format("--{} {}: expected a whole number from {} to {}", name,
                                 in_quotes(text(name)), low, high));
}

Result<std::uint64_t> Arguments::seed(std::string_view name, std::uint64_t otherwise) const {
  if (!has(name)) return otherwise;
  if (const auto value = parse_number<std::uint64_t>(text(name))) return *value;
  return usage_error(fmt::format("--{} {}: expected a whole number from 0 to 2^64 - 1", name,
                                 in_quotes(text(name))));
}

Result<double> Arguments::number(std::string_view name, double otherwise, double low,
                                 double high) const {
  if (!has(name)) return otherwise;
  const std::optional<double> value = parse_number<double>(text(name));
  if (value && *value >= low && *value <= high) return *value;
  return usage_error(fmt::format("--{} {}: expected a number from {} to {}", name,
                                 in_quotes(text(name)), low, high));
}

Result<std::string> Arguments::choice(std::string_view name,
                                      std::span<const std::string> choices) const {
  const std::string value = text(name, choices.front());
  if (std::ranges::find(choices, value) != choices.end()) return value;
  return usage_error(fmt::format("--{} {}: expected {}{}", name, in_quotes(value),
                                 fmt::join(choices, ", "), did_you_mean(value, choices)));
}

Arguments Arguments::without_first() const {
  Arguments rest = *this;
  if (!rest.positional_.empty()) rest.positional_.erase(rest.positional_.begin());
  return rest;
}

const OptionGroup& common_options() {
  static const OptionGroup group{
      .title = "Options of every subcommand",
      .options = {{"json", "", "one JSON object a line on standard output"},
                  {"color", "WHEN", "never, auto (on a terminal; the default) or always"},
                  {"quiet", "", "no progress and no remarks on standard error", 'q'},
                  {"threads", "N", "worker threads (default: all cores)"},
                  {"seed", "N", "seed of all random numbers (default 1)"},
                  {"weights", "FILE",
                   "the network to use (default: $ALEA_WEIGHTS, else the\n"
                   "one that came with alea)"}}};
  return group;
}

Result<Arguments> parse_arguments(const CommandSpec& spec, std::span<const std::string> words) {
  std::vector<std::string> storage{"alea"};
  bool only_positional = false;
  for (const std::string& word : words) {
    only_positional = only_positional || word == "--";
    const bool mark = !only_positional && is_bare_xgid(word);
    storage.push_back(mark ? "XGID=" + word : word);
  }
  std::vector<const char*> argv;
  for (const std::string& word : storage) argv.push_back(word.c_str());

  try {
    cxxopts::Options options("alea");
    std::vector<OptionSpec> known;
    for_each_option(spec, [&](const OptionSpec& option) { known.push_back(option); });
    for (const OptionSpec& option : known) {
      const std::string names =
          option.letter != 0 ? fmt::format("{},{}", option.letter, option.name) : option.name;
      if (option.value.empty()) {
        options.add_options()(names, "");
      } else {
        options.add_options()(names, "", cxxopts::value<std::string>());
      }
    }
    const cxxopts::ParseResult parsed = options.parse(static_cast<int>(argv.size()), argv.data());
    Arguments arguments;
    for (const OptionSpec& option : known) {
      if (parsed.count(option.name) == 0) continue;
      if (!option.value.empty()) {
        arguments.values_[option.name] = parsed[option.name].as<std::string>();
      } else if (parsed[option.name].as<bool>()) {  // false after --flag=false
        arguments.values_[option.name] = "";
      }
    }
    arguments.positional_ = parsed.unmatched();
    return arguments;
  } catch (const cxxopts::exceptions::exception& refused) {
    return usage_error(explain(spec, words, refused.what()));
  }
}

std::string help_text(const CommandSpec& spec) {
  std::string text = fmt::format("alea {} - {}\n\nUsage: alea {} {}\n", spec.name, spec.summary,
                                 spec.name, spec.synopsis);
  if (!spec.description.empty()) text += '\n' + spec.description;
  for (const OptionGroup& group : spec.groups) append_group(text, group);
  OptionGroup common = common_options();
  common.options.push_back({.name = "help", .help = "show this help", .letter = 'h'});
  append_group(text, common);
  if (!spec.examples.empty()) text += "\nExamples:\n" + spec.examples;
  return text;
}

}  // namespace alea::app
