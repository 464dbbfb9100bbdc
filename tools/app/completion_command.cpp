#include <fmt/format.h>

#include <algorithm>

#include "tools/app/commands.h"
#include "tools/app/suggest.h"

namespace alea::app {
namespace {

std::vector<OptionSpec> options_of(const CommandSpec& spec) {
  std::vector<OptionSpec> options;
  for (const OptionGroup& group : spec.groups) {
    options.insert(options.end(), group.options.begin(), group.options.end());
  }
  const std::vector<OptionSpec>& common = common_options().options;
  options.insert(options.end(), common.begin(), common.end());
  options.push_back({.name = "help", .help = "show this help"});
  return options;
}

std::string joined_options(const CommandSpec& spec) {
  std::string words;
  for (const OptionSpec& option : options_of(spec)) {
    if (!words.empty()) words += ' ';
    words += "--";
    words += option.name;
  }
  return words;
}

std::string joined_names() {
  std::string words;
  for (const Command& command : commands()) {
    if (!words.empty()) words += ' ';
    words += command.spec.name;
  }
  return words;
}

// The first line of a help text, as the quoted words of a shell.
std::string quoted_help(const std::string& help) {
  std::string text = help.substr(0, help.find('\n'));
  std::erase_if(text, [](char c) { return c == '\'' || c == '[' || c == ']' || c == ':'; });
  return fmt::format("'{}'", text);
}

std::string bash() {
  std::string script =
      "_alea() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]}\n"
      "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
      "    COMPREPLY=($(compgen -W \"" +
      joined_names() +
      " --help --version\" -- \"$current\"))\n"
      "    return\n"
      "  fi\n"
      "  case $current in -*) ;; *) return ;; esac\n"
      "  case ${COMP_WORDS[1]} in\n";
  for (const Command& command : commands()) {
    script += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$current\")) ;;\n",
                          command.spec.name, joined_options(command.spec));
  }
  return script + "  esac\n}\ncomplete -o default -F _alea alea\n";
}

std::string zsh() {
  std::string script =
      "#compdef alea\n"
      "_alea() {\n"
      "  local -a subcommands\n"
      "  subcommands=(\n";
  for (const Command& command : commands()) {
    script += fmt::format("    {}:{}\n", command.spec.name, quoted_help(command.spec.summary));
  }
  script +=
      "  )\n"
      "  if (( CURRENT == 2 )); then _describe subcommand subcommands; return; fi\n"
      "  case $words[2] in\n";
  for (const Command& command : commands()) {
    script += fmt::format("    {}) _arguments", command.spec.name);
    for (const OptionSpec& option : options_of(command.spec)) {
      const std::string help = quoted_help(option.help);
      script += fmt::format(
          " '--{}[{}]{}'", option.name, help.substr(1, help.size() - 2),
          option.value.empty() ? std::string() : fmt::format(":{}:_files", option.value));
    }
    script += " '*:argument:_files' ;;\n";
  }
  return script + "  esac\n}\n_alea \"$@\"\n";
}

std::string fish() {
  std::string script;
  for (const Command& command : commands()) {
    script += fmt::format("complete -c alea -n __fish_use_subcommand -f -a {} -d {}\n",
                          command.spec.name, quoted_help(command.spec.summary));
    for (const OptionSpec& option : options_of(command.spec)) {
      script += fmt::format("complete -c alea -n '__fish_seen_subcommand_from {}' -l {}{} -d {}\n",
                            command.spec.name, option.name, option.value.empty() ? "" : " -r",
                            quoted_help(option.help));
    }
  }
  return script;
}

int run_completion(Console& console, const CommandSpec&, const Arguments& arguments) {
  static const std::vector<std::string> kShells{"bash", "zsh", "fish"};
  const std::string shell =
      arguments.positional().size() == 1 ? arguments.positional().front() : "";
  if (shell == "bash") {
    console.out << bash();
  } else if (shell == "zsh") {
    console.out << zsh();
  } else if (shell == "fish") {
    console.out << fish();
  } else {
    return refuse(
        console, usage_error(fmt::format("completion needs a shell: {}{}", fmt::join(kShells, ", "),
                                         did_you_mean(shell, kShells)))
                     .value());
  }
  return 0;
}

}  // namespace

Command completion_command() {
  return {.spec = {.name = "completion",
                   .summary = "a completion script for bash, zsh or fish",
                   .synopsis = "bash|zsh|fish",
                   .examples =
                       "  alea completion bash > ~/.local/share/bash-completion/completions/alea\n"
                       "  alea completion fish > ~/.config/fish/completions/alea.fish\n"},
          .run = run_completion};
}

}  // namespace alea::app
