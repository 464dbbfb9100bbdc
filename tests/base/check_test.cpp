#include "engine/base/check.h"

#include <gtest/gtest.h>

namespace alea {
namespace {

TEST(CheckDeathTest, BrokenPromiseAbortsWithPlaceAndCondition) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const int sides = 3;
  EXPECT_DEATH(ALEA_CHECK(sides == 2), "check_test.cpp:[0-9]+: broken promise: sides == 2");
}

TEST(Check, KeptPromiseEvaluatesItsConditionOnce) {
  int evaluated = 0;
  ALEA_CHECK(++evaluated == 1);
  EXPECT_EQ(evaluated, 1);
}

TEST(CheckDeathTest, AssertionIsCheckedUnlessTheBuildIsARelease) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
#ifdef NDEBUG
  ALEA_ASSERT(false);
#else
  EXPECT_DEATH(ALEA_ASSERT(1 > 2), "broken promise: 1 > 2");
#endif
}

}  // namespace
}  // namespace alea
