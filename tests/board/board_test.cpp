#include "engine/board/board.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "tests/board/random_boards.h"
#include "tests/support/board_text.h"
#include "tests/support/gnu_id.h"

namespace alea {
namespace {

TEST(Board, FlippedTwiceIsTheSame) {
  for_random_boards(1, 500, Rules{}, [](const Board& board) {
    EXPECT_EQ(board.flipped().flipped(), board);
    EXPECT_EQ(board.flipped().us, board.them);
  });
}

TEST(Board, PipCountCountsTheBarAsTwentyFive) {
  EXPECT_EQ(pip_count(board("bar:2 3:1 / 1:15").us), 53);
  EXPECT_EQ(pip_count(board("bar:2 3:1 / 1:15").them), 15);
  EXPECT_EQ(pip_count(board(" / 6:15").us), 0);
}

TEST(Board, RearmostIsTheHighestSlotInUse) {
  EXPECT_EQ(rearmost(board("bar:1 24:1 / 2:14").us), kBar);
  EXPECT_EQ(rearmost(board("24:2 3:1 / 2:14").us), 24);
  EXPECT_EQ(rearmost(board("1:15 / 23:14").us), 1);
  EXPECT_EQ(rearmost(board(" / 6:15").us), 0);
}

TEST(Board, ContactLastsWhileSomebodyCanStillBeMet) {
  EXPECT_TRUE(has_contact(starting_board()));
  EXPECT_TRUE(has_contact(board("13:1 / 13:1")));
  EXPECT_FALSE(has_contact(board("12:1 / 12:1")));
  EXPECT_FALSE(has_contact(board("12:1 6:14 / 12:15")));
  EXPECT_TRUE(has_contact(board("bar:1 / 1:1")));
  EXPECT_FALSE(has_contact(board(" / 24:1")));
  EXPECT_FALSE(has_contact(board("bar:1 / ")));
  for_random_boards(2, 500, Rules{}, [](const Board& board) {
    bool meet = false;
    for (unsigned ours = 1; ours <= kBar; ++ours) {
      for (unsigned theirs = 1; theirs <= kBar; ++theirs) {
        meet |= board.us[ours] > 0 && board.them[theirs] > 0 && ours > kBar - theirs;
      }
    }
    EXPECT_EQ(has_contact(board), meet) << caption(board);
    EXPECT_EQ(has_contact(board.flipped()), meet) << caption(board);
  });
}

TEST(Board, ValidateNamesTheFirstBrokenPromise) {
  const auto message = [](const Board& board) {
    const auto legal = validate(board);
    return legal ? "" : legal.error().message;
  };
  EXPECT_EQ(message(starting_board()), "");

  Board wrong = starting_board();
  ++wrong.us[1];
  EXPECT_EQ(message(wrong), "16 checkers on our side");
  wrong = starting_board();
  --wrong.them[6];
  EXPECT_EQ(message(wrong), "14 checkers on their side");
  wrong = starting_board();
  wrong.us[13] = 4;
  wrong.us[26] = 1;
  EXPECT_EQ(message(wrong), "a checker outside the board on our side");
  wrong = starting_board();
  --wrong.us[24];
  ++wrong.us[12];
  EXPECT_EQ(message(wrong), "both sides on our 12-point");
  // Counts that wrap around 256 do not add up by luck.
  wrong = starting_board();
  wrong.us[1] = 250;
  wrong.us[2] = 6;
  EXPECT_EQ(message(wrong), "271 checkers on our side");

  Board over;
  over.us[kOff] = kCheckers;
  over.them[kOff] = kCheckers;
  EXPECT_EQ(message(over), "both sides have borne off all checkers");

  Board closed;
  for (unsigned point = 1; point <= kHome; ++point) closed.us[point] = closed.them[point] = 2;
  closed.us[kBar] = closed.them[kBar] = 3;
  EXPECT_EQ(message(closed), "both sides are on the bar against a closed board");
  closed.them[kBar] = 2;
  closed.them[7] = 1;
  EXPECT_EQ(message(closed), "both sides are on the bar against a closed board");
  closed.them[kBar] = 0;
  closed.them[7] = 3;
  EXPECT_EQ(message(closed), "");
}

TEST(BoardKey, HoldsTheBitsOfAGnuPositionId) {
  EXPECT_EQ(gnu_id(starting_board()), "4HPwATDgc/ABMA");
  for_random_boards(3, 500, Rules{}, [](const Board& board) {
    const BoardKey key = key_of(board);
    ASSERT_EQ(key.us >> 40, 0U);
    ASSERT_EQ(key.them >> 40, 0U);
    // The opponent's bits come first, ours where they end: 25 zeros and a one for each checker.
    const std::size_t turn = kBar + kCheckers - board.them[kOff];
    std::string id;
    for (std::size_t i = 0; i < 14; ++i) {
      std::uint64_t digit = 0;
      for (std::size_t b = 0; b < 6; ++b) {
        const std::size_t from = (6 * i + b) / 8 * 8 + 7 - (6 * i + b) % 8;
        const std::uint64_t side = from < turn ? key.them : key.us;
        const std::size_t shift = from < turn ? from : from - turn;
        digit = digit << 1 | (shift < 40 ? side >> shift & 1 : 0);
      }
      id += kBase64[digit];
    }
    EXPECT_EQ(id, gnu_id(board)) << caption(board);
  });
}

TEST(BoardKey, KeysAndHashesDifferWhereBoardsDiffer) {
  std::map<BoardKey, Board> by_key;
  std::set<std::uint64_t> hashes;
  const auto add = [&](const Board& board) {
    const auto [at, added] = by_key.emplace(key_of(board), board);
    ASSERT_EQ(at->second, board);
    if (added) {
      EXPECT_TRUE(hashes.insert(hash_of(board)).second) << caption(board);
    } else {
      EXPECT_TRUE(hashes.contains(hash_of(board)));
    }
  };
  PlayList plays;
  for_random_boards(4, 100, Rules{}, [&](const Board& board) {
    add(board);
    for (const Dice dice : all_rolls()) {
      generate_plays(board, dice, Rules{}, plays);
      for (const Board& after : plays.boards()) add(after);
    }
  });
  EXPECT_GT(by_key.size(), 5'000U);
}

TEST(BoardKey, HashSpreadsOverItsLowAndHighBits) {
  constexpr std::size_t kBuckets = 64;
  std::array<int, kBuckets> low{}, high{};
  int count = 0;
  for_random_boards(5, 6400, Rules{}, [&](const Board& board) {
    ++low[hash_of(board) % kBuckets];
    ++high[hash_of(board) >> 58];
    ++count;
  });
  for (std::size_t i = 0; i < kBuckets; ++i) {
    EXPECT_NEAR(low[i], count / 64, 60);  // six standard deviations of 10
    EXPECT_NEAR(high[i], count / 64, 60);
  }
}

}  // namespace
}  // namespace alea
