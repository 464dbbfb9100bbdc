#include <fmt/format.h>

#include <array>
#include <atomic>
#include <utility>

#include "engine/base/file.h"
#include "tools/app/analysis_json.h"
#include "tools/app/commands.h"
#include "tools/app/positions.h"
#include "tools/app/rollout_settings.h"
#include "tools/app/search_settings.h"
#include "tools/app/session.h"
#include "tools/render/analysis_text.h"
#include "tools/render/decision_html.h"
#include "tools/render/svg_board.h"
#include "tools/render/text_board.h"

namespace alea::app {
namespace {

constexpr int kDefaultRows = 5;

// What one call of the command is asked for.
struct AnalyzeSettings {
  bool json = false, both = false, explain = false, rolls = false, mirror = false, colour = false;
  std::size_t rows = kDefaultRows;
  std::string svg{}, html{};  // files to draw into; empty for none
  std::string kept{};         // file that the rollout is kept in, likewise

  [[nodiscard]] bool draws() const noexcept { return !svg.empty() || !html.empty(); }
};

Result<AnalyzeSettings> read_settings(const Console& console, const Arguments& arguments) {
  const Result<int> rows = arguments.integer("moves", kDefaultRows, 0, 100000);
  if (!rows) return fail(rows.error());
  return AnalyzeSettings{.json = arguments.has("json"),
                         .both = arguments.has("both"),
                         .explain = arguments.has("explain"),
                         .rolls = arguments.has("rolls"),
                         .mirror = arguments.has("mirror"),
                         .colour = use_colour(console, arguments),
                         .rows = static_cast<std::size_t>(*rows),
                         .svg = arguments.text("svg"),
                         .html = arguments.text("html"),
                         .kept = rollout_file(arguments)};
}

// Decides one position, by look-ahead or by rollout.
class Analyst {
 public:
  Analyst(Console& console, const Arguments& arguments, const Session& session,
          const AnalyzeSettings& settings, const SearchOptions& search,
          std::optional<RolloutOptions> rollout)
      : console_(console),
        arguments_(arguments),
        session_(session),
        settings_(settings),
        searcher_(session.searcher(search)),
        rollout_(std::move(rollout)) {}

  [[nodiscard]] bool rolls_out() const noexcept { return rollout_.has_value(); }

  [[nodiscard]] Result<std::string> decide(const Position& position, ThreadPool* pool) const {
    if (position.pending != Pending::roll_or_double && position.pending != Pending::checker_play &&
        position.pending != Pending::double_offered) {
      return fail(ErrorKind::input,
                  "the answer to a beaver or to a resignation is not analyzed; expected a checker "
                  "play, a cube decision or the answer to a double");
    }
    if ((settings_.draws() || !settings_.kept.empty()) && ++filed_ > 1) {
      return usage_error("--svg, --html and --save put one position into a file; give one a call");
    }
    const bool checker = position.pending == Pending::checker_play;
    if (!settings_.kept.empty() && checker && settings_.both) {
      return usage_error("--save keeps one decision; leave out --both");
    }
    std::string text;
    if (!settings_.json) {
      text = render::text_board(position, {.mirror = settings_.mirror}, style()) + '\n';
    }
    Status filed;
    std::optional<CubeAnalysis> before;  // the decision before the roll, once it is looked at
    if (!checker || settings_.both) {
      const Result<std::string> advice = cube(position, pool, before, filed);
      if (!advice) return advice;
      text += *advice;
    }
    if (checker && settings_.both && !settings_.json) text += '\n';
    if (checker) {
      const Result<std::string> ranking = play(position, pool, std::move(before), filed);
      if (!ranking) return ranking;
      text += *ranking;
    }
    if (!filed) {
      console_.out << text;  // what has been found is not lost with the file
      return fail(filed.error());
    }
    return text;
  }

  // Goes on with a rollout that was saved, in place of starting one.
  // Errors: it was played by another network or with other settings.
  [[nodiscard]] Status go_on_with(const RolloutState& saved) {
    ALEA_TRY(make_rollout().accepts(saved));
    saved_ = saved;
    return {};
  }

 private:
  // A checker play as it was before the roll; other decisions as they are.
  [[nodiscard]] static Position before_roll(Position position) {
    if (position.pending == Pending::checker_play) {
      position.dice.reset();
      position.pending = Pending::roll_or_double;
    }
    return position;
  }

