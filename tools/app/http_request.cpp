#include "tools/app/http_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <set>
#include <vector>

#include "engine/cube/ids.h"
#include "engine/search/search_options.h"
#include "tools/app/console.h"
#include "tools/app/positions.h"
#include "tools/app/suggest.h"

namespace alea::app {
namespace {

constexpr int kLongestMatch = 32767;  // 15 bits in a GNU match ID
constexpr int kDefaultMoves = 5;
constexpr int kMostMoves = 100'000;

constexpr std::array<std::pair<Pending, const char*>, 6> kPendings{
    {{Pending::roll_or_double, "roll_or_double"},
     {Pending::checker_play, "checker_play"},
     {Pending::double_offered, "double_offered"},
     {Pending::beaver_offered, "beaver_offered"},
     {Pending::raccoon_offered, "raccoon_offered"},
     {Pending::resignation_offered, "resignation_offered"}}};

tl::unexpected<Error> bad(std::string_view name, std::string_view expected) {
  return fail(ErrorKind::input, fmt::format("{}: expected {}", name, expected));
}

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// A number, or its digits: an address has only text.
std::optional<int> integer_in(const Json& json) {
  if (json.is_string()) return whole_number(json.get_ref<const std::string&>());
  if (!json.is_number_integer()) return std::nullopt;
  const auto value = json.get<std::int64_t>();
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT32_MAX) return std::nullopt;
  if (value < INT32_MIN || value > INT32_MAX) return std::nullopt;
  return static_cast<int>(value);
}

// The named values of a request.
class Fields {
 public:
  explicit Fields(Json json) : json_(std::move(json)) {}

  // Null where the field is absent.
  [[nodiscard]] const Json* find(const char* name) const {
    const auto found = json_.find(name);
    return found == json_.end() ? nullptr : &*found;
  }

  [[nodiscard]] Result<std::optional<int>> integer(const char* name, int low, int high) const {
    const Json* json = find(name);
    if (json == nullptr) return std::nullopt;
    const std::optional<int> value = integer_in(*json);
    if (!value || *value < low || *value > high) {
      return bad(name, fmt::format("a number from {} to {}", low, high));
    }
    return value;
  }

  [[nodiscard]] Result<std::optional<bool>> boolean(const char* name) const {
    const Json* json = find(name);
    if (json == nullptr) return std::nullopt;
    if (json->is_boolean()) return json->get<bool>();
    if (json->is_string()) {
      const auto& text = json->get_ref<const std::string&>();
      if (text == "true" || text == "1") return true;
      if (text == "false" || text == "0") return false;
    }
    return bad(name, "true or false");
  }

  [[nodiscard]] Result<std::optional<std::string>> text(const char* name) const {
    const Json* json = find(name);
    if (json == nullptr) return std::nullopt;
    if (!json->is_string()) return bad(name, "a string");
    return json->get<std::string>();
  }

  [[nodiscard]] Status only(const std::vector<std::string>& known) const {
    for (const auto& [name, value] : json_.items()) {
      if (std::ranges::find(known, name) != known.end()) continue;
      return fail(ErrorKind::input, fmt::format("unknown field {}{}", in_quotes(name, 40),
                                                did_you_mean(name, known)));
    }
    return {};
  }

 private:
  Json json_;
};

Result<Fields> fields_of(const protocol::HttpCall& call) {
  Json json = Json::object();
  if (call.method == "GET") {
    for (const auto& [name, value] : call.query) {
      if (json.contains(name)) {
        return fail(ErrorKind::input, fmt::format("field {} comes twice", in_quotes(name, 40)));
      }
      json[name] = value;
    }
    return Fields(std::move(json));
  }
  std::set<std::string> names;
  std::optional<std::string> doubled;  // the parser itself would take the last one
  const auto watch = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    if (depth == 1 && event == Json::parse_event_t::key && !names.insert(parsed).second) {
      doubled = parsed.get<std::string>();
    }
    return true;
  };
  json = Json::parse(call.body, watch, false);
  if (json.is_discarded()) return fail(ErrorKind::input, "the body is no JSON");
  if (!json.is_object()) return fail(ErrorKind::input, "the body is no JSON object");
  if (doubled) {
    return fail(ErrorKind::input, fmt::format("field {} comes twice", in_quotes(*doubled, 40)));
  }
  return Fields(std::move(json));
}

