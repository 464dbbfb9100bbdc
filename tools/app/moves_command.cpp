#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/cube/ids.h"
#include "tools/app/commands.h"
#include "tools/app/json.h"
#include "tools/app/positions.h"
#include "tools/render/text_board.h"

namespace alea::app {
namespace {

// The legal plays of one position, in notation.
struct PlayRow {
  std::string play, position;
};

std::vector<PlayRow> rows_of(const Position& position, const PlayList& plays) {
  std::vector<PlayRow> rows;
  if (plays.steps().front().count == 0) return rows;  // the roll cannot be played
  rows.reserve(plays.size());
  for (std::size_t i = 0; i < plays.size(); ++i) {
    rows.push_back(
        {format_play(position.board, plays.steps()[i]), to_gnu_position_id(plays.boards()[i])});
  }
  return rows;
}

Json moves_json(const Position& position, const std::vector<PlayRow>& rows) {
  Json json;
  json["gnuid"] = to_gnu_id(position);
  json["dice"] = {position.dice->high, position.dice->low};
  json["count"] = rows.size();
  json["plays"] = Json::array();
  for (const PlayRow& row : rows) {
    json["plays"].push_back({{"play", row.play}, {"position", row.position}});
  }
  return json;
}

std::string moves_text(const Position& position, const std::vector<PlayRow>& rows, bool mirror,
                       bool colour) {
  std::string text = render::text_board(position, {.mirror = mirror}, render::Style(colour));
  if (rows.empty()) return text + "\nThe roll cannot be played.\n";
  std::size_t width = 0;
  for (const PlayRow& row : rows) width = std::max(width, row.play.size());
  text += fmt::format("\n{} legal play{}, with the position after it (opponent on roll):\n",
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
  PlayList plays;
  const auto list = [&](const Item& item, ThreadPool*) -> Result<std::string> {
    const Position& position = item.position;
    if (!position.dice) {
      return fail(ErrorKind::input, "the position has no roll; add one, as in --dice 31");
    }
    generate_plays(position.board, *position.dice, position.rules, plays);
    const std::vector<PlayRow> rows = rows_of(position, plays);
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
