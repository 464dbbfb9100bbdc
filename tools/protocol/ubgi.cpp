#include "tools/protocol/ubgi.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "engine/board/notation.h"
#include "engine/cube/ids.h"
#include "tools/app/lines.h"

namespace alea::protocol {
namespace {

constexpr std::size_t kLongestLine = 4096;

std::vector<std::string> split(std::string_view line) {
  std::vector<std::string> words;
  bool open = false;
  for (const char c : line) {
    if (c == ' ' || c == '\t') {
      open = false;
    } else {
      if (!open) words.emplace_back();
      open = true;
      words.back() += c;
    }
  }
  return words;
}

std::optional<int> number(std::string_view text, int low, int high) {
  int value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size() || value < low || value > high) {
    return std::nullopt;
  }
  return value;
}

// The words after `key`, e.g. value_of({"go", "role", "cube"}, "role") = "cube".
std::string value_of(const std::vector<std::string>& words, std::string_view key) {
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i] == key) return words[i + 1];
  }
  return {};
}

std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, 60)) {
    result += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  }
  return result;
}

// Asks a search to stop after a time. Its thread is gone when this object is.
class Timer {
 public:
  Timer(int ms, std::stop_source target) {
    if (ms <= 0) return;
    thread_ = std::jthread([ms, target](const std::stop_token& cancelled) mutable {
      std::mutex mutex;
      std::condition_variable_any waiting;
      std::unique_lock lock(mutex);
      waiting.wait_for(lock, cancelled, std::chrono::milliseconds(ms), [] { return false; });
      if (!cancelled.stop_requested()) target.request_stop();
    });
  }

 private:
  std::jthread thread_;
};

}  // namespace

void Ubgi::print(const std::string& text) {
  out_ << text << '\n' << std::flush;
}

void Ubgi::error(std::string_view code, std::string_view text) {
  print(fmt::format("error {} {}", code, text));
}

bool Ubgi::handle(std::string_view line, const std::stop_token& stop) {
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
  if (line.size() > kLongestLine) {
    error("bad_argument", "line too long");
    return true;
  }
  const Words words = split(line);
  if (words.empty()) return true;
  const std::string& command = words.front();
  if (command == "quit") return false;
  if (command == "stop") return true;  // nothing is under way
  if (command == "ubgi") {
    introduce();
  } else if (command == "isready") {
    print("readyok");
  } else if (command == "newgame") {
    position_.reset();
    dice_.reset();
    cube_.reset();
  } else if (command == "newsession") {
    new_session(words);
  } else if (command == "setscore") {
    set_score(words);
  } else if (command == "setcube") {
    set_cube(words);
  } else if (command == "setturn") {
    set_turn(words);
  } else if (command == "position") {
    set_position(words);
  } else if (command == "dice") {
    set_dice(words);
  } else if (command == "setoption") {
    set_option(words);
  } else if (command == "go") {
    go(words, stop);
  } else if (command.starts_with("board:") || command.starts_with("XGID=")) {
    bare_position(line, stop);
  } else {
    error("unknown_command", printable(command));
  }
  return true;
}

void Ubgi::introduce() {
  print("id name alea");
  print("id author the alea contributors");
  print("id version " + version_);
  print("info evaluator " + advisor_.evaluator_name());
  print(fmt::format("option name Plies type spin default {} min 0 max {}", advisor_.default_plies(),
                    kMaxPlies));
  print("option name Deterministic type check default true");
  print("option name Variant type combo default backgammon var backgammon");
  print("ubgiok");
}

void Ubgi::new_session(const Words& words) {
  const std::string type = value_of(words, "type");
  if (type != "money" && type != "match") {
    return error("bad_argument", "expected newsession type money|match");
  }
  MatchState match;
  if (type == "match") {
    const std::optional<int> length = number(value_of(words, "length"), 1, 32767);
    if (!length) return error("bad_argument", "expected length N, N from 1");
    match.length = *length;
  }
  match_ = match;
  jacoby_ = value_of(words, "jacoby") == "on";
  crawford_rule_ = value_of(words, "crawford") != "off";
  position_.reset();
  dice_.reset();
  cube_.reset();
}

void Ubgi::set_score(const Words& words) {
  const auto first = words.size() == 3 ? number(words[1], 0, 32767) : std::nullopt;
  const auto second = words.size() == 3 ? number(words[2], 0, 32767) : std::nullopt;
  if (!first || !second) return error("bad_argument", "expected setscore P0 P1");
  if (match_.length > 0 && (*first >= match_.length || *second >= match_.length)) {
    return error("bad_argument", "a score at or beyond the match length");
  }
  if (match_.score_us == *first && match_.score_them == *second) return;
  // M1: the first game in which a side is a point away is the Crawford game, those after it are not.
  const bool was_close = match_.away_us() == 1 || match_.away_them() == 1;
  match_.score_us = *first;
  match_.score_them = *second;
  const bool is_close = match_.away_us() == 1 || match_.away_them() == 1;
  match_.crawford = match_.length > 1 && crawford_rule_ && is_close && !was_close;
}

