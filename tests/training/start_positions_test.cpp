#include "training/start_positions.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "engine/board/outcome.h"

namespace alea {
namespace {

int points_held(const Board::Side& side, std::size_t first, std::size_t last) {
  int points = 0;
  for (std::size_t slot = first; slot <= last; ++slot) points += side[slot] >= 2 ? 1 : 0;
  return points;
}

int men_from(const Board::Side& side, std::size_t first) {
  return std::accumulate(side.begin() + static_cast<std::ptrdiff_t>(first), side.begin() + kBar + 1, 0);
}

TEST(UnusualPositions, AreLegalWithTheGameGoingOn) {
  Rng rng(1, 1);
  for (int i = 0; i < 5000; ++i) {
    const Board board = unusual_position(rng);
    const Status legal = validate(board);
    ASSERT_TRUE(legal.has_value()) << legal.error().message;
    ASSERT_FALSE(outcome_of(board).has_value());
  }
}

TEST(UnusualPositions, AreOfManyKindsForBothSides) {
  constexpr int kCount = 5000;
  Rng rng(2, 1);
  std::set<BoardKey> distinct;
  struct Kinds {
    int on_bar = 0, back_games = 0, closed_boards = 0, five_primes = 0, borne_off = 0;
  };
  Kinds ours, theirs;
  int races = 0, holding = 0;
  const auto count = [](Kinds& kinds, const Board::Side& side) {
    kinds.on_bar += side[kBar] > 0 ? 1 : 0;
    kinds.back_games += points_held(side, 18, 24) >= 2 ? 1 : 0;
    kinds.closed_boards += points_held(side, 1, 6) == 6 ? 1 : 0;
    kinds.five_primes += points_held(side, 2, 6) == 5 || points_held(side, 3, 7) == 5 ? 1 : 0;
    kinds.borne_off += side[kOff] > 0 ? 1 : 0;
  };
  for (int i = 0; i < kCount; ++i) {
    const Board board = unusual_position(rng);
    distinct.insert(key_of(board));
    count(ours, board.us);
    count(theirs, board.them);
    races += has_contact(board) ? 0 : 1;
    const bool nobody_behind = men_from(board.us, 19) == 0 && men_from(board.them, 19) == 0;
    const bool most_at_home = men_from(board.us, 9) <= 5 && men_from(board.them, 9) <= 5;
    holding += has_contact(board) && nobody_behind && most_at_home ? 1 : 0;
  }
  EXPECT_GT(distinct.size(), kCount * 95 / 100);
  EXPECT_GT(races, kCount / 100);
  EXPECT_LT(races, kCount / 3);
  EXPECT_GT(holding, kCount / 7);
  for (const Kinds& kinds : {ours, theirs}) {  // either side may be the one to roll
    EXPECT_GT(kinds.on_bar, kCount / 20);
    EXPECT_GT(kinds.back_games, kCount / 20);
    EXPECT_GT(kinds.closed_boards, kCount / 200);
    EXPECT_GT(kinds.five_primes, kCount / 50);
    EXPECT_GT(kinds.borne_off, kCount / 20);
  }
}

TEST(UnusualPositions, DependOnTheRandomNumbersAlone) {
  Rng a(3, 1), b(3, 1), c(4, 1);
  const Board first = unusual_position(a);
  EXPECT_EQ(first, unusual_position(b));
  EXPECT_NE(first, unusual_position(c));
}

}  // namespace
}  // namespace alea
