#include <fmt/format.h>

#include "engine/base/file.h"
#include "engine/cube/ids.h"
#include "tools/app/commands.h"
#include "tools/app/position_json.h"
#include "tools/app/positions.h"
#include "tools/render/svg_board.h"
#include "tools/render/text_board.h"

namespace alea::app {
namespace {

std::string id_text(const Position& position, bool mirror, bool colour) {
  const render::TextBoardOptions options{.mirror = mirror, .ids = false};
  return fmt::format("XGID:   {}\nGNU ID: {}\nOGID:   {}\n\n{}", to_xgid(position),
                     to_gnu_id(position), to_ogid(position),
                     render::text_board(position, options, render::Style(colour)));
}

int run_id(Console& console, const CommandSpec& spec, const Arguments& arguments) {
  const bool json = arguments.has("json");
  const bool mirror = arguments.has("mirror");
  const bool colour = use_colour(console, arguments);
  const std::string svg = arguments.text("svg");
  int pictures = 0;
  const auto describe = [&](const Item& item, ThreadPool*) -> Result<std::string> {
    std::string text =
        json ? id_json(item.position).dump() + '\n' : id_text(item.position, mirror, colour);
    if (!arguments.has("svg")) return text;
    if (++pictures > 1) {
      return usage_error("--svg draws one position into one file; give one position a call");
    }
    const std::string picture = render::svg_board(item.position, {.mirror = mirror});
    if (svg == "-") return picture;
    if (Status written = write_file(svg, picture); !written) return fail(written.error());
    return text;
  };
  return for_each_position(console, spec, arguments, {.run = describe, .blank_line = !json});
}

}  // namespace

Command id_command() {
  return {
      .spec =
          {.name = "id",
           .summary = "a position in every notation, with a drawn board",
           .synopsis = "POS... [options]",
           .description =
               "Prints the XGID, the GNU position and match ID, the OGID and the board, seen\n"
               "by the player to decide: X, at the bottom, moving to the lower right.\n",
           .groups = {{"Options",
                       {{"svg", "FILE", "draw the board as an SVG picture; - for standard output"},
                        {"mirror", "", "home boards on the left"}}},
                      position_options()},
           .examples = "  alea id 4HPwATDgc/ABMA\n"
                       "  alea id 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10' --mirror\n"
                       "  alea id 4HPwATDgc/ABMA --match 7 --score 3-5 --svg board.svg\n"},
      .run = run_id};
}

}  // namespace alea::app
