#include "tools/app/play_recorder.h"

#include <list>

#include "engine/board/notation.h"
#include "engine/record/game_builder.h"
#include "engine/record/record_io.h"

namespace alea::app {

struct PlayRecorder::State {
  MatchRecord record;
  std::list<RecordedGame> games;  // in a list, since a builder holds on to its game
  std::optional<GameBuilder> builder;
};

PlayRecorder::PlayRecorder(int length, const Rules& rules,
                           const std::array<std::string, 2>& players)
    : state_(std::make_unique<State>()) {
  state_->record.format = "mat";
  state_->record.producer = "alea";
  state_->record.length = length;
  state_->record.players = players;
  state_->record.rules = rules;
}

PlayRecorder::~PlayRecorder() = default;

void PlayRecorder::start_game(std::array<int, 2> score, bool crawford, int automatic_doubles) {
  RecordedGame game;
  game.number = static_cast<int>(state_->games.size()) + 1;
  game.score = score;
  game.crawford = crawford;
  game.start = starting_board();
  game.automatic_doubles = automatic_doubles;
  game.start_cube.exponent = automatic_doubles;
  state_->games.push_back(std::move(game));
  state_->builder.emplace(state_->record, state_->games.back());
}

void PlayRecorder::play(int player, Dice dice, const Board& before, const Steps& steps) {
  const std::string text = format_play(before, steps);
  GameBuilder::Roll roll{.player = player, .dice = {dice.high, dice.low}, .text = text};
  if (Result<std::vector<Hop>> hops = parse_hops(text)) roll.hops = std::move(*hops);
  roll.says_cannot_move = steps.count == 0;
  state_->builder->roll(std::move(roll));
}

void PlayRecorder::unplayed(int player, Dice dice) {
  state_->builder->unplayed(player, {dice.high, dice.low}, "", 0);
}

void PlayRecorder::turn_cube(int player, int value) {
  state_->builder->turn_cube(player, value, 0);
}
void PlayRecorder::take(int player) {
  state_->builder->take(player, 0);
}
void PlayRecorder::drop(int player) {
  state_->builder->drop(player, 0);
}
void PlayRecorder::finish(int winner, int points) {
  state_->builder->finish(winner, points, 0);
}

Result<std::string> PlayRecorder::text(const std::optional<Waiting>& waiting) const {
  MatchRecord record = state_->record;
  record.games.assign(state_->games.begin(), state_->games.end());
  if (waiting && !record.games.empty()) {
    Event& event = record.games.back().events.emplace_back();
    event.kind = EventKind::unplayed;
    event.player = waiting->player;
    event.dice = {waiting->dice.high, waiting->dice.low};
    const bool first = waiting->player == 0;
    const GameBuilder& now = *state_->builder;
    event.before = first ? now.board() : now.board().flipped();
    event.after = event.before.flipped();
    event.cube = first ? now.cube() : now.cube().flipped();
  }
  return write_record(record, RecordFormat::mat);
}

}  // namespace alea::app
