#include "tests/board/perft.h"

#include <gtest/gtest.h>

namespace alea {
namespace {

TEST(Perft, CountsOfFixedPositions) {
  for (const PerftCase& c : kPerftCases) {
    EXPECT_EQ(perft(board(c.caption), 1, c.rules), c.depth1) << c.caption;
    EXPECT_EQ(perft(board(c.caption), 2, c.rules), c.depth2) << c.caption;
  }
}

TEST(Perft, SlowGeneratorCountsTheSame) {
  for (const PerftCase& c : kPerftCases) {
    EXPECT_EQ(slow_perft(board(c.caption), 1, c.rules), c.depth1) << c.caption;
    EXPECT_EQ(slow_perft(board(c.caption), 2, c.rules), c.depth2) << c.caption;
  }
}

}  // namespace
}  // namespace alea
