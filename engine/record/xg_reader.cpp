// XG's binary files. Records and offsets: XG_format.pas (GameSite 2000 Ltd, 2013, free to redistribute).
// Boards before a play are seen by player 1, those after it by the player who moved.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "engine/record/game_builder.h"
#include "engine/record/play_text.h"
#include "engine/record/readers.h"
#include "engine/record/xg_archive.h"

namespace alea {
namespace {

using xg::double_at;
using xg::int32_at;

constexpr std::size_t kRecord = 2560;
constexpr int kUnlimited = 99999;
constexpr double kNotAnalysed = -1000;

enum RecordType : char {
  match_header = 0,
  game_header = 1,
  cube_action = 2,
  checker_play = 3,
  game_footer = 4,
  match_footer = 5
};

// 26 signed bytes; empty optional if they are no board.
[[nodiscard]] std::optional<Board> board_at(std::string_view record, std::size_t at) {
  Board board;
  int us = kCheckers, them = kCheckers;
  for (std::size_t i = 0; i < 26; ++i) {
    const int count = static_cast<signed char>(record[at + i]);
    if (count > 0) {
      if (i == 0 || count > us) return {};
      board.us[i] = static_cast<std::uint8_t>(count);
      us -= count;
    } else if (count < 0) {
      if (i == 25 || -count > them) return {};
      board.them[25 - i] = static_cast<std::uint8_t>(-count);
      them += count;
    }
  }
  board.us[kOff] = static_cast<std::uint8_t>(us);
  board.them[kOff] = static_cast<std::uint8_t>(them);
  if (!validate(board)) return {};
  return board;
}

[[nodiscard]] int player_of(std::int32_t sign) {
  return sign < 0 ? 1 : 0;
}

[[nodiscard]] bool is_set(std::string_view record, std::size_t at) {
  return record[at] != 0;
}

// "2025.11.08" of days since the end of 1899.
[[nodiscard]] std::string date_of(double days) {
  if (!(days > 1 && days < 100000)) return {};
  using namespace std::chrono;
  const sys_days epoch = year{1899} / December / 30;
  const year_month_day date = epoch + std::chrono::days(static_cast<int>(std::floor(days)));
  return fmt::format("{:04}.{:02}.{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

class XgReader {
 public:
  explicit XgReader(xg::Archive archive) : archive_(std::move(archive)) {}

  [[nodiscard]] Result<MatchRecord> read();

 private:
  void read_match_header(std::string_view record);
  void read_game_header(std::string_view record);
  void read_cube(std::string_view record);
  void read_play(std::string_view record);
  void read_game_footer(std::string_view record);
  void end_game();
  void keep_position();
  void match_position(const std::optional<Board>& board, std::int32_t cube);
  void read_comments();
  [[nodiscard]] std::string comment(std::int32_t index) const;
  void problem(std::string text) { record_.problems.push_back({number_, std::move(text)}); }

  xg::Archive archive_;
  std::vector<std::string> comments_;
  MatchRecord record_;
  RecordedGame game_;
  std::unique_ptr<GameBuilder> builder_;
  bool has_header_ = false, has_result_ = false;
  int version_ = 0;
  int number_ = 0;  // of the record, from 1
};

void XgReader::read_comments() {
  for (const std::string_view line : split_lines(archive_.comments)) {
    comments_.push_back(xg::plain_text_of_rtf(line));
  }
}

std::string XgReader::comment(std::int32_t index) const {
  const auto at = static_cast<std::size_t>(index);
  return index >= 0 && at < comments_.size() ? comments_[at] : std::string{};
}

void XgReader::read_match_header(std::string_view record) {
  has_header_ = true;
  version_ = int32_at(record, 552);
  record_.producer = fmt::format("eXtreme Gammon (file version {})", version_);
  const bool unicode = version_ >= 24;
  const auto text = [&](std::size_t ansi, std::size_t most, std::size_t wide) {
    std::string value = unicode ? xg::utf16_at(record, wide, 129) : std::string{};
    return value.empty() ? xg::pascal_at(record, ansi, most) : value;
  };
  record_.players = {text(9, 40, 880), text(50, 40, 1138)};
  const std::int32_t length = int32_at(record, 92);
  if (length < 0 || (length > 32767 && length != kUnlimited)) {
    problem(fmt::format("a match of {} points; read as money play", length));
  } else {
    record_.length = length == kUnlimited ? 0 : length;
  }
  const std::int32_t variation = int32_at(record, 96);
  if (variation == 1) record_.headers.emplace_back("Variation", "Nackgammon");
  if (variation > 1) {
    record_.headers.emplace_back("Variation", variation == 2 ? "Hypergammon" : "Longgammon");
  }
  record_.crawford_rule = is_set(record, 100) || record_.length == 0;
  if (record_.length == 0) {
    record_.rules.jacoby = is_set(record, 101);
    record_.rules.beavers = is_set(record, 102);
    record_.rules.automatic_doubles = is_set(record, 103) ? std::max(0, int32_at(record, 616)) : 0;
  }
  const auto header = [&](const char* key, std::string value) {
    if (!value.empty()) record_.headers.emplace_back(key, std::move(value));
  };
  header("Event", text(136, 128, 622));
  header("Round", text(417, 128, 1654));
  header("Location", text(283, 128, 1396));
  header("EventDate", date_of(double_at(record, 128)));
  if (version_ >= 30) header("Transcriber", xg::utf16_at(record, 1960, 129));
  record_.comment = comment(int32_at(record, 576));
  if (const auto footer = comment(int32_at(record, 580)); !footer.empty()) {
    record_.comment += (record_.comment.empty() ? "" : "\n") + footer;
  }
}

void XgReader::read_game_header(std::string_view record) {
  end_game();
  game_ = RecordedGame{};
  has_result_ = false;
  game_.number = int32_at(record, 48);
  game_.line = number_;
  game_.score = {int32_at(record, 12), int32_at(record, 16)};
  for (int& score : game_.score) {
    if (score < 0 || score > 32767) {
      problem(fmt::format("game {}: a score of {}; read as 0", game_.number, score));
      score = 0;
    }
  }
  game_.crawford = record_.length > 0 && is_set(record, 20);
  game_.comment = comment(int32_at(record, 56));
  if (const auto footer = comment(int32_at(record, 60)); !footer.empty()) {
    game_.comment += (game_.comment.empty() ? "" : "\n") + footer;
  }
  if (version_ >= 26) {
    const std::int32_t doubles = int32_at(record, 64);
    if (doubles > 0 && doubles <= 8) game_.automatic_doubles = doubles;
  }
  game_.start_cube.exponent = game_.automatic_doubles;
  const auto start = board_at(record, 21);
  if (!start) problem(fmt::format("game {}: an impossible position at its start", game_.number));
  game_.start = start.value_or(starting_board());
  game_.set_up = !(game_.start == starting_board());
  builder_ = std::make_unique<GameBuilder>(record_, game_);
}

// Positions and cubes are in every record: where they differ from what was played, they were edited.
void XgReader::match_position(const std::optional<Board>& board, std::int32_t cube) {
  CubeState state;
  state.exponent = game_.automatic_doubles + std::abs(std::clamp(cube, -8, 8));
  if (cube != 0) state.owner = cube > 0 ? CubeOwner::us : CubeOwner::them;
  if (!board) {
    builder_->problem(number_, "an impossible position");
    return;
  }
  if (*board == builder_->board() && state == builder_->cube()) return;
  builder_->set_position(*board, state, number_);
}

void XgReader::read_cube(std::string_view record) {
  const int player = player_of(int32_at(record, 12));
  if (int32_at(record, 16) != 1) return;  // no double, or none possible
  if (!builder_->offer_waits()) match_position(board_at(record, 36), int32_at(record, 32));
  const std::size_t first = game_.events.size();
  builder_->turn_cube(player, 0, number_);
  const std::int32_t answer = int32_at(record, 20), beaver = int32_at(record, 24),
                     raccoon = int32_at(record, 28);
  if (answer == 1) {
    builder_->take(1 - player, number_);
  } else if (answer == 0) {
    builder_->drop(1 - player, number_);
  } else if (answer == 2) {
    builder_->turn_cube(1 - player, 0, number_);
    if (beaver == 1) {
      builder_->take(player, number_);
    } else if (beaver == 0) {
      builder_->drop(player, number_);
    } else if (beaver == 2) {
      builder_->turn_cube(player, 0, number_);
      if (raccoon == 1) builder_->take(1 - player, number_);
      if (raccoon == 0) builder_->drop(1 - player, number_);
    }
  }
  if (first >= game_.events.size()) return;
  const auto keep = [&](std::size_t index, const char* name, std::size_t at) {
    const double error = double_at(record, at);
    if (index < game_.events.size() && std::isfinite(error) && error != kNotAnalysed) {
      game_.events[index].extras.emplace_back(name, fmt::format("{}", error));
    }
  };
  keep(first, "xg_error", 200);
  keep(first + 1, "xg_error", 216);
  game_.events[first].comment = comment(int32_at(record, 292));
}

void XgReader::read_play(std::string_view record) {
  GameBuilder::Roll roll;
  roll.player = player_of(int32_at(record, 64));
  roll.dice = {int32_at(record, 100), int32_at(record, 104)};
  roll.line = number_;
  for (int& die : roll.dice) die = die < 0 || die > 9 ? 0 : die;
  const auto before = board_at(record, 9);
  if (!builder_->offer_waits()) match_position(before, int32_at(record, 108));
  for (std::size_t i = 0; i < 4; ++i) {
    const std::int32_t from = int32_at(record, 68 + 8 * i), to = int32_at(record, 72 + 8 * i);
    if (from < 0 || from > 24 || to > 23 || from == to) break;
    roll.hops.push_back(
        {static_cast<std::uint8_t>(from + 1), static_cast<std::uint8_t>(to < 0 ? 0 : to + 1)});
  }
  roll.text = hops_text(roll.hops);
  const auto after = board_at(record, 35);
  const Board mover = roll.player == 0 ? builder_->board() : builder_->board().flipped();
  const std::size_t first = game_.events.size();
  if (!is_set(record, 2308) && roll.hops.empty()) {
    builder_->unplayed(roll.player, roll.dice, "", number_);
  } else {
    // Without movement the board tells no more than the missing play does.
    if (after && !(roll.hops.empty() && *after == mover)) roll.after = after->flipped();
    if (!after) builder_->problem(number_, "an impossible position after the play");
    builder_->roll(std::move(roll));
  }
  if (first >= game_.events.size()) return;
  Event& event = game_.events.back();
  if (event.kind == EventKind::play && event.legal) {
    event.text = format_play(event.before, event.steps);
    event.hops.assign(event.steps.all().begin(), event.steps.all().end());
  }
  event.comment = comment(int32_at(record, 2524));
  for (const auto& [name, at] : {std::pair<const char*, std::size_t>{"xg_error", 2312},
                                 std::pair<const char*, std::size_t>{"xg_luck", 2320}}) {
    const double value = double_at(record, at);
    if (std::isfinite(value) && value != kNotAnalysed) {
      event.extras.emplace_back(name, fmt::format("{}", value));
    }
  }
}

void XgReader::read_game_footer(std::string_view record) {
  const std::int32_t winner = int32_at(record, 24);
  const std::int32_t points = std::clamp(int32_at(record, 28), -1, 32767);
  if (winner == 0) {
    builder_->finish_without_result(number_);
  } else {
    // Points do not count automatic doubles.
    builder_->finish(player_of(winner), points << game_.automatic_doubles, number_);
  }
  has_result_ = true;
  const std::int32_t how = int32_at(record, 32);
  if (how >= 1000) game_.extras.emplace_back("xg_end", "settled");
}

void XgReader::end_game() {
  if (!builder_) return;
  if (!has_result_) builder_->finish_without_result(number_);
  builder_.reset();
  record_.games.push_back(std::move(game_));
}

// A file of one position has a game in which nothing was played.
void XgReader::keep_position() {
  if (record_.games.size() != 1) return;
  const RecordedGame& game = record_.games.front();
  if (game.events.size() > 1 || game.winner) return;
  RecordedPosition kept;
  kept.line = game.line;
  kept.players = record_.players;
  kept.comment = game.comment;
  if (game.events.empty()) {
    Event none;
    none.before = game.start;
    none.cube = game.start_cube;
    kept.position = position_before(record_, game, none);
  } else {
    kept.position = position_before(record_, game, game.events.front());
  }
  if (validate(kept.position)) record_.positions.push_back(std::move(kept));
}

Result<MatchRecord> XgReader::read() {
  record_.format = "xg";
  for (std::string& text : archive_.problems) record_.problems.push_back({0, std::move(text)});
  read_comments();
  const std::string_view all = archive_.game;
  for (std::size_t at = 0; at + kRecord <= all.size(); at += kRecord) {
    const std::string_view record = all.substr(at, kRecord);
    number_ = static_cast<int>(at / kRecord) + 1;
    const char type = record[8];
    if (type == match_header) {
      if (has_header_) problem("a second match header is left out");
      if (!has_header_) read_match_header(record);
    } else if (type == game_header) {
      read_game_header(record);
    } else if (type == cube_action || type == checker_play || type == game_footer) {
      if (!builder_) {
        problem("a record outside of any game is left out");
      } else if (type == cube_action) {
        read_cube(record);
      } else if (type == checker_play) {
        read_play(record);
      } else {
        read_game_footer(record);
      }
    } else if (type != match_footer) {
      problem(fmt::format("a record of the unknown type {} is left out",
                          static_cast<int>(static_cast<unsigned char>(type))));
    }
  }
  if (all.size() % kRecord != 0) problem("the last record is cut off");
  end_game();
  if (!has_header_ || record_.games.empty()) {
    return fail(ErrorKind::input, "an XG file without a game");
  }
  keep_position();
  check_scores(record_);
  return std::move(record_);
}

}  // namespace

Result<MatchRecord> read_xg(std::string_view bytes) {
  auto archive = xg::unpack(bytes);
  if (!archive) return fail(std::move(archive).error());
  return XgReader(std::move(*archive)).read();
}

}  // namespace alea
