#include <fmt/format.h>

#include "tools/app/commands.h"
#include "tools/app/position_json.h"
#include "tools/app/positions.h"
#include "tools/render/text_board.h"

namespace alea::app {
namespace {

std::string moves_text(const Position& position, const std::vector<PlayRow>& rows, bool mirror,
                       bool colour) {
  std::string text = render::text_board(position, {.mirror = mirror}, render::Style(colour));
  if (rows.empty()) return text + "\nThe roll cannot be played.\n";
  std::size_t width = 0;
  for (const PlayRow& row : rows) width = std::max(width, row.play.size());
  text += fmt::format("\n{} legal play{}, each with the position after it (opponent on roll):\n",
                      rows.size(), rows.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += fmt::format("{:>5}. {:<{}}  {}\n", i + 1, rows[i].play, width, rows[i].position);
  }
  return text;
}

int run_moves(Console& console, const CommandSpec& spec, const Arguments& arguments) {
  const bool json = arguments.has("json");
  const bool mirror = arguments.has("mirror");
  const bool colour = use_colour(console, arguments);
  const auto list = [&](const Item& item, ThreadPool*) -> Result<std::string> {
    const Position& position = item.position;
    if (!position.dice) {
      return fail(ErrorKind::input, "the position has no roll; add one, as in --dice 31");
    }
    const std::vector<PlayRow> rows = legal_plays(position);
    return json ? moves_json(position, rows).dump() + '\n'
                : moves_text(position, rows, mirror, colour);
  };
  return for_each_position(console, spec, arguments, {.run = list, .blank_line = !json});
}

}  // namespace

Command moves_command() {
  return {
      .spec = {.name = "moves",
               .summary = "all legal plays of a roll",
               .synopsis = "POS... --dice XY [options]",
               .description =
                   "Lists each distinct position that the roll can lead to, with one way to play\n"
                   "it. Nothing is evaluated: see analyze for that.\n",
               .groups = {{"Options", {{"mirror", "", "draw the board with home on the left"}}},
                          position_options()},
               .examples = "  alea moves 4HPwATDgc/ABMA --dice 31\n"
                           "  alea moves - --json < positions.txt\n"
                           "  alea moves 4HPwATDgc/ABMA --dice 66 --max-stack 5\n"},
      .run = run_moves};
}

}  // namespace alea::app
