// alea's own JSON of a match, so that it can be converted back. Positions are not believed: the events
// are played again, and only where the file sets a position is it taken over.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/cube/ids.h"
#include "engine/record/game_builder.h"
#include "engine/record/play_text.h"
#include "engine/record/readers.h"

namespace alea {
namespace {

using Json = nlohmann::json;

// Values with a default where they are missing or of another type.
[[nodiscard]] int number_of(const Json& json, const char* key, int otherwise = 0) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number_integer()) return otherwise;
  const auto value = found->get<std::int64_t>();
  return value < -1000000 || value > 1000000 ? otherwise : static_cast<int>(value);
}
[[nodiscard]] bool flag_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_boolean() && found->get<bool>();
}
[[nodiscard]] std::string text_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}
[[nodiscard]] std::array<int, 2> pair_of(const Json& json, const char* key) {
  std::array<int, 2> pair{};
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array() || found->size() != 2) return pair;
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& value = (*found)[i];
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= 32767)
      pair[i] = value.get<int>();
  }
  return pair;
}
[[nodiscard]] std::array<std::string, 2> names_of(const Json& json) {
  std::array<std::string, 2> names;
  const auto found = json.find("players");
  if (found == json.end() || !found->is_array()) return names;
  for (std::size_t i = 0; i < 2 && i < found->size(); ++i) {
    if ((*found)[i].is_string()) names[i] = (*found)[i].get<std::string>();
  }
  return names;
}
[[nodiscard]] std::vector<Property> properties_of(const Json& json, const char* key) {
  std::vector<Property> properties;
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array()) return properties;
  for (const Json& one : *found) {
    if (one.is_array() && one.size() == 2 && one[0].is_string() && one[1].is_string()) {
      properties.emplace_back(one[0].get<std::string>(), one[1].get<std::string>());
    }
  }
  return properties;
}
// The objects in an array.
[[nodiscard]] std::vector<const Json*> objects_of(const Json& json, const char* key) {
  std::vector<const Json*> objects;
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array()) return objects;
  for (const Json& one : *found) {
    if (one.is_object()) objects.push_back(&one);
  }
  return objects;
}

class JsonReader {
 public:
  [[nodiscard]] Result<MatchRecord> read(const Json& json);

 private:
  void read_game(const Json& json);
  void read_event(const Json& json, GameBuilder& builder, RecordedGame& game);
  void set_position(const Json& json, GameBuilder& builder, int line);
  void read_positions(const Json& json);
  void recall_problems(const Json& json);

  MatchRecord record_;
};

void JsonReader::set_position(const Json& json, GameBuilder& builder, int line) {
  const auto board = parse_gnu_position_id(text_of(json, "position"));
  const int value = number_of(json, "cube", 1);
  CubeState cube;
  while (cube.exponent < kMaxCubeExponent && cube.value() < value) ++cube.exponent;
  const std::string owner = text_of(json, "owner");
  cube.owner = owner == "1" ? CubeOwner::us : (owner == "2" ? CubeOwner::them : CubeOwner::centre);
  if (!board) {
    builder.problem(line, board.error().message);
    return;
  }
  builder.set_position(*board, cube, line);
}

void JsonReader::read_event(const Json& json, GameBuilder& builder, RecordedGame& game) {
  const std::size_t before = game.events.size();
  const int player = number_of(json, "player", 1) == 2 ? 1 : 0;
  const int line = number_of(json, "line");
  if (const auto set = json.find("set"); set != json.end() && set->is_object()) {
    set_position(*set, builder, line);
  }
  const std::string kind = text_of(json, "kind"), recorded = text_of(json, "recorded");
  const auto dice = pair_of(json, "dice");
  if (kind == "play") {
    GameBuilder::Roll roll{.player = player, .dice = dice, .text = recorded};
    roll.line = line;
    roll.says_cannot_move = json.contains("play");
    auto hops = parse_recorded_hops(text_of(json, "play"));
    if (!hops) {
      builder.problem(line, hops.error().message);
      hops = std::vector<Hop>{};
    }
    roll.hops = std::move(*hops);
    builder.roll(std::move(roll));
  } else if (kind == "unplayed") {
    builder.unplayed(player, dice, recorded, line);
  } else if (kind == "double" || kind == "beaver" || kind == "raccoon") {
    builder.turn_cube(player, number_of(json, "cube"), line);
  } else if (kind == "take" || kind == "accept") {
    builder.take(player, line);
  } else if (kind == "drop") {
    builder.drop(player, line);
  } else {
    builder.problem(line, fmt::format("an event of the unknown kind \"{}\"", kind));
  }
  if (game.events.size() == before) return;
  game.events.back().comment = text_of(json, "comment");
  game.events.back().extras = properties_of(json, "extras");
}

