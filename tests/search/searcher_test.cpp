#include "engine/search/searcher.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/search/search_support.h"

namespace alea::test {
namespace {

SearchOptions plies(int n) {
  SearchOptions options;
  options.plies = n;
  return options;
}

const Board kMiddle = board("24:1 20:1 13:3 8:3 7:1 6:4 4:2 / 24:2 13:4 8:3 6:4 5:2");

void expect_same(const CheckerAnalysis& a, const CheckerAnalysis& b) {
  ASSERT_EQ(a.candidates.size(), b.candidates.size());
  for (std::size_t i = 0; i < a.candidates.size(); ++i) {
    const Candidate& x = a.candidates[i];
    const Candidate& y = b.candidates[i];
    EXPECT_EQ(x.steps, y.steps);
    EXPECT_EQ(x.after, y.after);
    EXPECT_EQ(x.value.probabilities, y.value.probabilities);
    EXPECT_EQ(x.value.cubeful, y.value.cubeful);  // to the last bit
    EXPECT_EQ(x.loss, y.loss);
    EXPECT_EQ(x.level, y.level);
  }
  EXPECT_EQ(a.nodes, b.nodes);
}

TEST(Searcher, ThreadsDoNotChangeAnything) {
  ThreadPool two(2);
  ThreadPool three(3);
  const auto searcher = toy_searcher(plies(2));
  for (const auto& match : {MatchState{}, MatchState{7, 2, 4, false}}) {
    const Position p = position(kMiddle, make_dice(3, 1), {}, match);
    const auto alone = searcher.analyze_checker(p);
    expect_same(alone, searcher.analyze_checker(p, &two));
    expect_same(alone, searcher.analyze_checker(p, &three));
    const auto workspace = searcher.make_workspace();
    expect_same(alone, searcher.analyze_checker(p, *workspace));
    expect_same(alone, searcher.analyze_checker(p, *workspace));  // used before

    const auto cube = searcher.analyze_cube(position(kMiddle, {}, {}, match));
    const auto cube_two = searcher.analyze_cube(position(kMiddle, {}, {}, match), &two);
    EXPECT_EQ(cube.values, cube_two.values);
    EXPECT_EQ(cube.nodes, cube_two.nodes);
  }
}

TEST(Searcher, RanksDeeperRowsFirst) {
  const auto analysis = toy_searcher(plies(2)).analyze_checker(position(kMiddle, make_dice(3, 1)));
  PlayList plays;
  generate_plays(kMiddle, make_dice(3, 1), {}, plays);
  EXPECT_EQ(analysis.candidates.size(), plays.size());
  EXPECT_EQ(analysis.candidates.front().level.plies, 2);
  EXPECT_EQ(analysis.candidates.front().loss, 0.0);
  EXPECT_EQ(analysis.candidates.back().level.plies, 0);
  for (std::size_t i = 1; i < analysis.candidates.size(); ++i) {
    const Candidate& above = analysis.candidates[i - 1];
    const Candidate& here = analysis.candidates[i];
    EXPECT_GE(above.level.plies, here.level.plies);
    if (above.level == here.level) {
      EXPECT_GE(above.value.cubeful, here.value.cubeful);
    }
  }
}

// All plays lose one point if the opponent cashes. They are not all the same: opponents may forget to.
TEST(Searcher, PlaysOfEqualWorthAreRankedByTheGameThatIsLeft) {
  const Board lost = board("24:2 13:4 8:3 6:6 / 13:2 8:2 6:5 5:4 4:2");
  for (const MatchState& match : {MatchState{}, MatchState{7, 2, 4, false}}) {
    for (const int n : {0, 1}) {
      const auto searcher = toy_searcher(plies(n));
      const auto workspace = searcher.make_workspace();
      std::size_t told_apart = 0;  // neighbours that only the cubeless equity keeps in order
      for (const Dice dice : all_rolls()) {
        const Position p = position(lost, dice, {}, match);
        const auto rows = searcher.analyze_checker(p).candidates;
        for (std::size_t i = 1; i < rows.size(); ++i) {
          if (!(rows[i].level == rows[i - 1].level) ||
              rows[i].value.cubeful != rows[i - 1].value.cubeful) {
            continue;
          }
          const float above = rows[i - 1].value.probabilities.cubeless_equity();
          const float here = rows[i].value.probabilities.cubeless_equity();
          EXPECT_GE(above, here) << dice.high << dice.low << " at " << n;
          told_apart += above > here ? 1 : 0;
        }
        EXPECT_EQ(searcher.choose_play(p, *workspace), rows[0].after);
      }
      EXPECT_GT(told_apart, 10U) << n;
    }
  }
}

TEST(Searcher, FiltersBoundWhatGoesDeeper) {
  SearchOptions options = plies(2);
  options.filters.before[0] = {3, 10.0};
  options.filters.before[1] = {2, 10.0};
  const auto a = toy_searcher(options).analyze_checker(position(kMiddle, make_dice(3, 1)));
  EXPECT_EQ(a.candidates[0].level.plies, 2);
  EXPECT_EQ(a.candidates[1].level.plies, 2);
  EXPECT_EQ(a.candidates[2].level.plies, 1);
  EXPECT_EQ(a.candidates[3].level.plies, 0);

  options.filters.before[0] = {1, 10.0};
  const auto single = toy_searcher(options).analyze_checker(position(kMiddle, make_dice(3, 1)));
  EXPECT_EQ(single.candidates[0].level.plies, 2);
  EXPECT_EQ(single.candidates[1].level.plies, 0);

  options.filters.before[0] = {100, 0.01};
  const auto narrow = toy_searcher(options).analyze_checker(position(kMiddle, make_dice(3, 1)));
  const auto flat = toy_searcher(plies(0)).analyze_checker(position(kMiddle, make_dice(3, 1)));
  const auto deeper = std::count_if(narrow.candidates.begin(), narrow.candidates.end(),
                                    [](const Candidate& row) { return row.level.plies > 0; });
  const auto close = std::count_if(flat.candidates.begin(), flat.candidates.end(),
                                   [](const Candidate& row) { return row.loss <= 0.01; });
  EXPECT_EQ(deeper, close);
  EXPECT_LT(close, static_cast<std::ptrdiff_t>(flat.candidates.size()));
}

TEST(Searcher, ChoosesTheTopRow) {
  for (int n = 0; n <= 2; ++n) {
    const auto searcher = toy_searcher(plies(n));
    const auto workspace = searcher.make_workspace();
    for (const Dice dice : all_rolls()) {
      const Position p = position(kMiddle, dice);
      EXPECT_EQ(searcher.choose_play(p, *workspace),
                searcher.analyze_checker(p).candidates.front().after);
      if (n == 2 && dice.high > 3) break;  // enough
    }
    EXPECT_EQ(searcher.choose_cube(position(kMiddle), *workspace),
              searcher.analyze_cube(position(kMiddle)).values);
  }
}

TEST(Searcher, AForcedOrImpossiblePlayIsOneRow) {
  const Board closed_out = board("bar:1 6:2 / 6:2 5:2 4:2 3:2 2:2 1:2");
  const auto a = toy_searcher(plies(2)).analyze_checker(position(closed_out, make_dice(5, 2)));
  ASSERT_EQ(a.candidates.size(), 1U);
  EXPECT_EQ(a.candidates[0].steps.count, 0);
  EXPECT_EQ(a.candidates[0].after, closed_out.flipped());
  EXPECT_EQ(a.candidates[0].level.plies, 2);
}

TEST(Searcher, AWinningPlayIsExactAtEveryLevel) {
  const Board b = board("2:1 1:1 / 6:15");
  for (int n = 0; n <= 2; ++n) {
    const auto a = toy_searcher(plies(n)).analyze_checker(position(b, make_dice(6, 5)));
    EXPECT_EQ(a.candidates[0].value.probabilities.win, 1.0F);
    EXPECT_EQ(a.candidates[0].value.probabilities.win_gammon, 1.0F);
    EXPECT_EQ(a.candidates[0].value.cubeful.points, 2.0);
    EXPECT_EQ(a.candidates[0].level.plies, n);
  }
}

// Ranking follows the score: a gammon is worth nothing at double match point.
TEST(Searcher, RanksByTheScoreUnlessTold) {
  class Choice : public ToyEvaluator {
   public:
    // Splitting the back checkers: more gammons, fewer wins.
    void evaluate(const Board&, std::span<const Board> boards, std::span<Probabilities> out,
                  Scratch&) const override {
      for (std::size_t i = 0; i < boards.size(); ++i) {
        const float risk = boards[i].them[24] == 1 ? 1.0F : 0.0F;
        out[i] = {.win = 0.5F + 0.05F * risk, .lose_gammon = 0.3F * risk * 0.45F};
      }
    }
  };
  const auto rank = [&](const MatchState& match, bool cubeful) {
    SearchOptions options;
    options.cubeful = cubeful;
    const Searcher searcher(std::make_shared<const Choice>(), met(), options);
    return searcher.analyze_checker(position(starting_board(), make_dice(2, 1), {}, match));
  };
  // The opponent to roll wins .55 with risk: bad at DMP; for money the gammons outweigh it.
  const auto dmp = rank({1, 0, 0, false}, true);
  EXPECT_NE(dmp.candidates[0].after.them[24], 1);
  const auto money = rank({}, true);
  EXPECT_EQ(money.candidates[0].after.them[24], 1);
  const auto cubeless = rank({}, false);
  EXPECT_EQ(cubeless.candidates[0].after.them[24], 1);
  ASSERT_TRUE(dmp.candidates[0].value.mwc.has_value());
  EXPECT_NEAR(dmp.candidates[0].value.mwc->chance, 0.5, 1e-6);
  EXPECT_FALSE(money.candidates[0].value.mwc.has_value());
}

TEST(Searcher, CubelessOptionIgnoresTheCube) {
  SearchOptions options = plies(1);
  options.cubeful = false;
  const auto a =
      toy_searcher(options).analyze_checker(position(kMiddle, make_dice(3, 1), {1, CubeOwner::us}));
  for (const Candidate& row : a.candidates) {
    EXPECT_NEAR(row.value.cubeful.points, row.value.cubeless.points, 1e-6);
  }
}

TEST(Searcher, AnswersAreSeenByTheDoubler) {
  const auto searcher = toy_searcher(plies(1));
  Position answer = position(kMiddle.flipped());
  answer.pending = Pending::double_offered;
  const auto offered = searcher.analyze_cube(answer);
  const auto before = searcher.analyze_cube(position(kMiddle));
  EXPECT_TRUE(offered.answering);
  EXPECT_FALSE(before.answering);
  EXPECT_EQ(offered.values, before.values);
}

TEST(Searcher, CubeAnalysisTellsMatchChances) {
  const auto a =
      toy_searcher(plies(1)).analyze_cube(position(kMiddle, {}, {}, MatchState{7, 2, 4, false}));
  ASSERT_TRUE(a.may_turn);
  const CubeModel model({}, {7, 2, 4, false}, {}, *met());
  EXPECT_NEAR(a.no_double_mwc->chance, model.value(a.values.no_double), 1e-12);
  EXPECT_NEAR(a.double_take_mwc->chance, model.value(a.values.double_take), 1e-12);
  EXPECT_NEAR(a.double_pass_mwc->chance, met()->mwc_after({7, 2, 4, false}, 1), 1e-12);
  EXPECT_EQ(a.values.double_pass.points, 1.0);
  ASSERT_TRUE(a.points && a.dead_points && a.live_points);
  EXPECT_LT(a.live_points->take_point, a.dead_points->take_point);

  const auto crawford =
      toy_searcher(plies(1)).analyze_cube(position(kMiddle, {}, {}, MatchState{7, 6, 4, true}));
  EXPECT_FALSE(crawford.may_turn);
  EXPECT_EQ(crawford.decision.action, CubeAction::no_cube);
  EXPECT_FALSE(crawford.points.has_value());
}

TEST(Searcher, AStopKeepsWhatWasDone) {
  std::stop_source source;
  source.request_stop();
  const auto searcher = toy_searcher(plies(2));
  const auto a =
      searcher.analyze_checker(position(kMiddle, make_dice(3, 1)), nullptr, source.get_token());
  EXPECT_FALSE(a.complete);
  EXPECT_EQ(a.candidates.front().level.plies, 0);
  const auto still = toy_searcher(plies(0)).analyze_checker(position(kMiddle, make_dice(3, 1)));
  EXPECT_EQ(a.candidates.front().after, still.candidates.front().after);
  const auto cube = searcher.analyze_cube(position(kMiddle), nullptr, source.get_token());
  EXPECT_FALSE(cube.complete);
  EXPECT_EQ(cube.level.plies, 1);
  const auto shallow = toy_searcher(plies(1)).analyze_cube(position(kMiddle));
  EXPECT_EQ(cube.values.no_double, shallow.values.no_double);
  EXPECT_EQ(cube.after_roll, shallow.after_roll);
}

// H4 reaches every ply: no node of the tree may hold six checkers on a point.
TEST(Searcher, HouseRulesHoldInTheTree) {
  class Guard : public ToyEvaluator {
   public:
    void evaluate(const Board& origin, std::span<const Board> boards, std::span<Probabilities> out,
                  Scratch& scratch) const override {
      for (const Board& b : boards) {
        for (std::size_t point = 1; point <= kPoints; ++point) {
          EXPECT_LE(b.us[point], 5);
          EXPECT_LE(b.them[point], 5);
        }
      }
      ToyEvaluator::evaluate(origin, boards, out, scratch);
    }
  };
  const Searcher searcher(std::make_shared<const Guard>(), met(), plies(2));
  const auto a = searcher.analyze_checker(
      position(starting_board(), make_dice(6, 1), {}, {}, {.max_stack = 5}));
  EXPECT_GT(a.nodes, 1000U);
}

}  // namespace
}  // namespace alea::test