  // Writes the pictures that were asked for.
  [[nodiscard]] Status draw(const Position& position, const std::vector<Step>& arrows,
                            const std::string& page) const {
    if (!settings_.svg.empty()) {
      ALEA_TRY(write_file(settings_.svg, render::svg_board(position, {.mirror = settings_.mirror,
                                                                      .arrows = arrows})));
    }
    if (!settings_.html.empty()) ALEA_TRY(write_file(settings_.html, page));
    return {};
  }

  [[nodiscard]] render::Style style() const { return render::Style(settings_.colour); }

  // `before`: the decision before the roll if it has been looked at. `filed`: whether what follows from the
  // result could be written.
  [[nodiscard]] Result<std::string> play(const Position& position, ThreadPool* pool,
                                         std::optional<CubeAnalysis> before, Status& filed) const {
    CheckerAnalysis analysis;
    if (!saved_) analysis = searcher_.analyze_checker(position, pool, console_.stop);
    if (rollout_ && (saved_ || !console_.stop.stop_requested())) {
      const Rollout rollout = make_rollout();
      const auto state = run(rollout, saved_ ? *saved_ : start(rollout, position, analysis), filed);
      if (!state) return fail(state.error());
      if (state->trials == 0 && saved_) return nothing_yet();
      if (state->trials == 0) analysis.complete = false;  // the ranking is what there is
      if (state->trials > 0) analysis = rollout.checker_analysis(*state);
    }
    if (settings_.rolls) {
      if (!before) before = searcher_.analyze_cube(before_roll(position), pool, console_.stop);
      analysis.complete = analysis.complete && before->complete;
    }
    if (settings_.draws()) {
      note(filed, draw(position, render::ways_of(analysis.candidates.front().steps),
                       render::checker_page(position, analysis, settings_.rows,
                                            settings_.rolls ? &*before : nullptr)));
    }
    if (settings_.json) {
      Json json = checker_json(position, analysis, settings_.rows);
      if (settings_.rolls) add_rolls(json, position, *before, *session_.met());
      return json.dump() + '\n';
    }
    std::string text = render::checker_text(position, analysis, settings_.rows, style());
    if (settings_.rolls) text += '\n' + render::rolls_text(*before, position.dice, style());
    return text + incomplete_note(analysis.complete);
  }

  // `kept` is given the result.
  [[nodiscard]] Result<std::string> cube(const Position& asked, ThreadPool* pool,
                                         std::optional<CubeAnalysis>& kept, Status& filed) const {
    const Position position = before_roll(asked);
    CubeAnalysis& analysis = kept.emplace();
    if (rollout_) {
      const Rollout rollout = make_rollout();
      const auto state = run(rollout, saved_ ? *saved_ : rollout.start_cube(position), filed);
      if (!state) return fail(state.error());
      if (state->trials == 0) return nothing_yet();
      analysis = rollout.cube_analysis(*state);
    } else {
      analysis = searcher_.analyze_cube(position, pool, console_.stop);
    }
    // With both decisions the pictures and the rolls belong to the second.
    const bool alone = asked.pending != Pending::checker_play;
    const bool rolls = settings_.rolls && alone;
    if (alone && settings_.draws()) {
      note(filed,
           draw(position, {}, render::cube_page(position, analysis, rolls && !analysis.answering)));
    }
    if (settings_.json) {
      Json json = cube_json(position, analysis);
      if (rolls && analysis.answering) json["rolls"] = nullptr;
      if (rolls && !analysis.answering) add_rolls(json, position, analysis, *session_.met());
      return json.dump() + '\n';
    }
    std::string text = render::cube_text(position, analysis, style());
    if (settings_.explain) text += '\n' + render::cube_points_text(analysis);
    if (rolls && analysis.answering) {
      text += "\nThe rolls are the opponent's, after the answer: no table of them here\n";
    }
    if (rolls && !analysis.answering) text += '\n' + render::rolls_text(analysis, {}, style());
    return text + incomplete_note(analysis.complete);
  }

  [[nodiscard]] RolloutState start(const Rollout& rollout, const Position& position,
                                   const CheckerAnalysis& ranked) const {
    const std::size_t all = ranked.candidates.size();
    const std::size_t rows = settings_.rows == 0 ? all : std::min(settings_.rows, all);
    return rollout.start_checker(position, std::span(ranked.candidates).first(rows));
  }

