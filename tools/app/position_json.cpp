#include "tools/app/position_json.h"

#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/cube/ids.h"

namespace alea::app {

Json id_json(const Position& position) {
  Json json;
  json["xgid"] = to_xgid(position);
  json["gnuid"] = to_gnu_id(position);
  json["ogid"] = to_ogid(position);
  json["pips"] = {pip_count(position.board.us), pip_count(position.board.them)};
  json["problems"] = Json::array();
  return json;
}

std::vector<PlayRow> legal_plays(const Position& position) {
  PlayList plays;
  generate_plays(position.board, *position.dice, position.rules, plays);
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

Position before_roll(const Position& position) {
  Position result = position;
  if (position.pending == Pending::double_offered) result = flipped(position);
  result.dice.reset();
  result.pending = Pending::roll_or_double;
  result.resignation = 0;
  return result;
}

}  // namespace alea::app
