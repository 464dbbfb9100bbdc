#pragma once

#include <atomic>
#include <istream>
#include <mutex>
#include <optional>
#include <ostream>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tools/protocol/advisor.h"

namespace alea::protocol {

// The Universal Backgammon Interface: commands on one stream, answers on another, one a line.
//
// Speaks the 2026 draft, and of the 2025 draft what does not clash with it. Fills two gaps of the
// draft: `position xgid`, and asking for the answer to a double by `go role response` (answered with
// `bestcube take|drop|beaver`). Every unknown or misplaced command is answered with an error line. See
// docs/protocols.md.
//
// Searches run beside the reading of commands, so that `stop` and `quit` get through.
class Ubgi {
 public:
  Ubgi(const Advisor& advisor, std::string version, std::ostream& out)
      : advisor_(advisor),
        version_(std::move(version)),
        out_(out),
        plies_(advisor.default_plies()) {}
  ~Ubgi();
  Ubgi(const Ubgi&) = delete;
  Ubgi& operator=(const Ubgi&) = delete;

  // Handles one line. False once the session is over.
  bool handle(std::string_view line);

  // Waits for a search under way, e.g. at the end of the input.
  void finish();
  // Ends it early; its answer is printed.
  void stop();

 private:
  enum class Role { chequer, cube, turn, response };
  using Words = std::vector<std::string>;

  void introduce();
  void new_session(const Words& words);
  void set_score(const Words& words);
  void set_cube(const Words& words);
  void set_turn(const Words& words);
  void set_position(const Words& words);
  void set_dice(const Words& words);
  void set_option(const Words& words);
  void go(const Words& words);
  void bare_position(std::string_view line);

  // The position that is asked about, or the error that says what is missing.
  [[nodiscard]] std::optional<Position> position_for(Role role);
  void search(const Position& position, Role role, int plies, int time_ms, std::stop_token stop);
  void print_advice(const Position& position, Role role, const Advice& advice, double ms);
  void print(const std::string& text);
  void error(std::string_view code, std::string_view text);

  const Advisor& advisor_;
  std::string version_;
  std::ostream& out_;
  std::mutex printing_;  // guards out_

  int plies_;
  bool on_roll_first_ = true;  // p0 is on roll
  std::optional<Position> position_;
  std::optional<Dice> dice_;
  MatchState match_{};  // of newsession and setscore, seen by p0
  bool jacoby_ = false;
  bool crawford_rule_ = true;
  std::optional<CubeState> cube_;  // of setcube, seen by p0

  std::stop_source stopper_;
  std::atomic<bool> searching_{false};
  std::jthread search_;
};

// Reads commands until `quit`, the end of the input or a stop request.
void serve_ubgi(const Advisor& advisor, const std::string& version, std::istream& in,
                std::ostream& out, std::stop_token stop);

}  // namespace alea::protocol
