// FIBS's "oldmoves", as its clients save matches: a line with the score, one with the names, then what X and O
// did. No description of it is known; GNU Backgammon 1.07 reads what is read here.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "engine/record/game_builder.h"
#include "engine/record/play_text.h"
#include "engine/record/readers.h"

namespace alea {
namespace {

constexpr std::string_view kScore = "score is ";

[[nodiscard]] int leading_number(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value < 0 || value > 32767 ? 0 : value;
}

[[nodiscard]] std::optional<int> number_of(std::string_view text) {
  const bool digits =
      !text.empty() && text.size() < 3 &&
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digits ? std::optional(leading_number(text)) : std::nullopt;
}

// "Ann is X - Bob is O", in either order: the names of X and O.
[[nodiscard]] std::optional<std::array<std::string, 2>> read_names(std::string_view line) {
  line = trimmed(line);
  for (const bool x_first : {true, false}) {
    const std::string_view middle = x_first ? " is X - " : " is O - ";
    const std::string_view end = x_first ? " is O" : " is X";
    const auto at = line.find(middle);
    std::string_view rest = line;
    if (rest.ends_with('.')) rest.remove_suffix(1);
    if (at == std::string_view::npos || !rest.ends_with(end)) continue;
    const std::string first(trimmed(rest.substr(0, at)));
    const std::string second(
        trimmed(rest.substr(at + middle.size(), rest.size() - end.size() - at - middle.size())));
    return x_first ? std::array{first, second} : std::array{second, first};
  }
  return {};
}

// One movement, "13-7", "bar-20", "6-off", in standard notation. O's points may be given in X's numbering,
// in which O moves upwards.
[[nodiscard]] std::string standard_hop(std::string_view hop, bool o) {
  const auto dash = hop.find('-');
  if (dash == std::string_view::npos) return std::string(hop);
  const auto hit = hop.find('*') == std::string_view::npos ? "" : "*";
  const std::string_view from_text = hop.substr(0, dash);
  const std::string_view to_text = hop.substr(dash + 1, hop.find('*', dash) - dash - 1);
  const auto from = number_of(from_text), to = number_of(to_text);
  const bool upwards = from && to ? *from < *to : to ? *to <= 6 : from && *from >= 19;
  const bool turn = o && upwards;
  const auto point = [turn](std::optional<int> number, std::string_view text) {
    if (!number || *number < 1 || *number > kPoints) return std::string(text);
    return std::to_string(turn ? 25 - *number : *number);
  };
  return fmt::format("{}/{}{}", point(from, from_text), point(to, to_text), hit);
}

class FibsMovesReader {
 public:
  explicit FibsMovesReader(const TextSource& source) : lines_(source.lines()) {
    record_.format = "fibs-moves";
    record_.producer = "FIBS";
  }
  [[nodiscard]] Result<MatchRecord> read();

 private:
  void start_game(std::string_view score_line, const std::array<std::string, 2>& names);
  void read_line(std::string_view line);
  void read_action(int player, std::string_view action);
  void read_roll(int player, std::string_view action);
  void end_game();

