#include "engine/search/player.h"

#include <gtest/gtest.h>

#include "tests/search/search_support.h"

namespace alea::test {
namespace {

// The player about to roll has this chance on every board, without gammons.
class Flat : public ToyEvaluator {
 public:
  explicit Flat(float win) : win_(win) {}
  void evaluate(const Board&, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch&) const override {
    for (std::size_t i = 0; i < boards.size(); ++i) out[i] = {.win = win_};
  }

 private:
  float win_;
};

Player::Answer answer(float roller_wins, Pending pending, const CubeState& cube,
                      const Rules& rules = {}) {
  const Searcher searcher(std::make_shared<const Flat>(roller_wins), met(), {});
  Position p = position(starting_board(), {}, cube, {}, rules);
  p.pending = pending;
  const auto workspace = searcher.make_workspace();
  return answer_by(searcher, p, *workspace);
}

using Answer = Player::Answer;

TEST(SearchPlayer, TakesWhatIsWorthMoreThanThePass) {
  EXPECT_EQ(answer(0.70F, Pending::double_offered, {}), Answer::take);
  EXPECT_EQ(answer(0.85F, Pending::double_offered, {}), Answer::pass);
  EXPECT_EQ(answer(0.85F, Pending::double_offered, {1, CubeOwner::them}), Answer::pass);
}

// H2: whoever is the favourite with the cube turns it again.
TEST(SearchPlayer, BeaversAndRaccoonsWhenFavourite) {
  const Rules rules{.beavers = true, .raccoons = true};
  EXPECT_EQ(answer(0.30F, Pending::double_offered, {}, rules), Answer::beaver);
  EXPECT_EQ(answer(0.30F, Pending::double_offered, {}), Answer::take);
  EXPECT_EQ(answer(0.65F, Pending::double_offered, {}, rules), Answer::take);
  // The first doubler answers the beaver before rolling; the cube is on 4, theirs.
  const CubeState beavered{2, CubeOwner::them};
  EXPECT_EQ(answer(0.70F, Pending::beaver_offered, beavered, rules), Answer::beaver);
  EXPECT_EQ(answer(0.45F, Pending::beaver_offered, beavered, rules), Answer::take);
  // Dropping costs 2 of the 4: half the cube.
  EXPECT_EQ(answer(0.10F, Pending::beaver_offered, beavered, rules), Answer::pass);
  // The beaverer owns the cube on 8 and the other rolls.
  const CubeState raccooned{3, CubeOwner::us};
  EXPECT_EQ(answer(0.70F, Pending::raccoon_offered, raccooned, rules), Answer::take);
  EXPECT_EQ(answer(0.95F, Pending::raccoon_offered, raccooned, rules), Answer::pass);
}

TEST(SearchPlayer, DoublesWhatIsRight) {
  const auto doubles = [](float win, const CubeState& cube) {
    const auto player = make_search_player(
        std::make_shared<const Searcher>(std::make_shared<const Flat>(win), met(), SearchOptions{}),
        "flat");
    const auto scratch = player->make_scratch();
    Rng rng(0, 0);
    return player->doubles(position(starting_board(), {}, cube), rng, *scratch);
  };
  EXPECT_FALSE(doubles(0.55F, {}));
  EXPECT_TRUE(doubles(0.76F, {}));
  EXPECT_FALSE(doubles(0.70F, {1, CubeOwner::us}));  // a redouble gives more away
  EXPECT_TRUE(doubles(0.78F, {1, CubeOwner::us}));
}

TEST(RandomPlayer, PlaysEveryPlayAndNeverDoubles) {
  const auto player = make_random_player();
  const auto scratch = player->make_scratch();
  const Position p = position(starting_board(), make_dice(2, 1));
  PlayList plays;
  generate_plays(p.board, *p.dice, p.rules, plays);
  std::vector<int> seen(plays.size(), 0);
  Rng rng(1, 2);
  for (int i = 0; i < 1000; ++i) {
    const Board next = player->choose_play(p, rng, *scratch);
    const auto found = std::find(plays.boards().begin(), plays.boards().end(), next);
    ASSERT_NE(found, plays.boards().end());
    ++seen[static_cast<std::size_t>(found - plays.boards().begin())];
  }
  for (const int count : seen) EXPECT_GT(count, 20);
  EXPECT_FALSE(player->doubles(p, rng, *scratch));
}

}  // namespace
}  // namespace alea::test
