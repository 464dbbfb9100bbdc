#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/analysis/sgf_analysis.h"
#include "engine/base/file.h"
#include "engine/record/record_io.h"
#include "tools/app/commands.h"
#include "tools/app/match_json.h"
#include "tools/app/match_work.h"
#include "tools/app/search_settings.h"
#include "tools/render/decision_text.h"
#include "tools/render/match_html.h"
#include "tools/render/match_text.h"

namespace alea::app {
namespace {

constexpr int kInterrupted = 130;
constexpr std::size_t kListed = 1;  // matches whose errors are listed one by one unless asked

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

// Sums over all matches by the players' names.
class Totals {
 public:
  void add(const AnalysedMatch& match) {
    const auto& players = match.summary.total.players;
    for (int p = 0; p < 2; ++p) {
      render::PlayerTotal& total = by_name_[render::player_name(match.record, p)];
      total.name = render::player_name(match.record, p);
      for (render::PlayerSum* sum :
           {&total.all, match.record.length == 0 ? &total.money : &total.matches}) {
        ++sum->files;
        sum->plays_of_both += players[0].plays + players[1].plays;
        sum->sum += players[static_cast<std::size_t>(p)];
      }
    }
  }

  // Best first, by PR; those without one last.
  [[nodiscard]] std::vector<render::PlayerTotal> ranked() const {
    std::vector<render::PlayerTotal> list;
    for (const auto& [name, total] : by_name_) list.push_back(total);
    std::stable_sort(list.begin(), list.end(),
                     [](const render::PlayerTotal& a, const render::PlayerTotal& b) {
                       constexpr double kLast = 1e9;
                       return a.all.sum.pr().value_or(kLast) < b.all.sum.pr().value_or(kLast);
                     });
    return list;
  }

 private:
  std::map<std::string, render::PlayerTotal> by_name_;
};

class MatchCommand {
 public:
  MatchCommand(Console& console, const Arguments& arguments)
      : console_(console), arguments_(arguments) {}

  int run() {
    if (const Status ready = read_arguments(); !ready) return refuse(console_, ready.error());
    const Result<Session> session = Session::open(console_, arguments_);
    if (!session) return refuse(console_, session.error());
    evaluator_ = session->evaluator().description;
    MatchWorker worker(console_, arguments_, *session, depth_);
    if (csv_) console_.out << csv_header();
    for (const std::filesystem::path& file : files_) {
      if (console_.stop.stop_requested() || !console_.out) break;
      one(file, worker);
    }
    if (const Status written = finish(); !written) status_.add(refuse(console_, written.error()));
    return console_.stop.stop_requested() ? kInterrupted : status_.code();
  }

 private:
  Status read_arguments() {
    if (arguments_.positional().empty()) {
      return usage_error("expected match files or folders of them, as in 'alea match game.mat'");
    }
    const Result<MatchDepth> depth = read_match_depth(arguments_);
    if (!depth) return fail(depth.error());
    depth_ = *depth;
    const Result<double> least = arguments_.number("least", kDoubtful, 0, 100);
    if (!least) return fail(least.error());
    least_ = *least;
    json_ = arguments_.has("json");
    csv_ = arguments_.has("csv");
    if (json_ && csv_) return usage_error("--json and --csv exclude each other");
    prints_ = arguments_.text("html") != "-";
    if (!prints_ && (json_ || csv_)) {
      return usage_error("--html - writes the page to standard output; leave out --json or --csv");
    }
    for (const std::string& argument : arguments_.positional()) {
      const auto files = match_files(argument);
      if (!files) return fail(files.error());
      if (files->empty()) {
        return fail(ErrorKind::input, fmt::format("{}: no files in this folder", argument));
      }
      files_.insert(files_.end(), files->begin(), files->end());
    }
    const std::string page = arguments_.text("html");
    for (const auto& file : files_) {
      if (arguments_.has("html") && page != "-" && same_file(page, file)) {
        return usage_error(fmt::format("--html would overwrite {}", page));
      }
    }
    std::error_code ignored;
    if (arguments_.has("sgf") && files_.size() > 1 &&
        !std::filesystem::is_directory(arguments_.text("sgf"), ignored)) {
      return usage_error("--sgf with several matches: expected a folder to write into");
    }
    if (prints_ && arguments_.has("html")) ALEA_TRY(can_write_file(arguments_.text("html")));
    if (arguments_.has("sgf")) {
      std::filesystem::path target = arguments_.text("sgf");
      if (std::filesystem::is_directory(target, ignored)) target /= "any.sgf";
      ALEA_TRY(can_write_file(target));
    }
    return {};
  }

  Result<AnalysedMatch> load(const std::filesystem::path& file) {
    const std::string name = file == "-" ? "stdin" : file.string();
    const Result<std::string> bytes = read_match_source(console_, file.string());
    if (!bytes) return fail(bytes.error());
    Result<MatchRecord> record = read_record(*bytes, name);
    if (!record) return fail(record.error());
    if (record->games.empty()) {
      return fail(Error{.message = "holds positions, not a match; 'alea convert FILE - --to json' "
                                   "lists their XGIDs for 'alea analyze'",
                        .source = name});
    }
    return AnalysedMatch{.name = name, .record = std::move(*record), .analysis = {}, .summary = {}};
  }

  void one(const std::filesystem::path& file, MatchWorker& worker) {
    Result<AnalysedMatch> match = load(file);
    if (!match) {
      report(console_, match.error());
      status_.add(match.error());
      return;
    }
    if (!arguments_.has("quiet") && !json_) {
      for (const Problem& problem : match->record.problems) {
        report(console_, {.message = problem.text, .source = match->name, .line = problem.line});
      }
    }
    match->analysis =
        worker.analyse(match->record, std::filesystem::path(match->name).filename().string());
    match->summary = summarise(match->record, match->analysis);
    print(*match);
    console_.out << std::flush;
    totals_.add(*match);
    ++matches_;
    if (arguments_.has("sgf")) {
      if (const Status written = write_sgf(*match, file); !written) {
        report(console_, written.error());
        status_.add(written.error());
      }
    }
    if (arguments_.has("html")) kept_.push_back(std::move(*match));
  }

