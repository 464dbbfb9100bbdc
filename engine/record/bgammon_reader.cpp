// Replays of bgammon.org (.match): an index of the games, then for each game a line of metadata and one line
// for each event, all seen by player 1. Its server's REPLAY.md describes the format; what that leaves open
// (scores before the game, points without the cube) was seen in what the server writes.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "engine/record/game_builder.h"
#include "engine/record/play_text.h"
#include "engine/record/readers.h"

namespace alea {
namespace {

constexpr std::string_view kIndex = "bgammon-replay ";

using Words = std::vector<std::string_view>;

[[nodiscard]] Words words_of(std::string_view line) {
  Words words;
  for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
    const auto end = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

[[nodiscard]] std::optional<int> number_of(std::string_view word) {
  int value = 0;
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (status != std::errc{} || end != word.data() + word.size()) return {};
  return value < 0 || value > 32767 ? std::nullopt : std::optional(value);
}

// "i [START] ANN BOB LENGTH SCORE SCORE WINNER POINTS VARIANT"; older servers wrote no start.
struct GameLine {
  std::string_view start{};
  std::array<std::string_view, 2> players{};
  int length = 0;
  std::array<int, 2> score{};
  int winner = 0;  // 0: a double was passed, or nobody
  int points = 0;
  int variant = 0;
};

[[nodiscard]] std::optional<GameLine> read_game_line(const Words& words) {
  if (words.size() < 9 || words.size() > 10 || words[0] != "i") return {};
  GameLine game;
  std::size_t at = 1;
  if (words.size() == 10) game.start = words[at++];
  game.players = {words[at], words[at + 1]};
  std::array<int, 6> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = number_of(words[at + 2 + i]);
    if (!number) return {};
    numbers[i] = *number;
  }
  game.length = numbers[0];
  game.score = {numbers[1], numbers[2]};
  game.winner = numbers[3];
  game.points = numbers[4];
  game.variant = numbers[5];
  return game;
}

// "12/14" of player 2, in player 1's numbering, is that player's own "13/11".
[[nodiscard]] std::string turned(std::string_view hop) {
  std::string text;
  for (std::size_t i = 0; i < hop.size();) {
    std::size_t end = i;
    while (end < hop.size() && hop[end] >= '0' && hop[end] <= '9') ++end;
    const auto point = end > i ? number_of(hop.substr(i, end - i)) : std::nullopt;
    if (point && *point >= 1 && *point <= kPoints) {
      text += std::to_string(25 - *point);
      i = end;
    } else {
      text += hop[i++];
    }
  }
  return text;
}

class BgammonReader {
 public:
  explicit BgammonReader(const TextSource& source) : lines_(source.lines()) {
    record_.format = "bgammon";
    record_.producer = "bgammon.org";
  }
  [[nodiscard]] Result<MatchRecord> read();

 private:
  [[nodiscard]] Status start_game(const GameLine& line);
  void read_event(const Words& words);
  void read_roll(int player, const Words& words);
  void end_game();