// 26 counts: [0] the opponent's bar, [1] to [24] the decider's points, [25] the decider's bar; the
// opponent's checkers are negative.
Result<Board> board_of(const Json& json) {
  constexpr const char* kExpected =
      "26 counts: the opponent's bar, points 1 to 24 and the bar of the player to decide, with the "
      "opponent's checkers negative";
  if (!json.is_array() || json.size() != 26) return bad("points", kExpected);
  Board board;
  int ours = 0;
  int theirs = 0;
  for (int n = 0; n <= kBar; ++n) {
    const std::optional<int> count = integer_in(json[static_cast<std::size_t>(n)]);
    if (!count || *count < -kCheckers || *count > kCheckers || (n == 0 && *count > 0) ||
        (n == kBar && *count < 0)) {
      return bad("points", kExpected);
    }
    const int number = std::abs(*count);
    (*count > 0 ? ours : theirs) += number;
    const int slot = *count > 0 ? n : kBar - n;
    (*count > 0 ? board.us : board.them)[static_cast<std::size_t>(slot)] =
        static_cast<std::uint8_t>(number);
  }
  for (const auto& [count, whose] :
       {std::pair{ours, "the player to decide"}, {theirs, "the opponent"}}) {
    if (count > kCheckers) {
      return fail(ErrorKind::input, fmt::format("points: {} checkers of {}; there are {} at most",
                                                count, whose, kCheckers));
    }
  }
  board.us[kOff] = static_cast<std::uint8_t>(kCheckers - ours);
  board.them[kOff] = static_cast<std::uint8_t>(kCheckers - theirs);
  return board;
}

Result<Position> base_position(const Fields& fields, bool from_address) {
  const Json* points = fields.find("points");
  Result<std::optional<std::string>> id = fields.text("position");
  if (!id) return fail(id.error());
  if (id->has_value() == (points != nullptr)) {
    return fail(ErrorKind::input,
                "expected either a position (XGID, GNU ID, OGID, FIBS board) or points");
  }
  if (points != nullptr) {
    const Result<Board> board = board_of(*points);
    if (!board) return fail(board.error());
    Position position;
    position.board = *board;
    return position;
  }
  // In an address + stands for a space, which no ID has.
  if (from_address) std::ranges::replace(**id, ' ', '+');
  Result<Position> position = parse_position(**id);
  if (position) return position;
  Error error = position.error();
  if (error.column > 0) error.message += fmt::format(" (column {})", error.column);
  return fail(ErrorKind::input, "position: " + error.message);
}

Status read_dice(const Fields& fields, PositionOverrides& overrides) {
  const Json* json = fields.find("dice");
  if (json == nullptr) return {};
  if (json->is_null() || *json == "none" || *json == "") {
    overrides.no_dice = true;
    return {};
  }
  std::string text;
  if (json->is_array() && json->size() == 2) {
    for (const Json& die : *json) text += std::to_string(integer_in(die).value_or(0));
  } else if (json->is_string()) {
    text = json->get<std::string>();
  } else if (json->is_number_integer()) {
    text = std::to_string(integer_in(*json).value_or(0));
  }
  const Result<Dice> dice = parse_dice(text);
  if (!dice) return bad("dice", "two numbers from 1 to 6, as in \"31\" or [3,1], or \"none\"");
  overrides.dice = *dice;
  return {};
}

Status read_cube(const Fields& fields, PositionOverrides& overrides) {
  const Result<std::optional<int>> cube = fields.integer("cube", 1, 1 << kMaxCubeExponent);
  if (!cube || (*cube && !std::has_single_bit(static_cast<unsigned>(**cube)))) {
    return bad("cube", "a power of two: 1, 2, 4, 8, ...");
  }
  if (*cube) overrides.cube_exponent = std::countr_zero(static_cast<unsigned>(**cube));
  const Result<std::optional<std::string>> owner = fields.text("owner");
  if (!owner) return fail(owner.error());
  if (!*owner) return {};
  if (**owner == "me") {
    overrides.owner = CubeOwner::us;
  } else if (**owner == "them") {
    overrides.owner = CubeOwner::them;
  } else if (**owner == "centre" || **owner == "center") {
    overrides.owner = CubeOwner::centre;
  } else {
    return bad("owner", "me, them or centre");
  }
  return {};
}

Status read_score(const Fields& fields, PositionOverrides& overrides) {
  const Json* json = fields.find("score");
  if (json == nullptr) return {};
  std::optional<int> me;
  std::optional<int> them;
  if (json->is_array() && json->size() == 2) {
    me = integer_in((*json)[0]);
    them = integer_in((*json)[1]);
  } else if (json->is_string()) {
    const std::string_view text = json->get_ref<const std::string&>();
    const std::size_t dash = std::min(text.find('-'), text.size());
    me = whole_number(text.substr(0, dash));
    them = whole_number(text.substr(std::min(dash + 1, text.size())));
  }
  if (!me || !them || *me < 0 || *them < 0 || *me > kLongestMatch || *them > kLongestMatch) {
    return bad("score",
               "the points of the player to decide and of the opponent, as in [3,5] or \"3-5\"");
  }
  overrides.score = {*me, *them};
  return {};
}