  // Into the file named, or under its own name into the folder named.
  Status write_sgf(const AnalysedMatch& match, const std::filesystem::path& source) {
    std::filesystem::path target = arguments_.text("sgf");
    std::error_code ignored;
    if (std::filesystem::is_directory(target, ignored)) {
      target /= source.stem().string() + ".sgf";
      if (std::filesystem::equivalent(target, source, ignored)) {
        return fail(ErrorKind::input, fmt::format("{}: would be overwritten by its own analysis; "
                                                  "name another folder",
                                                  source.string()));
      }
    }
    const Result<std::string> text =
        write_record(with_sgf_analysis(match.record, match.analysis), RecordFormat::sgf);
    if (!text) return fail(text.error());
    return write_file(target, *text);
  }

  void print(const AnalysedMatch& match) {
    if (!prints_) return;
    if (json_ || csv_) {
      for (std::size_t i = 0; i < match.analysis.units.size(); ++i) {
        const int game = match.analysis.units[i].game;
        for (const Decision& decision : match.analysis.results[i].decisions) {
          console_.out << (csv_ ? csv_row(match, game, decision)
                                : line_of(decision_json(match, game, decision)));
        }
      }
      if (json_) console_.out << line_of(summary_json(match));
      return;
    }
    if (matches_ > 0) console_.out << '\n';
    const render::MatchTextOptions options{
        .least_loss = least_,
        .per_game = files_.size() <= kListed || arguments_.has("least"),
        .luck_note = matches_ == 0,  // once is enough
        .evaluator = evaluator_};
    console_.out << render::match_text(match.name, match.record, match.analysis, match.summary,
                                       options, render::Style(use_colour(console_, arguments_)));
  }

  Status write_page(const std::vector<render::PlayerTotal>& totals) {
    std::vector<render::MatchView> views;
    for (const AnalysedMatch& match : kept_) {
      views.push_back({.name = std::filesystem::path(match.name).filename().string(),
                       .record = &match.record,
                       .analysis = &match.analysis,
                       .summary = &match.summary});
    }
    const std::string page =
        render::match_page(views, totals,
                           {.least_loss = std::min(least_, render::MatchPageOptions{}.least_loss),
                            .evaluator = evaluator_});
    const std::string file = arguments_.text("html");
    if (file != "-") return write_file(file, page);
    console_.out << page;
    return {};
  }

  // The page, and the table of all players.
  Status finish() {
    if (matches_ == 0) return {};
    const std::vector<render::PlayerTotal> totals = totals_.ranked();
    if (arguments_.has("html")) {
      if (Status written = write_page(totals); !written) return written;
    }
    if (files_.size() < 2 || !prints_) return {};
    if (json_) {
      Json players = Json::array();
      for (const render::PlayerTotal& total : totals) {
        players.push_back(total_json(total));
      }
      console_.out << line_of(Json{{"players", std::move(players)}});
    } else if (!csv_) {
      console_.out << '\n'
                   << render::totals_text(totals, render::Style(use_colour(console_, arguments_)));
    }
    return {};
  }

  Console& console_;
  const Arguments& arguments_;
  MatchDepth depth_{};
  double least_ = kDoubtful;
  bool json_ = false, csv_ = false;
  bool prints_ = true;  // reports on standard output
  std::string evaluator_{};
  std::vector<std::filesystem::path> files_{};
  Totals totals_{};
  std::size_t matches_ = 0;
  std::vector<AnalysedMatch> kept_{};  // for the page
  ExitStatus status_{};
};

int run_match(Console& console, const CommandSpec&, const Arguments& arguments) {
  return MatchCommand(console, arguments).run();
}

}  // namespace

Command match_command() {
  std::vector<OptionSpec> options = match_analysis_options();
  options.push_back({"csv", "", "decisions as comma-separated values on standard output"});
  options.push_back(
      {"html", "FILE", "one self-contained page about all of it; - for standard output"});
  options.push_back({"sgf", "FILE",
                     "the match with its analysis inside, for GNU Backgammon; several\n"
                     "matches into a folder"});
  options.push_back({"least", "LOSS",
                     fmt::format("list decisions that lose at least so much (default {})\n"
                                 "with several files errors are listed only if this is given",
                                 kDoubtful)});
  for (OptionSpec& option : session_options()) options.push_back(std::move(option));
  return {
      .spec =
          {.name = "match",
           .summary = "analyse whole recorded matches",
           .synopsis = "FILE|FOLDER... [options]",
           .description =
               "Judges every decision of recorded matches and sessions: what it lost against\n"
               "the best one at the same depth, how lucky each roll was, and what that makes of\n"
               "both players: PR as XG counts it, GNU Backgammon's error rate, Snowie's, the\n"
               "result without luck. Files are read as 'alea convert' reads them, - is\n"
               "standard input. Several files\n"
               "or folders end with a table of all players. Ctrl-C prints what there is; the\n"
               "same command then goes on.\n\n" +
               plies_explanation(),
           .groups = {{"Options", options}},
           .examples = "  alea match game.mat\n"
                       "  alea match game.sgf --html game.html\n"
                       "  alea match --json game.xg > decisions.jsonl\n"
                       "  alea match --plies 1 matches/ --csv > all.csv\n"},
      .run = run_match};
}

}  // namespace alea::app
