// The manual page alea(1), made of what --help says: it cannot tell anything else.
#include <fmt/format.h>

#include "tools/app/build_info.h"
#include "tools/app/commands.h"

namespace alea::app {
namespace {

// Text as roff prints it: backslashes and hyphens are characters, no line is a request.
std::string roff(std::string_view text) {
  std::string result;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) result += "\\&";
    line_start = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

// As it stands, line by line.
std::string verbatim(std::string_view text) {
  std::string body = roff(text);
  while (body.ends_with('\n')) body.pop_back();
  return ".nf\n" + body + "\n.fi\n";
}

// Paragraphs between empty lines; those with indented lines are tables and stay as they are.
std::string paragraphs(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    const std::string_view paragraph = text.substr(0, end);
    const bool table =
        paragraph.starts_with(' ') || paragraph.find("\n ") != std::string_view::npos;
    result += ".PP\n" + (table ? verbatim(paragraph) : roff(paragraph) + '\n');
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return result;
}

std::string option_text(const OptionSpec& option) {
  std::string name;
  if (option.letter != 0) name = fmt::format("\\fB\\-{}\\fR, ", option.letter);
  name += fmt::format("\\fB\\-\\-{}\\fR", roff(option.name));
  if (!option.value.empty()) name += fmt::format(" \\fI{}\\fR", roff(option.value));
  return fmt::format(".TP\n{}\n{}\n", name, roff(option.help));
}

// Options without help are the opposite of others, which speak of them.
std::string group_text(const OptionGroup& group) {
  std::string text;
  for (const OptionSpec& option : group.options) {
    if (!option.help.empty()) text += option_text(option);
  }
  return text;
}

std::string command_text(const CommandSpec& spec) {
  std::string text = fmt::format(".SS alea {}\n{}.\n.PP\n\\fBalea {}\\fR {}\n", spec.name,
                                 roff(spec.summary), spec.name, roff(spec.synopsis));
  text += paragraphs(spec.description);
  for (const OptionGroup& group : spec.groups) {
    if (!group.title.empty() && group.title != "Options") {
      text += fmt::format(".PP\n{}:\n", roff(group.title));
    }
    text += group_text(group);
  }
  if (!spec.examples.empty()) text += ".PP\nExamples:\n.PP\n" + verbatim(spec.examples);
  return text;
}

std::string manual() {
  std::string text = fmt::format(
      ".\\\" Made by 'alea manual' from what the program says of itself.\n"
      ".TH ALEA 1 \"\" \"alea {}\" \"User Commands\"\n"
      ".SH NAME\nalea \\- backgammon engine and analyzer\n"
      ".SH SYNOPSIS\n\\fBalea\\fR \\fISUBCOMMAND\\fR [\\fIarguments\\fR] [\\fIoptions\\fR]\n"
      ".SH DESCRIPTION\n"
      "Analyzes positions and recorded matches, advises on moves and on the doubling cube, plays "
      "in the\n"
      "terminal and for other programs, and trains its own networks by self\\-play.\n"
      ".PP\n"
      "A position is an XGID, a GNU position ID, a GNU position and match ID joined by a colon, an "
      "OGID, a FIBS\n"
      "board: line, a line of Snowie's text, or \\- to read one a line from standard input.\n",
      kVersion);
  text += ".SH SUBCOMMANDS\n";
  for (const Command& command : commands()) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", command.spec.name, roff(command.spec.summary));
  }
  for (const Command& command : commands()) text += command_text(command.spec);
  text += ".SH OPTIONS OF EVERY SUBCOMMAND\n" + group_text(common_options());
  text += ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nshow the help of the subcommand\n";
  text +=
      ".SH EXIT STATUS\n"
      ".TP\n0\ndone\n.TP\n1\nthe work failed: an unreadable file, a port in use\n"
      ".TP\n2\nwrong usage or bad input\n.TP\n130\ninterrupted\n"
      ".SH ENVIRONMENT\n"
      ".TP\nALEA_WEIGHTS\nthe network to use instead of the one that comes along\n"
      ".TP\nALEA_ISA\n\\fBbaseline\\fR, \\fBavx2\\fR or \\fBavx512\\fR: the instruction set to "
      "use\n"
      ".TP\nNO_COLOR\nno colours, if set\n"
      ".TP\nXDG_DATA_HOME\nbear\\-off tables in \\fIalea/bearoff\\fR, networks in "
      "\\fIalea/weights\\fR below it\n"
      ".TP\nXDG_CACHE_HOME\ninterrupted analyses of matches in \\fIalea\\fR below it\n"
      ".SH SEE ALSO\n.BR gnubg (6)\n";
  return text;
}

int run_manual(Console& console, const CommandSpec&, const Arguments& arguments) {
  if (!arguments.positional().empty()) {
    return refuse(console, usage_error("manual takes no arguments").value());
  }
  console.out << manual();
  return 0;
}

}  // namespace

Command manual_command() {
  return {.spec = {.name = "manual",
                   .summary = "the manual page",
                   .synopsis = "",
                   .description =
                       "Prints the page alea(1) that 'cmake --install' puts among the others.\n",
                   .examples = "  alea manual | man -l -\n"},
          .run = run_manual};
}

}  // namespace alea::app
