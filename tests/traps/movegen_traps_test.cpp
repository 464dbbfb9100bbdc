// Legal plays that other programs missed.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/search/game.h"
#include "tests/support/caption.h"

namespace alea::test {
namespace {

std::set<std::string> spelled_plays(const Board& from, Dice dice) {
  PlayList plays;
  generate_plays(from, dice, Rules{}, plays);
  std::set<std::string> texts;
  for (const Steps& steps : plays.steps()) texts.insert(format_play(from, steps));
  return texts;
}

int most_dice(const Board& from, Dice dice) {
  PlayList plays;
  generate_plays(from, dice, Rules{}, plays);
  std::size_t most = 0;
  for (const Steps& steps : plays.steps()) most = std::max<std::size_t>(most, steps.count);
  return static_cast<int>(most);
}

// Dice in a fixed order, over and over.
class RepeatedDice final : public DiceSource {
 public:
  explicit RepeatedDice(std::vector<Dice> dice) : dice_(std::move(dice)) {}
  Dice next() override { return dice_[at_++ % dice_.size()]; }

 private:
  std::vector<Dice> dice_;
  std::size_t at_ = 0;
};

// https://github.com/vattam/BSDGames/issues/11
TEST(MoveGenerationTraps, WithACheckerOnTheBarBothDiceArePlayedIfAnyOrderAllowsIt) {
  // 5 enters, 3 is blocked there; the other way round nothing enters.
  const Board one_way = board("bar:1 13:5 8:4 6:5 / 3:2 6:5 8:3 13:5");
  EXPECT_EQ(most_dice(one_way, make_dice(5, 3)), 2);
  for (const std::string& play : spelled_plays(one_way, make_dice(5, 3))) {
    EXPECT_TRUE(play.starts_with("bar/20")) << play;
    EXPECT_NE(play, "bar/20");
  }
  // Entering with either, all ways to go on.
  const Board both_ways = board("bar:1 13:2 / 6:5 8:3 13:5");
  const std::set<std::string> plays = spelled_plays(both_ways, make_dice(5, 3));
  EXPECT_EQ(plays, (std::set<std::string>{"bar/20 13/10", "bar/22 13/8"}));
  // One die only where no order uses both.
  const Board no_way = board("bar:1 / 6:2 8:2 11:2 3:2");
  EXPECT_EQ(most_dice(no_way, make_dice(5, 3)), 1);
}

// https://github.com/ichabod801/t_games/issues/194
TEST(MoveGenerationTraps, ALargerDieThatCannotBearOffDoesNotEndTheBearOff) {
  const std::set<std::string> plays = spelled_plays(board("5:1 2:1 / 1:1"), make_dice(4, 2));
  EXPECT_TRUE(plays.contains("5/1 2/off")) << plays.size();
  EXPECT_TRUE(plays.contains("5/off"));  // 5/3/off: the 2 first, then the 4 from the highest point
  EXPECT_EQ(plays.size(), 2U);
}

// https://github.com/google-deepmind/open_spiel/issues/514
TEST(MoveGenerationTraps, ADoubleBearsOffFourCheckersInOneTurn) {
  EXPECT_EQ(spelled_plays(board("1:4 / 1:2"), make_dice(1, 1)),
            (std::set<std::string>{"1/off(4)"}));
  EXPECT_TRUE(spelled_plays(board("2:2 1:4 / 1:2"), make_dice(1, 1)).contains("1/off(4)"));
  EXPECT_EQ(spelled_plays(board("6:4 / 1:2"), make_dice(6, 6)),
            (std::set<std::string>{"6/off(4)"}));
}

// https://github.com/sotetsuk/pgx/pull/207
TEST(MoveGenerationTraps, AfterTwoDancesInARowTheGameGoesOn) {
  Position start;
  // Both on the bar against five points; only a 6 enters.
  start.board = board("bar:1 5:3 4:3 3:3 2:3 1:2 / bar:1 5:3 4:3 3:3 2:3 1:2");
  const auto player = make_random_player();
  const auto first = player->make_scratch();
  const auto second = player->make_scratch();
  std::array<Seat, 2> seats{Seat{player.get(), first.get(), Rng(1, 0)},
                            Seat{player.get(), second.get(), Rng(1, 1)}};
  RepeatedDice dances({make_dice(5, 4), make_dice(3, 2), make_dice(1, 1), make_dice(5, 5)});
  const PlayedGame after = play_game(start, seats, dances, 4);
  EXPECT_EQ(after.position.board, start.board);
  EXPECT_TRUE(after.us_to_decide);
  EXPECT_EQ(after.rolls, 4);
  EXPECT_FALSE(after.finished);
  RepeatedDice odd({make_dice(5, 4)});
  EXPECT_FALSE(play_game(start, seats, odd, 3).us_to_decide);
  // With dice that enter now and then it comes to an end.
  RngDice fair(7, 0);
  EXPECT_TRUE(play_game(start, seats, fair).finished);
}

}  // namespace
}  // namespace alea::test
