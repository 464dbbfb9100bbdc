#include "engine/cube/position.h"

#include <gtest/gtest.h>

namespace alea {
namespace {

Position money_start() {
  Position p;
  p.board = starting_board();
  return p;
}

TEST(MayDouble, R17CentredCubeMayBeTurnedByEither) {
  EXPECT_TRUE(may_double(money_start()));
}

TEST(MayDouble, R19OnlyTheOwnerMayRedouble) {
  Position p = money_start();
  p.cube = {1, CubeOwner::us};
  EXPECT_TRUE(may_double(p));
  p.cube = {1, CubeOwner::them};
  EXPECT_FALSE(may_double(p));
}

TEST(MayDouble, R19ThereIsNoLimitIn64) {
  Position p = money_start();
  p.cube = {10, CubeOwner::us};
  EXPECT_TRUE(may_double(p));
  EXPECT_TRUE(validate(p));
}

TEST(MayDouble, M1NobodyDoublesInTheCrawfordGame) {
  Position p = money_start();
  p.match = {7, 3, 6, true};
  EXPECT_FALSE(may_double(p));
  p.match.crawford = false;
  EXPECT_TRUE(may_double(p));
}

TEST(MayDouble, M2CubeThatAlreadyWinsTheMatchIsDead) {
  Position p = money_start();
  p.match = {7, 5, 0, false};
  p.cube = {1, CubeOwner::us};
  EXPECT_FALSE(may_double(p));
  p.match.score_us = 4;
  EXPECT_TRUE(may_double(p));
  p.match = {7, 6, 0, false};  // one point away: even the single game is enough
  p.cube = {};
  EXPECT_FALSE(may_double(p));
}

TEST(Flipped, TwiceIsTheSameAndOnceTurnsEverything) {
  Position p = money_start();
  p.board.us[24] = 1;
  p.board.us[20] = 1;
  p.match = {7, 3, 5, false};
  p.cube = {2, CubeOwner::us};
  p.us_is_first = true;
  const Position turned = flipped(p);
  EXPECT_EQ(turned.board.them[20], 1);
  EXPECT_EQ(turned.match, (MatchState{7, 5, 3, false}));
  EXPECT_EQ(turned.cube, (CubeState{2, CubeOwner::them}));
  EXPECT_FALSE(turned.us_is_first);
  EXPECT_EQ(flipped(turned), p);
}

TEST(MatchState, PostCrawfordIsAfterTheCrawfordGameOnly) {
  EXPECT_TRUE((MatchState{7, 6, 2, false}.is_post_crawford()));
  EXPECT_FALSE((MatchState{7, 6, 2, true}.is_post_crawford()));
  EXPECT_FALSE((MatchState{7, 5, 2, false}.is_post_crawford()));
  EXPECT_FALSE((MatchState{0, 6, 2, false}.is_post_crawford()));
}

TEST(ValidatePosition, RefusesWhatCannotBe) {
  const auto broken = [](auto change) {
    Position p = money_start();
    change(p);
    return !validate(p).has_value();
  };
  EXPECT_TRUE(validate(money_start()));
  EXPECT_TRUE(broken([](Position& p) { p.board.us[6] = 6; }));
  EXPECT_TRUE(broken([](Position& p) { p.match = {5, 5, 0, false}; }));
  EXPECT_TRUE(broken([](Position& p) { p.match = {5, 0, 6, false}; }));
  EXPECT_TRUE(broken([](Position& p) { p.match = {5, -1, 0, false}; }));
  EXPECT_TRUE(broken([](Position& p) { p.match = {5, 3, 3, true}; }));
  EXPECT_TRUE(broken([](Position& p) { p.match = {0, 0, 0, true}; }));
  EXPECT_TRUE(broken([](Position& p) {
    p.match = {5, 4, 0, true};
    p.cube = {1, CubeOwner::us};
  }));
  EXPECT_TRUE(broken([](Position& p) { p.cube.exponent = 16; }));
  EXPECT_TRUE(broken([](Position& p) { p.pending = Pending::checker_play; }));
  EXPECT_TRUE(broken([](Position& p) { p.dice = make_dice(3, 1); }));
  EXPECT_TRUE(broken([](Position& p) {
    p.pending = Pending::checker_play;
    p.dice = Dice{7, 1};
  }));
  EXPECT_TRUE(broken([](Position& p) {
    p.pending = Pending::double_offered;
    p.cube = {1, CubeOwner::us};
  }));
  EXPECT_TRUE(broken([](Position& p) { p.resignation = 2; }));
  EXPECT_TRUE(broken([](Position& p) {
    p.board.us = {};
    p.board.us[kOff] = kCheckers;
  }));
}

}  // namespace
}  // namespace alea
