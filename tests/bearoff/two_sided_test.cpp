#include "engine/bearoff/two_sided.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/bearoff/bearoff_support.h"

namespace alea {
namespace {

TwoSidedBearoff make_table(BearoffShape shape = TwoSidedBearoff::kDefaultShape, int threads = 1) {
  ThreadPool pool(threads);
  return TwoSidedBearoff::make(shape, pool).value();
}

// Half a unit of the table, and the rounding of the double recursion.
constexpr double kRounding = 6e-10;

// The definition, from the rules of the board, one question at a time: what the player about to roll can
// expect if nobody doubles this turn. `owner`: 'n' no cube, 'c' centred, 'u' roller's, 't' opponent's.
class Slow {
 public:
  double no_double(const Board& board, char owner) {
    if (board.them[kOff] == kCheckers) return -1;
    const auto key = std::pair{key_of(board), owner};
    if (const auto found = memory_.find(key); found != memory_.end()) return found->second;
    double sum = 0;
    for (const Dice dice : all_rolls()) {
      PlayList plays;
      generate_plays(board, dice, Rules{}, plays);
      double best = -2;
      for (const Board& after : plays.boards()) {
        const char theirs = owner == 'u' ? 't' : owner == 't' ? 'u' : owner;
        best = std::max(best, -with_cube(after, theirs));
      }
      sum += dice.weight() * best;
    }
    return memory_[key] = sum / 36;
  }

  double with_cube(const Board& board, char owner) {
    const double rolled = no_double(board, owner);
    if (owner == 'n' || owner == 't' || board.them[kOff] == kCheckers) return rolled;
    return std::max(rolled, std::min(1.0, 2 * no_double(board, 't')));
  }