Result<PositionOverrides> overrides_of(const Fields& fields) {
  PositionOverrides overrides;
  ALEA_TRY(read_dice(fields, overrides));
  ALEA_TRY(read_cube(fields, overrides));
  const Result<std::optional<int>> length = fields.integer("match", 0, kLongestMatch);
  if (!length) return fail(length.error());
  overrides.length = *length;
  ALEA_TRY(read_score(fields, overrides));
  for (const auto& [name, target] :
       {std::pair<const char*, std::optional<bool>*>{"crawford", &overrides.crawford},
        {"jacoby", &overrides.jacoby},
        {"beavers", &overrides.beavers}}) {
    const Result<std::optional<bool>> value = fields.boolean(name);
    if (!value) return fail(value.error());
    *target = *value;
  }
  const Result<std::optional<int>> stack = fields.integer("max_stack", 2, kCheckers);
  if (!stack) return fail(stack.error());
  overrides.max_stack = *stack;
  return overrides;
}

// What the position asks for. Where only points are given, offers beyond a double cannot be described.
Status read_pending(const Fields& fields, Position& position, PositionOverrides& overrides) {
  const Result<std::optional<std::string>> text = fields.text("pending");
  if (!text) return fail(text.error());
  if (!*text) return {};
  const auto found = std::ranges::find_if(
      kPendings, [&](const auto& pending) { return pending.second == **text; });
  if (found == kPendings.end()) {
    return bad("pending", "roll_or_double, checker_play or double_offered");
  }
  const Pending wanted = found->first;
  if (wanted == position.pending) return {};
  if (wanted == Pending::checker_play) {
    return overrides.dice ? Status() : bad("pending", "dice with a checker_play");
  }
  if (wanted != Pending::roll_or_double && wanted != Pending::double_offered) {
    return bad("pending",
               "roll_or_double, checker_play or double_offered, or an ID that says more");
  }
  if (overrides.dice) return bad("pending", "checker_play where there are dice");
  overrides.no_dice = false;
  position.dice.reset();
  position.resignation = 0;
  position.pending = wanted;
  return {};
}

}  // namespace

Result<ApiRequest> read_api_request(const protocol::HttpCall& call, const ApiFields& wanted,
                                    int default_plies) {
  const Result<Fields> fields = fields_of(call);
  if (!fields) return fail(fields.error());
  std::vector<std::string> known{"position", "points",  "dice",      "cube",
                                 "owner",    "match",   "score",     "crawford",
                                 "jacoby",   "beavers", "max_stack", "pending"};
  if (wanted.search) known.insert(known.end(), {"plies", "cubeless"});
  if (wanted.rows) known.insert(known.end(), {"moves", "full"});
  if (wanted.rolls) known.emplace_back("rolls");
  ALEA_TRY(fields->only(known));

  Result<Position> position = base_position(*fields, call.method == "GET");
  if (!position) return fail(position.error());
  Result<PositionOverrides> overrides = overrides_of(*fields);
  if (!overrides) return fail(overrides.error());
  ALEA_TRY(read_pending(*fields, *position, *overrides));
  position = overridden(*position, *overrides);
  if (!position) return fail(position.error());

  const Result<std::optional<int>> plies = fields->integer("plies", 0, kMaxPlies);
  if (!plies) return fail(plies.error());
  const Result<std::optional<int>> moves = fields->integer("moves", 0, kMostMoves);
  if (!moves) return fail(moves.error());
  const Result<std::optional<bool>> cubeless = fields->boolean("cubeless");
  if (!cubeless) return fail(cubeless.error());
  const Result<std::optional<bool>> full = fields->boolean("full");
  if (!full) return fail(full.error());
  const Result<std::optional<bool>> rolls = fields->boolean("rolls");
  if (!rolls) return fail(rolls.error());
  return ApiRequest{.position = *position,
                    .plies = plies->value_or(default_plies),
                    .cubeless = cubeless->value_or(false),
                    .full = full->value_or(false),
                    .rolls = rolls->value_or(false),
                    .moves = static_cast<std::size_t>(moves->value_or(kDefaultMoves))};
}

void add_position_fields(Json& json, const Position& position) {
  json["points"] = Json::array();
  for (std::size_t n = 0; n <= kBar; ++n) {
    const int ours = n == 0 ? 0 : position.board.us[n];
    const int theirs = n == kBar ? 0 : position.board.them[kBar - n];
    json["points"].push_back(ours - theirs);
  }
  json["dice"] = position.dice ? Json{position.dice->high, position.dice->low} : Json();
  json["cube"] = position.cube.value();
  json["owner"] = position.cube.owner == CubeOwner::us     ? "me"
                  : position.cube.owner == CubeOwner::them ? "them"
                                                           : "centre";
  json["match"] = position.match.length;
  json["score"] = {position.match.score_us, position.match.score_them};
  json["crawford"] = position.match.crawford;
  json["jacoby"] = position.rules.jacoby;
  json["beavers"] = position.rules.beavers;
  json["max_stack"] = position.rules.max_stack;
  json["pending"] = std::ranges::find(kPendings, position.pending, [](const auto& pending) {
                      return pending.first;
                    })->second;
}

}  // namespace alea::app