void JsonReader::read_game(const Json& json) {
  RecordedGame game;
  game.number = number_of(json, "number");
  game.line = number_of(json, "line");
  game.score = pair_of(json, "score");
  game.crawford = record_.length > 0 && flag_of(json, "crawford");
  game.automatic_doubles = number_of(json, "automatic_doubles");
  game.comment = text_of(json, "comment");
  game.extras = properties_of(json, "extras");
  game.start = starting_board();
  {
    GameBuilder builder(record_, game);
    if (const auto start = json.find("start"); start != json.end() && start->is_object()) {
      set_position(*start, builder, game.line);
    }
    for (const Json* event : objects_of(json, "events")) read_event(*event, builder, game);
    const int winner = number_of(json, "winner");
    if (winner == 1 || winner == 2) {
      builder.finish(winner - 1, number_of(json, "points"), game.line);
    } else {
      builder.finish_without_result(game.line);
    }
  }
  record_.games.push_back(std::move(game));
}

void JsonReader::read_positions(const Json& json) {
  for (const Json* one : objects_of(json, "positions")) {
    const auto position = parse_position(text_of(*one, "xgid"));
    const int line = number_of(*one, "line");
    if (!position) {
      record_.problems.push_back({line, position.error().message});
      continue;
    }
    RecordedPosition entry;
    entry.position = *position;
    entry.players = names_of(*one);
    entry.comment = text_of(*one, "comment");
    entry.text = text_of(*one, "text");
    entry.line = line;
    record_.positions.push_back(std::move(entry));
  }
}

// What was listed when the source was read, with the lines there; then what is found now and was not.
void JsonReader::recall_problems(const Json& json) {
  std::vector<Problem> problems;
  for (const Json* one : objects_of(json, "problems")) {
    problems.push_back({number_of(*one, "line"), text_of(*one, "text")});
  }
  for (Problem& found : record_.problems) {
    const bool known = std::any_of(problems.begin(), problems.end(),
                                   [&](const Problem& p) { return p.text == found.text; });
    if (!known) problems.push_back(std::move(found));
  }
  record_.problems = std::move(problems);
}

Result<MatchRecord> JsonReader::read(const Json& json) {
  if (!json.is_object() || !json.contains("games")) {
    return fail(ErrorKind::input, "a JSON file that is no match of alea's: \"games\" is missing");
  }
  record_.format = text_of(json, "format");
  record_.producer = text_of(json, "producer");
  record_.players = names_of(json);
  const int length = number_of(json, "length");
  if (length < 0 || length > 32767) {
    return fail(ErrorKind::input, fmt::format("a match of {} points; expected 0 to 32767", length));
  }
  record_.length = length;
  const auto rule = json.find("crawford_rule");
  record_.crawford_rule = rule == json.end() || flag_of(json, "crawford_rule");
  record_.rules.jacoby = flag_of(json, "jacoby");
  record_.rules.beavers = flag_of(json, "beavers");
  record_.rules.raccoons = flag_of(json, "raccoons");
  record_.rules.automatic_doubles = number_of(json, "automatic_doubles");
  record_.headers = properties_of(json, "headers");
  record_.comment = text_of(json, "comment");
  for (const Json* game : objects_of(json, "games")) read_game(*game);
  read_positions(json);
  if (record_.games.empty() && record_.positions.empty()) {
    return fail(ErrorKind::input, "a JSON match without games or positions");
  }
  check_scores(record_);
  recall_problems(json);
  return std::move(record_);
}

}  // namespace

Result<MatchRecord> read_json_record(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return fail(ErrorKind::input, "malformed JSON");
  return JsonReader().read(json);
}

}  // namespace alea