 private:
  std::map<std::pair<BoardKey, char>, double> memory_;
};

TEST(TwoSidedBearoff, EqualsTheRecursionOfTheRules) {
  const BearoffShape shape{.points = 4, .checkers = 3};
  const TwoSidedBearoff table = make_table(shape);
  Slow slow;
  for (std::uint32_t us = 1; us < table.positions(); ++us) {
    for (std::uint32_t them = 1; them < table.positions(); ++them) {
      const Board board{.us = unpack(side_of_index(us, shape.points)),
                        .them = unpack(side_of_index(them, shape.points))};
      ASSERT_TRUE(table.covers(board));
      const TwoSidedEquities e = table.equities(board);
      ASSERT_NEAR(e.cubeless, slow.no_double(board, 'n'), kRounding);
      ASSERT_NEAR(e.centred, slow.no_double(board, 'c'), kRounding);
      ASSERT_NEAR(e.owned, slow.no_double(board, 'u'), kRounding);
      ASSERT_NEAR(e.theirs, slow.no_double(board, 't'), kRounding);
      ASSERT_NEAR(centred_action(e).equity(), slow.with_cube(board, 'c'), 2 * kRounding);
      ASSERT_NEAR(owned_action(e).equity(), slow.with_cube(board, 'u'), 2 * kRounding);
    }
  }
}

TEST(TwoSidedBearoff, AgreesWithTheReferences) {
  const TwoSidedBearoff table = make_table();
  for (const auto& row : json_lines("bearoff_exact4.jsonl")) {
    const TwoSidedEquities e = table.equities(bearoff_board(row.at("me"), row.at("opp")));
    EXPECT_NEAR(e.cubeless, row.at("cubeless").get<double>(), 1e-8);
    EXPECT_NEAR(e.win(), row.at("win").get<double>(), 1e-8);
    EXPECT_NEAR(e.centred, row.at("centred_no_double").get<double>(), 1e-8);
    EXPECT_NEAR(e.owned, row.at("owned_no_double").get<double>(), 1e-8);
    EXPECT_NEAR(e.theirs, row.at("opp_owns").get<double>(), 1e-8);
    const BearoffCubeAction centred = centred_action(e);
    EXPECT_NEAR(centred.double_take, row.at("double_take").get<double>(), 1e-8);
    EXPECT_NEAR(centred.equity(), row.at("centred").get<double>(), 1e-8);
    EXPECT_NEAR(owned_action(e).equity(), row.at("owned").get<double>(), 1e-8);
    EXPECT_EQ(centred.doubles, row.at("double_centred").get<bool>()) << row;
    EXPECT_EQ(owned_action(e).doubles, row.at("redouble_owned").get<bool>()) << row;
    EXPECT_EQ(centred.takes, row.at("take").get<bool>()) << row;
  }
  // Seven digits, some of them doubled or halved after rounding.
  constexpr double kPrinted = 1.5e-7;
  for (const auto& row : json_rows("bearoff_twosided_dev.json")) {
    const TwoSidedEquities e = table.equities(bearoff_board(row.at("on_roll"), row.at("other")));
    EXPECT_NEAR(e.win(), row.at("cubeless_win").get<double>(), kPrinted);
    EXPECT_NEAR(e.cubeless, row.at("cubeless_equity").get<double>(), kPrinted);
    EXPECT_NEAR(e.centred, row.at("no_double_centered").get<double>(), kPrinted);
    EXPECT_NEAR(e.owned, row.at("no_redouble_owned").get<double>(), kPrinted);
    EXPECT_NEAR(centred_action(e).double_take, row.at("double_take").get<double>(), kPrinted);
    EXPECT_EQ(centred_action(e).doubles, row.at("action_centered") == "double") << row;
    EXPECT_EQ(owned_action(e).doubles, row.at("action_owned") == "double") << row;
    EXPECT_EQ(centred_action(e).takes, row.at("response") == "take") << row;
  }
  // gnubg's are 16-bit values worked out from 16-bit values.
  for (const auto& row : json_lines("bearoff.jsonl")) {
    if (!row.contains("two_sided")) continue;
    const TwoSidedEquities e = table.equities(bearoff_board(row.at("me"), row.at("opp")));
    const auto& expected = row.at("two_sided");
    EXPECT_NEAR(e.cubeless, expected.at("cubeless").get<double>(), 1.1e-4);
    EXPECT_NEAR(e.centred, expected.at("centred_no_double").get<double>(), 1.1e-4);
    EXPECT_NEAR(e.owned, expected.at("owned_no_double").get<double>(), 1.1e-4);
    EXPECT_NEAR(e.theirs, expected.at("opp_owns").get<double>(), 1.1e-4);
  }
}

TEST(TwoSidedBearoff, FinishedGamesAreLostOrWon) {
  const TwoSidedBearoff table = make_table({.points = 2, .checkers = 2});
  EXPECT_EQ(table.equities(bearoff_board({1}, {0})).cubeless, -1.0);
  EXPECT_EQ(table.equities(bearoff_board({0}, {1})).win(), 1.0);
}

TEST(TwoSidedBearoff, NoDoubleWhenNothingIsGained) {
  // Certain to win this turn: doubling out gives the same point.
  const TwoSidedBearoff table = make_table({.points = 6, .checkers = 2});
  const auto certain = centred_action(table.equities(bearoff_board({2}, {2})));
  EXPECT_EQ(certain.no_double, 1.0);
  EXPECT_FALSE(certain.doubles);
  EXPECT_FALSE(certain.takes);
}

TEST(TwoSidedBearoff, TakesWhenPassingIsNoBetter) {
  // One checker on the 6-point comes off with 27 rolls of 36: the taker loses exactly one point.
  const TwoSidedBearoff table = make_table({.points = 6, .checkers = 1});
  const auto last_roll = centred_action(table.equities(bearoff_board({0, 0, 0, 0, 0, 1}, {1})));
  EXPECT_EQ(last_roll.double_take, 1.0);
  EXPECT_TRUE(last_roll.doubles);
  EXPECT_TRUE(last_roll.takes);
}

TEST(TwoSidedBearoff, SameBytesForAnyNumberOfThreads) {
  const BearoffShape shape{.points = 5, .checkers = 4};
  EXPECT_EQ(make_table(shape, 1).image().checksum(), make_table(shape, 2).image().checksum());
}

TEST(TwoSidedBearoff, StopsWhenAsked) {
  ThreadPool pool(2);
  std::stop_source source;
  source.request_stop();
  const auto table =
      TwoSidedBearoff::make(TwoSidedBearoff::kDefaultShape, pool, {.stop = source.get_token()});
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().kind, ErrorKind::cancelled);
}

TEST(TwoSidedBearoff, RefusesShapesThatDoNotFit) {
  EXPECT_TRUE(TwoSidedBearoff::is_possible({.points = 6, .checkers = 10}));
  EXPECT_FALSE(TwoSidedBearoff::is_possible({.points = 6, .checkers = 11}));
  EXPECT_FALSE(TwoSidedBearoff::is_possible({.points = 2, .checkers = 15})) << "gammons";
  EXPECT_FALSE(TwoSidedBearoff::is_possible({.points = 0, .checkers = 3}));
}

}  // namespace
}  // namespace alea
