#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

#include "engine/base/file.h"
#include "engine/board/notation.h"
#include "tools/app/commands.h"
#include "tools/app/lines.h"
#include "tools/app/play_engine.h"
#include "tools/app/play_recorder.h"
#include "tools/app/play_resume.h"
#include "tools/app/play_settings.h"
#include "tools/app/play_table.h"
#include "tools/app/positions.h"
#include "tools/app/search_settings.h"
#include "tools/render/analysis_text.h"
#include "tools/render/text_board.h"

namespace alea::app {
namespace {

constexpr double kBlunder = 0.08;
constexpr std::size_t kListed = 8;  // legal plays after a slip
constexpr int kYou = 0;
constexpr int kEngine = 1;

const char* const kHelp =
    "  8/5 6/5                  your play, in any usual spelling (bar/20, 13/7*, 6/off, 8/4(2))\n"
    "  roll, double             before the roll (Enter rolls)\n"
    "  take, drop, beaver       the answer to a double\n"
    "  undo                     takes the play back while it is not confirmed\n"
    "  reroll                   withdraws a roll entered by hand\n"
    "  hint                     what alea would do\n"
    "  moves                    all legal plays\n"
    "  board, score             shows them again\n"
    "  resign [1|2|3]           gives up a single game, gammon or backgammon\n"
    "  save FILE                the record so far, as a text match: 'alea play --resume FILE' goes "
    "on\n"
    "  quit                     leaves, and keeps the record if there is --save\n";

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

std::string lower(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

// 1 to 3, also by name; 0 for anything else.
int resignation_level(std::string_view text) {
  if (text.empty() || text == "1" || text == "single" || text == "normal") return 1;
  if (text == "2" || text == "gammon") return 2;
  return text == "3" || text == "backgammon" ? 3 : 0;
}

// A session at the table: asks, obeys the rules, lets the engine answer.
class PlayDialogue {
 public:
  PlayDialogue(Console& console, const PlaySettings& settings, const PlayEngine& engine)
      : console_(console),
        settings_(settings),
        engine_(engine),
        reader_(console.in, "stdin"),
        table_(settings.length, settings.rules),
        recorder_(settings.length, settings.rules,
                  settings.resumed ? settings.resumed->players
                                   : std::array<std::string, 2>{"You", "alea"}),
        dice_rng_(settings.seed, 0),
        noise_rng_(settings.seed, 1),
        style_(settings.colour) {}

  int run() {
    bool in_game = false;
    if (settings_.resumed) {
      if (const Status done = resume(); !done) return refuse(console_, done.error());
      in_game = !settings_.resumed->games.back().winner && !table_.result();
      if (table_.match_over()) {
        return refuse(console_, {.message = "the match is over; nothing to go on with",
                                 .source = settings_.resumed_name});
      }
    }
    say("Type 'help' for what you can say, 'quit' to leave.\n\n");
    if (settings_.resumed) say_score();
    while (!over_ && !table_.match_over()) {
      if (!in_game && !start_game()) break;
      in_game = false;
      while (!over_ && !table_.result()) next_decision();
      if (table_.result()) announce_result();
      if (settings_.length == 0) break;
    }
    save_at_end();
    return console_.stop.stop_requested() ? exit_code(ErrorKind::cancelled) : status_;
  }

 private:
  void say(const std::string& text) { console_.out << text << std::flush; }

  // Plays at the table what has been recorded. The dice thrown then are thrown away, so that the same seed
  // goes on with the dice that would have come.
  Status resume() {
    const auto die = [this] { return 1 + static_cast<int>(dice_rng_.below(6)); };
    const ThrownDice thrown{.opening =
                                [die] {
                                  while (die() == die()) {
                                  }
                                },
                            .roll = [this] { static_cast<void>(alea::roll(dice_rng_)); }};
    return replay(*settings_.resumed, settings_.resumed_name, table_, recorder_, thrown);
  }

  void say_score() {
    const MatchState& match = table_.match();
    const std::string length =
        match.is_money() ? "money play" : fmt::format("match to {}", match.length);
    say(fmt::format("Score: you {}, alea {}, {}.\n\n", match.score_us, match.score_them, length));
  }

  // One line of the user, trimmed; nothing at the end of the input, which leaves the table.
  std::optional<std::string> ask(const std::string& prompt) {
    for (;;) {
      say(prompt);
      const std::optional<Result<std::string>> line = reader_.next();
      if (!line || console_.stop.stop_requested()) {
        say("\n");
        over_ = true;
        return std::nullopt;
      }
      if (*line) {
        typed_ = trimmed(**line);
        return lower(typed_);
      }
      say("That was no text.\n");
    }
  }

  // Commands that are possible at any time; true if `line` was one.
  bool general_command(const std::string& line) {
    const std::string word = line.substr(0, line.find(' '));
    const std::string rest = line.size() > word.size() ? line.substr(word.size() + 1) : "";
    if (word == "help" || word == "?") {
      say(kHelp);
    } else if (word == "quit" || word == "q" || word == "exit") {
      over_ = true;
    } else if (word == "board" || word == "b") {
      show_board();
    } else if (word == "score") {
      say(render::score_sentence(position(), {"you", "alea"}) + '\n');
    } else if (word == "save") {
      save(trimmed(std::string_view(typed_).substr(word.size())));  // as typed: names have capitals
    } else if (word == "resign") {
      resign(trimmed(rest));
    } else {
      return false;
    }
    return true;
  }

  [[nodiscard]] const Position& position() const { return table_.position(); }
  // The position as the user sees it, who is X.
  void show_board() {
    const Position seen = table_.decider() == kYou ? position() : flipped(position());
    say(render::text_board(seen, {.mirror = settings_.mirror, .ids = true}, style_) + '\n');
  }

  // The record, with the roll that waits to be played.
  [[nodiscard]] Status write(const std::string& file) const {
    std::optional<PlayRecorder::Waiting> waiting;
    if (!table_.result() && position().pending == Pending::checker_play && position().dice) {
      waiting = {table_.decider(), *position().dice};
    }
    const Result<std::string> text = recorder_.text(waiting);
    return text ? write_file(file, *text) : fail(text.error());
  }
  void save(const std::string& file) {
    if (file.empty()) return say("save needs a file name.\n");
    const Status written = write(file);
    say(written ? "Saved as " + file + ".\n" : written.error().text() + '\n');
  }
  void save_at_end() {
    if (settings_.save.empty()) return;
    if (const Status written = write(settings_.save); !written)
      status_ = refuse(console_, written.error());
  }

  void resign(const std::string& level) {
    const int points = resignation_level(level);
    if (points == 0) return say("resign 1, 2 or 3: a single game, a gammon or a backgammon.\n");
    if (table_.decider() != kYou) return;
    if (position().pending != Pending::roll_or_double &&
        position().pending != Pending::checker_play) {
      return say("Answer the double first: 'drop' gives the game up.\n");
    }
    if (!engine_.accepts_resignation(position(), points)) {
      return say(fmt::format("alea plays on: the game is worth more to it than {}.\n",
                             points == 1 ? "a single one" : "a gammon"));
    }
    if (position().pending == Pending::checker_play) recorder_.unplayed(kYou, *position().dice);
    table_.resign(points);
    record_result();
  }

  // R4: the opening roll; equal numbers are rolled again (H1 doubles the stake).
  bool start_game() {
    int doubles = 0;
    Dice dice{};
    int starter = kYou;
    for (;; ++doubles) {
      if (settings_.dice_by_hand) {
        const std::optional<Dice> typed =
            hand_dice("Opening roll, yours first (as in 52): ", starter);
        if (!typed) return false;
        dice = *typed;
      } else {
        const auto yours = static_cast<int>(1 + dice_rng_.below(6));
        const auto mine = static_cast<int>(1 + dice_rng_.below(6));
        say(fmt::format("You roll {}, alea {}.\n", yours, mine));
        dice = make_dice(yours, mine);
        starter = yours > mine ? kYou : kEngine;
      }
      if (!dice.is_double()) break;
      say("Equal: again.\n");
    }
    const MatchState& match = table_.match();
    table_.start_game(starter, dice, doubles);
    recorder_.start_game({match.score_us, match.score_them}, match.crawford,
                         position().cube.exponent);
    return true;
  }

  // Two digits; `starter` becomes the side whose die (the first is the user's) is higher.
  std::optional<Dice> hand_dice(const std::string& prompt, int& starter) {
    while (const auto line = ask(prompt)) {
      const Result<Dice> dice = parse_dice(*line);
      if (dice) {
        starter = line->front() >= line->back() ? kYou : kEngine;
        return *dice;
      }
      if (!general_command(*line)) say("Two digits from 1 to 6, please.\n");
      if (over_) break;
    }
    return std::nullopt;
  }

  void roll_dice() {
    if (!settings_.dice_by_hand) return table_.roll(alea::roll(dice_rng_));
    int ignored = 0;
    const auto dice =
        hand_dice(table_.decider() == kYou ? "Your roll: " : "alea's roll: ", ignored);
    if (dice) table_.roll(*dice);
  }

  void next_decision() {
    if (table_.decider() == kEngine) return engine_decision();
    switch (position().pending) {
      case Pending::checker_play:
        return your_play();
      case Pending::roll_or_double:
        return your_roll();
      default:
        return your_answer();
    }
  }

  void engine_decision() {
    switch (position().pending) {
      case Pending::checker_play: {
        const Position before = position();
        const Steps steps = engine_.choose_play(before, noise_rng_);
        const std::string play = format_play(before.board, steps);
        say(fmt::format("alea plays {}{}: {}\n\n", before.dice->high, before.dice->low,
                        play.empty() ? "cannot move" : play));
        record_play(before, steps);
        return;
      }
      case Pending::roll_or_double:
        if (may_double(position()) && engine_.doubles(position())) {
          say(fmt::format("alea doubles to {}.\n", 2 * position().cube.value()));
          recorder_.turn_cube(kEngine, 2 * position().cube.value());
          return table_.offer();
        }
        return roll_dice();
      default:
        return engine_answer();
    }
  }

  void engine_answer() {
    switch (engine_.answer(position())) {
      case Player::Answer::beaver:
        if (position().pending == Pending::double_offered && position().rules.beavers) {
          say("alea beavers.\n");
          recorder_.turn_cube(kEngine, 4 * position().cube.value());
          return table_.beaver();
        }
        [[fallthrough]];
      case Player::Answer::take:
        say("alea takes.\n");
        recorder_.take(kEngine);
        return table_.take();
      case Player::Answer::pass:
        say("alea drops.\n");
        recorder_.drop(kEngine);
        table_.drop();
        return record_result();
    }
  }

  void your_roll() {
    if (!may_double(position())) return roll_dice();
    show_board();
    while (const auto line = ask("Roll or double? ")) {
      if (line->empty() || *line == "roll" || *line == "r") {
        if (!stands_by("Rolling", "doubling", [](const CubeValues& of) {
              return std::min(of.double_take.points, of.double_pass.points) - of.no_double.points;
            })) {
          continue;
        }
        return roll_dice();
      }
      if (*line == "double" || *line == "d") {
        if (!stands_by("Doubling", "rolling", [](const CubeValues& of) {
              return of.no_double.points - std::min(of.double_take.points, of.double_pass.points);
            })) {
          continue;
        }
        recorder_.turn_cube(kYou, 2 * position().cube.value());
        return table_.offer();
      }
      if (*line == "hint" || *line == "h") {
        say(render::cube_text(position(), engine_.cube(position()), style_));
      } else if (!general_command(*line)) {
        say("'roll' or 'double', please ('help' shows what else).\n");
      }
      if (over_ || table_.result()) return;
    }
  }

  // The tutor's warning before a cube action that loses a blunder; whether the user stands by it.
  template <class Loss>
  bool stands_by(const char* action, const char* other, const Loss& loss_of) {
    if (!settings_.tutor) return true;
    const double loss = loss_of(engine_.cube(position()).values);
    if (loss < kBlunder) return true;
    return confirmed(fmt::format(
        "{} loses {:.3f} against {}. Enter does it, 'undo' takes it back: ", action, loss, other));
  }
  bool confirmed(const std::string& prompt) {
    const auto answer = ask(prompt);
    return answer && (answer->empty() || *answer == "y" || *answer == "yes");
  }

  void your_answer() {
    const bool beavered = position().pending == Pending::beaver_offered;
    show_board();
    const char* const prompt = beavered ? "alea beavers. Take or drop? " : "Take or drop? ";
    while (const auto line = ask(prompt)) {
      if (*line == "take" || *line == "t") {
        if (!beavered && !stands_by("Taking", "dropping", [](const CubeValues& of) {
              return of.double_take.points - of.double_pass.points;
            })) {
          continue;
        }
        recorder_.take(kYou);
        return table_.take();
      }
      if (*line == "drop" || *line == "pass" || *line == "p") {
        if (!beavered && !stands_by("Dropping", "taking", [](const CubeValues& of) {
              return of.double_pass.points - of.double_take.points;
            })) {
          continue;
        }
        recorder_.drop(kYou);
        table_.drop();
        return record_result();
      }
      if (*line == "beaver" && !beavered && position().rules.beavers) {
        recorder_.turn_cube(kYou, 4 * position().cube.value());
        return table_.beaver();
      }
      if ((*line == "hint" || *line == "h") && !beavered) {
        say(render::cube_text(position(), engine_.cube(position()), style_));
      } else if (!general_command(*line)) {
        say("'take' or 'drop', please ('help' shows what else).\n");
      }
      if (over_) return;
    }
  }

  void your_play() {
    const Position before = position();
    PlayList plays;
    generate_plays(before.board, *before.dice, before.rules, plays);
    show_board();
    const std::string roll = fmt::format("{}{}", before.dice->high, before.dice->low);
    if (plays.steps().front().count == 0) {
      say("You rolled " + roll + " and cannot move.\n\n");
      return record_play(before, Steps{});
    }
    while (const auto line = ask("Your " + roll + ": ")) {
      if (line->empty()) continue;
      if (*line == "hint" || *line == "h") {
        say(render::checker_text(before, engine_.rank(before), 5, style_,
                                 "'moves' lists all, without figures"));
      } else if (*line == "moves" || *line == "m") {
        list_plays(before, plays);
      } else if (*line == "reroll" && settings_.dice_by_hand) {
        return roll_dice();
      } else if (is_no_play(*line)) {
        say("The dice are rolled: enter a play ('help' shows what else).\n");
      } else if (general_command(*line)) {
        if (over_ || table_.result()) return;
      } else if (try_play(before, plays, *line)) {
        return;
      }
      if (over_) return;
    }
  }

  // Commands that have their place elsewhere.
  static bool is_no_play(const std::string& line) {
    constexpr std::array kElsewhere = {"roll", "r",    "reroll", "double", "d",
                                       "undo", "take", "drop",   "pass",   "beaver"};
    return std::find(kElsewhere.begin(), kElsewhere.end(), line) != kElsewhere.end();
  }

  void list_plays(const Position& before, const PlayList& plays,
                  std::size_t most = std::numeric_limits<std::size_t>::max()) {
    const std::size_t count = std::min(most, plays.size());
    for (const Steps& steps : plays.steps().first(count)) {
      say("  " + format_play(before.board, steps) + '\n');
    }
    if (count == plays.size()) return;
    say(fmt::format("  and {} more: 'moves' lists the legal plays\n", plays.size() - count));
  }

  // Whether the play was understood, is legal and has been confirmed.
  bool try_play(const Position& before, const PlayList& plays, std::string text) {
    // The roll may be repeated in front, as in records: "31: 8/5 6/5".
    if (const std::size_t colon = text.find(':'); colon != std::string::npos) {
      text.erase(0, colon + 1);
    }
    const Result<Steps> steps = parse_play(before.board, *before.dice, before.rules, text);
    if (!steps) {
      say(steps.error().message + ". Legal plays:\n");
      list_plays(before, plays, kListed);
      return false;
    }
    const std::string play = format_play(before.board, *steps);
    bool warned = false;
    if (settings_.tutor) {
      const PlayEngine::Judgement judgement = engine_.judge(before, *steps);
      warned = judgement.loss >= kBlunder;
      if (warned) {
        say(fmt::format("{} loses {:.3f} against {}.\n", play, judgement.loss, judgement.best));
      }
    }
    if (settings_.confirm || warned) {
      const auto answer = ask(play + "? Enter plays it, 'undo' takes it back: ");
      if (!answer) return true;
      if (!answer->empty() && *answer != "y" && *answer != "yes") return false;
    }
    say("\n");
    record_play(before, *steps);
    return true;
  }

  void record_play(const Position& before, const Steps& steps) {
    recorder_.play(table_.decider(), *before.dice, before.board, steps);
    table_.play(steps);
    if (table_.result()) record_result();
  }

  void record_result() { recorder_.finish(table_.result()->winner, table_.result()->points); }

  void announce_result() {
    const GameResultAtTable& result = *table_.result();
    say(result_text(result, {"You", "alea"}) + ".\n");
    if (settings_.length == 0) return;
    const MatchState& match = table_.match();
    say(fmt::format("Score: you {}, alea {}, match to {}{}.\n\n", match.score_us, match.score_them,
                    match.length, match.crawford ? "; the next is the Crawford game" : ""));
    if (table_.match_over()) {
      say(match.score_us >= match.length ? "You win the match.\n" : "alea wins the match.\n");
    }
  }

  Console& console_;
  const PlaySettings& settings_;
  const PlayEngine& engine_;
  LineReader reader_;
  PlayTable table_;
  PlayRecorder recorder_;
  Rng dice_rng_, noise_rng_;
  render::Style style_;
  std::string typed_{};  // the last line of the user
  bool over_ = false;
  int status_ = 0;
};

int run_play(Console& console, const CommandSpec&, const Arguments& arguments) {
  if (!arguments.positional().empty()) {
    return refuse(console, usage_error("play takes no arguments, only options").value());
  }
  const Result<PlaySettings> settings = read_play_settings(console, arguments);
  if (!settings) return refuse(console, settings.error());
  const Result<SearchOptions> options = read_search_options(arguments, kDefaultPlies);
  if (!options) return refuse(console, options.error());
  const Result<double> noise = arguments.number("noise", 0, 0, 2);
  if (!noise) return refuse(console, noise.error());
  const Result<Session> session = Session::open(console, arguments);
  if (!session) return refuse(console, session.error());
  const PlayEngine engine(*session, *options, *noise);
  return PlayDialogue(console, *settings, engine).run();
}

}  // namespace

Command play_command() {
  std::vector<OptionSpec> options = play_options();
  for (OptionSpec& option : search_option_list(kDefaultPlies)) options.push_back(std::move(option));
  for (OptionSpec& option : session_options()) options.push_back(std::move(option));
  return {
      .spec = {.name = "play",
               .summary = "a game or match against the engine in the terminal",
               .synopsis = "[options]",
               .description =
                   "You are X, at the bottom, and move to the lower right. 'help' shows what can\n"
                   "be typed. The dice are other ones each time; --seed N gives the same again.\n",
               .groups = {{"Options", options}},
               .examples = "  alea play --match 5 --tutor\n"
                           "  alea play --plies 0 --noise 0.2 --seed 42 --save game.mat\n"
                           "  alea play --resume game.mat\n"},
      .run = run_play};
}

}  // namespace alea::app