  [[nodiscard]] Rollout make_rollout() const {
    return Rollout(session_.evaluator().evaluator, session_.met(), *rollout_);
  }

  // Errors: a file that cannot be written, known before the first trial.
  [[nodiscard]] Result<RolloutState> run(const Rollout& rollout, RolloutState state,
                                         Status& filed) const {
    ALEA_TRY(keep_rollout(settings_.kept, state));
    run_rollout(console_, arguments_, rollout, state, session_.pool(), settings_.kept);
    note(filed, keep_rollout(settings_.kept, state));
    return state;
  }

  [[nodiscard]] static tl::unexpected<Error> nothing_yet() {
    return fail(ErrorKind::cancelled, "interrupted before the first games were over");
  }

  // The first of several failures is told.
  static void note(Status& filed, Status status) {
    if (filed && !status) filed = std::move(status);
  }

  [[nodiscard]] static std::string incomplete_note(bool complete) {
    return complete ? "" : "(interrupted: this is what had been found)\n";
  }

  Console& console_;
  const Arguments& arguments_;
  const Session& session_;
  const AnalyzeSettings& settings_;
  Searcher searcher_;
  std::optional<RolloutOptions> rollout_;
  std::optional<RolloutState> saved_;
  mutable std::atomic<int> filed_ = 0;
};

// The rest of a saved rollout.
int go_on(Console& console, const Arguments& arguments, Analyst& analyst,
          const RolloutState& saved) {
  if (const Status same = analyst.go_on_with(saved); !same) {
    Error error = same.error();
    error.source = arguments.text("continue");
    return refuse(console, error);
  }
  const Result<std::string> text = analyst.decide(asked_position(saved), nullptr);
  if (!text) return refuse(console, text.error());
  console.out << *text;
  return console.stop.stop_requested() ? exit_code(ErrorKind::cancelled) : 0;
}

// Errors (usage): an output that would overwrite another one, or the network.
Status keeps_files_apart(const AnalyzeSettings& settings, const Arguments& arguments) {
  const std::array<std::pair<const char*, std::string>, 4> files{
      {{"weights", arguments.text("weights")},
       {"save", settings.kept},
       {"svg", settings.svg},
       {"html", settings.html}}};
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = i + 1; j < files.size(); ++j) {
      if (files[i].second.empty() || files[j].second.empty()) continue;
      if (!same_file(files[i].second, files[j].second)) continue;
      return usage_error(fmt::format("--{} and --{} name the same file, {}", files[i].first,
                                     files[j].first, files[j].second));
    }
  }
  return {};
}

int run_analysis(Console& console, const CommandSpec& spec, const Arguments& arguments,
                 bool rollout) {
  const Result<AnalyzeSettings> settings = read_settings(console, arguments);
  if (!settings) return refuse(console, settings.error());
  Result<SearchOptions> search = read_search_options(arguments, kDefaultPlies);
  if (!search) return refuse(console, search.error());
  compare_rows(*search, settings->rows, arguments.has("full"));
  for (const char* file : {"svg", "html"}) {
    if (arguments.text(file) == "-") {
      return refuse(console,
                    usage_error(fmt::format("--{} needs the name of a file; standard output "
                                            "has the analysis",
                                            file))
                        .value());
    }
  }
  if (const Status apart = keeps_files_apart(*settings, arguments); !apart) {
    return refuse(console, apart.error());
  }
  if (settings->rolls && search->plies == 0) {
    return refuse(console, usage_error("--rolls looks a roll ahead; raise --plies to 1").value());
  }
  std::optional<RolloutOptions> rollout_options;
  std::optional<RolloutState> saved;
  if (arguments.has("continue")) {
    Result<RolloutState> state = read_saved_rollout(spec, arguments);
    if (!state) return refuse(console, state.error());
    rollout_options = state->options;
    saved = std::move(*state);
  } else if (rollout) {
    const Result<RolloutOptions> options = read_rollout_options(arguments, *search);
    if (!options) return refuse(console, options.error());
    rollout_options = *options;
  }
  const Result<Session> session = Session::open(console, arguments);
  if (!session) return refuse(console, session.error());
  Analyst analyst(console, arguments, *session, *settings, *search, rollout_options);
  if (saved) return go_on(console, arguments, analyst, *saved);
  return for_each_position(
      console, spec, arguments,
      {.run = [&](const Item& item,
                  ThreadPool* pool) { return analyst.decide(item.position, pool); },
       // A rollout keeps all threads busy by itself.
       .pool = rollout ? nullptr : &session->pool(),
       .blank_line = !settings->json});
}

