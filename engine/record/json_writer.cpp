#include <nlohmann/json.hpp>

#include "engine/cube/ids.h"
#include "engine/record/writers.h"

namespace alea {
namespace {

using Json = nlohmann::ordered_json;

[[nodiscard]] const char* owner_name(CubeOwner owner, int us) {
  if (owner == CubeOwner::centre) return "centre";
  return (owner == CubeOwner::us) == (us == 1) ? "1" : "2";
}

// A position that the events before it do not lead to.
[[nodiscard]] Json position_json(const Board& board, const CubeState& cube) {
  return {{"position", to_gnu_position_id(board)},
          {"cube", cube.value()},
          {"owner", owner_name(cube.owner, 1)}};
}

[[nodiscard]] Json properties_json(const std::vector<Property>& properties) {
  Json list = Json::array();
  for (const auto& [name, value] : properties) list.push_back(Json::array({name, value}));
  return list;
}

[[nodiscard]] Json event_json(const Event& event) {
  Json json = {{"player", event.player + 1}, {"kind", name_of(event.kind)}};
  if (event.kind == EventKind::play || event.kind == EventKind::unplayed) {
    json["dice"] = event.dice;
  }
  if (event.kind == EventKind::play) {
    json["play"] = event.legal ? format_play(event.before, event.steps) : text_of_play(event);
    json["position"] = to_gnu_position_id(event.after);
    if (!event.legal) json["legal"] = false;
  }
  if (event.value > 0) json["cube"] = event.value;
  if (!event.text.empty()) json["recorded"] = event.text;
  if (!event.comment.empty()) json["comment"] = event.comment;
  if (!event.extras.empty()) json["extras"] = properties_json(event.extras);
  if (event.line > 0) json["line"] = event.line;
  return json;
}

[[nodiscard]] Json game_json(const RecordedGame& game) {
  Json json = {{"number", game.number}, {"score", game.score}, {"crawford", game.crawford}};
  json["winner"] = game.winner ? Json(*game.winner + 1) : Json(nullptr);
  json["points"] = game.points;
  json["end"] = name_of(game.end);
  if (game.set_up || !(game.start_cube == CubeState{})) {
    json["start"] = position_json(game.start, game.start_cube);
  }
  if (game.automatic_doubles > 0) json["automatic_doubles"] = game.automatic_doubles;
  if (!game.comment.empty()) json["comment"] = game.comment;
  if (!game.extras.empty()) json["extras"] = properties_json(game.extras);
  if (game.line > 0) json["line"] = game.line;
  Json events = Json::array();
  EventTracker tracker(game);
  for (const Event& event : game.events) {
    Json one = event_json(event);
    if (tracker.jumps_before(event)) {
      one["set"] = position_json(board_before(event), cube_before(event));
    }
    tracker.pass(event);
    events.push_back(std::move(one));
  }
  json["events"] = std::move(events);
  return json;
}

}  // namespace

std::string write_json_record(const MatchRecord& record) {
  Json json = {{"length", record.length}, {"players", record.players}, {"format", record.format}};
  if (!record.producer.empty()) json["producer"] = record.producer;
  json["crawford_rule"] = record.crawford_rule;
  json["jacoby"] = record.rules.jacoby;
  json["beavers"] = record.rules.beavers;
  json["raccoons"] = record.rules.raccoons;
  if (record.rules.automatic_doubles > 0) {
    json["automatic_doubles"] = record.rules.automatic_doubles;
  }
  if (!record.headers.empty()) json["headers"] = properties_json(record.headers);
  if (!record.comment.empty()) json["comment"] = record.comment;
  json["games"] = Json::array();
  for (const RecordedGame& game : record.games) json["games"].push_back(game_json(game));
  if (!record.positions.empty()) {
    json["positions"] = Json::array();
    for (const RecordedPosition& entry : record.positions) {
      Json one = {{"xgid", to_xgid(entry.position)}, {"gnuid", to_gnu_id(entry.position)}};
      if (entry.players != std::array<std::string, 2>{}) one["players"] = entry.players;
      if (!entry.comment.empty()) one["comment"] = entry.comment;
      if (!entry.text.empty()) one["text"] = entry.text;
      if (entry.line > 0) one["line"] = entry.line;
      json["positions"].push_back(std::move(one));
    }
  }
  json["problems"] = Json::array();
  for (const Problem& problem : record.problems) {
    json["problems"].push_back({{"line", problem.line}, {"text", problem.text}});
  }
  // Names and comments come from files: what is no UTF-8 must not stop the writer.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace alea
