#include "engine/record/game_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/board/outcome.h"
#include "engine/record/play_text.h"

namespace alea {
namespace {

[[nodiscard]] bool is_power_of_two(int value) {
  return value > 0 && std::has_single_bit(static_cast<unsigned>(value));
}

[[nodiscard]] int exponent_of(int value) {
  return std::countr_zero(static_cast<unsigned>(value));
}

[[nodiscard]] bool is_roll(const std::array<int, 2>& dice) {
  return std::all_of(dice.begin(), dice.end(), [](int die) { return die >= 1 && die <= 6; });
}

// Dice that are no digits have come from damaged files; 0 stands for them.
[[nodiscard]] std::array<int, 2> digits_of(std::array<int, 2> dice) {
  for (int& die : dice) die = die >= 0 && die <= 9 ? die : 0;
  return dice;
}

[[nodiscard]] int other(int player) {
  return 1 - player;
}

[[nodiscard]] CubeOwner owner_seen_by_0(int player) {
  return player == 0 ? CubeOwner::us : CubeOwner::them;
}

}  // namespace

GameBuilder::GameBuilder(MatchRecord& record, RecordedGame& game)
    : record_(record), game_(game), board_(game.start), cube_(game.start_cube) {
}

void GameBuilder::set_position(const Board& board, CubeState cube, int line) {
  if (auto status = validate(board); !status) {
    problem(line, fmt::format("the position set here is impossible and left out: {}",
                              status.error().message));
    return;
  }
  if (game_.events.empty()) {
    game_.set_up = !(board == starting_board());
    game_.start = board;
    game_.start_cube = cube;
  } else if (!(board == board_) || !(cube == cube_)) {
    problem(line, "the position is set anew in the middle of the game");
  }
  board_ = board;
  cube_ = cube;
  offer_ = Offer::none;
  to_move_.reset();
}

std::string GameBuilder::name(int player) const {
  const std::string& name = record_.players[static_cast<std::size_t>(player)];
  return name.empty() ? fmt::format("player {}", player + 1) : name;
}

void GameBuilder::problem(int line, const std::string& text) {
  record_.problems.push_back({line, fmt::format("game {}: {}", game_.number, text)});
}

bool GameBuilder::is_over() const {
  return dropped_ || board_.us[kOff] == kCheckers || board_.them[kOff] == kCheckers;
}

Event& GameBuilder::add(EventKind kind, int player, int line) {
  if (is_over()) {
    problem(line, fmt::format("{} acts after the game is over", name(player)));
  }
  Event event;
  event.kind = kind;
  event.player = player;
  event.line = line;
  event.before = board_of(player);
  event.after = event.before.flipped();
  event.cube = cube_of(player);
  return game_.events.emplace_back(std::move(event));
}

void GameBuilder::check_turn(int player, int line, const char* action) {
  if (to_move_ && *to_move_ != player) {
    problem(line, fmt::format("{} {} out of turn", name(player), action));
  }
}

void GameBuilder::accept(int player, int line) {
  Event& event = add(EventKind::accept, player, line);
  event.value = cube_.value();
  offer_ = Offer::none;
  cube_turned_ = true;
}

// A roll while an offer waits: text matches do not write that a beaver or raccoon is accepted.
void GameBuilder::settle_offer(int roller, int line) {
  if (offer_ == Offer::none) return;
  if (offer_ != Offer::double_) {
    accept(answerer_, line);
    return;
  }
  problem(line, fmt::format("{} rolls before {} has answered the double; counted as taken",
                            name(roller), name(answerer_)));
  take(answerer_, line);
}

void GameBuilder::judge(Event& event, const Roll& roll) {
  const Dice dice = make_dice(roll.dice[0], roll.dice[1]);
  if (roll.after) {
    const ResolvedPlay play = resolve_result(event.before, dice, *roll.after);
    event.legal = play.legal;
    event.steps = play.steps;
    event.after = play.after;
    if (!play.legal) {
      problem(roll.line, fmt::format("{}: \"{}{}: {}\" is no legal play; kept as played",
                                     name(event.player), roll.dice[0], roll.dice[1], roll.text));
    }
    return;
  }
  const ResolvedPlay play = resolve_play(event.before, dice, roll.hops);
  event.legal = play.legal;
  event.steps = play.steps;
  event.after = play.after;
  if (!play.legal) {
    problem(roll.line,
            fmt::format("{}: \"{}{}: {}\" is no legal play; kept as played{}", name(event.player),
                        roll.dice[0], roll.dice[1], roll.text.empty() ? "(nothing)" : roll.text,
                        play.impossible.empty()
                            ? ""
                            : fmt::format(" but for {}, which cannot be moved at all",
                                          hops_text(play.impossible))));
  }
  for (const int point : marked_hits(roll.text)) {
    const auto theirs = static_cast<std::size_t>(25 - point);
    if (event.before.them[theirs] == 0 || event.after.us[theirs] > 0) {
      problem(roll.line, fmt::format("{}: \"{}\" marks a hit on {}, where nothing was hit",
                                     name(event.player), roll.text, point));
    }
  }
}

Event& GameBuilder::roll(Roll roll) {
  roll.dice = digits_of(roll.dice);
  settle_offer(roll.player, roll.line);
  check_turn(roll.player, roll.line, "plays");
  const bool good_dice = is_roll(roll.dice);
  if (!roll.after && roll.hops.empty() && !roll.says_cannot_move && good_dice && !is_over()) {
    // A dance is written as nothing; so is a play that is not known.
    const Dice dice = make_dice(roll.dice[0], roll.dice[1]);
    if (!resolve_play(board_of(roll.player), dice, {}).legal) {
      problem(roll.line,
              fmt::format("{}: no play is recorded for {}{}, though there are legal ones",
                          name(roll.player), roll.dice[0], roll.dice[1]));
      return unplayed(roll.player, roll.dice, std::move(roll.text), roll.line);
    }
  }
  const bool first = std::none_of(game_.events.begin(), game_.events.end(), [](const Event& e) {
    return e.kind == EventKind::play || e.kind == EventKind::unplayed;
  });
  if (first && !game_.set_up && good_dice && roll.dice[0] == roll.dice[1]) {
    problem(roll.line, fmt::format("{}: the first roll of the game is a double, {}{}",
                                   name(roll.player), roll.dice[0], roll.dice[1]));
  }
  Event& event = add(EventKind::play, roll.player, roll.line);
  event.dice = roll.dice;
  event.hops = roll.hops;
  event.text = roll.text;
  if (good_dice) {
    judge(event, roll);
  } else {
    event.legal = false;
    event.after = roll.after ? *roll.after : resolve_play(event.before, Dice{}, roll.hops).after;
    problem(roll.line, fmt::format("{}: a roll of {}{}; expected two digits 1-6; the play is kept",
                                   name(roll.player), roll.dice[0], roll.dice[1]));
  }
  board_ = roll.player == 1 ? event.after : event.after.flipped();
  to_move_ = other(roll.player);
  return event;
}

Event& GameBuilder::unplayed(int player, std::array<int, 2> dice, std::string text, int line) {
  settle_offer(player, line);
  check_turn(player, line, "rolls");
  Event& event = add(EventKind::unplayed, player, line);
  event.dice = is_roll(dice) ? dice : std::array<int, 2>{};
  event.text = std::move(text);
  to_move_ = other(player);
  return event;
}

Event& GameBuilder::turn_cube(int player, int value, int line) {
  const int current = offer_ == Offer::double_ ? offered_ : cube_.value();
  int leads_to = 2 * current;
  if (value > 0 && value != leads_to) {
    problem(line, fmt::format("{} turns the cube from {} to {}{}", name(player), current, value,
                              is_power_of_two(value) && value > current
                                  ? ""
                                  : fmt::format("; counted as {}", leads_to)));
    if (is_power_of_two(value) && value > current) leads_to = value;
  }
  if (exponent_of(leads_to) > kMaxCubeExponent) {
    problem(line, fmt::format("a cube of {} is beyond what can be recorded", leads_to));
    leads_to = 1 << kMaxCubeExponent;
  }
  if (offer_ != Offer::none) {
    if (player != answerer_) {
      problem(line, fmt::format("{} turns the cube, but {} has to answer", name(player),
                                name(answerer_)));
    }
    if (record_.length > 0) problem(line, "a beaver in a match");
    const bool beaver = offer_ == Offer::double_;
    Event& event = add(beaver ? EventKind::beaver : EventKind::raccoon, player, line);
    event.value = leads_to;
    record_.rules.beavers = record_.length == 0;
    if (!beaver) record_.rules.raccoons = record_.length == 0;
    const CubeOwner keeper = beaver ? owner_seen_by_0(player) : cube_.owner;
    cube_ = {exponent_of(leads_to), keeper};
    offer_ = beaver ? Offer::beaver : Offer::raccoon;
    answerer_ = other(player);
    return event;
  }
  check_turn(player, line, "doubles");
  if (cube_of(player).owner == CubeOwner::them) {
    problem(line,
            fmt::format("{} doubles, but {} owns the cube", name(player), name(other(player))));
  }
  if (game_.crawford) problem(line, "a double in the Crawford game");
  Event& event = add(EventKind::offer, player, line);
  event.value = leads_to;
  offer_ = Offer::double_;
  offered_ = leads_to;
  answerer_ = other(player);
  to_move_ = player;
  return event;
}

Event& GameBuilder::take(int player, int line) {
  if (offer_ == Offer::beaver || offer_ == Offer::raccoon) {
    accept(player, line);
    return game_.events.back();
  }
  if (offer_ == Offer::none) {
    problem(line, fmt::format("{} takes, but nothing was offered", name(player)));
    return add(EventKind::take, player, line);
  }
  if (player != answerer_) {
    problem(line, fmt::format("{} takes the own double", name(player)));
  }
  Event& event = add(EventKind::take, player, line);
  cube_ = {exponent_of(offered_), owner_seen_by_0(player)};
  offer_ = Offer::none;
  cube_turned_ = true;
  return event;
}

Event& GameBuilder::drop(int player, int line) {
  if (offer_ == Offer::none) {
    problem(line, fmt::format("{} drops, but nothing was offered", name(player)));
  } else if (player != answerer_) {
    problem(line, fmt::format("{} drops the own double", name(player)));
  }
  Event& event = add(EventKind::drop, player, line);
  if (offer_ == Offer::beaver || offer_ == Offer::raccoon) event.value = cube_.value();
  dropped_ = true;
  return event;
}

// Points for the winner as board and cube give them; only when the play decides the game.
int GameBuilder::points_of_play() const {
  if (dropped_) {
    // A dropped beaver costs the double that was beavered.
    return offer_ == Offer::beaver || offer_ == Offer::raccoon ? cube_.value() / 2 : cube_.value();
  }
  const auto outcome = outcome_of(board_);
  if (!outcome) return 0;
  const bool jacoby = record_.length == 0 && record_.rules.jacoby && !cube_turned_ &&
                      cube_.owner == CubeOwner::centre;
  return (jacoby ? 1 : static_cast<int>(outcome->result)) * cube_.value();
}

void GameBuilder::finish(int winner, int points, int line) {
  const bool played_out = !dropped_ && is_over();
  game_.end = dropped_               ? GameEnd::dropped
              : played_out           ? GameEnd::played_out
              : game_.events.empty() ? GameEnd::forfeited
                                     : GameEnd::resigned;
  if (offer_ == Offer::double_ && !dropped_) {
    problem(line, fmt::format("the game ends while {} has to answer a double", name(answerer_)));
  }
  if (dropped_ || played_out) {
    const int by_play =
        dropped_ ? other(game_.events.back().player) : (board_.us[kOff] == kCheckers ? 0 : 1);
    if (winner != by_play) {
      problem(line,
              fmt::format("{} is recorded as the winner, but by the play it is {}; so counted",
                          name(winner), name(by_play)));
      winner = by_play;
    }
  }
  const auto won = static_cast<std::size_t>(winner);
  const int needed = record_.length - game_.score[won];
  const bool capped = record_.length > 0 && points == needed;
  if (points <= 0) {
    problem(line, fmt::format("a win of {} points", points));
  } else if (dropped_ || played_out) {
    const int expected = points_of_play();
    if (points != expected && !(capped && expected > needed)) {
      problem(line, fmt::format("{} points are recorded, the play gives {}; kept as recorded",
                                points, expected));
    }
  } else if (game_.end == GameEnd::resigned && !capped &&
             (points % cube_.value() != 0 || points > 3 * cube_.value())) {
    problem(line,
            fmt::format("a resignation of {} points with the cube at {}", points, cube_.value()));
  }
  game_.winner = winner;
  game_.points = points;
}

void GameBuilder::finish_without_result(int line) {
  if (!is_over()) {
    problem(line, "the game is not finished, and no result is recorded");
    record_.problems.back().open_end = true;
    return;
  }
  const int winner =
      dropped_ ? other(game_.events.back().player) : (board_.us[kOff] == kCheckers ? 0 : 1);
  const int points = points_of_play();
  problem(line, fmt::format("no result is recorded; by the play {} wins {}", name(winner), points));
  finish(winner, points, line);
}

std::optional<Board> start_of_variation(const std::string& name) {
  std::string lower;
  for (const char c : name) {
    if (c != ' ') lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  Board board = starting_board();
  if (lower.empty() || lower == "backgammon" || lower == "standard") return board;
  if (lower != "nackgammon" && lower != "nack") return {};
  for (auto* side : {&board.us, &board.them}) {
    (*side)[13] = 4;
    (*side)[6] = 4;
    (*side)[23] = 2;
  }
  return board;
}

void check_scores(MatchRecord& record) {
  for (std::size_t i = 0; i < record.games.size(); ++i) {
    const RecordedGame& game = record.games[i];
    const bool over =
        record.length > 0 && std::any_of(game.score.begin(), game.score.end(),
                                         [&](int score) { return score >= record.length; });
    if (over) {
      record.problems.push_back(
          {game.line, fmt::format("game {}: the score {}-{} is beyond a {} point match",
                                  game.number, game.score[0], game.score[1], record.length)});
    }
    if (i == 0) continue;
    const RecordedGame& previous = record.games[i - 1];
    std::array<int, 2> expected = previous.score;
    if (previous.winner) expected[static_cast<std::size_t>(*previous.winner)] += previous.points;
    if (game.score != expected) {
      record.problems.push_back(
          {game.line,
           fmt::format("game {}: starts at {}-{}, but the game before leads to {}-{}", game.number,
                       game.score[0], game.score[1], expected[0], expected[1])});
    }
  }
}

bool is_crawford_game(const MatchRecord& record, std::array<int, 2> score) {
  if (record.length <= 1 || !record.crawford_rule) return false;
  if (std::max(score[0], score[1]) >= record.length) return false;  // the match is over
  const auto one_away = [&](int points) { return points == record.length - 1; };
  // Not if both sides are there: then it has been played.
  if (one_away(score[0]) == one_away(score[1])) return false;
  return std::none_of(record.games.begin(), record.games.end(), [&](const RecordedGame& game) {
    return one_away(game.score[0]) || one_away(game.score[1]);
  });
}

}  // namespace alea