int run_analyze(Console& console, const CommandSpec& spec, const Arguments& arguments) {
  const bool rollout = arguments.has("rollout") || arguments.has("continue");
  const std::string idle = arguments.first_of(rollout_options_group().options);
  if (rollout && arguments.has("rolls")) {
    return refuse(console, usage_error("--rolls looks ahead; leave it out with --rollout").value());
  }
  if (!rollout && !idle.empty()) {
    return refuse(console,
                  usage_error(fmt::format("--{} is about rollouts; add --rollout", idle)).value());
  }
  return run_analysis(console, spec, arguments, rollout);
}

int run_rollout_command(Console& console, const CommandSpec& spec, const Arguments& arguments) {
  return run_analysis(console, spec, arguments, true);
}

std::vector<OptionSpec> shared_options() {
  std::vector<OptionSpec> options = search_option_list(kDefaultPlies);
  options.push_back(
      {"moves", "K", fmt::format("candidates shown (default {}; 0: all)", kDefaultRows), 'm'});
  options.push_back({"full", "",
                     "look at every candidate shown to the full depth, not only at\n"
                     "the first five and those that come close at less"});
  options.push_back({"both", "", "the cube decision too where there is a roll"});
  options.push_back({"explain", "", "take points and doubling window of a cube decision"});
  for (OptionSpec& option : session_options()) options.push_back(std::move(option));
  options.push_back({"mirror", "", "draw the board with home on the left"});
  options.push_back({"svg", "FILE", "draw the position, with the best play, as an SVG picture"});
  options.push_back({"html", "FILE", "the position and its analysis as a page"});
  return options;
}

}  // namespace

Command analyze_command() {
  std::vector<OptionSpec> options = shared_options();
  options.push_back({"rolls", "",
                     "what each of the 21 rolls is worth, played best, and how\n"
                     "lucky the given one is (from 1 ply on)"});
  options.push_back({"rollout", "", "play the decision out instead of looking ahead"});
  return {
      .spec =
          {.name = "analyze",
           .summary = "best moves, or cube advice",
           .synopsis = "POS... [options]",
           .description =
               "A position with a roll is a checker play: its best moves are ranked. Without a\n"
               "roll it is a cube decision. Equities are for the player to decide, X, per unit\n"
               "of the present cube (in a match normalised, EMG).\n\n" +
               plies_explanation(),
           .groups = {{"Options", options}, rollout_options_group(), position_options()},
           .examples =
               "  alea analyze 4HPwATDgc/ABMA --dice 31\n"
               "  alea analyze 'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10' --explain\n"
               "  alea analyze 4HPwATDgc/ABMA -d 52 --match 7 --score 5-3 --plies 3\n"
               "  alea analyze 4HPwATDgc/ABMA -d 52 --rolls\n"
               "  alea analyze 4HPwATDgc/ABMA -d 52 --html position.html\n"
               "  alea analyze - --json --plies 0 < positions.txt\n"},
      .run = run_analyze};
}

Command rollout_command() {
  return {
      .spec =
          {.name = "rollout",
           .summary = "play a decision out many times, with standard errors",
           .synopsis = "POS... [options]",
           .description =
               "The best candidates by look-ahead (--plies, --moves) are played to the end with\n"
               "the same dice for all. Shows means with 95% intervals; JSON adds KEY_se.\n",
           .groups = {{"Options", shared_options()}, rollout_options_group(), position_options()},
           .examples = "  alea rollout 4HPwATDgc/ABMA --dice 31 --moves 2\n"
                       "  alea rollout 4HPwATDgc/ABMA --dice 65 --trials 5184 --until-se 0.002\n"
                       "  alea rollout 4HPwATDgc/ABMA --dice 65 --save 65.rollout\n"
                       "  alea rollout --continue 65.rollout --trials 5184\n"},
      .run = run_rollout_command};
}

}  // namespace alea::app