void Ubgi::set_cube(const Words& words) {
  const std::optional<int> value = number(value_of(words, "value"), 1, 1 << 15);
  const std::string owner = value_of(words, "owner");
  const bool known = owner == "center" || owner == "centre" || owner == "p0" || owner == "p1";
  if (!value || !std::has_single_bit(static_cast<unsigned>(*value)) || !known) {
    return error("bad_argument", "expected setcube value N owner center|p0|p1");
  }
  cube_ = CubeState{std::countr_zero(static_cast<unsigned>(*value)), owner == "p0" ? CubeOwner::us
                                                                     : owner == "p1"
                                                                         ? CubeOwner::them
                                                                         : CubeOwner::centre};
}

void Ubgi::set_turn(const Words& words) {
  if (words.size() != 2 || (words[1] != "p0" && words[1] != "p1")) {
    return error("bad_argument", "expected setturn p0|p1");
  }
  on_roll_first_ = words[1] == "p0";
}

void Ubgi::set_position(const Words& words) {
  if (words.size() != 3 || (words[1] != "gnubgid" && words[1] != "xgid")) {
    return error("bad_argument", "expected position gnubgid ID or position xgid ID");
  }
  const Result<Position> position = parse_position(words[2]);
  if (!position) {
    position_.reset();
    return error("bad_argument", "invalid_position " + position.error().message);
  }
  position_ = *position;
  dice_ = position->dice;
  const bool bare = words[1] == "gnubgid" && words[2].find(':') == std::string::npos;
  if (!bare) {
    // The ID tells score and cube: what was set before is of another position.
    cube_.reset();
    return;
  }
  position_->match = on_roll_first_ ? match_ : match_.flipped();
  position_->rules.jacoby = match_.is_money() && jacoby_;
  if (cube_) position_->cube = on_roll_first_ ? *cube_ : cube_->flipped();
}

void Ubgi::set_dice(const Words& words) {
  const auto first = words.size() == 3 ? number(words[1], 1, 6) : std::nullopt;
  const auto second = words.size() == 3 ? number(words[2], 1, 6) : std::nullopt;
  if (!first || !second) return error("bad_argument", "expected dice A B, 1 to 6 each");
  dice_ = make_dice(*first, *second);
}

void Ubgi::set_option(const Words& words) {
  const std::string name = value_of(words, "name");
  const std::string value = value_of(words, "value");
  if (name == "Plies") {
    const std::optional<int> plies = number(value, 0, kMaxPlies);
    if (!plies) return error("bad_argument", fmt::format("Plies is 0 to {}", kMaxPlies));
    plies_ = *plies;
  } else if (name == "Variant") {
    if (value != "backgammon") error("unsupported_feature", "only the variant backgammon");
  } else if (name == "Deterministic") {
    if (value == "false") error("unsupported_feature", "alea is always deterministic");
  } else if (name.empty()) {
    error("bad_argument", "expected setoption name N value V");
  } else {
    error("unsupported_feature", "option " + printable(name));
  }
}

std::optional<Position> Ubgi::position_for(Role role) {
  if (!position_) {
    error("missing_context", "position");
    return std::nullopt;
  }
  Position position = *position_;
  if (role == Role::chequer || (role == Role::turn && dice_)) {
    if (!dice_) {
      error("missing_context", "dice");
      return std::nullopt;
    }
    position.dice = dice_;
    position.pending = Pending::checker_play;
  } else if (role == Role::response) {
    // Asked of the player on roll's opponent, unless the position says so itself.
    if (position.pending == Pending::roll_or_double || position.pending == Pending::checker_play) {
      position = flipped(position);
      position.pending = Pending::double_offered;
    }
    position.dice.reset();
  } else if (position.pending != Pending::double_offered) {
    position.dice.reset();
    position.pending = Pending::roll_or_double;
  }
  if (const Status valid = validate(position); !valid) {
    error("bad_argument", "invalid_position " + valid.error().message);
    return std::nullopt;
  }
  return position;
}

void Ubgi::go(const Words& words, const std::stop_token& stop) {
  const std::string name = value_of(words, "role");
  Role role = Role::chequer;
  if (name == "cube") {
    role = Role::cube;
  } else if (name == "turn") {
    role = Role::turn;
  } else if (name == "response") {
    role = Role::response;
  } else if (name != "chequer" && name != "checker") {
    return error("bad_argument", "expected go role chequer|cube|turn|response");
  }
  int plies = plies_;
  if (const std::string depth = value_of(words, "depth"); !depth.empty()) {
    const std::optional<int> value = number(depth, 0, kMaxPlies);
    if (!value) return error("bad_argument", fmt::format("depth is 0 to {}", kMaxPlies));
    plies = *value;
  }
  int time_ms = 0;
  if (const std::string time = value_of(words, "movetime"); !time.empty()) {
    const std::optional<int> value = number(time, 1, 1 << 30);
    if (!value) return error("bad_argument", "movetime is a number of milliseconds");
    time_ms = *value;
  }
  const std::optional<Position> position = position_for(role);
  if (!position) return;
  dice_.reset();  // consumed
  std::stop_source stopper;
  const std::stop_callback stopped(stop, [&stopper] { stopper.request_stop(); });
  const auto start = std::chrono::steady_clock::now();
  const Timer timer(time_ms, stopper);
  const Result<Advice> advice = advisor_.advise(*position, plies, stopper.get_token());
  if (!advice) return error("bad_argument", advice.error().message);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  print_advice(*position, role, *advice, taken.count());
}

