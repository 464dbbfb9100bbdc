// How a rollout runs: threads, breaks, stopping rules, saved states.
#include <gtest/gtest.h>

#include "engine/search/rollout.h"
#include "tests/search/search_support.h"

namespace alea::test {
namespace {

Rollout toy_rollout(const RolloutOptions& options) {
  return {toy(), met(), options};
}

class MiddleGame : public ::testing::Test {
 protected:
  static RolloutOptions options() {
    RolloutOptions o;
    o.trials = 72;
    o.truncate = 5;
    return o;
  }
  static Position decision(const MatchState& match = {}) {
    return position(board("24:1 20:1 13:3 8:3 7:1 6:4 4:2 / 24:2 13:4 8:3 6:4 4:2"),
                    make_dice(3, 1), {}, match);
  }
  static RolloutState start(const Rollout& rollout, const Position& p, std::size_t rows) {
    auto analysis = toy_searcher({}).analyze_checker(p);
    analysis.candidates.resize(rows);
    return rollout.start_checker(p, analysis.candidates);
  }
};

TEST_F(MiddleGame, ThreadsDoNotChangeAnything) {
  ThreadPool one(1);
  ThreadPool three(3);
  for (const auto& match : {MatchState{}, MatchState{7, 2, 4, false}}) {
    const Rollout rollout = toy_rollout(options());
    RolloutState a = start(rollout, decision(match), 2);
    RolloutState b = a;
    rollout.run(a, one);
    rollout.run(b, three);
    EXPECT_EQ(a, b);
    EXPECT_EQ(a.trials, 72);
    EXPECT_TRUE(a.complete);
  }
}

TEST_F(MiddleGame, GoingOnEqualsNeverHavingStopped) {
  ThreadPool pool(2);
  const Rollout whole = toy_rollout(options());
  RolloutState unbroken = start(whole, decision(), 2);
  whole.run(unbroken, pool);

  RolloutOptions part = options();
  part.trials = 50;
  const Rollout first = toy_rollout(part);
  RolloutState state = start(first, decision(), 2);
  first.run(state, pool);
  EXPECT_EQ(state.trials, 50);
  auto loaded = RolloutState::load(state.save(), "test");
  ASSERT_TRUE(loaded.has_value()) << loaded.error().text();
  EXPECT_EQ(*loaded, state);
  ASSERT_TRUE(whole.accepts(*loaded).has_value());
  loaded->complete = false;  // asked for more
  whole.run(*loaded, pool);
  EXPECT_EQ(*loaded, unbroken);
}

TEST_F(MiddleGame, SavedStatesAreCheckedBeforeUse) {
  const Rollout rollout = toy_rollout(options());
  RolloutState state = start(rollout, decision(), 2);
  const std::string text = state.save();
  EXPECT_FALSE(RolloutState::load("", "f").has_value());
  EXPECT_FALSE(RolloutState::load("hello\nworld\n", "f").has_value());
  EXPECT_FALSE(RolloutState::load(text.substr(0, text.size() - 2), "f").has_value());
  EXPECT_FALSE(RolloutState::load(text.substr(0, 40), "f").has_value());
  std::string flipped = text;
  flipped[flipped.size() / 2] ^= 1;
  const auto damaged = RolloutState::load(flipped, "saved.rollout");
  ASSERT_FALSE(damaged.has_value());
  EXPECT_EQ(damaged.error().kind, ErrorKind::input);
  EXPECT_EQ(damaged.error().source, "saved.rollout");
  EXPECT_EQ(damaged.error().message.find('\n'), std::string::npos);
  std::string newer = text;
  newer.replace(newer.find(" 3 "), 3, " 4 ");
  EXPECT_NE(RolloutState::load(newer, "f").error().message.find("version"), std::string::npos);

  state.evaluator = "another";
  EXPECT_FALSE(rollout.accepts(state).has_value());
  RolloutOptions other = options();
  other.seed = 77;
  EXPECT_FALSE(toy_rollout(other).accepts(start(rollout, decision(), 2)).has_value());
}

TEST_F(MiddleGame, RowsThatCannotCatchUpAreDropped) {
  ThreadPool pool(2);
  RolloutOptions o = options();
  o.trials = 1000;
  o.joint_deviations = 3;
  o.least_trials = 72;
  const Rollout rollout = toy_rollout(o);
  auto analysis = toy_searcher({}).analyze_checker(decision());
  const std::vector<Candidate> far = {analysis.candidates.front(), analysis.candidates.back()};
  RolloutState state = rollout.start_checker(decision(), far);
  rollout.run(state, pool);
  EXPECT_TRUE(state.complete);
  EXPECT_LT(state.trials, 1000);
  EXPECT_NE(state.rows[0].active, state.rows[1].active);
  const CheckerAnalysis result = rollout.checker_analysis(state);
  EXPECT_EQ(result.candidates[0].loss, 0.0);
  EXPECT_GT(result.candidates[1].loss, 0.0);
  EXPECT_TRUE(result.candidates[0].error.has_value());
  EXPECT_EQ(result.candidates[0].level.name(), "rollout");
}

TEST_F(MiddleGame, EndsWhenTheErrorIsSmallEnough) {
  ThreadPool pool(2);
  RolloutOptions o = options();
  o.trials = 100000;
  o.until_se = 0.05;
  const Rollout rollout = toy_rollout(o);
  RolloutState state = start(rollout, decision(), 2);
  rollout.run(state, pool);
  EXPECT_TRUE(state.complete);
  EXPECT_LT(state.trials, 100000);
  for (const RolloutRow& row : state.rows) EXPECT_LT(row.cubeful.standard_error(), 0.05);
}

TEST_F(MiddleGame, AStopKeepsWhatIsWhole) {
  ThreadPool pool(2);
  RolloutOptions o = options();
  o.trials = 100000;
  const Rollout rollout = toy_rollout(o);
  RolloutState state = start(rollout, decision(), 2);
  std::stop_source source;
  rollout.run(
      state, pool,
      [&](const RolloutState& s) {
        if (s.trials >= 72) source.request_stop();
      },
      source.get_token());
  EXPECT_FALSE(state.complete);
  EXPECT_GE(state.trials, 72);
  EXPECT_LT(state.trials, 1000);
  EXPECT_EQ(state.rows[0].trials(), state.trials);
  EXPECT_EQ(state.rows[1].trials(), state.trials);
}

// At double match point every point counts the same.
TEST_F(MiddleGame, MatchPlayCountsMatches) {
  ThreadPool pool(2);
  RolloutOptions o = options();
  o.trials = 36;
  const Rollout rollout = toy_rollout(o);
  const MatchState dmp{3, 2, 2, false};
  RolloutState state = start(rollout, decision(dmp), 1);
  rollout.run(state, pool);
  EXPECT_NEAR(state.rows[0].cubeful.mean(), state.rows[0].chances[0].mean(), 1e-6);
  const CheckerAnalysis result = rollout.checker_analysis(state);
  EXPECT_NEAR(result.candidates[0].value.mwc->chance, state.rows[0].cubeful.mean(), 1e-12);
  EXPECT_NEAR(result.candidates[0].value.cubeless.points, result.candidates[0].value.cubeful.points,
              1e-6);
}

}  // namespace
}  // namespace alea::test
