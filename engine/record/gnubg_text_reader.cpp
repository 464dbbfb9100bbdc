// GNU Backgammon's text export of one game: boards, actions ("* Ann moves 24/21 13/11") and analysis.
#include <fmt/format.h>

#include <charconv>

#include "engine/cube/ids.h"
#include "engine/record/game_builder.h"
#include "engine/record/headers.h"
#include "engine/record/play_text.h"
#include "engine/record/readers.h"

namespace alea {
namespace {

constexpr std::string_view kScore = "The score (after ";

// The text behind `mark`, or nothing.
[[nodiscard]] std::optional<std::string_view> after(std::string_view text, std::string_view mark) {
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return {};
  return text.substr(at + mark.size());
}

[[nodiscard]] int leading_number(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value < 0 || value > 32767 ? 0 : value;
}

class GnubgTextReader {
 public:
  explicit GnubgTextReader(const TextSource& source) : lines_(source.lines()) {
    record_.format = "gnubg-text";
    record_.producer = "GNU Backgammon";
  }
  [[nodiscard]] Result<MatchRecord> read();

 private:
  void read_score(std::string_view line);
  void read_action(std::string_view action);
  void read_heading(std::string_view heading);
  void read_ids(std::string_view position_id, std::string_view match_id);
  void play(int player, std::string_view text, bool cannot_move);
  void read_information(std::string_view line);
  [[nodiscard]] std::optional<int> player_at(std::string_view& text) const;