void Ubgi::print_advice(const Position& position, Role role, const Advice& advice, double ms) {
  const Probabilities& p = advice.value.probabilities;
  static constexpr std::array<const char*, 4> kRoles{"chequer", "cube", "turn", "response"};
  std::string info = fmt::format("info role {} time_ms {:.0f} nodes {} depth {} eq {:.4f}",
                                 kRoles[static_cast<std::size_t>(role)], ms, advice.nodes,
                                 advice.level.plies, advice.value.cubeful.points);
  if (advice.value.mwc) info += fmt::format(" mwc {:.4f}", advice.value.mwc->chance);
  info +=
      fmt::format(" pwin {:.4f} pgammon {:.4f} pbg {:.4f}", p.win, p.win_gammon, p.win_backgammon);
  print(info);
  std::string play = format_play(position.board, advice.steps);
  if (play.empty()) play = "pass";
  const bool turn = role == Role::turn;
  switch (advice.kind) {
    case Advice::Kind::play:
      return print(turn ? "bestturn cube=nodouble move=" + play : "bestmove " + play);
    case Advice::Kind::roll:
      return print(turn ? "bestturn cube=nodouble" : "bestcube nodouble");
    case Advice::Kind::offer:
      return print(turn ? "bestturn cube=double" : "bestcube double");
    case Advice::Kind::take:
      return print("bestcube take");
    case Advice::Kind::pass:
      return print("bestcube drop");
    case Advice::Kind::beaver:
      return print("bestcube beaver");
    case Advice::Kind::resign:
      return print(fmt::format("bestcube resign {}", advice.resign_level));
  }
}

// The 2025 draft: a position by itself is a request, and the answer a single word or play.
void Ubgi::bare_position(std::string_view line, const std::stop_token& stop) {
  const Result<Position> position = parse_position(line);
  if (!position) return error("bad_argument", "invalid_position " + position.error().message);
  const Result<Advice> advice = advisor_.advise(*position, plies_, stop);
  if (!advice) return error("bad_argument", advice.error().message);
  switch (advice->kind) {
    case Advice::Kind::play:
      return print(format_play(position->board, advice->steps));
    case Advice::Kind::roll:
      return print("roll");
    case Advice::Kind::offer:
      return print("double");
    case Advice::Kind::take:
    case Advice::Kind::beaver:
      return print("take");
    case Advice::Kind::pass:
      return print("drop");
    case Advice::Kind::resign:
      return print("drop");
  }
}

namespace {

// A line on its way from the thread that reads to the one that works, and what stops its search.
struct QueuedLine {
  std::string text;
  std::stop_source stopper{};
};

class LineQueue {
 public:
  void push(std::string text) {
    const std::lock_guard lock(mutex_);
    lines_.push_back({std::move(text)});
    changed_.notify_one();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_one();
  }
  // The next line; nothing once the queue is closed and empty.
  std::optional<QueuedLine> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !lines_.empty(); });
    if (lines_.empty()) return std::nullopt;
    QueuedLine line = std::move(lines_.front());
    lines_.pop_front();
    now_ = line.stopper;
    return line;
  }
  // Also those that have not begun: a stop may come right behind its search.
  void stop_searches() {
    const std::lock_guard lock(mutex_);
    now_.request_stop();
    for (QueuedLine& line : lines_) line.stopper.request_stop();
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    lines_.clear();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<QueuedLine> lines_;
  std::stop_source now_;  // of the line being carried out
  bool closed_ = false;
};

}  // namespace

void serve_ubgi(const Advisor& advisor, const std::string& version, std::istream& in,
                std::ostream& out, std::stop_token stop) {
  Ubgi session(advisor, version, out);
  LineQueue queue;
  // At once, even if nothing more is read.
  const std::stop_callback on_stop(stop, [&queue] {
    queue.clear();
    queue.stop_searches();
  });
  std::jthread worker([&] {
    while (const std::optional<QueuedLine> line = queue.pop()) {
      if (!session.handle(line->text, line->stopper.get_token()) || !out.good()) return;
    }
  });
  app::LineReader reader(in, "stdin");
  while (!stop.stop_requested()) {
    const std::optional<Result<std::string>> line = reader.next();
    if (!line) break;
    const std::string text = *line ? **line : "?";
    const std::vector<std::string> words = split(text);
    if (!words.empty() && words.front() == "stop") queue.stop_searches();
    queue.push(text);
    if (!words.empty() && words.front() == "quit") break;
  }
  if (stop.stop_requested()) {
    queue.clear();
    queue.stop_searches();
  }
  queue.close();
  worker.join();  // before what it uses goes
}

}  // namespace alea::protocol
