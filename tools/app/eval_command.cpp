#include "tools/app/analysis_json.h"
#include "tools/app/commands.h"
#include "tools/app/position_json.h"
#include "tools/app/positions.h"
#include "tools/app/search_settings.h"
#include "tools/app/session.h"
#include "tools/render/analysis_text.h"
#include "tools/render/text_board.h"

namespace alea::app {
namespace {

int run_eval(Console& console, const CommandSpec& spec, const Arguments& arguments) {
  const Result<SearchOptions> options = read_search_options(arguments, 0);
  if (!options) return refuse(console, options.error());
  const Result<Session> session = Session::open(console, arguments);
  if (!session) return refuse(console, session.error());
  const Searcher searcher = session->searcher(*options);
  const Level level{.plies = options->plies};
  const bool json = arguments.has("json");
  const bool mirror = arguments.has("mirror");
  const render::Style style(use_colour(console, arguments));

  const auto evaluate = [&](const Item& item, ThreadPool* pool) -> Result<std::string> {
    const Position position = before_roll(item.position);
    const Valuation value = searcher.evaluate(position, pool, console.stop);
    if (console.stop.stop_requested()) return fail(ErrorKind::cancelled, "interrupted");
    if (json) return valuation_json(position, value, level).dump() + '\n';
    return render::text_board(position, {.mirror = mirror}, style) + '\n' +
           render::valuation_text(position, value, level, style);
  };
  return for_each_position(console, spec, arguments,
                           {.run = evaluate, .pool = &session->pool(), .blank_line = !json});
}

}  // namespace

Command eval_command() {
  std::vector<OptionSpec> options = search_option_list(0);
  for (OptionSpec& option : session_options()) options.push_back(std::move(option));
  options.push_back({"mirror", "", "draw the board with home on the left"});
  return {.spec = {.name = "eval",
                   .summary = "chances and equities of a position, without a decision",
                   .synopsis = "POS... [options]",
                   .description = "For the player on roll, before rolling: a roll in the ID is "
                                  "left out of account.\n\n" +
                                  plies_explanation(),
                   .groups = {{"Options", options}, position_options()},
                   .examples = "  alea eval 4HPwATDgc/ABMA\n"
                               "  alea eval - --json --plies 1 < positions.txt\n"},
          .run = run_eval};
}

}  // namespace alea::app