  std::vector<std::string_view> lines_;
  MatchRecord record_;
  RecordedGame game_;
  GameLine head_{};
  std::optional<GameBuilder> builder_{};
  std::optional<int> terminated_{};  // who ended the game early
  int line_ = 0;
};

Status BgammonReader::start_game(const GameLine& line) {
  end_game();
  if (line.variant != 0) {
    return fail(Error{.message = fmt::format("a game of {}; alea knows backgammon alone",
                                             line.variant == 1   ? "acey-deucey"
                                             : line.variant == 2 ? "tabula"
                                                                 : "an unknown variant"),
                      .line = line_});
  }
  head_ = line;
  terminated_.reset();
  if (record_.games.empty()) {
    record_.length = line.length;
    record_.players = {std::string(line.players[0]), std::string(line.players[1])};
    if (!line.start.empty()) record_.headers.emplace_back("Start", std::string(line.start));
  }
  game_ = RecordedGame{};
  game_.number = static_cast<int>(record_.games.size()) + 1;
  game_.line = line_;
  game_.score = line.score;
  game_.crawford = is_crawford_game(record_, line.score);
  game_.start = starting_board();
  builder_.emplace(record_, game_);
  if (record_.players[0] != line.players[0] || record_.players[1] != line.players[1]) {
    builder_->problem(
        line_, fmt::format("the players are {} and {} here, {} and {} before", line.players[0],
                           line.players[1], record_.players[0], record_.players[1]));
  }
  return {};
}

// "1 r 5-3 13/8 24/21"
void BgammonReader::read_roll(int player, const Words& words) {
  const std::string_view dice = words.size() > 2 ? words[2] : "";
  GameBuilder::Roll roll{.player = player};
  roll.line = line_;
  if (dice.size() == 3 && dice[1] == '-') roll.dice = {dice[0] - '0', dice[2] - '0'};
  for (std::size_t i = 3; i < words.size(); ++i) {
    if (i > 3) roll.text += ' ';
    roll.text += player == 0 ? std::string(words[i]) : turned(words[i]);
  }
  roll.says_cannot_move = words.size() <= 3;
  auto hops = parse_recorded_hops(roll.text);
  if (!hops) {
    builder_->problem(line_, hops.error().message);
    builder_->unplayed(player, roll.dice, std::move(roll.text), line_);
    return;
  }
  roll.hops = std::move(*hops);
  builder_->roll(std::move(roll));
}

void BgammonReader::read_event(const Words& words) {
  const bool known = words.size() >= 2 && (words[0] == "1" || words[0] == "2");
  const int player = known && words[0] == "2" ? 1 : 0;
  if (known && words[1] == "r") {
    read_roll(player, words);
  } else if (known && words[1] == "d" && words.size() == 4) {
    builder_->turn_cube(player, number_of(words[2]).value_or(0), line_);
    if (words[3] == "1") {
      builder_->take(1 - player, line_);
    } else {
      builder_->drop(1 - player, line_);
    }
  } else if (known && words[1] == "t") {
    terminated_ = player;
  } else {
    builder_->problem(
        line_, fmt::format("cannot read \"{}\"", lines_[static_cast<std::size_t>(line_) - 1]));
  }
}

// Points stand without the cube, but for a passed double; the winner of one is not named.
void BgammonReader::end_game() {
  if (!builder_) return;
  const bool dropped = !game_.events.empty() && game_.events.back().kind == EventKind::drop;
  std::optional<int> winner;
  if (head_.winner == 1 || head_.winner == 2) winner = head_.winner - 1;
  if (dropped) winner = 1 - game_.events.back().player;
  if (!winner && terminated_) winner = 1 - *terminated_;
  if (winner) {
    builder_->finish(*winner, dropped ? head_.points : head_.points * builder_->cube().value(),
                     line_);
  } else {
    builder_->finish_without_result(line_);
  }
  builder_.reset();
  record_.games.push_back(std::move(game_));
}

Result<MatchRecord> BgammonReader::read() {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    line_ = static_cast<int>(i) + 1;
    const Words words = words_of(lines_[i]);
    if (words.empty() || words[0] == trimmed(kIndex)) continue;
    if (words[0] == "i") {
      const auto game = read_game_line(words);
      if (!game) {
        return fail(Error{.message = "a game of bgammon.org starts with \"i START ANN BOB LENGTH "
                                     "SCORE SCORE WINNER POINTS VARIANT\"; this line does not",
                          .line = line_});
      }
      ALEA_TRY(start_game(*game));
    } else if (builder_) {
      read_event(words);
    } else {
      record_.problems.push_back({line_, fmt::format("cannot read \"{}\"", lines_[i])});
    }
  }
  end_game();
  if (record_.games.empty())
    return fail(ErrorKind::input, "a replay of bgammon.org without a game");
  check_scores(record_);
  return std::move(record_);
}

}  // namespace

// The index, or the first game where somebody has cut it off.
bool looks_like_bgammon(const TextSource& source) {
  const std::string_view text = trimmed(source.text);
  if (text.starts_with(kIndex)) return true;
  return text.starts_with("i ") &&
         read_game_line(words_of(text.substr(0, text.find('\n')))).has_value();
}

Result<MatchRecord> read_bgammon(const TextSource& source) {
  return BgammonReader(source).read();
}

}  // namespace alea
