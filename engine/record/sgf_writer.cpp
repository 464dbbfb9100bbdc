#include <fmt/format.h>

#include <algorithm>

#include "engine/record/game_builder.h"
#include "engine/record/headers.h"
#include "engine/record/play_text.h"
#include "engine/record/sgf_tree.h"
#include "engine/record/writers.h"

namespace alea {
namespace {

[[nodiscard]] char letter_of(int slot, int player) {
  if (slot == kBar) return 'y';
  if (slot == kOff) return 'z';
  return static_cast<char>('a' + (player == 0 ? slot : 25 - slot) - 1);
}

[[nodiscard]] char colour(int player) {
  return player == 0 ? 'W' : 'B';
}

[[nodiscard]] std::string property(std::string_view name, std::string_view value) {
  return fmt::format("{}[{}]", name, sgf::escaped(value));
}

// Checkers, cube: a node that sets the position.
[[nodiscard]] std::string set_up(const Board& board, const CubeState& cube) {
  std::string node = "\n;AE[a:y]";
  for (const int player : {0, 1}) {
    const Board::Side& side = player == 0 ? board.us : board.them;
    bool first = true;
    for (int slot = 1; slot <= kBar; ++slot) {
      for (int i = 0; i < side[static_cast<std::size_t>(slot)]; ++i) {
        if (first) node += fmt::format("A{}", colour(player));
        first = false;
        node += fmt::format("[{}]", letter_of(slot, player));
      }
    }
  }
  node += fmt::format(
      "CV[{}]CP[{}]", cube.value(),
      cube.owner == CubeOwner::centre ? 'c' : (cube.owner == CubeOwner::us ? 'w' : 'b'));
  return node;
}

[[nodiscard]] std::string play_of(const Event& event) {
  std::string value = fmt::format("{}{}", event.dice[0], event.dice[1]);
  const auto put = [&](std::span<const Hop> hops) {
    for (const Hop& hop : hops) {
      value += letter_of(hop.from, event.player);
      value += letter_of(hop.to, event.player);
    }
  };
  put(event.legal ? event.steps.all() : std::span<const Hop>(event.hops));
  return value;
}

// Properties carried along that are SGF's: upper-case names with bracketed values. Analyses are such.
[[nodiscard]] std::string carried(const std::vector<Property>& extras) {
  std::string text;
  for (const auto& [name, value] : extras) {
    const bool sgf_name =
        !name.empty() && name.size() <= 2 &&
        std::all_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    if (sgf_name && value.starts_with('[')) text += name + value;
  }
  return text;
}

[[nodiscard]] std::string node_of(const Event& event, bool last) {
  std::string node = "\n;";
  const auto action = [&](std::string_view value) {
    node += fmt::format("{}[{}]", colour(event.player), value);
  };
  switch (event.kind) {
    case EventKind::play:
      action(play_of(event));
      // "Execute illegal move": also tells a dance that was none from a play that is not known.
      if (!event.legal) node += "KO[]";
      break;
    case EventKind::unplayed:
      if (last) {
        node += fmt::format("PL[{}]DI[{}{}]", colour(event.player), event.dice[0], event.dice[1]);
      } else {
        action(fmt::format("{}{}", event.dice[0], event.dice[1]));
      }
      break;
    case EventKind::offer:
    case EventKind::beaver:
    case EventKind::raccoon:
      action("double");
      break;
    case EventKind::take:
    case EventKind::accept:
      action("take");
      break;
    case EventKind::drop:
      action("drop");
      break;
  }
  if (!event.comment.empty()) node += property("C", event.comment);
  return node + carried(event.extras);
}

[[nodiscard]] std::string rules_of(const MatchRecord& record, const RecordedGame& game) {
  std::string rules;
  const auto add = [&rules](const char* word) {
    if (!rules.empty()) rules += ':';
    rules += word;
  };
  if (record.length > 1 && record.crawford_rule) add("Crawford");
  if (game.crawford) add("CrawfordGame");
  if (record.length == 0 && record.rules.jacoby) add("Jacoby");
  if (const auto* variation = find_header(record, "variation")) {
    if (const auto start = start_of_variation(*variation); start && !(*start == starting_board())) {
      add("Nackgammon");
    }
  }
  return rules;
}

void write_game(std::string& out, const MatchRecord& record, const RecordedGame& game, bool first) {
  out += fmt::format("(;FF[4]GM[6]CA[UTF-8]AP[alea]MI[length:{}][game:{}][ws:{}][bs:{}]",
                     record.length, std::max(game.number - 1, 0), game.score[0], game.score[1]);
  out += property("PW", record.players[0]) + property("PB", record.players[1]);
  if (first) {
    for (const auto& [key, value] : record.headers) {
      const auto name = sgf_of_header(key);
      if (!name.empty()) out += property(name, name == "DT" ? date_with('-', value) : value);
    }
  }
  if (const auto rules = rules_of(record, game); !rules.empty()) out += property("RU", rules);
  if (game.winner) {
    const bool early = game.end == GameEnd::resigned || game.end == GameEnd::forfeited;
    out += fmt::format("RE[{}+{}{}]", colour(*game.winner), game.points, early ? "R" : "");
  }
  if (!game.comment.empty()) out += property("C", game.comment);
  out += carried(game.extras);

  if (game.set_up || !(game.start_cube == CubeState{})) out += set_up(game.start, game.start_cube);
  EventTracker tracker(game);
  for (const Event& event : game.events) {
    if (tracker.jumps_before(event)) out += set_up(board_before(event), cube_before(event));
    tracker.pass(event);
    out += node_of(event, &event == &game.events.back());
  }
  out += ")\n";
}

}  // namespace

Result<std::string> write_sgf(const MatchRecord& record) {
  if (record.games.empty()) {
    return fail(ErrorKind::input, "an SGF match cannot hold positions without a game");
  }
  std::string out;
  for (const RecordedGame& game : record.games) {
    write_game(out, record, game, &game == &record.games.front());
  }
  return out;
}

}  // namespace alea
