#include "tools/app/command_line.h"

#include <gtest/gtest.h>

#include "tests/app/run_alea.h"
#include "tools/app/suggest.h"

namespace alea::app {
namespace {

CommandSpec spec_with(std::vector<OptionSpec> options) {
  return {.name = "test", .groups = {{"Options", std::move(options)}}};
}

Result<Arguments> parsed(const std::vector<std::string>& words) {
  return parse_arguments(spec_with({{"plies", "N", "look-ahead", 'p'}, {"both", "", "both"}}),
                         words);
}

TEST(CommandLine, ReadsValuesInEverySpelling) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--plies", "2"}, {"--plies=2"}, {"-p", "2"}, {"-p2"}}) {
    const auto arguments = parsed(words);
    ASSERT_TRUE(arguments);
    EXPECT_EQ(*arguments->integer("plies", 0, 0, 6), 2);
  }
}

TEST(CommandLine, KeepsPositionalsInOrderAndTakesADashForOne) {
  const auto arguments = parsed({"b,c", "--both", "-", "a"});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->positional(), (std::vector<std::string>{"b,c", "-", "a"}));
  EXPECT_TRUE(arguments->has("both"));
}

TEST(CommandLine, TakesABareXgidThatBeginsWithADashForAPosition) {
  const std::string xgid = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
  const auto arguments = parsed({xgid});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->positional(), std::vector<std::string>{"XGID=" + xgid});
}

TEST(CommandLine, StopsReadingOptionsAtADoubleDash) {
  const auto arguments = parsed({"--", "--both"});
  ASSERT_TRUE(arguments);
  EXPECT_FALSE(arguments->has("both"));
  EXPECT_EQ(arguments->positional(), std::vector<std::string>{"--both"});
}

TEST(CommandLine, FlagSetToFalseIsAbsent) {
  const auto arguments = parsed({"--both=false"});
  ASSERT_TRUE(arguments);
  EXPECT_FALSE(arguments->has("both"));
}

TEST(CommandLine, NamesTheMistakeAndTheRemedy) {
  const struct {
    std::vector<std::string> words;
    const char* part;
  } cases[] = {{{"--pleis", "2"}, "unknown option \"--pleis\" (did you mean --plies?)"},
               {{"--nothing-like-it"}, "unknown option \"--nothing-like-it\"; 'alea test --help'"},
               {{"-x"}, "unknown option \"-x\""},
               {{"--plies"}, "--plies needs a value: N"},
               {{"--both=maybe"}, "--both takes no value"},
               {{"---"}, "unknown option"},
               {{"-\x01"}, "unknown option \"-\\x01\""}};
  for (const auto& [words, part] : cases) {
    const auto arguments = parsed(words);
    ASSERT_FALSE(arguments) << words.front();
    EXPECT_EQ(arguments.error().kind, ErrorKind::usage);
    EXPECT_NE(arguments.error().message.find(part), std::string::npos) << arguments.error().message;
  }
}

TEST(CommandLine, RefusesNumbersOutsideTheirRangeOrWithRests) {
  for (const char* value : {"7", "-1", "", " 2", "2x", "2.0", "99999999999999999999", "0x2"}) {
    const auto arguments = parsed({std::string("--plies=") + value});
    ASSERT_TRUE(arguments);
    const Result<int> plies = arguments->integer("plies", 0, 0, 6);
    ASSERT_FALSE(plies) << value;
    EXPECT_NE(plies.error().message.find("expected a whole number from 0 to 6"), std::string::npos);
  }
}

TEST(CommandLine, RefusesNumbersThatAreNone) {
  for (const char* value : {"nan", "inf", "-inf", "1e999", "0,5"}) {
    const auto arguments = parsed({std::string("--plies=") + value});
    ASSERT_TRUE(arguments);
    EXPECT_FALSE(arguments->number("plies", 0, 0, 6)) << value;
  }
}

TEST(Suggestions, FindMistypedWordsAndUniqueBeginnings) {
  const std::vector<std::string> words{"analyze", "eval", "moves", "rollout"};
  EXPECT_EQ(closest("anaylze", words), "analyze");
  EXPECT_EQ(closest("analyse", words), "analyze");
  EXPECT_EQ(closest("mvoes", words), "moves");
  EXPECT_EQ(closest("roll", words), "rollout");
  EXPECT_EQ(closest("xyz", words), "");
  EXPECT_EQ(closest("", words), "");
  EXPECT_EQ(closest(std::string(100000, 'a'), words), "");
}

