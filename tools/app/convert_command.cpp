#include <fmt/format.h>

#include <array>
#include <iterator>
#include <optional>

#include "engine/analysis/sgf_analysis.h"
#include "engine/base/file.h"
#include "engine/record/record_io.h"
#include "tools/app/commands.h"
#include "tools/app/match_work.h"
#include "tools/app/search_settings.h"
#include "tools/app/suggest.h"

namespace alea::app {
namespace {

struct FormatName {
  const char* name;
  RecordFormat format;
  const char* extensions;  // each after a blank
};
constexpr std::array<FormatName, 4> kFormats{{{"mat", RecordFormat::mat, " .mat .txt"},
                                              {"sgf", RecordFormat::sgf, " .sgf"},
                                              {"json", RecordFormat::json, " .json"},
                                              {"xgtext", RecordFormat::xg_text, " .xgtext"}}};

Result<RecordFormat> format_for(const Arguments& arguments, const std::string& target) {
  std::vector<std::string> names;
  for (const FormatName& format : kFormats) names.emplace_back(format.name);
  if (arguments.has("to")) {
    const Result<std::string> name = arguments.choice("to", names);
    if (!name) return fail(name.error());
    for (const FormatName& format : kFormats) {
      if (format.name == *name) return format.format;
    }
  }
  const std::string extension = std::filesystem::path(target).extension().string();
  for (const FormatName& format : kFormats) {
    const std::string known = std::string(format.extensions) + ' ';
    if (!extension.empty() && known.find(' ' + extension + ' ') != std::string::npos) {
      return format.format;
    }
  }
  return usage_error(fmt::format("cannot tell the format of {}; add --to with one of {}",
                                 in_quotes(target), fmt::join(names, ", ")));
}

Result<MatchRecord> with_analysis(Console& console, const Arguments& arguments,
                                  const MatchRecord& record, const std::string& name) {
  const Result<MatchDepth> depth = read_match_depth(arguments);
  if (!depth) return fail(depth.error());
  const Result<Session> session = Session::open(console, arguments);
  if (!session) return fail(session.error());
  MatchWorker worker(console, arguments, *session, *depth);
  const MatchAnalysis analysis = worker.analyse(record, name);
  if (!analysis.complete()) {
    return fail(ErrorKind::cancelled, "interrupted: nothing has been written");
  }
  return with_sgf_analysis(record, analysis);
}

Status convert(Console& console, const Arguments& arguments) {
  if (arguments.positional().size() != 2) {
    return usage_error(
        "convert needs a file to read and one to write, as in 'alea convert game.xg "
        "game.mat'; - stands for standard input or output");
  }
  const std::string& source = arguments.positional()[0];
  const std::string& target = arguments.positional()[1];
  const Result<RecordFormat> format = format_for(arguments, target);
  if (!format) return fail(format.error());
  const std::string name = source == "-" ? "stdin" : source;
  const Result<std::string> bytes = read_match_source(console, source);
  if (!bytes) return fail(bytes.error());
  Result<MatchRecord> record = read_record(*bytes, name);
  if (!record) return fail(record.error());
  if (arguments.has("analysis")) {
    if (*format != RecordFormat::sgf) {
      return usage_error("--analysis: only SGF files can hold it; write to a .sgf file");
    }
    Result<MatchRecord> analysed = with_analysis(console, arguments, *record, name);
    if (!analysed) return fail(analysed.error());
    *record = std::move(*analysed);
  }
  const Result<std::string> text = write_record(*record, *format);
  if (!text) return fail(text.error());
  if (!arguments.has("quiet") && *format != RecordFormat::json) {
    for (const Problem& problem : record->problems) {
      report(console, {.message = problem.text, .source = name, .line = problem.line});
    }
  }
  if (target != "-") return write_file(target, *text);
  console.out << *text;
  return {};
}

int run_convert(Console& console, const CommandSpec&, const Arguments& arguments) {
  const Status done = convert(console, arguments);
  return done ? 0 : refuse(console, done.error());
}

}  // namespace

Command convert_command() {
  std::vector<OptionSpec> options{
      {"to", "FORMAT", "mat, sgf, json or xgtext (default: by OUT's name)"},
      {"analysis", "",
       "analyse the match and write that, too (SGF, as GNU Backgammon\n"
       "has it); the options below are for this"}};
  for (auto list : {match_analysis_options(), session_options()}) {
    options.insert(options.end(), list.begin(), list.end());
  }
  return {
      .spec = {.name = "convert",
               .summary = "between the match and position formats",
               .synopsis = "IN OUT [options]",
               .description =
                   "What IN is, is recognised by its content: text matches (.mat, .txt), GNU\n"
                   "Backgammon .sgf, XG .xg and .xgp, bgammon.org .match, FIBS oldmoves, position\n"
                   "texts of XG, BGBlitz and GNU Backgammon, JellyFish .pos, lists of position IDs,\n"
                   "FIBS boards or Snowie lines, alea's own JSON. Whatever is odd in it is kept as\n"
                   "recorded and reported with its line.\n",
               .groups = {{"Options", options}},
               .examples = "  alea convert match.xg match.mat\n"
                           "  alea convert match.mat - --to json\n"
                           "  alea convert match.xg match.sgf --analysis\n"},
      .run = run_convert};
}

}  // namespace alea::app
