#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/board/dice.h"
#include "engine/board/movegen.h"
#include "engine/board/rules.h"

namespace alea::app {

// Keeps the record of games at the table, to be saved as a text match at any time.
class PlayRecorder {
 public:
  PlayRecorder(int length, const Rules& rules, const std::array<std::string, 2>& players);
  ~PlayRecorder();
  PlayRecorder(const PlayRecorder&) = delete;
  PlayRecorder& operator=(const PlayRecorder&) = delete;

  void start_game(std::array<int, 2> score, bool crawford, int automatic_doubles = 0);
  void play(int player, Dice dice, const Board& before, const Steps& steps);
  void unplayed(int player, Dice dice);  // the game ends before the roll is played
  void turn_cube(int player, int value);  // a double, or a beaver
  void take(int player);
  void drop(int player);
  void finish(int winner, int points);

  // A roll that has been thrown and not been played when the record is written.
  struct Waiting {
    int player = 0;
    Dice dice;
  };
  // The record so far, as a .mat file.
  [[nodiscard]] Result<std::string> text(const std::optional<Waiting>& waiting = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace alea::app
