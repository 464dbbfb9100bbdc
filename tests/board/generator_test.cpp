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

TEST(MoveGeneration, BoardMayComeFromTheListThatIsFilled) {
  PlayList plays;
  PlayList expected;
  generate_plays(starting_board(), {3, 1}, Rules{}, plays);
  const Board first = plays.boards()[0];
  generate_plays(first, {6, 4}, Rules{}, expected);
  generate_plays(plays.boards()[0], {6, 4}, Rules{}, plays);
  EXPECT_TRUE(std::ranges::equal(plays.boards(), expected.boards()));
}

}  // namespace
}  // namespace alea
