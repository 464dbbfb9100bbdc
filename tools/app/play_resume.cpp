#include "tools/app/play_resume.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tools/app/positions.h"

namespace alea::app {
namespace {

constexpr const char* kEngineName = "alea";

// Sits the players down the other way round. Boards of events are their player's own and stay.
void swap_seats(MatchRecord& record) {
  std::swap(record.players[0], record.players[1]);
  for (RecordedGame& game : record.games) {
    std::swap(game.score[0], game.score[1]);
    game.start = game.start.flipped();
    game.start_cube = game.start_cube.flipped();
    if (game.winner) game.winner = 1 - *game.winner;
    for (Event& event : game.events) event.player = 1 - event.player;
  }
}

class Replay {
 public:
  Replay(const std::string& name, PlayTable& table, PlayRecorder& recorder,
         const ThrownDice& thrown)
      : name_(name), table_(table), recorder_(recorder), thrown_(thrown) {}

  Status game(const RecordedGame& game, bool last_game) {
    const MatchState& match = table_.match();
    if (game.score != std::array{match.score_us, match.score_them}) {
      return refused(game.line, "its score does not follow from the games before");
    }
    if (game.set_up ||
        !(game.start_cube == CubeState{game.start_cube.exponent, CubeOwner::centre})) {
      return refused(game.line, "it starts from a position that was set up");
    }
    recorder_.start_game(game.score, match.crawford, game.start_cube.exponent);
    started_ = false;
    for (const Event& event : game.events) {
      const bool last = &event == &game.events.back();
      if (Status done = apply(event, last, game.start_cube.exponent); !done) return done;
    }
    if (!game.winner) {
      if (last_game) return {};
      return refused(game.line, "it has no result");
    }
    if (!started_) return refused(game.line, "nothing was played in it");
    if (const Event& last = game.events.back(); last.kind == EventKind::unplayed) {
      recorder_.unplayed(last.player, *table_.position().dice);  // given up before it was played
    }
    if (!table_.result()) table_.settle(*game.winner, game.points);
    if (table_.result()->winner != *game.winner || table_.result()->points != game.points) {
      return refused(game.line, "its result does not follow from its plays");
    }
    recorder_.finish(*game.winner, game.points);
    return {};
  }

 private:
  [[nodiscard]] Status refused(int line, std::string_view why) const {
    return fail(Error{
        .message = fmt::format("cannot be gone on with: {}", why), .source = name_, .line = line});
  }

  Status apply(const Event& event, bool last, int doubles) {
    if (started_ && table_.result()) return refused(event.line, "the game was over before");
    if (event.kind == EventKind::play || event.kind == EventKind::unplayed) {
      return roll(event, last, doubles);
    }
    if (!started_ || event.player != table_.decider()) {
      return refused(event.line, "it is not that player's turn");
    }
    const Pending pending = table_.position().pending;
    const bool offered = pending == Pending::double_offered;
    const bool beavered = pending == Pending::beaver_offered;
    const int value = table_.position().cube.value();
    switch (event.kind) {
      case EventKind::offer:
        if (pending != Pending::roll_or_double || !may_double(table_.position())) break;
        recorder_.turn_cube(event.player, 2 * value);
        table_.offer();
        return {};
      case EventKind::take:
      case EventKind::accept:
        if (!offered && !beavered) break;
        recorder_.take(event.player);
        table_.take();
        return {};
      case EventKind::drop:
        if (!offered && !beavered) break;
        recorder_.drop(event.player);
        table_.drop();
        return {};
      case EventKind::beaver:
        if (!offered || !table_.rules().beavers) break;
        recorder_.turn_cube(event.player, 4 * value);
        table_.beaver();
        return {};
      default:
        break;
    }
    return refused(event.line, "the cube could not be turned like this");
  }

  // A roll, with its play unless it is the last that the record tells of the game.
  Status roll(const Event& event, bool last, int doubles) {
    const Result<Dice> dice = dice_of(event);
    if (!dice) return refused(event.line, "the dice of this roll are not known");
    if (!started_) {
      if (dice->is_double()) return refused(event.line, "a double is no opening roll");
      thrown_.opening();
      table_.start_game(event.player, *dice, doubles);
      started_ = true;
    } else {
      if (event.player != table_.decider() ||
          table_.position().pending != Pending::roll_or_double) {
        return refused(event.line, "it is not that player's turn");
      }
      thrown_.roll();
      table_.roll(*dice);
    }
    if (event.kind == EventKind::unplayed) {
      if (!last) return refused(event.line, "what was played is not recorded");
      return {};
    }
    if (!event.legal) return refused(event.line, "an illegal play");
    const Board before = table_.position().board;
    if (!(before == event.before)) return refused(event.line, "a position that was set up");
    recorder_.play(event.player, *dice, before, event.steps);
    table_.play(event.steps);
    return {};
  }

  static Result<Dice> dice_of(const Event& event) {
    return parse_dice(fmt::format("{}{}", event.dice[0], event.dice[1]));
  }

  const std::string& name_;
  PlayTable& table_;
  PlayRecorder& recorder_;
  const ThrownDice& thrown_;
  bool started_ = false;  // the game's opening roll has been thrown
};

}  // namespace

Result<MatchRecord> seat_record(MatchRecord record, const std::string& name) {
  const auto refused = [&](std::string_view why) {
    return fail(Error{.message = fmt::format("cannot be gone on with: {}", why), .source = name});
  };
  if (record.games.empty()) return refused("it holds positions, not a match");
  if (record.length > 0 && !record.crawford_rule)
    return refused("a match without the Crawford rule");
  if (record.players[0] == kEngineName && record.players[1] != kEngineName) swap_seats(record);
  return record;
}

Status replay(const MatchRecord& record, const std::string& name, PlayTable& table,
              PlayRecorder& recorder, const ThrownDice& thrown) {
  Replay replay(name, table, recorder, thrown);
  for (const RecordedGame& game : record.games) {
    if (table.match_over()) break;
    if (Status done = replay.game(game, &game == &record.games.back()); !done) return done;
  }
  return {};
}

}  // namespace alea::app
