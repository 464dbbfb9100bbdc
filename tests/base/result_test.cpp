#include "engine/base/result.h"

#include <gtest/gtest.h>

namespace alea {
namespace {

TEST(Error, TextLeavesOutWhatIsUnknown) {
  const auto text = [](std::string source, int line, int column) {
    return Error{.message = "bad die", .source = std::move(source), .line = line, .column = column}
        .text();
  };
  EXPECT_EQ(text("a.mat", 41, 7), "a.mat:41:7: bad die");
  EXPECT_EQ(text("a.mat", 41, 0), "a.mat:41: bad die");
  EXPECT_EQ(text("a.mat", 0, 0), "a.mat: bad die");
  EXPECT_EQ(text("", 41, 7), "line 41:7: bad die");
  EXPECT_EQ(text("", 41, 0), "line 41: bad die");
  EXPECT_EQ(text("", 0, 7), "column 7: bad die");
  EXPECT_EQ(text("", 0, 0), "bad die");
}

TEST(Error, KindsMapToTheExitCodesOfTheCommandLine) {
  EXPECT_EQ(exit_code(ErrorKind::usage), 2);
  EXPECT_EQ(exit_code(ErrorKind::input), 2);
  EXPECT_EQ(exit_code(ErrorKind::environment), 1);
  EXPECT_EQ(exit_code(ErrorKind::cancelled), 130);
}

Result<int> half(int n) {
  if (n % 2 != 0) return fail(ErrorKind::input, "odd");
  return n / 2;
}

Status both_halve(int a, int b) {
  ALEA_TRY(half(a));
  ALEA_TRY(half(b));
  return {};
}

TEST(Try, LeavesTheFunctionWithTheFirstFailure) {
  EXPECT_TRUE(both_halve(2, 4).has_value());
  ASSERT_FALSE(both_halve(2, 3).has_value());
  EXPECT_EQ(both_halve(2, 3).error().message, "odd");
  EXPECT_EQ(both_halve(1, 2).error().kind, ErrorKind::input);
}

}  // namespace
}  // namespace alea
