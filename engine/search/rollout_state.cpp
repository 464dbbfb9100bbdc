#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <nlohmann/json.hpp>

#include "engine/base/sha256.h"
#include "engine/search/rollout.h"

// A saved rollout is one line "alea-rollout VERSION SHA256" and, after it, JSON whose bytes the checksum
// covers. Sums are written as the bits of their doubles, so going on equals never having stopped.

namespace alea {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMagic = "alea-rollout";
constexpr int kVersion = 3;

std::string bits(double value) {
  return fmt::format("{:016x}", std::bit_cast<std::uint64_t>(value));
}

double from_bits(const Json& json) {
  const auto& text = json.get_ref<const std::string&>();
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw std::invalid_argument("not the bits of a number: " + text);
  }
  return std::bit_cast<double>(value);
}

// Every field of a struct in its order: one list serves writing and reading.
template <class Io, class T>
void fields(Io& io, T& x) requires std::is_same_v<std::remove_const_t<T>, CubeEfficiency> {
  for (auto* owner : {&x.contact, &x.crashed, &x.back_game, &x.race_spread}) {
    io(owner->centre), io(owner->us), io(owner->them);
  }
}
template <class Io, class T>
void fields(Io& io, T& x) requires std::is_same_v<std::remove_const_t<T>, MoveFilter> {
  io(x.keep), io(x.within), io(x.least);
}
template <class Io, class T>
void fields(Io& io, T& x) requires std::is_same_v<std::remove_const_t<T>, SearchOptions> {
  io(x.plies), io(x.cubeful), io(x.inner), io(x.last_plays), io(x.slot_margin), io(x.efficiency);
  for (auto& filter : x.filters.before) io(filter);
}
template <class Io, class T>
void fields(Io& io, T& x) requires std::is_same_v<std::remove_const_t<T>, RolloutOptions> {
  io(x.trials), io(x.truncate), io(x.checker), io(x.cube), io(x.cubeful), io(x.variance_reduction),
      io(x.luck_plays), io(x.play_on), io(x.stratify), io(x.seed), io(x.until_se), io(x.joint_deviations),
      io(x.least_trials);
}
template <class Io, class T>
void fields(Io& io, T& x) requires std::is_same_v<std::remove_const_t<T>, Board> {
  for (auto& count : x.us) io(count);
  for (auto& count : x.them) io(count);
}
template <class Io, class T>
void fields(Io& io, T& x) requires std::is_same_v<std::remove_const_t<T>, Position> {
  io(x.board), io(x.cube.exponent), io(x.cube.owner), io(x.match.length), io(x.match.score_us),
      io(x.match.score_them), io(x.match.crawford), io(x.rules.max_stack), io(x.rules.jacoby),
      io(x.rules.beavers), io(x.rules.raccoons), io(x.rules.automatic_doubles), io(x.pending),
      io(x.resignation), io(x.us_is_first), io(x.max_cube_exponent), io(x.old_match_id);
  io.dice(x.dice);
}
template <class Io, class T>
void fields(Io& io, T& x) requires std::is_same_v<std::remove_const_t<T>, RolloutRow> {
  io(x.board);
  for (auto& step : x.steps.step) io(step.from), io(step.to);
  io(x.steps.count), io(x.doubled), io(x.active);
  for (auto& mean : x.chances) io(mean);
  io(x.cubeless), io(x.cubeful);
}

struct Writer {
  Json json = Json::array();

  template <class T>
  void operator()(const T& x) {
    if constexpr (std::is_enum_v<T>) {
      json.push_back(static_cast<int>(x));
    } else if constexpr (std::is_floating_point_v<T>) {
      json.push_back(bits(static_cast<double>(x)));
    } else if constexpr (std::is_arithmetic_v<T>) {
      json.push_back(x);
    } else if constexpr (std::is_same_v<T, RunningMean>) {
      json.push_back({x.count(), bits(x.mean()), bits(x.sum_of_squares())});
    } else {
      fields(*this, x);
    }
  }
  void dice(const std::optional<Dice>& dice) {
    json.push_back(dice ? dice->high : 0);
    json.push_back(dice ? dice->low : 0);
  }
};

struct Reader {
  const Json& json;
  std::size_t next = 0;

  template <class T>
  void operator()(T& x) {
    if constexpr (std::is_enum_v<T>) {
      x = static_cast<T>(json.at(next++).get<int>());
    } else if constexpr (std::is_floating_point_v<T>) {
      x = static_cast<T>(from_bits(json.at(next++)));
    } else if constexpr (std::is_arithmetic_v<T>) {
      x = json.at(next++).get<T>();
    } else if constexpr (std::is_same_v<T, RunningMean>) {
      const Json& mean = json.at(next++);
      x = RunningMean(mean.at(0).get<std::int64_t>(), from_bits(mean.at(1)), from_bits(mean.at(2)));
    } else {
      fields(*this, x);
    }
  }
  void dice(std::optional<Dice>& dice) {
    const int high = json.at(next++).get<int>();
    const int low = json.at(next++).get<int>();
    dice.reset();
    const auto is_die = [](int die) { return die >= 1 && die <= 6; };
    if (high == 0 && low == 0) return;
    if (!is_die(high) || !is_die(low)) throw std::invalid_argument("a die that does not exist");
    dice = make_dice(high, low);
  }
};

