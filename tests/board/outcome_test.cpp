#include "engine/board/outcome.h"

#include <gtest/gtest.h>

#include <unordered_map>

#include "tests/board/random_boards.h"
#include "tests/support/board_text.h"

namespace alea {
namespace {

PossibleOutcomes only_none() {
  return {false, false, false, false, false, false, false, false, false, false};
}

// What can really happen by trying all rolls and plays: from a race, or where the game ends within two rolls.
class Exhaustive {
 public:
  PossibleOutcomes reachable(const Board& board) {
    if (const auto over = outcome_of(board)) {
      PossibleOutcomes p = only_none();
      const bool gammon = over->result != GameResult::single;
      const bool backgammon = over->result == GameResult::backgammon;
      (over->won ? p.win : p.lose) = true;
      (over->won ? p.win_gammon : p.lose_gammon) = gammon;
      (over->won ? p.win_backgammon : p.lose_backgammon) = backgammon;
      (over->won ? p.win_just_single : p.lose_just_single) = !gammon;
      (over->won ? p.win_just_gammon : p.lose_just_gammon) = gammon && !backgammon;
      return p;
    }
    if (const auto at = known_.find(board); at != known_.end()) return at->second;
    PossibleOutcomes p = only_none();
    for (const Dice dice : all_rolls()) {
      PlayList plays;
      generate_plays(board, dice, Rules{}, plays);
      for (const Board& after : plays.boards()) {
        const PossibleOutcomes q = reachable(after);  // seen by the opponent
        p.win |= q.lose;
        p.win_gammon |= q.lose_gammon;
        p.win_backgammon |= q.lose_backgammon;
        p.lose |= q.win;
        p.lose_gammon |= q.win_gammon;
        p.lose_backgammon |= q.win_backgammon;
        p.win_just_single |= q.lose_just_single;
        p.win_just_gammon |= q.lose_just_gammon;
        p.lose_just_single |= q.win_just_single;
        p.lose_just_gammon |= q.win_just_gammon;
      }
    }
    known_.emplace(board, p);
    return p;
  }

