// generate_plays against the slow generator on random boards; generator_slow_test.cpp does more.
#include "tests/board/generator_comparison.h"

namespace alea {
namespace {

TEST(MoveGeneration, AgreesWithSlowGeneratorOnRandomBoards) {
  compare_generators(20261129, 1500, Rules{});
}

TEST(MoveGeneration, H4AgreesWithSlowGeneratorUnderFiveCheckerLimit) {
  compare_generators(20261130, 1000, Rules{.max_stack = 5});
}

TEST(MoveGeneration, H4AgreesWithSlowGeneratorUnderOtherLimits) {
  for (const int limit : {1, 2, 3, 14})
    compare_generators(20261131, 200, Rules{.max_stack = limit});
}

TEST(MoveGeneration, ListIsReusableAndOrderDependsOnArgumentsAlone) {
  PlayList fresh;
  PlayList used;
  generate_plays(starting_board(), {6, 6}, Rules{}, used);
  for_random_boards(7, 100, Rules{}, [&](const Board& board) {
    for (const Dice dice : all_rolls()) {
      generate_plays(board, dice, Rules{}, used);
      fresh = PlayList{};
      generate_plays(board, dice, Rules{}, fresh);
      ASSERT_TRUE(std::ranges::equal(used.boards(), fresh.boards()));
      ASSERT_TRUE(std::ranges::equal(used.steps(), fresh.steps()));
    }
  });
}

}  // namespace
}  // namespace alea