template <class T>
Json written(const T& x) {
  Writer writer;
  writer(x);
  return writer.json;
}

template <class T>
T read(const Json& json) {
  T x;
  Reader reader{.json = json};
  reader(x);
  return x;
}

tl::unexpected<Error> refuse(std::string message, std::string source) {
  return fail(
      Error{.kind = ErrorKind::input, .message = std::move(message), .source = std::move(source)});
}

const std::string kUnsound = "no rollout can have saved this: ";

// What a checksum cannot tell: whether the program that wrote the text was right.
Status check(const RolloutState& state) {
  ALEA_TRY(validate(state.position));
  const auto unless = [](bool sound, const char* what) -> Status {
    if (sound) return {};
    return fail(ErrorKind::input, what);
  };
  const RolloutOptions& options = state.options;
  for (const SearchOptions* search : {&options.checker, &options.cube}) {
    ALEA_TRY(unless(search->plies >= 0 && search->plies <= kMaxPlies, "a look-ahead out of range"));
  }
  ALEA_TRY(unless(options.truncate >= 0 && options.trials >= 0 && state.trials >= 0,
                  "a negative number of trials or rolls"));
  const bool play = state.position.dice.has_value();
  ALEA_TRY(
      unless(state.position.pending == (play ? Pending::checker_play : Pending::roll_or_double) &&
                 state.position.cube.owner <= CubeOwner::them,
             "a decision or an owner of the cube that does not exist"));
  ALEA_TRY(
      unless(!state.rows.empty() && (play || state.rows.size() <= 2), "a wrong number of rows"));
  for (const RolloutRow& row : state.rows) {
    ALEA_TRY(validate(row.board));
    ALEA_TRY(unless(row.steps.count <= row.steps.step.size(), "a play of more than four steps"));
    ALEA_TRY(unless(row.trials() >= 0 && row.trials() <= state.trials &&
                        (!row.active || row.trials() == state.trials),
                    "rows that do not fit the number of trials"));
    ALEA_TRY(unless(!row.doubled || may_double(state.position), "a double that is not allowed"));
  }
  return {};
}

}  // namespace

std::string RolloutState::save() const {
  Json json;
  json["evaluator"] = evaluator;
  json["met"] = met;
  json["trials"] = trials;
  json["complete"] = complete;
  json["answering"] = answering;
  json["position"] = written(position);
  json["options"] = written(options);
  json["rows"] = Json::array();
  for (const RolloutRow& row : rows) json["rows"].push_back(written(row));
  const std::string body = json.dump(1) + "\n";
  return fmt::format("{} {} {}\n{}", kMagic, kVersion, sha256_hex(body), body);
}

Result<RolloutState> RolloutState::load(std::string_view text, std::string source) {
  const auto line_end = text.find('\n');
  const std::string_view head = text.substr(0, line_end);
  if (!head.starts_with(kMagic)) {
    return refuse("not a saved rollout of alea; expected a file written by one", source);
  }
  const std::string expected = fmt::format("{} {} ", kMagic, kVersion);
  if (!head.starts_with(expected)) {
    return refuse(
        fmt::format("a saved rollout of another version (\"{}\"); this alea reads version "
                    "{}: start the rollout anew",
                    head.substr(0, 24), kVersion),
        source);
  }
  const std::string_view body =
      line_end == std::string_view::npos ? std::string_view{} : text.substr(line_end + 1);
  if (head.substr(expected.size()) != sha256_hex(body)) {
    return refuse("the saved rollout is damaged or cut short; start the rollout anew", source);
  }
  try {
    const Json json = Json::parse(body);
    RolloutState state;
    state.evaluator = json.at("evaluator").get<std::string>();
    state.met = json.at("met").get<std::string>();
    state.trials = json.at("trials").get<std::int64_t>();
    state.complete = json.at("complete").get<bool>();
    state.answering = json.at("answering").get<bool>();
    state.position = read<Position>(json.at("position"));
    state.options = read<RolloutOptions>(json.at("options"));
    for (const Json& row : json.at("rows")) state.rows.push_back(read<RolloutRow>(row));
    if (const Status sound = check(state); !sound)
      return refuse(kUnsound + sound.error().message, source);
    return state;
  } catch (const std::exception& failure) {
    return refuse(fmt::format("the saved rollout cannot be read ({}); start the rollout anew",
                              failure.what()),
                  source);
  }
}

}  // namespace alea