 private:
  struct Hash {
    std::size_t operator()(const Board& board) const noexcept { return hash_of(board); }
  };
  std::unordered_map<Board, PossibleOutcomes, Hash> known_;
};

// Counts the flags that claim too much, and fails on any that claims too little.
int count_loose(const Board& board, Exhaustive& exhaustive) {
  const PossibleOutcomes said = possible_outcomes(board);
  const PossibleOutcomes real = exhaustive.reachable(board);
  const auto check = [&](bool claimed, bool possible, const char* what) {
    EXPECT_TRUE(claimed || !possible) << what << " is possible in " << caption(board);
    return claimed && !possible ? 1 : 0;
  };
  return check(said.win, real.win, "win") + check(said.win_gammon, real.win_gammon, "win_gammon") +
         check(said.win_backgammon, real.win_backgammon, "win_backgammon") +
         check(said.lose, real.lose, "lose") +
         check(said.lose_gammon, real.lose_gammon, "lose_gammon") +
         check(said.lose_backgammon, real.lose_backgammon, "lose_backgammon") +
         check(said.win_just_single, real.win_just_single, "win_just_single") +
         check(said.win_just_gammon, real.win_just_gammon, "win_just_gammon") +
         check(said.lose_just_single, real.lose_just_single, "lose_just_single") +
         check(said.lose_just_gammon, real.lose_just_gammon, "lose_just_gammon");
}

TEST(PossibleOutcomes, NeverDeniesWhatCanHappenInSmallRaces) {
  Rng rng(8, 0);
  Exhaustive exhaustive;
  int loose = 0;
  constexpr int kBoards = 300;
  for (int i = 0; i < kBoards; ++i) {
    Board board;
    for (Board::Side* side : {&board.us, &board.them}) {
      const unsigned left = 1 + rng.below(3);
      for (unsigned k = 0; k < left; ++k) ++(*side)[1 + rng.below(6)];
      (*side)[kOff] = static_cast<std::uint8_t>(kCheckers - left);
    }
    loose += count_loose(board, exhaustive);
  }
  // Conservative, not blind: few of the 600 claims on winning and losing are too wide.
  EXPECT_LT(loose, 60);
}

TEST(PossibleOutcomes, NeverDeniesGammonsAndBackgammonsThatCanHappen) {
  // The winner has up to six checkers on low points; the loser has 14 on the ace point and one anywhere
  // without contact.
  Rng rng(9, 0);
  Exhaustive exhaustive;
  int loose = 0, gammons = 0, backgammons = 0, denied = 0;
  for (int i = 0; i < 150; ++i) {
    Board board;
    const unsigned far = 1 + rng.below(23);
    board.them[1] = 14;
    ++board.them[far];
    const unsigned left = 1 + rng.below(6);
    for (unsigned k = 0; k < left; ++k) ++board.us[1 + rng.below(std::min(3U, 24 - far))];
    board.us[kOff] = static_cast<std::uint8_t>(kCheckers - left);
    ASSERT_TRUE(validate(board) && !has_contact(board)) << caption(board);
    loose += count_loose(board, exhaustive) + count_loose(board.flipped(), exhaustive);
    const PossibleOutcomes real = exhaustive.reachable(board);
    gammons += real.win_gammon ? 1 : 0;
    backgammons += real.win_backgammon ? 1 : 0;
    denied += possible_outcomes(board).win_gammon ? 0 : 1;
  }
  EXPECT_GT(gammons, 20);
  EXPECT_GT(backgammons, 5);
  EXPECT_GT(denied, 5);
  EXPECT_LT(loose, 100);  // of 3,000 claims
}

TEST(PossibleOutcomes, WithContactOnlyACheckerOffRulesAGammonOut) {
  EXPECT_EQ(possible_outcomes(starting_board()), PossibleOutcomes{});
  EXPECT_EQ(possible_outcomes(board("24:1 6:13 / 24:1 6:14")),
            (PossibleOutcomes{
                .lose_gammon = false, .lose_backgammon = false, .lose_just_gammon = false}));
  EXPECT_EQ(
      possible_outcomes(board("24:1 6:14 / 24:1 6:13")),
      (PossibleOutcomes{.win_gammon = false, .win_backgammon = false, .win_just_gammon = false}));
}

TEST(PossibleOutcomes, NoBackgammonOnceTheLoserHasLeft) {
  const auto p = possible_outcomes(board("1:1 / 18:1 6:14"));
  EXPECT_TRUE(p.win_gammon);
  EXPECT_FALSE(p.win_backgammon);
  EXPECT_TRUE(possible_outcomes(board("1:1 / 19:1 6:14")).win_backgammon);
}

TEST(PossibleOutcomes, ACertainResultIsCertain) {
  // One roll ends it.
  const auto sure = possible_outcomes(board("1:2 / 6:15"));
  EXPECT_TRUE(sure.win && sure.win_gammon);
  EXPECT_FALSE(sure.win_backgammon || sure.lose || sure.lose_gammon || sure.lose_backgammon);
  // They end it next roll, we cannot in one.
  const auto lost = possible_outcomes(board("6:5 / 1:2"));
  EXPECT_FALSE(lost.win);
  EXPECT_TRUE(lost.lose);
}

TEST(PossibleOutcomes, NeverDeniesSingleGamesAndGammonsThatCanHappen) {
  // The winner has up to four checkers on low points; the loser's are on the way home, or still far.
  Rng rng(10, 0);
  Exhaustive exhaustive;
  int loose = 0, sure_gammons = 0, sure_backgammons = 0, said = 0;
  for (int i = 0; i < 60; ++i) {
    Board board;
    for (unsigned k = 1 + rng.below(4); k > 0; --k) ++board.us[1 + rng.below(2)];
    board.us[kOff] = static_cast<std::uint8_t>(kCheckers);
    for (unsigned point = 1; point <= 2; ++point) {
      board.us[kOff] = static_cast<std::uint8_t>(board.us[kOff] - board.us[point]);
    }
    const unsigned away = 1 + rng.below(4);
    for (unsigned k = 0; k < away; ++k) ++board.them[7 + rng.below(16)];
    board.them[1] = static_cast<std::uint8_t>(kCheckers - away);
    ASSERT_TRUE(validate(board) && !has_contact(board)) << caption(board);
    for (const Board& b : {board, board.flipped()}) {
      loose += count_loose(b, exhaustive);
      const PossibleOutcomes real = exhaustive.reachable(b);
      const PossibleOutcomes claimed = possible_outcomes(b);
      sure_gammons += real.win && !real.win_just_single ? 1 : 0;
      sure_gammons += real.lose && !real.lose_just_single ? 1 : 0;
      sure_backgammons += real.win_gammon && !real.win_just_single && !real.win_just_gammon ? 1 : 0;
      said += claimed.win && !claimed.win_just_single ? 1 : 0;
      said += claimed.lose && !claimed.lose_just_single ? 1 : 0;
    }
  }
  EXPECT_GT(sure_gammons, 40);
  EXPECT_GT(sure_backgammons, 5);
  EXPECT_GT(said, 9 * sure_gammons / 10);
  EXPECT_LT(loose, 60);  // of 1,200 claims
}

TEST(PossibleOutcomes, TheLastRollDecidesWithContactToo) {
  Exhaustive exhaustive;
  for (const char* text :
       {"1:2 / bar:1 6:14", "1:1 / bar:1 3:4", "1:1 / bar:2 6:13", "bar:1 6:14 / 1:2",
        "bar:1 3:4 / 1:2", "bar:1 20:1 6:13 / 1:2", "bar:2 6:13 / 1:2", "bar:1 1:14 / 1:2"}) {
    const Board b = board(text);
    ASSERT_TRUE(has_contact(b)) << text;
    EXPECT_EQ(count_loose(b, exhaustive), 0) << text;
  }
  const auto hit = possible_outcomes(board("bar:1 6:14 / 1:1"));
  EXPECT_TRUE(hit.win && hit.lose && hit.win_just_single) << "a lone checker can still be hit";
}

TEST(PossibleOutcomes, FinishedGamesHaveOneResult) {
  for (const char* text : {"6:14 / ", "18:1 6:14 / ", "19:1 6:14 / ", " / 6:15", " / 24:1 6:14"}) {
    const Board board_over = board(text);
    const Probabilities p = outcome_of(board_over)->probabilities();
    const PossibleOutcomes possible = possible_outcomes(board_over);
    EXPECT_EQ(restricted(p, possible), p) << text;
    EXPECT_EQ(possible.win, p.win == 1) << text;
    EXPECT_EQ(possible.win_gammon, p.win_gammon == 1) << text;
    EXPECT_EQ(possible.win_backgammon, p.win_backgammon == 1) << text;
    EXPECT_EQ(possible.lose, p.win == 0) << text;
    EXPECT_EQ(possible.lose_gammon, p.lose_gammon == 1) << text;
    EXPECT_EQ(possible.lose_backgammon, p.lose_backgammon == 1) << text;
    EXPECT_EQ(possible.win_just_single, p.win == 1 && p.win_gammon == 0) << text;
    EXPECT_EQ(possible.win_just_gammon, p.win_gammon == 1 && p.win_backgammon == 0) << text;
    EXPECT_EQ(possible.lose_just_single, p.win == 0 && p.lose_gammon == 0) << text;
    EXPECT_EQ(possible.lose_just_gammon, p.lose_gammon == 1 && p.lose_backgammon == 0) << text;
  }
}

TEST(PossibleOutcomes, FlippedBoardHasFlippedGammons) {
  for_random_boards(12, 400, Rules{}, [](const Board& board) {
    if (!has_contact(board)) return;
    const auto a = possible_outcomes(board);
    const auto b = possible_outcomes(board.flipped());
    EXPECT_EQ(a.win_gammon, b.lose_gammon);
    EXPECT_EQ(a.win_backgammon, b.lose_backgammon);
  });
}

TEST(Restricted, SetsTheImpossibleToZeroAndKeepsTheRest) {
  const Probabilities p{0.6F, 0.3F, 0.1F, 0.2F, 0.05F};
  EXPECT_EQ(restricted(p, PossibleOutcomes{}), p);
  EXPECT_EQ(restricted(p, {.win_gammon = false, .win_backgammon = false}),
            (Probabilities{0.6F, 0, 0, 0.2F, 0.05F}));
  EXPECT_EQ(restricted(p, {.lose_backgammon = false}), (Probabilities{0.6F, 0.3F, 0.1F, 0.2F, 0}));
  EXPECT_EQ(restricted(p, {.lose = false, .lose_gammon = false, .lose_backgammon = false}),
            (Probabilities{1, 0.3F, 0.1F, 0, 0}));
  EXPECT_EQ(restricted(p, {.win = false, .win_gammon = false, .win_backgammon = false}),
            (Probabilities{0, 0, 0, 0.2F, 0.05F}));
  EXPECT_EQ(restricted(p, {.win_just_single = false}),
            (Probabilities{0.6F, 0.6F, 0.1F, 0.2F, 0.05F}));
  EXPECT_EQ(restricted(p, {.win_just_gammon = false}),
            (Probabilities{0.6F, 0.3F, 0.3F, 0.2F, 0.05F}));
  EXPECT_EQ(restricted(p, {.lose_just_single = false}),
            (Probabilities{0.6F, 0.3F, 0.1F, 1.0F - 0.6F, 0.05F}));
  EXPECT_EQ(restricted(p, {.lose_just_gammon = false}),
            (Probabilities{0.6F, 0.3F, 0.1F, 0.2F, 0.2F}));
}

}  // namespace
}  // namespace alea
