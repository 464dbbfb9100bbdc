#include "tools/app/bench_positions.h"

#include <algorithm>
#include <utility>

#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/board/outcome.h"

namespace alea::app {
namespace {

constexpr std::uint64_t kSeed = 20240601;  // arbitrary, never to change
constexpr std::uint64_t kGames = 40;
constexpr int kLastRoll = 120;
constexpr int kInterval = 7;  // rolls between two positions taken

// How a club player of few thoughts likes the side he has just played.
int liking(const Board::Side& mine, const Board::Side& theirs) {
  int score = 6 * theirs[kBar] + 3 * mine[kOff];
  const int rearmost_of_theirs = rearmost(theirs);
  for (int point = 1; point <= kPoints; ++point) {
    const int checkers = mine[static_cast<std::size_t>(point)];
    if (checkers == 1 && kPoints + 1 - point <= rearmost_of_theirs) score -= point > 18 ? 2 : 4;
    if (checkers >= 2) score += point >= 4 && point <= 8 ? 6 : (point >= 20 && point <= 22 ? 4 : 2);
    if (checkers > 3) score -= checkers - 3;
    if (point > 18) score -= checkers;
  }
  return score;
}

// The best liked play; of equals one that does not depend on the order of the list.
const Board& club_play(const PlayList& plays, std::uint64_t salt) {
  return *std::ranges::max_element(plays.boards(), {}, [salt](const Board& board) {
    const BoardKey key = key_of(board);
    return std::pair(liking(board.them, board.us), mix64(key.us ^ mix64(key.them + salt)));
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
      board = club_play(plays, rng.next());
      if (outcome_of(board)) break;
      if (turn % kInterval == 0) positions.push_back(board);
    }
  }
  return positions;
}

}  // namespace alea::app
