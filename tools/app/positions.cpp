#include "tools/app/positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <utility>
#include <variant>
#include <vector>

#include "engine/cube/ids.h"
#include "engine/cube/ids_caption.h"
#include "tools/app/lines.h"

namespace alea::app {
namespace {

constexpr int kMaxCubeExponent = 15;
constexpr int kMaxLength = 32767;  // 15 bits in a GNU match ID

Result<std::pair<int, int>> parse_score(std::string_view text) {
  std::pair<int, int> score;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, score.first);
  if (first.ec == std::errc() && first.ptr != end && (*first.ptr == '-' || *first.ptr == ':')) {
    const auto second = std::from_chars(first.ptr + 1, end, score.second);
    if (second.ec == std::errc() && second.ptr == end && score.first >= 0 && score.second >= 0 &&
        score.first <= kMaxLength && score.second <= kMaxLength) {
      return score;
    }
  }
  return usage_error(fmt::format(
      "--score {}: expected the points of the player to decide and of the opponent, as in 3-5",
      in_quotes(text)));
}

Result<int> parse_cube(const Arguments& arguments) {
  Result<int> value = arguments.integer("cube", 1, 1, 1 << kMaxCubeExponent);
  if (!value) return value;
  if (!std::has_single_bit(static_cast<unsigned>(*value))) {
    return usage_error(fmt::format("--cube {}: expected a power of two: 1, 2, 4, 8, ...", *value));
  }
  return std::countr_zero(static_cast<unsigned>(*value));
}

Result<std::optional<bool>> parse_switch(const Arguments& arguments, const std::string& name) {
  const bool on = arguments.has(name);
  const bool off = arguments.has("no-" + name);
  if (on && off) return usage_error(fmt::format("--{0} and --no-{0} contradict each other", name));
  return on || off ? std::optional(on) : std::nullopt;
}

Result<Position> read_position(std::string_view text, const PositionOverrides& overrides) {
  Result<Position> position = parse_position(text);
  if (!position) return position;
  return overridden(*position, overrides);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Reads positions, has batches of them worked on, and prints the texts in order.
class PositionLoop {
 public:
  PositionLoop(Console& console, const PositionOverrides& overrides, const PositionWork& work)
      : console_(console), overrides_(overrides), work_(work) {}

  void add_argument(const std::string& text) {
    Result<Position> position = read_position(text, overrides_);
    const std::string source = "position " + in_quotes(text);
    if (position) {
      add(Item{.position = *position, .source = source});
      return;
    }
    Error error = position.error();
    if (error.column > 0) error.message += fmt::format(" (column {})", error.column);
    error.column = 0;
    error.source = source;
    add(std::move(error));
  }

  void add_standard_input() {
    LineReader reader(console_.in, "stdin");
    bool may_be_drawn = false;  // after an ID, board rows are what was drawn of it
    while (going_on()) {
      // Waiting for more input with finished work unprinted would lock up a dialogue.
      if (!reader.ready()) finish_batch();
      std::optional<Result<std::string>> line = reader.next();
      if (!line) break;
      if (!*line) {
        add(line->error());
        continue;
      }
      const std::string_view text = trimmed(**line);
      if (text.empty() || text.front() == '#') continue;
      // A board as GNU Backgammon prints it: its IDs in two lines, then the drawing.
      if (may_be_drawn && is_board_drawing(text)) continue;
      const int number = reader.line();
      std::string whole(text);
      if (awaits_match_id(text)) {
        const auto following = reader.peek();
        if (following && is_match_id_line(*following)) {
          whole += "\n" + std::string(*following);
          if (const auto taken = reader.next(); taken && !*taken) add(taken->error());
        }
      }
      Result<Position> position = read_position(whole, overrides_);
      may_be_drawn = position || has_captioned_id(text);
      if (position) {
        add(Item{.position = *position, .source = reader.source(), .line = number});
      } else {
        Error error = position.error();
        error.source = reader.source();
        error.line = number;
        add(std::move(error));
      }
    }
  }

  // Works on what has been added and prints it.
  void finish_batch() {
    if (batch_.empty() || !going_on()) return;
    std::vector<std::optional<Result<std::string>>> results(batch_.size());
    const auto run = [&](std::size_t i, ThreadPool* pool) {
      const auto* item = std::get_if<Item>(&batch_[i]);
      results[i] = item != nullptr ? work_.run(*item, pool) : fail(std::get<Error>(batch_[i]));
    };
    if (work_.pool != nullptr && batch_.size() > 1) {
      work_.pool->for_each_index(
          batch_.size(), [&](std::size_t i, int) { run(i, nullptr); }, console_.stop);
    } else {
      for (std::size_t i = 0; i < batch_.size(); ++i) run(i, work_.pool);
    }
    for (std::size_t i = 0; i < batch_.size() && results[i] && !cancelled_; ++i) {
      print(batch_[i], *results[i]);
    }
    console_.out.flush();
    batch_.clear();
  }

  // False after Ctrl-C and when the output is gone.
  [[nodiscard]] bool going_on() const {
    return !cancelled_ && !console_.stop.stop_requested() && console_.out.good();
  }
  [[nodiscard]] int code() const {
    return console_.stop.stop_requested() ? exit_code(ErrorKind::cancelled) : status_.code();
  }

 private:
  void add(std::variant<Item, Error> item) {
    batch_.push_back(std::move(item));
    const std::size_t full =
        work_.pool == nullptr ? 1 : static_cast<std::size_t>(work_.pool->threads()) * kPerThread;
    if (batch_.size() >= full) finish_batch();
  }

  void print(const std::variant<Item, Error>& item, const Result<std::string>& result) {
    if (result) {
      if (work_.blank_line && std::exchange(printed_, true)) console_.out << '\n';
      console_.out << *result;
      return;
    }
    Error error = result.error();
    status_.add(error);
    cancelled_ = cancelled_ || error.kind == ErrorKind::cancelled;
    if (cancelled_) return;
    if (const auto* failed = std::get_if<Item>(&item); failed != nullptr && error.source.empty()) {
      error.source = failed->source;
      error.line = failed->line;
    }
    report(console_, error);
  }

  static constexpr std::size_t kPerThread = 16;

  Console& console_;
  const PositionOverrides& overrides_;
  const PositionWork& work_;
  std::vector<std::variant<Item, Error>> batch_;
  ExitStatus status_;
  bool cancelled_ = false;
  bool printed_ = false;
};

}  // namespace

const OptionGroup& position_options() {
  static const OptionGroup group{
      .title = "Position options (instead of what the ID says, or beyond it)",
      .options = {
          {"dice", "XY", "the roll, as in 31; 'none' takes it away", 'd'},
          {"cube", "N", "cube value: 1, 2, 4, ..."},
          {"owner", "WHO", "who owns the cube: me, them or centre"},
          {"match", "N", "match to N points; 0 for play for points (money)"},
          {"score", "A-B", "points of the player to decide, and of the opponent"},
          {"crawford", "", "this is the Crawford game (--no-crawford: it is not)"},
          {"no-crawford", "", ""},
          {"jacoby", "", "Jacoby rule, money play (--no-jacoby: without)"},
          {"no-jacoby", "", ""},
          {"beavers", "", "beavers are allowed, money play (--no-beavers: not)"},
          {"no-beavers", "", ""},
          {"max-stack", "N", "at most N own checkers on a point (house rule; 5 in some\nclubs)"}}};
  return group;
}

Result<Dice> parse_dice(std::string_view text) {
  const bool separated =
      text.size() == 3 && (text[1] == '-' || text[1] == ',' || text[1] == ' ' || text[1] == ':');
  if (text.size() == 2 || separated) {
    const int first = text.front() - '0';
    const int second = text.back() - '0';
    if (first >= 1 && first <= 6 && second >= 1 && second <= 6) return make_dice(first, second);
  }
  return usage_error(
      fmt::format("--dice {}: expected two digits from 1 to 6, as in 31", in_quotes(text)));
}

Result<PositionOverrides> read_overrides(const Arguments& arguments) {
  PositionOverrides result;
  result.no_dice = arguments.text("dice") == "none";
  if (arguments.has("dice") && !result.no_dice) {
    Result<Dice> dice = parse_dice(arguments.text("dice"));
    if (!dice) return fail(dice.error());
    result.dice = *dice;
  }
  if (arguments.has("cube")) {
    Result<int> exponent = parse_cube(arguments);
    if (!exponent) return fail(exponent.error());
    result.cube_exponent = *exponent;
  }
  if (arguments.has("owner")) {
    static const std::vector<std::string> kOwners{"centre", "me", "them", "center"};
    Result<std::string> owner = arguments.choice("owner", kOwners);
    if (!owner) return fail(owner.error());
    result.owner = *owner == "me"     ? CubeOwner::us
                   : *owner == "them" ? CubeOwner::them
                                      : CubeOwner::centre;
  }
  if (arguments.has("match")) {
    Result<int> length = arguments.integer("match", 0, 0, kMaxLength);
    if (!length) return fail(length.error());
    result.length = *length;
  }
  if (arguments.has("score")) {
    Result<std::pair<int, int>> score = parse_score(arguments.text("score"));
    if (!score) return fail(score.error());
    result.score = *score;
  }
  for (const auto& [name, target] :
       {std::pair<std::string, std::optional<bool>*>{"crawford", &result.crawford},
        {"jacoby", &result.jacoby},
        {"beavers", &result.beavers}}) {
    Result<std::optional<bool>> value = parse_switch(arguments, name);
    if (!value) return fail(value.error());
    *target = *value;
  }
  if (arguments.has("max-stack")) {
    Result<int> limit = arguments.integer("max-stack", kCheckers, 2, kCheckers);
    if (!limit) return fail(limit.error());
    result.max_stack = *limit;
  }
  return result;
}

Result<Position> overridden(const Position& given, const PositionOverrides& overrides) {
  Position position = given;
  if (overrides.no_dice) {
    position.dice.reset();
    if (position.pending == Pending::checker_play) position.pending = Pending::roll_or_double;
  }
  if (overrides.dice) {
    if (position.pending != Pending::roll_or_double && position.pending != Pending::checker_play) {
      return fail(ErrorKind::input,
                  "a roll does not fit here: the position waits for the answer to an offer");
    }
    position.dice = overrides.dice;
    position.pending = Pending::checker_play;
  }
  if (overrides.cube_exponent) position.cube.exponent = *overrides.cube_exponent;
  if (overrides.owner) position.cube.owner = *overrides.owner;
  if (overrides.length) {
    if (*overrides.length != position.match.length) position.match = {};
    position.match.length = *overrides.length;
    if (*overrides.length > 0) position.rules.jacoby = position.rules.beavers = false;
  }
  if (overrides.score) {
    if (position.match.is_money() && *overrides.score != std::pair(0, 0)) {
      return fail(ErrorKind::input, "a score needs a match: add --match N, its length in points");
    }
    std::tie(position.match.score_us, position.match.score_them) = *overrides.score;
  }
  if (overrides.crawford) position.match.crawford = *overrides.crawford;
  if (overrides.jacoby) position.rules.jacoby = *overrides.jacoby;
  if (overrides.beavers) position.rules.beavers = *overrides.beavers;
  if (overrides.max_stack) position.rules.max_stack = *overrides.max_stack;
  if (!position.match.is_money() && (position.rules.jacoby || position.rules.beavers)) {
    return fail(ErrorKind::input,
                "the Jacoby rule and beavers are for money play, not for matches");
  }
  if (position.match.is_money() && position.match.crawford) {
    return fail(ErrorKind::input, "a Crawford game needs a match: add --match N --score A-B");
  }
  if (Status valid = validate(position); !valid) return fail(valid.error());
  return position;
}

int for_each_position(Console& console, const CommandSpec& spec, const Arguments& arguments,
                      const PositionWork& work) {
  const Result<PositionOverrides> overrides = read_overrides(arguments);
  if (!overrides) return refuse(console, overrides.error());
  if (arguments.positional().empty()) {
    note(console, fmt::format("{} needs a position: an XGID, a GNU position ID, or - to read one a "
                              "line; 'alea {} --help' shows examples",
                              spec.name, spec.name));
    return exit_code(ErrorKind::usage);
  }
  PositionLoop loop(console, *overrides, work);
  bool read_input = false;
  for (const std::string& text : arguments.positional()) {
    if (!loop.going_on()) break;
    if (text != "-") {
      loop.add_argument(text);
    } else if (!std::exchange(read_input, true)) {
      loop.add_standard_input();
    }
  }
  loop.finish_batch();
  return loop.code();
}

}  // namespace alea::app
