// Where the two-sided table knows the value with a cube, nothing is left to a cube model.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/evaluator/bearoff_evaluator.h"
#include "engine/evaluator/cached_evaluator.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/search/rollout.h"
#include "tests/search/search_support.h"
#include "tests/support/gnu_id.h"

namespace alea::test {
namespace {

std::shared_ptr<const Evaluator> with_table() {
  static const auto evaluator = [] {
    ThreadPool pool(1);
    BearoffTables tables;
    tables.two_sided = std::make_shared<const TwoSidedBearoff>(
        *TwoSidedBearoff::make({.points = 6, .checkers = 4}, pool));
    // As deep in decorators as it may be.
    return std::make_shared<const CachedEvaluator>(std::make_shared<const ExactEvaluator>(
        std::make_shared<const BearoffEvaluator>(tables, toy())));
  }();
  return evaluator;
}

struct Known {
  Board board;
  double centred_no_double, owned_no_double, opponent_owns, double_take;
  bool double_centred, redouble_owned, take;
};

std::vector<Known> known_positions() {
  std::vector<Known> list;
  std::ifstream in(ALEA_TEST_DATA "/bearoff_exact4.jsonl");
  for (std::string line; std::getline(in, line);) {
    const auto json = nlohmann::json::parse(line);
    list.push_back({board_from_gnu_id(std::string(json["position_id"])), json["centred_no_double"],
                    json["owned_no_double"], json["opp_owns"], json["double_take"],
                    json["double_centred"], json["redouble_owned"], json["take"]});
  }
  return list;
}

SearchOptions plies(int n) {
  SearchOptions options = SearchOptions::exhaustive(n);
  return options;
}

TEST(ExactCube, EveryLevelGivesTheExactValues) {
  const auto all = known_positions();
  ASSERT_EQ(all.size(), 300U);
  for (int n = 0; n <= 2; ++n) {
    const Searcher searcher(with_table(), met(), plies(n));
    const auto workspace = searcher.make_workspace();
    for (std::size_t i = 0; i < all.size(); i += n == 2 ? 10 : 1) {
      const Known& known = all[i];
      const auto centred = searcher.analyze_cube(position(known.board), *workspace);
      EXPECT_NEAR(centred.values.no_double.points, known.centred_no_double, 1e-8);
      EXPECT_NEAR(centred.values.double_take.points, known.double_take, 1e-8);
      const auto owned =
          searcher.analyze_cube(position(known.board, {}, {1, CubeOwner::us}), *workspace);
      EXPECT_NEAR(owned.values.no_double.points, known.owned_no_double, 1e-8);
      const auto theirs =
          searcher.analyze_cube(position(known.board, {}, {1, CubeOwner::them}), *workspace);
      EXPECT_NEAR(theirs.values.no_double.points, known.opponent_owns, 1e-8);
      // Ties go either way.
      const CubeValues& v = centred.values;
      const double doubled = std::min(v.double_take.points, v.double_pass.points);
      if (std::abs(doubled - v.no_double.points) > 1e-6) {
        EXPECT_EQ(centred.decision.doubles, known.double_centred);
        EXPECT_EQ(centred.decision.takes, known.take);
      }
    }
  }
}

TEST(ExactCube, RolloutsEndWhereTheTableBegins) {
  ThreadPool pool(1);
  RolloutOptions options;
  options.trials = 72;
  const Rollout rollout(with_table(), met(), options);
  for (const Known& known : known_positions()) {
    const Position p = position(known.board, {}, {1, CubeOwner::us});
    RolloutState state = rollout.start_cube(p);
    rollout.run(state, pool);
    EXPECT_NEAR(state.rows[0].cubeful.mean(), known.owned_no_double, 1e-7);
    EXPECT_LT(state.rows[0].cubeful.standard_deviation(), 1e-7);
    EXPECT_NEAR(state.rows[1].cubeful.mean(), known.double_take, 1e-7);
  }
}

TEST(ExactCube, MatchesUseTheChancesOnly) {
  const Searcher searcher(with_table(), met(), plies(0));
  const Board b = known_positions().front().board;
  const MatchState dmp{1, 0, 0, false};
  const auto a = searcher.analyze_cube(position(b, {}, {}, dmp));
  EXPECT_NEAR(a.value.mwc->chance, static_cast<double>(a.value.probabilities.win), 1e-7);
}

}  // namespace
}  // namespace alea::test
