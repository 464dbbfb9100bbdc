#include "tools/app/bench_positions.h"

#include <algorithm>

#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/board/outcome.h"

namespace alea::app {
namespace {

constexpr std::uint64_t kSeed = 20240601;  // arbitrary, never to change
constexpr std::uint64_t kGames = 48;
constexpr int kLastRoll = 120;  // random games can be long
constexpr int kInterval = 8;    // rolls between two positions taken

// A play that does not depend on the order of the list.
const Board& random_play(const PlayList& plays, std::uint64_t salt) {
  return *std::ranges::min_element(plays.boards(), {}, [salt](const Board& board) {
    const BoardKey key = key_of(board);
    return mix64(key.us ^ mix64(key.them + salt));
  });
}

}  // namespace

std::vector<Board> bench_positions() {
  std::vector<Board> positions{starting_board()};
  PlayList plays;
  for (std::uint64_t game = 0; game < kGames; ++game) {
    Rng rng(kSeed, game);
    Board board = starting_board();
    for (int turn = 1; turn <= kLastRoll; ++turn) {
      generate_plays(board, roll(rng), Rules{}, plays);
      board = random_play(plays, rng.next());
      if (outcome_of(board)) break;
      if (turn % kInterval == 0) positions.push_back(board);
    }
  }
  return positions;
}

}  // namespace alea::app
