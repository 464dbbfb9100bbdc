#include <fmt/format.h>

#include <atomic>

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

constexpr int kDefaultPlies = 2;
constexpr int kDefaultRows = 5;

// What one call of the command is asked for.
struct AnalyzeSettings {
  bool json = false, both = false, explain = false, mirror = false, colour = false;
  std::size_t rows = kDefaultRows;
  std::string svg{}, html{};  // files to draw into; empty for none

  [[nodiscard]] bool draws() const noexcept { return !svg.empty() || !html.empty(); }
};

Result<AnalyzeSettings> read_settings(const Console& console, const Arguments& arguments) {
  const Result<int> rows = arguments.integer("moves", kDefaultRows, 0, 100000);
  if (!rows) return fail(rows.error());
  return AnalyzeSettings{.json = arguments.has("json"),
                         .both = arguments.has("both"),
                         .explain = arguments.has("explain"),
                         .mirror = arguments.has("mirror"),
                         .colour = use_colour(console, arguments),
                         .rows = static_cast<std::size_t>(*rows),
                         .svg = arguments.text("svg"),
                         .html = arguments.text("html")};
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
    if (settings_.draws() && ++drawn_ > 1) {
      return usage_error("--svg and --html draw one position into one file; give one a call");
    }
    const bool checker = position.pending == Pending::checker_play;
    std::string text;
    if (!settings_.json) {
      text = render::text_board(position, {.mirror = settings_.mirror}, style()) + '\n';
    }
    Status drawn;
    if (!checker || settings_.both) text += cube(position, pool, !checker, drawn);
    if (checker && settings_.both && !settings_.json) text += '\n';
    if (checker) text += play(position, pool, drawn);
    if (!drawn) return fail(drawn.error());
    return text;
  }

 private:
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

  [[nodiscard]] std::string play(const Position& position, ThreadPool* pool, Status& drawn) const {
    CheckerAnalysis analysis = searcher_.analyze_checker(position, pool, console_.stop);
    if (rollout_ && !console_.stop.stop_requested()) {
      analysis = rolled_out_play(position, analysis);
    }
    if (settings_.draws()) {
      drawn = draw(position, render::ways_of(analysis.candidates.front().steps),
                   render::checker_page(position, analysis, settings_.rows));
    }
    if (settings_.json) return checker_json(position, analysis, settings_.rows).dump() + '\n';
    return render::checker_text(position, analysis, settings_.rows, style()) +
           incomplete_note(analysis.complete);
  }

  [[nodiscard]] std::string cube(const Position& asked, ThreadPool* pool, bool draws,
                                 Status& drawn) const {
    Position position = asked;
    if (position.pending == Pending::checker_play) {
      position.dice.reset();
      position.pending = Pending::roll_or_double;
    }
    const CubeAnalysis analysis = rollout_ ? rolled_out_cube(position)
                                           : searcher_.analyze_cube(position, pool, console_.stop);
    if (draws && settings_.draws()) {
      drawn = draw(position, {}, render::cube_page(position, analysis));
    }
    if (settings_.json) return cube_json(position, analysis).dump() + '\n';
    std::string text = render::cube_text(position, analysis, style());
    if (settings_.explain) text += '\n' + render::cube_points_text(analysis);
    return text + incomplete_note(analysis.complete);
  }

  [[nodiscard]] CheckerAnalysis rolled_out_play(const Position& position,
                                                const CheckerAnalysis& ranked) const {
    const Rollout rollout = make_rollout();
    const std::size_t all = ranked.candidates.size();
    const std::size_t rows = settings_.rows == 0 ? all : std::min(settings_.rows, all);
    RolloutState state = rollout.start_checker(position, std::span(ranked.candidates).first(rows));
    run_rollout(rollout, state);
    return rollout.checker_analysis(state);
  }

  [[nodiscard]] CubeAnalysis rolled_out_cube(const Position& position) const {
    const Rollout rollout = make_rollout();
    RolloutState state = rollout.start_cube(position);
    run_rollout(rollout, state);
    return rollout.cube_analysis(state);
  }

  [[nodiscard]] Rollout make_rollout() const {
    return Rollout(session_.evaluator().evaluator, session_.met(), *rollout_);
  }

  void run_rollout(const Rollout& rollout, RolloutState& state) const {
    RolloutProgress progress(console_, arguments_, *rollout_);
    rollout.run(
        state, session_.pool(), [&](const RolloutState& now) { progress.show(now); },
        console_.stop);
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
  mutable std::atomic<int> drawn_ = 0;
};

int run_analysis(Console& console, const CommandSpec& spec, const Arguments& arguments,
                 bool rollout) {
  const Result<AnalyzeSettings> settings = read_settings(console, arguments);
  if (!settings) return refuse(console, settings.error());
  Result<SearchOptions> search = read_search_options(arguments, kDefaultPlies);
  if (!search) return refuse(console, search.error());
  compare_rows(*search, settings->rows, arguments.has("full"));
  std::optional<RolloutOptions> rollout_options;
  if (rollout) {
    const Result<RolloutOptions> options = read_rollout_options(arguments, *search);
    if (!options) return refuse(console, options.error());
    rollout_options = *options;
  }
  const Result<Session> session = Session::open(console, arguments);
  if (!session) return refuse(console, session.error());
  const Analyst analyst(console, arguments, *session, *settings, *search, rollout_options);
  return for_each_position(
      console, spec, arguments,
      {.run = [&](const Item& item,
                  ThreadPool* pool) { return analyst.decide(item.position, pool); },
       // A rollout keeps all threads busy by itself.
       .pool = rollout ? nullptr : &session->pool(),
       .blank_line = !settings->json});
}

int run_analyze(Console& console, const CommandSpec& spec, const Arguments& arguments) {
  return run_analysis(console, spec, arguments, arguments.has("rollout"));
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
                       "  alea rollout 4HPwATDgc/ABMA --dice 65 --trials 5184 --until-se 0.002\n"},
      .run = run_rollout_command};
}

}  // namespace alea::app
