// GNU Backgammon's .sgf: one game tree per game. White is player 0; letters are white's points, so black
// counts them from the other end. Properties that alea does not use are carried along as they are.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <set>

#include "engine/record/game_builder.h"
#include "engine/record/headers.h"
#include "engine/record/play_text.h"
#include "engine/record/readers.h"
#include "engine/record/sgf_tree.h"

namespace alea {
namespace {

// "[length:7][game:0]": the number behind a key.
[[nodiscard]] std::optional<int> keyed_number(const sgf::Property& property, std::string_view key) {
  for (const std::string& value : property.values) {
    const auto colon = value.find(':');
    if (colon == std::string::npos || value.substr(0, colon) != key) continue;
    int number = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, status] = std::from_chars(value.data() + colon + 1, end, number);
    if (status == std::errc{} && stop == end) return number;
  }
  return {};
}

// All values with their brackets, as they can be written again.
[[nodiscard]] std::string raw_values(const sgf::Property& property) {
  std::string text;
  for (const std::string& value : property.values) text += '[' + sgf::escaped(value) + ']';
  return text;
}

// Our slot for a letter; -1 if it is none. `player` is whose numbering is wanted.
[[nodiscard]] int slot_of(char letter, int player) {
  if (letter == 'y') return kBar;
  if (letter == 'z') return kOff;
  if (letter < 'a' || letter > 'x') return -1;
  const int point = letter - 'a' + 1;
  return player == 0 ? point : 25 - point;
}

class SgfReader {
 public:
  [[nodiscard]] Result<MatchRecord> read(const sgf::Collection& collection);

 private:
  void read_match_root(const sgf::Node& root);
  void read_game(const sgf::Game& tree, bool last);
  void read_game_root(const sgf::Node& root, RecordedGame& game);
  void read_node(const sgf::Node& node, GameBuilder& builder, RecordedGame& game);
  void read_set_up(const sgf::Node& node, GameBuilder& builder);
  void read_action(const std::string& value, int player, const sgf::Node& node,
                   GameBuilder& builder, RecordedGame& game);
  void read_play(const std::string& value, int player, const sgf::Node& node, GameBuilder& builder);
  void read_result(const sgf::Node& root, GameBuilder& builder);
  void problem(int line, std::string text) { record_.problems.push_back({line, std::move(text)}); }

