#include "engine/record/match_record.h"

#include <algorithm>

namespace alea {

const char* name_of(EventKind kind) noexcept {
  switch (kind) {
    case EventKind::play:
      return "play";
    case EventKind::unplayed:
      return "unplayed";
    case EventKind::offer:
      return "double";
    case EventKind::take:
      return "take";
    case EventKind::drop:
      return "drop";
    case EventKind::beaver:
      return "beaver";
    case EventKind::raccoon:
      return "raccoon";
    case EventKind::accept:
      return "accept";
  }
  return "";
}

const char* name_of(GameEnd end) noexcept {
  switch (end) {
    case GameEnd::unfinished:
      return "unfinished";
    case GameEnd::played_out:
      return "played_out";
    case GameEnd::dropped:
      return "dropped";
    case GameEnd::resigned:
      return "resigned";
    case GameEnd::forfeited:
      return "forfeited";
  }
  return "";
}

Position position_before(const MatchRecord& record, const RecordedGame& game, const Event& event) {
  Position position;
  position.board = event.before;
  position.cube = event.cube;
  const auto us = static_cast<std::size_t>(event.player);
  position.match = {record.length, game.score[us], game.score[1 - us],
                    record.length > 0 && game.crawford};
  position.rules = record.rules;
  position.us_is_first = event.player == 1;
  switch (event.kind) {
    case EventKind::play:
    case EventKind::unplayed:
      if (event.dice[0] > 0) {
        position.dice = make_dice(event.dice[0], event.dice[1]);
        position.pending = Pending::checker_play;
      }
      break;
    case EventKind::offer:
      break;
    case EventKind::take:
    case EventKind::beaver:
      position.pending = Pending::double_offered;
      break;
    case EventKind::drop:
    case EventKind::raccoon:
    case EventKind::accept:
      // Who keeps the cube after the offer tells which one is answered; `cube` is the one it leads to.
      if (event.value > 0) {
        position.pending =
            event.cube.owner == CubeOwner::us ? Pending::raccoon_offered : Pending::beaver_offered;
      } else {
        position.pending = Pending::double_offered;
      }
      break;
  }
  return position;
}

Position position_before_roll(const MatchRecord& record, const RecordedGame& game,
                              const Event& event) {
  Position position = position_before(record, game, event);
  position.dice.reset();
  position.pending = Pending::roll_or_double;
  return position;
}

Board last_board(const RecordedGame& game) {
  if (game.events.empty()) return game.start;
  const Event& last = game.events.back();
  return last.player == 1 ? last.after : last.after.flipped();
}

namespace {

bool same_event(const Event& a, const Event& b) {
  const bool dice = make_dice(a.dice[0], a.dice[1]) == make_dice(b.dice[0], b.dice[1]);
  return a.kind == b.kind && a.player == b.player && dice && a.legal == b.legal &&
         a.before == b.before && a.after == b.after && a.cube == b.cube && a.value == b.value;
}

bool same_game(const RecordedGame& a, const RecordedGame& b) {
  return a.score == b.score && a.crawford == b.crawford && a.start == b.start &&
         a.start_cube == b.start_cube && a.end == b.end && a.winner == b.winner &&
         a.points == b.points &&
         std::equal(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(), same_event);
}

}  // namespace

bool same_match(const MatchRecord& a, const MatchRecord& b) {
  return a.length == b.length && a.players == b.players && a.rules == b.rules &&
         a.crawford_rule == b.crawford_rule &&
         std::equal(a.games.begin(), a.games.end(), b.games.begin(), b.games.end(), same_game) &&
         std::equal(a.positions.begin(), a.positions.end(), b.positions.begin(), b.positions.end(),
                    [](const RecordedPosition& x, const RecordedPosition& y) {
                      return x.position == y.position;
                    });
}

}  // namespace alea
