#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <stop_token>
#include <string>
#include <string_view>
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
// Commands are carried out one after the other, each complete before the next, so that a script may
// send them all at once.
class Ubgi {
 public:
  Ubgi(const Advisor& advisor, std::string version, std::ostream& out)
      : advisor_(advisor),
        version_(std::move(version)),
        out_(out),
        plies_(advisor.default_plies()) {}

  // Carries out one command. False once the session is over. `stop` ends a search that it starts, and then
  // the best answer so far is printed.
  bool handle(std::string_view line, const std::stop_token& stop = {});

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
  void go(const Words& words, const std::stop_token& stop);
  void bare_position(std::string_view line, const std::stop_token& stop);

  // The position that is asked about, or the error that says what is missing.
  [[nodiscard]] std::optional<Position> position_for(Role role);
  void print_advice(const Position& position, Role role, const Advice& advice, double ms);
  void print(const std::string& text);
  void error(std::string_view code, std::string_view text);

  const Advisor& advisor_;
  std::string version_;
  std::ostream& out_;

  int plies_;
  bool on_roll_first_ = true;  // p0 is on roll
  std::optional<Position> position_;
  std::optional<Dice> dice_;
  MatchState match_{};  // of newsession and setscore, seen by p0
  bool jacoby_ = false;
  bool crawford_rule_ = true;
  std::optional<CubeState> cube_;  // of setcube, seen by p0
};

// Reads commands until `quit`, the end of the input or a stop request, which also ends what is still being
// carried out. What has been read is carried out in full; `stop` at once ends every search that was asked
// for before it.
void serve_ubgi(const Advisor& advisor, const std::string& version, std::istream& in,
                std::ostream& out, std::stop_token stop);

}  // namespace alea::protocol
