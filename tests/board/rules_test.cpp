// One test or more for each row of the rules that concerns boards, rolls, moves and results: R1-R16
// and H4. R2 (mirrored layout) is a matter of drawing alone and tested with the renderers.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/outcome.h"
#include "tests/support/board_text.h"

namespace alea {
namespace {

// The spelled plays of a roll.
std::set<std::string> plays_of(const Board& board, int a, int b, const Rules& rules = {}) {
  PlayList plays;
  generate_plays(board, make_dice(a, b), rules, plays);
  std::set<std::string> texts;
  for (const Steps& steps : plays.steps()) texts.insert(format_play(board, steps));
  EXPECT_EQ(texts.size(), plays.size()) << "two boards with one spelling";
  return texts;
}

using Texts = std::set<std::string>;

TEST(Rules, R1StartingPosition) {
  EXPECT_EQ(starting_board(), board("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"));
  EXPECT_EQ(pip_count(starting_board().us), 167);
}

TEST(Rules, R3HomeBoardIsPointsOneToSix) {
  // From the 6-point on all are home, on the 7-point not yet.
  EXPECT_EQ(plays_of(board("7:1 2:1 / 1:15"), 2, 1), (Texts{"7/4", "7/6 2/off", "7/5 2/1"}));
  EXPECT_EQ(plays_of(board("6:1 2:1 / 1:15"), 2, 1), (Texts{"6/3", "6/5 2/off", "6/4 2/1"}));
}

TEST(Rules, R4OpeningRollIsNeverADoubleAndOtherwiseFair) {
  Rng rng(4, 0);
  std::array<int, kRolls> seen{};
  constexpr int kTrials = 30'000;
  for (int i = 0; i < kTrials; ++i) ++seen[static_cast<std::size_t>(roll_index(opening_roll(rng)))];
  for (const Dice dice : all_rolls()) {
    const int count = seen[static_cast<std::size_t>(roll_index(dice))];
    if (dice.is_double()) {
      EXPECT_EQ(count, 0);
    } else {
      EXPECT_NEAR(count, kTrials / 15, 250);  // 5.8 standard deviations
    }
  }
}

TEST(Rules, R5EveryPlayHandsTheRollToTheOpponent) {
  const Board start = board("24:2 13:5 8:3 6:5 / 24:1 13:6 8:3 6:5");
  PlayList plays;
  for (const Dice dice : all_rolls()) {
    generate_plays(start, dice, Rules{}, plays);
    for (const Board& after : plays.boards()) EXPECT_EQ(after.us[13], 6);
  }
}

TEST(Rules, R6CheckersOnlyMoveForward) {
  PlayList plays;
  for (const Dice dice : all_rolls()) {
    generate_plays(starting_board(), dice, Rules{}, plays);
    for (const Steps& steps : plays.steps()) {
      for (const Step step : steps.all()) EXPECT_LT(step.to, step.from);
    }
  }
}

TEST(Rules, R7TwoOpposingCheckersCloseAPointOneDoesNot) {
  EXPECT_EQ(plays_of(board("24:1 / 8:1"), 6, 1), Texts{"24/17*"});
  EXPECT_EQ(plays_of(board("24:1 / 8:2"), 6, 1), Texts{"24/18"});
  EXPECT_EQ(plays_of(board("24:1 / 8:2 7:2"), 6, 1), Texts{"24/23"});
  EXPECT_EQ(plays_of(board("24:1 / 8:2 7:2 2:2"), 6, 1), Texts{""});
}

TEST(Rules, R8OneCheckerTakesBothNumbersOnlyOverAnOpenPoint) {
  EXPECT_EQ(plays_of(board("24:1 / 6:2"), 5, 2), Texts{"24/17"});  // over 22
  EXPECT_EQ(plays_of(board("24:1 / 3:2"), 5, 2), Texts{"24/17"});  // over 19
  EXPECT_EQ(plays_of(board("24:1 / 6:2 3:2"), 5, 2), Texts{""});
  // A hit on the way makes the order matter.
  EXPECT_EQ(plays_of(board("24:1 / 6:1 3:1"), 5, 2), (Texts{"24/19*/17", "24/22*/17"}));
  EXPECT_EQ(plays_of(board("24:1 / 6:1"), 5, 2), (Texts{"24/17", "24/19*/17"}));
}

TEST(Rules, R9ADoubleIsPlayedFourTimes) {
  EXPECT_EQ(plays_of(board("24:1 / 24:2"), 1, 1), Texts{"24/20"});
  EXPECT_EQ(plays_of(board("24:1 13:1 / 24:2"), 2, 2),
            (Texts{"24/16", "24/18 13/11", "24/20 13/9", "24/22 13/7", "13/5"}));
}

TEST(Rules, R10BothNumbersMustBePlayedIfAnyWayExists) {
  // 18/12 with the six would leave no five.
  EXPECT_EQ(plays_of(board("20:1 18:1 / 18:2 16:2 10:2"), 6, 5), Texts{"20/14 18/13"});
}

TEST(Rules, R10TheHigherNumberMustBePlayedIfOnlyOneCanBe) {
  EXPECT_EQ(plays_of(board("20:1 / 16:2"), 6, 5), Texts{"20/14"});
  EXPECT_EQ(plays_of(board("20:1 / 16:2"), 5, 6), Texts{"20/14"});
}

TEST(Rules, R10TheLowerNumberIsPlayedIfTheHigherCannotBe) {
  EXPECT_EQ(plays_of(board("20:1 / 16:2 11:2"), 6, 5), Texts{"20/15"});
}

TEST(Rules, R10AsMuchOfADoubleAsPossibleMustBePlayed) {
  EXPECT_EQ(plays_of(board("20:1 / 17:2"), 4, 4), Texts{"20/12"});
  // Three steps are possible; neither checker alone nor two steps will do.
  EXPECT_EQ(plays_of(board("20:1 13:1 / 20:2 17:2"), 4, 4), Texts{"20/12 13/9"});
}

TEST(Rules, R10TheTurnIsLostIfNothingCanBePlayed) {
  const Board shut = board("20:1 / 11:2 10:2");
  PlayList plays;
  generate_plays(shut, {6, 5}, Rules{}, plays);
  ASSERT_EQ(plays.size(), 1U);
  EXPECT_EQ(plays.steps()[0].count, 0);
  EXPECT_EQ(plays.boards()[0], shut.flipped());
}

TEST(Rules, R11ABlotLandedOnGoesToTheBar) {
  PlayList plays;
  generate_plays(board("24:1 / 6:1 11:2"), {5, 5}, Rules{}, plays);
  ASSERT_EQ(plays.size(), 1U);
  EXPECT_EQ(plays.boards()[0], board("bar:1 11:2 / 19:1"));
}

TEST(Rules, R12NumberNEntersOnTheOpponentsNPoint) {
  for (int n = 1; n <= 5; ++n) {
    const auto entered = "bar/" + std::to_string(25 - n);
    EXPECT_EQ(plays_of(board("bar:2 / 6:2"), 6, n), Texts{entered});
  }
}

TEST(Rules, R12AllMustEnterBeforeAnyOtherMove) {
  // The three is closed: one checker enters, the three is lost although 13/10 is open.
  EXPECT_EQ(plays_of(board("bar:2 13:1 / 3:2"), 3, 2), Texts{"bar/23"});
  EXPECT_EQ(plays_of(board("bar:1 13:1 / 3:2 2:2"), 3, 2), Texts{""});
}

TEST(Rules, R12NumbersLeftAfterTheLastEntryArePlayedWithAnyChecker) {
  EXPECT_EQ(plays_of(board("bar:1 13:1 / 3:2"), 3, 2), (Texts{"bar/20", "bar/23 13/10"}));
  EXPECT_EQ(plays_of(board("bar:3 6:1 / 24:2"), 2, 2),
            (Texts{"bar/21 bar/23(2)", "bar/23(3) 6/4"}));
}

TEST(Rules, R13NobodyBearsOffWhileACheckerIsNotHome) {
  EXPECT_EQ(plays_of(board("7:1 1:2 / 1:15"), 1, 1), (Texts{"7/3", "7/4 1/off", "7/5 1/off(2)"}));
  EXPECT_EQ(plays_of(board("8:1 1:2 / 1:15"), 1, 1), (Texts{"8/4", "8/5 1/off", "8/6 1/off(2)"}));
}

TEST(Rules, R13ACheckerHitDuringTheBearOffMustComeHomeFirst) {
  EXPECT_EQ(plays_of(board("bar:1 1:2 / 2:15"), 1, 1), Texts{"bar/24"});
  EXPECT_EQ(plays_of(board("bar:1 1:2 / 3:15"), 1, 1), Texts{"bar/23"});
}

TEST(Rules, R14ANumberBearsOffFromItsPoint) {
  EXPECT_EQ(plays_of(board("5:1 1:1 / 1:15"), 5, 1), (Texts{"5/off 1/off", "5/off"}));
  EXPECT_EQ(plays_of(board("5:1 4:1 / 1:15"), 5, 4), (Texts{"5/off 4/off", "5/1 4/off"}));
}

TEST(Rules, R14AHigherCheckerIsMovedIfThePointIsEmpty) {
  EXPECT_EQ(plays_of(board("6:1 3:2 / 1:15"), 5, 4), (Texts{"6/1 3/off", "6/2 3/off"}));
}

TEST(Rules, R14TheHighestCheckerIsBorneOffIfNoneIsHigher) {
  EXPECT_EQ(plays_of(board("3:1 2:1 1:1 / 1:15"), 6, 5), Texts{"3/off 2/off"});
  EXPECT_EQ(plays_of(board("4:2 1:3 / 1:15"), 6, 6), Texts{"4/off(2) 1/off(2)"});
}

TEST(Rules, R15BearingOffIsNotCompulsory) {
  EXPECT_EQ(plays_of(board("6:1 2:1 / 1:15"), 2, 1), (Texts{"6/3", "6/5 2/off", "6/4 2/1"}));
  EXPECT_EQ(plays_of(board("5:1 2:1 / 1:15"), 5, 2), (Texts{"5/off", "5/off 2/off"}));
}

TEST(Rules, R16SingleGammonBackgammon) {
  const auto result = [](const char* caption) { return outcome_of(board(caption)).value(); };
  using enum GameResult;
  EXPECT_EQ(result("6:14 / "), (Outcome{false, single}));
  EXPECT_EQ(result("18:1 6:14 / "), (Outcome{false, gammon}));
  EXPECT_EQ(result("19:1 6:14 / "), (Outcome{false, backgammon}));
  EXPECT_EQ(result("bar:1 6:14 / "), (Outcome{false, backgammon}));
  EXPECT_EQ(result("bar:1 6:13 / "), (Outcome{false, single}));
  EXPECT_EQ(result(" / 6:15"), (Outcome{true, gammon}));
  EXPECT_EQ(result(" / 24:1 6:14"), (Outcome{true, backgammon}));
  EXPECT_EQ(result(" / 24:1 6:13"), (Outcome{true, single}));
  EXPECT_FALSE(outcome_of(starting_board()));
  EXPECT_FALSE(outcome_of(board("1:1 / 1:1")));
  EXPECT_EQ((Outcome{false, backgammon}.points()), -3);
  EXPECT_EQ((Outcome{true, gammon}.points()), 2);
}

TEST(Rules, H4AFullPointIsClosedToItsOwner) {
  const Rules five{.max_stack = 5};
  EXPECT_EQ(plays_of(board("13:1 8:5 / 20:2 22:2"), 5, 5, five), Texts{""});
  EXPECT_EQ(plays_of(board("13:1 8:5 / 20:2 22:2"), 5, 5), Texts{"13/8"});
  EXPECT_EQ(plays_of(board("13:1 8:4 / 20:2 22:2"), 5, 5, five), Texts{"13/8"});
  // Entering, too.
  EXPECT_EQ(plays_of(board("bar:1 24:5 / 2:2"), 1, 1, five), Texts{""});
  EXPECT_EQ(plays_of(board("bar:1 24:5 / 2:2"), 1, 1), Texts{"bar/24"});
}

TEST(Rules, H4APointMayBeLeftAndEnteredInOneRoll) {
  const Rules five{.max_stack = 5};
  // 6/4 makes room for 8/6: four sixes stay, so the pair counts as one checker going 8/4.
  EXPECT_TRUE(plays_of(board("8:1 6:5 / 18:2 23:2"), 2, 2, five).contains("8/4 6/4(2)"));
}

TEST(Rules, H4BarAndOffHoldAnyNumberAndOldStacksStay) {
  const Rules five{.max_stack = 5};
  EXPECT_EQ(plays_of(board("2:2 / 1:15"), 2, 2, five), Texts{"2/off(2)"});
  EXPECT_EQ(plays_of(board("8:1 6:7 / 1:15"), 2, 1, five),
            (Texts{"6/3", "6/5 6/4", "8/7 6/4", "8/5"}));
}

}  // namespace
}  // namespace alea
