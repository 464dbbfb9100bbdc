// Results of games and matches that other programs counted wrongly.
#include <gtest/gtest.h>

#include <sstream>

#include "engine/evaluator/exact_evaluator.h"
#include "engine/evaluator/linear_evaluator.h"
#include "engine/record/game_builder.h"
#include "engine/search/game.h"
#include "tests/search/search_support.h"
#include "tools/app/play_engine.h"
#include "tools/app/play_table.h"
#include "tools/protocol/advisor.h"

namespace alea::test {
namespace {

int points_at(const char* final_board, int cube_exponent) {
  const Outcome outcome = finished_outcome(board(final_board));
  return points_of(outcome, CubeState{cube_exponent, CubeOwner::us}, MatchState{}, Rules{});
}

// https://github.com/KristianEkman/Backgammon/issues/6
TEST(RulesTraps, GammonsPayTwiceTheCubeAndBackgammonsThrice) {
  // The player about to roll has lost: single, gammon, backgammon (in the winner's home, on the bar).
  for (const int exponent : {0, 1, 3}) {
    const int cube = 1 << exponent;
    EXPECT_EQ(points_at("6:14 /", exponent), -1 * cube);
    EXPECT_EQ(points_at("6:15 /", exponent), -2 * cube);
    EXPECT_EQ(points_at("19:1 6:14 /", exponent), -3 * cube);
    EXPECT_EQ(points_at("bar:1 6:14 /", exponent), -3 * cube);
  }
}

// https://lists.gnu.org/archive/html/bug-gnubg/2013-09/msg00002.html
TEST(RulesTraps, WhoHasBorneOffAnyCheckerLosesNoGammon) {
  EXPECT_EQ(finished_outcome(board("19:2 6:8 /")).result, GameResult::single);  // five are off
  EXPECT_EQ(finished_outcome(board("bar:1 19:8 6:5 /")).result, GameResult::single);  // one is
}

// https://lists.gnu.org/archive/html/bug-gnubg/2013-09/msg00002.html
TEST(RulesTraps, TheResultOfAGameSaysWhyItCountsWhatItCounts) {
  const auto played_out = [](const char* loser_to_roll, CubeState cube, const Rules& rules) {
    app::PlayTable table(0, rules);
    Position position;
    position.board = board(loser_to_roll).flipped();
    position.cube = cube;
    position.rules = rules;
    // The winner's last checker is still to be borne off.
    position.board.us[1] = 1;
    --position.board.us[kOff];
    table.start_from(position, 0);
    table.roll(make_dice(2, 1));
    table.play(Steps{{Step{1, 0}}, 1});
    return app::result_text(table.result().value(), {"You", "alea"});
  };
  EXPECT_EQ(played_out("19:2 6:8 /", {}, {}),
            "You win 1 point (no gammon: alea has borne off 5 checkers)");
  EXPECT_EQ(played_out("6:15 /", {1, CubeOwner::us}, {}),
            "You win 4 points: a gammon with the cube at 2");
  EXPECT_EQ(played_out("19:1 6:14 /", {}, {}), "You win 3 points: a backgammon");
  EXPECT_EQ(played_out("6:15 /", {}, {.jacoby = true}),
            "You win 1 point: a gammon that counts once (Jacoby rule, nobody doubled)");
}

// https://github.com/bungogood/gnubg-ubgi, upstream ChangeLog 2012-10-20
TEST(RulesTraps, OnlyTheVeryNextGameIsTheCrawfordGame) {
  MatchState match{.length = 7, .score_us = 4, .score_them = 2};
  match = next_game(match, 2);
  EXPECT_TRUE(match.crawford);  // 6-2
  match = next_game(match, -2);
  EXPECT_FALSE(match.crawford);  // 6-4, after it
  EXPECT_TRUE(match.is_post_crawford());
  match = next_game(match, -2);
  EXPECT_FALSE(match.crawford);  // 6-6: the other one comes to a point away, too
}

// First seen in GNU Backgammon 1.07 on files whose last game overshoots the length.
TEST(RulesTraps, AfterTheMatchThereIsNoCrawfordGame) {
  const MatchState over = next_game({.length = 7, .score_us = 5, .score_them = 2}, 4);
  EXPECT_EQ(over.score_us, 7);
  EXPECT_FALSE(over.crawford);
  MatchRecord record;
  record.length = 7;
  record.games.push_back({.number = 1, .score = {5, 2}, .winner = 0, .points = 4});
  EXPECT_FALSE(is_crawford_game(record, {9, 2}));
  EXPECT_FALSE(is_crawford_game(record, {7, 6}));
}

// https://github.com/bungogood/gnubg-ubgi, upstream ChangeLog 2012-10-21
TEST(RulesTraps, ACertainGammonOrBackgammonIsResignedAsSuch) {
  ThreadPool pool(1);
  SearchOptions to_the_end;  // our roll and theirs
  to_the_end.plies = 2;
  const protocol::Advisor advisor(
      std::make_shared<ExactEvaluator>(std::make_shared<LinearEvaluator>()), met(), to_the_end,
      pool);
  const auto level = [&](const char* caption) {
    return advisor.certain_loss(position(board(caption)));
  };
  // The opponent bears off the last checkers with the next roll.
  EXPECT_EQ(level("6:14 / 1:2"), 1);
  EXPECT_EQ(level("13:15 / 1:2"), 2);
  EXPECT_EQ(level("bar:15 / 6:2 5:2 4:2 3:2 2:2 1:2").value_or(3), 3);
  EXPECT_EQ(level("1:3 / 1:2"), std::nullopt);  // a double still wins
}

// https://github.com/bungogood/gnubg-ubgi, upstream ChangeLog 2012-10-21: the other half of it
TEST(RulesTraps, AResignationForLessThanIsCertainIsNotAccepted) {
  std::istringstream in;
  std::ostringstream out, err;
  app::Console console{.in = in, .out = out, .err = err};
  app::CommandSpec spec{.name = "play"};
  const std::vector<std::string> words{"--weights", "linear", "--threads", "1"};
  const auto arguments = app::parse_arguments(spec, words);
  ASSERT_TRUE(arguments);
  const auto session = app::Session::open(console, *arguments);
  ASSERT_TRUE(session) << session.error().text();
  SearchOptions to_the_end;
  to_the_end.plies = 2;
  const app::PlayEngine engine(*session, to_the_end, 0);
  const Position gammon = position(board("13:15 / 1:2"));
  EXPECT_FALSE(engine.accepts_resignation(gammon, 1));
  EXPECT_TRUE(engine.accepts_resignation(gammon, 2));
  Position rolled = gammon;
  rolled.dice = make_dice(6, 6);
  rolled.pending = Pending::checker_play;
  EXPECT_FALSE(engine.accepts_resignation(rolled, 1));
  const Position single = position(board("6:14 / 1:2"));
  EXPECT_TRUE(engine.accepts_resignation(single, 1));
  // Jacoby: an undoubled gammon counts once, so giving up one point pays it.
  EXPECT_TRUE(engine.accepts_resignation(
      position(board("13:15 / 1:2"), std::nullopt, {}, {}, {.jacoby = true}), 1));
  // At double match point nobody cares for gammons.
  EXPECT_TRUE(engine.accepts_resignation(
      position(board("13:15 / 1:2"), std::nullopt, {}, {3, 2, 2, false}), 1));
}

}  // namespace
}  // namespace alea::test
