#pragma once

#include <vector>

#include "engine/base/rng.h"
#include "engine/board/board.h"
#include "engine/board/movegen.h"
#include "engine/board/outcome.h"

namespace alea {

// A legal board, game not over, with checkers thrown anywhere: `spread` is the highest slot used by
// either side, so 6 gives bear-offs and 25 gives bars, primes and stacks that no game reaches.
inline Board scrambled_board(Rng& rng, unsigned spread) {
  for (;;) {
    Board board;
    // Few places for many checkers give points and stacks, many give blots.
    std::vector<unsigned> ours, theirs;
    for (unsigned i = 0, n = 1 + rng.below(12); i < n; ++i) ours.push_back(rng.below(spread + 1));
    for (unsigned i = 0, n = 1 + rng.below(12); i < n; ++i) theirs.push_back(rng.below(spread + 1));
    for (int i = 0; i < kCheckers; ++i) {
      ++board.us[ours[rng.below(static_cast<std::uint32_t>(ours.size()))]];
      ++board.them[theirs[rng.below(static_cast<std::uint32_t>(theirs.size()))]];
    }
    if (validate(board) && !outcome_of(board)) return board;
  }
}

// `count` boards with a player to roll: half from games of random plays under `rules`, half scrambled.
template <class Function>
void for_random_boards(std::uint64_t seed, int count, const Rules& rules, Function function) {
  constexpr unsigned kSpreads[] = {25, 24, 18, 12, 6};
  PlayList plays;
  int done = 0;
  for (std::uint64_t game = 0; done < count; ++game) {
    Rng rng(seed, game);
    Board board = starting_board();
    for (int turn = 0; turn < 400 && done < count && !outcome_of(board); ++turn) {
      if (rng.below(4) == 0) {
        function(board);
        function(scrambled_board(rng, kSpreads[rng.below(5)]));
        done += 2;
      }
      generate_plays(board, roll(rng), rules, plays);
      board = plays.boards()[rng.below(static_cast<std::uint32_t>(plays.size()))];
    }
  }
}

}  // namespace alea