  std::vector<std::string_view> lines_;
  MatchRecord record_;
  RecordedGame game_;
  std::optional<GameBuilder> builder_{};
  int x_ = 0;  // which player has X in this game
  bool has_result_ = false;
  int line_ = 0;
};

// "Score is 3-4 in a 5 point match.": X's points first.
void FibsMovesReader::start_game(std::string_view score_line,
                                 const std::array<std::string, 2>& names) {
  end_game();
  std::string_view text = trimmed(score_line).substr(kScore.size());
  const auto dash = std::min(text.find('-'), text.size() - 1);
  std::array<int, 2> score = {leading_number(text), leading_number(text.substr(dash + 1))};
  const auto in = text.find(" in a");
  const int length =
      in == std::string_view::npos ? 0 : leading_number(trimmed(text.substr(in + 5)));
  game_ = RecordedGame{};
  game_.number = static_cast<int>(record_.games.size()) + 1;
  game_.line = line_;
  has_result_ = false;
  x_ = 0;
  if (record_.games.empty()) {
    record_.players = names;
    record_.length = length;
  } else {
    x_ = names[0] == record_.players[1] && names[1] == record_.players[0] ? 1 : 0;
    if (x_ == 1) std::swap(score[0], score[1]);
  }
  game_.score = score;
  game_.crawford = is_crawford_game(record_, score);
  game_.start = starting_board();
  builder_.emplace(record_, game_);
  if (x_ == 0 && record_.players != names) {
    builder_->problem(
        line_, fmt::format("the players are {} and {} here, {} and {} before", names[0], names[1],
                           record_.players[0], record_.players[1]));
  }
  if (length != record_.length) {
    builder_->problem(
        line_, fmt::format("a match of {} points here, of {} before", length, record_.length));
  }
}

// "(3 1) 8-5 6-5", "(6 6) can't move"
void FibsMovesReader::read_roll(int player, std::string_view action) {
  GameBuilder::Roll roll{.player = player};
  roll.line = line_;
  const auto close = std::min(action.find(')'), action.size() - 1);
  std::size_t die = 0;
  for (const char c : action.substr(0, close)) {
    if (c >= '0' && c <= '9' && die < 2) roll.dice[die++] = c - '0';
  }
  std::string_view play = trimmed(action.substr(close + 1));
  roll.says_cannot_move = starts_with_nocase(play, "can't") || starts_with_nocase(play, "cannot");
  while (!play.empty() && !roll.says_cannot_move) {
    const auto end = std::min(play.find_first_of(" \t"), play.size());
    if (!roll.text.empty()) roll.text += ' ';
    roll.text += standard_hop(play.substr(0, end), player != x_);
    play = trimmed(play.substr(end));
  }
  auto hops = parse_recorded_hops(roll.text);
  if (!hops) {
    builder_->problem(line_, hops.error().message);
    builder_->unplayed(player, roll.dice, std::move(roll.text), line_);
    return;
  }
  roll.hops = std::move(*hops);
  builder_->roll(std::move(roll));
}

void FibsMovesReader::read_action(int player, std::string_view action) {
  const auto is = [action](std::string_view word) { return starts_with_nocase(action, word); };
  if (has_result_) {
    builder_->problem(line_, fmt::format("\"{}\" is recorded after the result", action));
  }
  if (is("(")) {
    read_roll(player, action);
  } else if (is("double") || is("redouble") || is("beaver") || is("raccoon")) {
    builder_->turn_cube(player, 0, line_);
  } else if (is("accept") || is("take")) {
    builder_->take(player, line_);
  } else if (is("reject") || is("drop") || is("pass")) {
    builder_->drop(player, line_);
  } else if (is("win") && !has_result_) {
    const auto digits = std::min(action.find_first_of("0123456789"), action.size());
    builder_->finish(player, leading_number(action.substr(digits)), line_);
    has_result_ = true;
  } else if (is("resign") || is("wants to resign") || is("give")) {
    if (!game_.comment.empty()) game_.comment += '\n';
    game_.comment += action;
  } else if (!action.empty()) {
    builder_->problem(line_, fmt::format("cannot read \"{}\"", action));
  }
}

// One action of each player may stand in a line.
void FibsMovesReader::read_line(std::string_view line) {
  const auto start_of_action = [line](std::size_t from) {
    for (std::size_t i = from; i + 1 < line.size(); ++i) {
      const bool first = i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t';
      if (first && (line[i] == 'X' || line[i] == 'O') && line[i + 1] == ':') return i;
    }
    return line.size();
  };
  std::size_t at = start_of_action(0);
  if (const auto lost = trimmed(line.substr(0, at)); !lost.empty()) {
    builder_->problem(line_, fmt::format("cannot read \"{}\"", lost));
  }
  while (at < line.size()) {
    const std::size_t next = start_of_action(at + 2);
    read_action(line[at] == 'X' ? x_ : 1 - x_, trimmed(line.substr(at + 2, next - at - 2)));
    at = next;
  }
}

void FibsMovesReader::end_game() {
  if (!builder_) return;
  if (!has_result_) builder_->finish_without_result(line_);
  builder_.reset();
  record_.games.push_back(std::move(game_));
}

Result<MatchRecord> FibsMovesReader::read() {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    line_ = static_cast<int>(i) + 1;
    if (starts_with_nocase(trimmed(lines_[i]), kScore) && i + 1 < lines_.size()) {
      if (const auto names = read_names(lines_[i + 1])) {
        start_game(lines_[i], *names);
        ++i;
        continue;
      }
    }
    if (builder_) read_line(lines_[i]);
  }
  end_game();
  if (record_.games.empty()) return fail(ErrorKind::input, "moves of FIBS without a game");
  check_scores(record_);
  return std::move(record_);
}

}  // namespace

bool looks_like_fibs_moves(const TextSource& source) {
  const auto lines = source.lines();
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (starts_with_nocase(trimmed(lines[i]), kScore) && read_names(lines[i + 1])) return true;
  }
  return false;
}

Result<MatchRecord> read_fibs_moves(const TextSource& source) {
  return FibsMovesReader(source).read();
}

}  // namespace alea