TEST(Program, ListsItsSubcommandsInHelp) {
  const Transcript help = run_alea({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_TRUE(help.err.empty());
  for (const Command& command : commands()) {
    EXPECT_NE(help.out.find("\n  " + command.spec.name + " "), std::string::npos)
        << command.spec.name;
  }
}

TEST(Program, EverySubcommandHasHelpWithAnExample) {
  for (const Command& command : commands()) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{command.spec.name, "--help"},
                                               {command.spec.name, "-h"},
                                               {"help", command.spec.name}}) {
      const Transcript help = run_alea(words);
      EXPECT_EQ(help.code, 0);
      EXPECT_NE(help.out.find("Usage: alea " + command.spec.name), std::string::npos);
      EXPECT_NE(help.out.find("\nExamples:\n  alea "), std::string::npos) << command.spec.name;
    }
  }
}

// It is made of the same specifications as --help; roff would swallow a line that begins with a dot.
TEST(Program, TheManualPageHasEverySubcommandAndOption) {
  const Transcript manual = run_alea({"manual"});
  EXPECT_EQ(manual.code, 0);
  EXPECT_TRUE(manual.out.find(".TH ALEA 1 ") != std::string::npos);
  const auto has = [&](const std::string& text) {
    return manual.out.find(text) != std::string::npos;
  };
  const auto roff = [](std::string text) {
    for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 2) {
      text.insert(at, 1, '\\');
    }
    return text;
  };
  for (const Command& command : commands()) {
    EXPECT_TRUE(has(".SS alea " + command.spec.name + "\n")) << command.spec.name;
    EXPECT_TRUE(has(roff(command.spec.summary))) << command.spec.name;
    for (const OptionGroup& group : command.spec.groups) {
      for (const OptionSpec& option : group.options) {
        EXPECT_TRUE(option.help.empty() || has(roff("\\fB--" + option.name + "\\fR")))
            << option.name;
      }
    }
  }
  for (const std::string& line : lines_of(manual.out)) {
    const bool request =
        line.starts_with('.') && line.size() > 2 && line[1] >= 'A' && line[1] <= 'Z';
    EXPECT_TRUE(!line.starts_with('.') || request || line == ".nf" || line == ".fi" ||
                line.starts_with(".\\\""))
        << line;
    EXPECT_FALSE(line.starts_with('\'')) << line;
  }
  EXPECT_EQ(run_alea({"manual", "x"}).code, 2);
}

TEST(Program, HelpFitsANarrowTerminal) {
  for (const Command& command : commands()) {
    for (const std::string& line : lines_of(run_alea({command.spec.name, "--help"}).out)) {
      EXPECT_LE(line.size(), 96U) << command.spec.name << ": " << line;
    }
  }
}

TEST(Program, WithoutArgumentsShowsUsageOnStandardError) {
  const Transcript nothing = run_alea({});
  EXPECT_EQ(nothing.code, 2);
  EXPECT_TRUE(nothing.out.empty());
  EXPECT_NE(nothing.err.find("Usage: alea"), std::string::npos);
}

TEST(Program, SuggestsASubcommand) {
  const Transcript wrong = run_alea({"anaylze", kStart});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_EQ(wrong.err,
            "alea: unknown subcommand \"anaylze\" (did you mean analyze?); 'alea --help' lists "
            "them\n");
}

TEST(Program, TakesCommonOptionsBeforeTheSubcommand) {
  const Transcript before = run_alea({"--threads", "1", "--json", "id", kStart});
  EXPECT_EQ(before.code, 0);
  EXPECT_EQ(before.out, run_alea({"id", kStart, "--json"}).out);
}

TEST(Program, PrintsItsVersionWithoutANetwork) {
  const Transcript version = run_alea({"--version", "--weights", "linear"});
  EXPECT_EQ(version.code, 0);
  EXPECT_NE(version.out.find("weights: linear"), std::string::npos);
  EXPECT_NE(version.out.find("instruction set: "), std::string::npos);
}

TEST(Program, ColoursOnlyWhenAskedOffATerminal) {
  EXPECT_EQ(run_alea({"id", kStart}).out.find('\x1b'), std::string::npos);
  EXPECT_NE(run_alea({"id", kStart, "--color=always"}).out.find('\x1b'), std::string::npos);
  const Transcript wrong = run_alea({"id", kStart, "--color=alwas"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("did you mean always?"), std::string::npos);
}

TEST(Program, RespectsNoColorOnATerminal) {
  for (const bool no_color : {false, true}) {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    Environment environment;
    environment.no_color = no_color;
    Console console{
        .in = in, .out = out, .err = err, .out_is_terminal = true, .environment = environment};
    const std::vector<std::string> words{"id", kStart};
    EXPECT_EQ(run(console, words), 0);
    EXPECT_EQ(out.str().find('\x1b') == std::string::npos, no_color);
  }
}

}  // namespace
}  // namespace alea::app
