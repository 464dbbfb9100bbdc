#pragma once

#include <vector>

#include "engine/board/movegen.h"
#include "engine/board/side_bits.h"
#include "engine/search/play_ranker.h"

namespace alea {

// The legal plays of a roll that are worth an evaluation. Reused, so nothing is allocated once grown.
class LikelyPlays {
 public:
  // The board before the rolls to come, seen by the player who rolls.
  void look_at(const Board& board) noexcept {
    board_ = board;
    bears_off_ = !has_contact(board) && rearmost_slot(board.us) <= kHome;
    if (!bears_off_) ranker_.look_at(board);
  }

  // Appends the plays of one roll, turned to the opponent, but at most the `most` that PlayRanker likes best
  // (0: all), in the order of generate_plays. In a bear-off without contact all plays count: tables may know
  // exactly what they are worth.
  void append(Dice dice, const Rules& rules, int most, std::vector<Board>& boards);

 private:
  Board board_;
  bool bears_off_ = false;
  PlayRanker ranker_;
  PlayList plays_;
  std::vector<int> scores_, best_;
};

}  // namespace alea