  MatchRecord record_;
  // Dice that were rolled and not played yet.
  struct Waiting {
    int player = -1;
    std::array<int, 2> dice{};
    int line = 0;
  } waiting_;
};

void SgfReader::read_match_root(const sgf::Node& root) {
  if (const auto* name = root.find("PW")) record_.players[0] = *name;
  if (const auto* name = root.find("PB")) record_.players[1] = *name;
  if (const auto* program = root.find("AP")) record_.producer = *program;
  for (const sgf::Property& property : root.properties) {
    if (property.name == "MI") {
      const int length = keyed_number(property, "length").value_or(0);
      if (length < 0 || length > 32767) {
        problem(root.line, fmt::format("a match of {} points; read as money play", length));
      } else {
        record_.length = length;
      }
    }
    const auto header = header_of_sgf(property.name);
    if (header.empty()) continue;
    const std::string& value = property.values.front();
    record_.headers.emplace_back(header, property.name == "DT" ? date_with('.', value) : value);
  }
  const auto* rules = root.find("RU");
  const auto has = [&](std::string_view word) {
    return rules != nullptr && rules->find(word) != std::string::npos;
  };
  record_.rules.jacoby = record_.length == 0 && has("Jacoby");
  record_.crawford_rule = record_.length == 0 || record_.length == 1 || has("Crawford");
  if (has("Nackgammon")) record_.headers.emplace_back("Variation", "Nackgammon");
  if (has("Hypergammon")) record_.headers.emplace_back("Variation", "Hypergammon");
}

void SgfReader::read_game_root(const sgf::Node& root, RecordedGame& game) {
  static const std::set<std::string_view> known = {"FF", "GM", "CA", "AP", "MI", "PW",
                                                   "PB", "RE", "RU", "C",  "DT", "EV",
                                                   "RO", "PC", "AN", "AW", "AB", "AE"};
  game.line = root.line;
  for (const sgf::Property& property : root.properties) {
    if (property.name == "MI") {
      game.number = keyed_number(property, "game").value_or(0) + 1;
      game.score = {keyed_number(property, "ws").value_or(0),
                    keyed_number(property, "bs").value_or(0)};
    } else if (!known.contains(property.name)) {
      game.extras.emplace_back(property.name, raw_values(property));
    }
  }
  for (int& score : game.score) {
    if (score < 0 || score > 32767) {
      problem(root.line, fmt::format("game {}: a score of {}; read as 0", game.number, score));
      score = 0;
    }
  }
  if (const auto* comment = root.find("C")) game.comment = *comment;
  const auto* rules = root.find("RU");
  game.crawford =
      record_.length > 0 && rules != nullptr && rules->find("CrawfordGame") != std::string::npos;
  // Records of gnubg do not always say so for the Crawford game itself.
  if (!game.crawford) game.crawford = is_crawford_game(record_, game.score);
  const auto* variation = find_header(record_, "variation");
  const auto start = start_of_variation(variation == nullptr ? "" : *variation);
  if (!start) {
    problem(root.line,
            fmt::format("alea does not know the variation \"{}\"; read as backgammon", *variation));
  }
  game.start = start.value_or(starting_board());
  game.set_up = !(game.start == starting_board());
}

// AE empties, AW and AB add checkers; CV and CP set the cube; DI rolls.
void SgfReader::read_set_up(const sgf::Node& node, GameBuilder& builder) {
  Board board = builder.board();
  CubeState cube = builder.cube();
  bool changed = false, good = true;
  const auto put = [&](const sgf::Property& property, int player) {
    for (const std::string& value : property.values) {
      const int slot = value.size() == 1 ? slot_of(value[0], player) : -1;
      good = good && slot > 0;
      if (slot > 0) {
        auto& side = player == 0 ? board.us : board.them;
        if (side[static_cast<std::size_t>(slot)] < 200) ++side[static_cast<std::size_t>(slot)];
      }
    }
  };
  for (const sgf::Property& property : node.properties) {
    const std::string& value = property.values.front();
    if (property.name == "AE") {
      board = Board{};
      good = good && value == "a:y";
    } else if (property.name == "AW" || property.name == "AB") {
      put(property, property.name == "AW" ? 0 : 1);
    } else if (property.name == "CV") {
      int number = 0;
      std::from_chars(value.data(), value.data() + value.size(), number);
      const auto exponent = std::countr_zero(static_cast<unsigned>(number));
      good = good && number > 0 && number == 1 << exponent && exponent <= kMaxCubeExponent;
      if (good) cube.exponent = exponent;
    } else if (property.name == "CP") {
      cube.owner = value == "w"   ? CubeOwner::us
                   : value == "b" ? CubeOwner::them
                                  : CubeOwner::centre;
    } else if (property.name == "DI") {
      const auto* to_move = node.find("PL");
      const int player =
          to_move != nullptr ? (*to_move == "B" ? 1 : 0) : builder.to_move().value_or(0);
      waiting_ = {.player = player, .line = node.line};
      if (value.size() == 2) waiting_.dice = {value[0] - '0', value[1] - '0'};
      continue;
    } else {
      continue;
    }
    changed = true;
  }
  if (!changed) return;
  if (!good) {
    builder.problem(node.line, "a position set here cannot be read");
    return;
  }
  for (auto* side : {&board.us, &board.them}) {
    int off = kCheckers;
    for (std::size_t slot = 1; slot < side->size(); ++slot) off -= (*side)[slot];
    (*side)[kOff] = static_cast<std::uint8_t>(std::max(off, 0));
  }
  waiting_ = {};
  builder.set_position(board, cube, node.line);
}

void SgfReader::read_play(const std::string& value, int player, const sgf::Node& node,
                          GameBuilder& builder) {
  GameBuilder::Roll roll{.player = player, .dice = {value[0] - '0', value[1] - '0'}};
  roll.line = node.line;
  roll.says_cannot_move = node.find("KO") != nullptr;
  bool good = value.size() % 2 == 0;
  for (std::size_t i = 2; good && i + 1 < value.size(); i += 2) {
    const int from = slot_of(value[i], player), to = slot_of(value[i + 1], player);
    good = from > 0 && to >= 0 && to < kBar;
    if (good) roll.hops.push_back({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
  }
  if (!good) {
    builder.problem(node.line, fmt::format("the play \"{}\" cannot be read", value));
    builder.unplayed(player, roll.dice, value, node.line);
    return;
  }
  roll.text = hops_text(roll.hops);
  Event& event = builder.roll(std::move(roll));
  if (event.kind == EventKind::play && event.legal) {
    event.text = format_play(event.before, event.steps);
  }
}

void SgfReader::read_action(const std::string& value, int player, const sgf::Node& node,
                            GameBuilder& builder, RecordedGame& game) {
  const std::size_t before = game.events.size();
  const auto is = [&](std::string_view word) {
    return value.size() == word.size() && starts_with_nocase(value, word);
  };
  if (is("double") || is("redouble") || is("beaver") || is("raccoon")) {
    builder.turn_cube(player, 0, node.line);
  } else if (is("take") || is("accept")) {
    builder.take(player, node.line);
  } else if (is("drop") || is("pass") || is("reject")) {
    builder.drop(player, node.line);
  } else if (value.size() >= 2 && value[0] >= '0' && value[0] <= '9' && value[1] >= '0' &&
             value[1] <= '9') {
    read_play(value, player, node, builder);
    waiting_ = {};
  } else {
    builder.problem(node.line, fmt::format("the action \"{}\" cannot be read", value));
  }
  if (game.events.size() == before) return;
  Event& event = game.events.back();
  for (const sgf::Property& property : node.properties) {
    if (property.name == "C") {
      event.comment = property.values.front();
    } else if (property.name != "W" && property.name != "B" && property.name != "KO") {
      event.extras.emplace_back(property.name, raw_values(property));
    }
  }
}

void SgfReader::read_node(const sgf::Node& node, GameBuilder& builder, RecordedGame& game) {
  const auto action = std::find_if(
      node.properties.begin(), node.properties.end(),
      [](const sgf::Property& property) { return property.name == "W" || property.name == "B"; });
  if (action != node.properties.end()) {
    read_action(action->values.front(), action->name == "W" ? 0 : 1, node, builder, game);
    return;
  }
  read_set_up(node, builder);
  if (const auto* comment = node.find("C")) {
    if (!game.comment.empty()) game.comment += '\n';
    game.comment += *comment;
  }
}

// "W+2", "B+4R"; nothing else is a result.
void SgfReader::read_result(const sgf::Node& root, GameBuilder& builder) {
  const auto* result = root.find("RE");
  if (result == nullptr || result->size() < 3 || (*result)[1] != '+' ||
      ((*result)[0] != 'W' && (*result)[0] != 'B')) {
    if (result != nullptr && !result->empty() && *result != "?" && *result != "Void") {
      builder.problem(root.line, fmt::format("the result \"{}\" cannot be read", *result));
    }
    builder.finish_without_result(root.line);
    return;
  }
  int points = 0;
  const char* const end = result->data() + result->size();
  const auto [stop, status] = std::from_chars(result->data() + 2, end, points);
  if (status != std::errc{} || (stop != end && std::string_view(stop, 1) != "R")) {
    builder.problem(root.line, fmt::format("the result \"{}\" cannot be read", *result));
  }
  builder.finish((*result)[0] == 'W' ? 0 : 1, points, root.line);
}

void SgfReader::read_game(const sgf::Game& tree, bool last) {
  const sgf::Node& root = tree.nodes.front();
  RecordedGame game;
  read_game_root(root, game);
  GameBuilder builder(record_, game);
  waiting_ = {};
  read_set_up(root, builder);
  for (std::size_t i = 1; i < tree.nodes.size(); ++i) read_node(tree.nodes[i], builder, game);
  if (waiting_.player >= 0 && !builder.is_over() && !(last && builder.offer_waits())) {
    builder.unplayed(waiting_.player, waiting_.dice, "", waiting_.line);
  }
  if (tree.variations_left_out > 0) {
    builder.problem(tree.line, fmt::format("{} variations beside the game are left out",
                                           tree.variations_left_out));
  }
  read_result(root, builder);
  record_.games.push_back(std::move(game));
}

Result<MatchRecord> SgfReader::read(const sgf::Collection& collection) {
  record_.format = "sgf";
  const sgf::Node& first = collection.games.front().nodes.front();
  if (const auto* game = first.find("GM"); game != nullptr && *game != "6") {
    return fail(
        Error{.message = fmt::format("an SGF file of game number {}; backgammon is 6", *game),
              .line = first.line});
  }
  read_match_root(first);
  for (const sgf::Game& game : collection.games) {
    const sgf::Node& root = game.nodes.front();
    const auto* white = root.find("PW");
    const auto* black = root.find("PB");
    if ((white != nullptr && *white != record_.players[0]) ||
        (black != nullptr && *black != record_.players[1])) {
      problem(game.line, "the players of this game are not those of the first");
    }
    read_game(game, &game == &collection.games.back());
  }
  if (collection.truncated) problem(collection.line, "the file ends in the middle of a game");
  check_scores(record_);
  return std::move(record_);
}

}  // namespace

Result<MatchRecord> read_sgf(std::string_view text) {
  const auto collection = sgf::parse(text);
  if (!collection) return fail(collection.error());
  return SgfReader().read(*collection);
}

}  // namespace alea
