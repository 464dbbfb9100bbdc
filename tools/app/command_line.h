#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace alea::app {

// One option as --help shows it. An empty `value` makes it a flag, else it is the placeholder.
struct OptionSpec {
  std::string name;  // without dashes
  std::string value{};
  std::string help{};
  char letter = 0;
};

// A titled list of options in --help.
struct OptionGroup {
  std::string title;
  std::vector<OptionSpec> options;
};

// What a subcommand accepts and how --help describes it.
struct CommandSpec {
  std::string name;
  std::string summary{};      // one line, for the list of subcommands
  std::string synopsis{};     // "POS... [options]"
  std::string description{};  // paragraphs, lines below 80 columns
  std::vector<OptionGroup> groups{};
  std::string examples{};
};

// A parsed command line. Values are text until asked for: every getter checks its range and names
// the option in its error (kind usage).
class Arguments {
 public:
  [[nodiscard]] bool has(std::string_view name) const;
  // The name of the first of `options` that was given; empty if none was.
  [[nodiscard]] std::string first_of(std::span<const OptionSpec> options) const;
  [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise = "") const;
  [[nodiscard]] Result<int> integer(std::string_view name, int otherwise, int low, int high) const;
  [[nodiscard]] Result<std::uint64_t> seed(std::string_view name, std::uint64_t otherwise) const;
  [[nodiscard]] Result<double> number(std::string_view name, double otherwise, double low,
                                      double high) const;
  // One of `choices`, or the first of them if the option is absent.
  [[nodiscard]] Result<std::string> choice(std::string_view name,
                                           std::span<const std::string> choices) const;
  [[nodiscard]] const std::vector<std::string>& positional() const noexcept { return positional_; }
  // The same without the first positional, for commands that begin with a verb.
  [[nodiscard]] Arguments without_first() const;

 private:
  friend Result<Arguments> parse_arguments(const CommandSpec&, std::span<const std::string>);
  std::map<std::string, std::string, std::less<>> values_;
  std::vector<std::string> positional_;
};

// Options that every subcommand takes: --json, --color, --threads, --seed, --weights, ...
[[nodiscard]] const OptionGroup& common_options();

// Reads the arguments after the subcommand's name. An XGID without its prefix may begin with a dash
// and is still taken for a position. Errors (usage): unknown option (with a suggestion), missing or
// superfluous value.
[[nodiscard]] Result<Arguments> parse_arguments(const CommandSpec& spec,
                                                std::span<const std::string> words);

[[nodiscard]] std::string help_text(const CommandSpec& spec);

// A failed Result of kind usage.
[[nodiscard]] tl::unexpected<Error> usage_error(std::string message);

}  // namespace alea::app
