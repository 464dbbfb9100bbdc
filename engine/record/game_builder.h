#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/record/match_record.h"

namespace alea {

// Fills one RecordedGame with the actions of a source, in order, and follows board, cube and turn.
//
// Everything is kept as recorded; what the rules do not allow is listed in record.problems with the
// line, and the game goes on from the position that was recorded. Every reader goes through this class,
// so all formats are judged alike. Neither record nor game may move while the builder lives.
class GameBuilder {
 public:
  GameBuilder(MatchRecord& record, RecordedGame& game);

  // The position is set by the source: at the start of the game, or a jump in the middle of it.
  // `board` and `cube` are seen by player 0.
  void set_position(const Board& board, CubeState cube, int line);

  struct Roll {
    int player = 0;
    std::array<int, 2> dice{};
    std::vector<Hop> hops{};
    std::string text{};  // the play as recorded
    int line = 0;
    bool says_cannot_move = false;
    // The result as recorded by sources that hold positions; seen by the opponent.
    std::optional<Board> after{};
  };
  Event& roll(Roll roll);
  // A roll whose play the source does not tell ("????").
  Event& unplayed(int player, std::array<int, 2> dice, std::string text, int line);
  // A double, or, while one waits for an answer, a beaver or raccoon. `value` 0: not recorded.
  Event& turn_cube(int player, int value, int line);
  Event& take(int player, int line);
  Event& drop(int player, int line);

  // The result as recorded. Where the play itself decides it, that is what counts.
  void finish(int winner, int points, int line);
  // The source ends or goes on with the next game without a result.
  void finish_without_result(int line);

  [[nodiscard]] const Board& board() const { return board_; }    // seen by player 0
  [[nodiscard]] const CubeState& cube() const { return cube_; }  // likewise
  [[nodiscard]] std::optional<int> to_move() const { return to_move_; }
  [[nodiscard]] bool is_over() const;
  [[nodiscard]] bool offer_waits() const { return offer_ != Offer::none; }
  void problem(int line, const std::string& text);

 private:
  enum class Offer { none, double_, beaver, raccoon };

  [[nodiscard]] Event& add(EventKind kind, int player, int line);
  [[nodiscard]] Board board_of(int player) const { return player == 0 ? board_ : board_.flipped(); }
  [[nodiscard]] CubeState cube_of(int player) const {
    return player == 0 ? cube_ : cube_.flipped();
  }
  [[nodiscard]] std::string name(int player) const;
  void check_turn(int player, int line, const char* action);
  void settle_offer(int roller, int line);
  void accept(int player, int line);
  void judge(Event& event, const Roll& roll);
  [[nodiscard]] int points_of_play() const;

  MatchRecord& record_;
  RecordedGame& game_;
  Board board_;     // seen by player 0
  CubeState cube_;  // seen by player 0; while a beaver or raccoon waits, the one it leads to
  Offer offer_ = Offer::none;
  int offered_ = 0;   // value a plain double leads to
  int answerer_ = 0;  // who has to answer the offer
  std::optional<int> to_move_{};
  bool dropped_ = false;
  bool cube_turned_ = false;
};

// The standard starting position, or that of a named variation ("Nackgammon"); nothing if alea does not
// know the game (fewer checkers, other boards).
[[nodiscard]] std::optional<Board> start_of_variation(const std::string& name);

// Compares the score before each game with what the results before it give, and lists differences.
void check_scores(MatchRecord& record);

// M1: whether the game at this score, to be added to the games in `record`, is the Crawford game. For
// sources that do not say which it is.
[[nodiscard]] bool is_crawford_game(const MatchRecord& record, std::array<int, 2> score);

}  // namespace alea
