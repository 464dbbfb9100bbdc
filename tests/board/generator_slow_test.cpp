// The long form of generator_test.cpp: 100,000 boards with all 21 rolls.
#include "tests/board/generator_comparison.h"

namespace alea {
namespace {

TEST(MoveGenerationSlow, AgreesWithSlowGeneratorOnManyRandomBoards) {
  compare_generators(1, 60'000, Rules{});
}

TEST(MoveGenerationSlow, H4AgreesWithSlowGeneratorUnderFiveCheckerLimit) {
  compare_generators(2, 40'000, Rules{.max_stack = 5});
}

}  // namespace
}  // namespace alea