  std::vector<std::string_view> lines_;
  MatchRecord record_;
  RecordedGame game_;
  std::optional<GameBuilder> builder_{};
  std::array<int, 2> dice_{};
  bool has_result_ = false;
  int line_ = 0;
};

// "The score (after 1 game) is: Ann 2, Bob 0 (match to 3 points), Crawford game"
void GnubgTextReader::read_score(std::string_view line) {
  if (builder_) return;
  game_.line = line_;
  game_.number = leading_number(line.substr(kScore.size())) + 1;
  std::string_view text = after(line, "is: ").value_or("");
  if (const auto length = after(text, "(match to ")) {
    record_.length = leading_number(*length);
    text = text.substr(0, text.find("(match to "));
    game_.crawford = line.find("Crawford game") != std::string_view::npos;
  }
  const auto comma = text.rfind(", ");
  const std::array<std::string_view, 2> sides = {
      trimmed(text.substr(0, comma)),
      comma == std::string_view::npos ? "" : trimmed(text.substr(comma + 2))};
  for (std::size_t player = 0; player < 2; ++player) {
    const auto blank = sides[player].rfind(' ');
    record_.players[player] = std::string(sides[player].substr(0, blank));
    if (blank != std::string_view::npos) {
      game_.score[player] = leading_number(sides[player].substr(blank + 1));
    }
  }
  game_.start = starting_board();
  builder_.emplace(record_, game_);
}

// Takes a player's name off the front.
std::optional<int> GnubgTextReader::player_at(std::string_view& text) const {
  for (int player = 0; player < 2; ++player) {
    const std::string& name = record_.players[static_cast<std::size_t>(player)];
    if (text.starts_with(name) && text.substr(name.size()).starts_with(' ')) {
      text = text.substr(name.size() + 1);
      return player;
    }
  }
  return {};
}

void GnubgTextReader::play(int player, std::string_view text, bool cannot_move) {
  GameBuilder::Roll roll{.player = player, .dice = dice_, .text = std::string(text)};
  roll.line = line_;
  roll.says_cannot_move = cannot_move;
  auto hops = parse_recorded_hops(text);
  if (!hops) {
    builder_->problem(line_, hops.error().message);
    builder_->unplayed(player, dice_, std::string(text), line_);
    return;
  }
  roll.hops = std::move(*hops);
  builder_->roll(std::move(roll));
}

// Behind "* ".
void GnubgTextReader::read_action(std::string_view action) {
  const auto player = player_at(action);
  if (!player) return;  // a row of the analysis
  if (action.starts_with("moves ")) {
    play(*player, trimmed(action.substr(6)), false);
  } else if (action.starts_with("cannot move")) {
    play(*player, "", true);
  } else if (action.starts_with("doubles") || action.starts_with("redoubles") ||
             action.starts_with("beavers") || action.starts_with("raccoons")) {
    builder_->turn_cube(*player, 0, line_);
  } else if (action.starts_with("accepts")) {
    builder_->take(*player, line_);
  } else if (action.starts_with("rejects")) {
    builder_->drop(*player, line_);
  } else {
    builder_->problem(line_, fmt::format("cannot read \"{}\"", action));
  }
}

// "Move number 2:  Ann to play 53"
void GnubgTextReader::read_heading(std::string_view heading) {
  dice_ = {};
  const auto roll = after(heading, " to play ");
  if (roll && roll->size() >= 2) dice_ = {(*roll)[0] - '0', (*roll)[1] - '0'};
}

// The board of each move is in the text: where it is another one than was played, it was set.
void GnubgTextReader::read_ids(std::string_view position_id, std::string_view match_id) {
  const auto position = parse_position(fmt::format("{}:{}", position_id, match_id));
  if (!position) {
    // The position after the game, or after a drop, is none to decide in.
    return;
  }
  const bool first = position->us_is_first;
  const Board board = first ? position->board : position->board.flipped();
  const CubeState cube = first ? position->cube : position->cube.flipped();
  if (record_.length == 0) record_.rules.jacoby = position->rules.jacoby;
  if (builder_->offer_waits() || builder_->is_over() ||
      (board == builder_->board() && cube == builder_->cube())) {
    return;
  }
  builder_->set_position(board, cube, line_);
}

// "Date: 11/29/26", "Event: Sample cup", ...
void GnubgTextReader::read_information(std::string_view line) {
  for (const auto& [mark, key] : {std::pair<std::string_view, const char*>{"Event: ", "Event"},
                                  {"Round: ", "Round"},
                                  {"Place: ", "Site"},
                                  {"Date: ", "Date"},
                                  {"Annotator: ", "Transcriber"}}) {
    if (line.starts_with(mark) && game_.events.empty()) {
      record_.headers.emplace_back(key, std::string(trimmed(line.substr(mark.size()))));
    }
  }
}

Result<MatchRecord> GnubgTextReader::read() {
  std::string_view position_id;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    line_ = static_cast<int>(i) + 1;
    std::string_view line = lines_[i];
    if (line.starts_with(kScore)) {
      read_score(line);
      continue;
    }
    if (!builder_) continue;
    if (line.starts_with("* ")) {
      read_action(line.substr(2));
    } else if (line.starts_with("Move number ")) {
      read_heading(line);
    } else if (const auto position = after(line, "Position ID: ")) {
      position_id = trimmed(*position);
    } else if (const auto match = after(line, "Match ID   : ")) {
      read_ids(position_id, trimmed(*match));
    } else if (const auto winner = player_at(line); winner && line.starts_with("wins ")) {
      if (!has_result_) builder_->finish(*winner, leading_number(line.substr(5)), line_);
      has_result_ = true;
    } else {
      read_information(lines_[i]);
    }
  }
  if (!builder_) return fail(ErrorKind::input, "a GNU Backgammon text without a score line");
  if (!has_result_) builder_->finish_without_result(line_);
  builder_.reset();
  record_.games.push_back(std::move(game_));
  return std::move(record_);
}

}  // namespace

bool looks_like_gnubg_text(const TextSource& source) {
  bool score = false;
  for (const std::string_view line : source.lines()) {
    score = score || line.starts_with(kScore);
    // A board before the score is from a log of a session, which says no more than its boards.
    if (line.find("GNU Backgammon  Position ID: ") != std::string_view::npos) return score;
  }
  return false;
}

Result<MatchRecord> read_gnubg_text(const TextSource& source) {
  return GnubgTextReader(source).read();
}

}  // namespace alea
