#include "engine/search/rollout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "engine/search/rollout_dice.h"
#include "tests/search/search_support.h"

namespace alea::test {
namespace {

// The exact result of playing on with the toy's judgement (0 ply), by recursion over all rolls: what a
// rollout by the toy must tend to, right or wrong as the toy may be.
class ExactPolicy {
 public:
  explicit ExactPolicy(bool cubeful) : cubeful_(cubeful), searcher_(toy_searcher(options())) {
    workspace_ = searcher_.make_workspace();
  }

  struct Worth {
    double win = 0;  // chance of the player about to roll, in games not ended by a pass
    double win_gammon = 0, lose_gammon = 0;
    double cubeful = 0;  // points of that player, not per cube unit
  };

  // `fixed`: no cube decision this turn.
  Worth before_roll(const Board& b, CubeState cube, bool fixed) {
    if (const auto end = outcome_of(b)) {
      return {.win = end->won ? 1.0 : 0.0,
              .win_gammon = end->points() >= 2 ? 1.0 : 0.0,
              .lose_gammon = end->points() <= -2 ? 1.0 : 0.0,
              .cubeful = static_cast<double>(end->points() * cube.value())};
    }
    const auto key = std::tuple(key_of(b), cube.exponent, cube.owner, fixed);
    if (const auto known = memory_.find(key); known != memory_.end()) return known->second;
    Worth worth;
    Position p = position(b, std::nullopt, cube);
    CubeDecision decision;
    if (!fixed && cubeful_ && may_double(p)) {
      decision = decide(searcher_.choose_cube(p, *workspace_), true, cube.owner);
    }
    if (decision.doubles && decision.takes) {
      worth = before_roll(b, {cube.exponent + 1, CubeOwner::them}, true);
    } else {
      for (const Dice dice : all_rolls()) {
        p.dice = dice;
        const Board next = searcher_.choose_play(p, *workspace_);
        const Worth w = before_roll(next, cube.flipped(), false);
        worth.win += dice.weight() / 36.0 * (1.0 - w.win);
        worth.win_gammon += dice.weight() / 36.0 * w.lose_gammon;
        worth.lose_gammon += dice.weight() / 36.0 * w.win_gammon;
        worth.cubeful -= dice.weight() / 36.0 * w.cubeful;
      }
      if (decision.doubles) worth.cubeful = cube.value();  // passed
    }
    return memory_[key] = worth;
  }

 private:
  SearchOptions options() const {
    SearchOptions o;
    o.cubeful = cubeful_;
    return o;
  }
  bool cubeful_;
  Searcher searcher_;
  Searcher::WorkspacePtr workspace_;
  std::map<std::tuple<BoardKey, int, CubeOwner, bool>, Worth> memory_;
};

RolloutOptions short_rollout(std::int64_t trials) {
  RolloutOptions options;
  options.trials = trials;
  return options;
}

Rollout toy_rollout(const RolloutOptions& options) {
  return {toy(), met(), options};
}

const std::vector<std::string>& small_races() {
  static const std::vector<std::string> all = {"6:1 3:1 / 5:1 2:1", "5:2 1:1 / 4:1 3:2",
                                               "6:2 4:1 / 6:1 5:1", "4:1 2:2 / 6:2 1:1",
                                               "6:1 5:1 / 3:2 2:1", "3:3 / 4:2 1:1"};
  return all;
}

TEST(Rollout, MeanAgreesWithTheExactCubelessValue) {
  ThreadPool pool(2);
  // With luck by all plays, by the likeliest one alone (often the wrong one), and without.
  for (const auto& [reduced, luck_plays] : {std::pair(true, 0), {true, 1}, {false, 0}}) {
    double off = 0;  // sum of squares in standard errors
    for (const std::string& caption : small_races()) {
      RolloutOptions options = short_rollout(1296);
      options.cubeful = false;
      options.variance_reduction = reduced;
      options.luck_plays = luck_plays;
      const Rollout rollout = toy_rollout(options);
      const Board b = board(caption);
      RolloutState state = rollout.start_cube(position(b));
      rollout.run(state, pool);
      const auto exact = ExactPolicy(false).before_roll(b, {}, true);
      const RunningMean& win = state.rows[0].chances[0];
      const double error = std::max(win.standard_error(), 1e-9);
      EXPECT_LT(std::abs(win.mean() - exact.win), 4 * error + 1e-6) << caption << reduced << luck_plays;
      off += std::pow((win.mean() - exact.win) / error, 2);
      EXPECT_NEAR(state.rows[0].cubeful.mean(), 2 * win.mean() - 1, 1e-6);
    }
    EXPECT_LT(off / static_cast<double>(small_races().size()), 3.0);
  }
}

TEST(Rollout, GammonsOfBothSidesAgreeWithTheExactChances) {
  ThreadPool pool(2);
  RolloutOptions options = short_rollout(1296);
  options.cubeful = false;
  const Rollout rollout = toy_rollout(options);
  // Either side may lose a gammon, but not both with the same chance.
  for (const char* caption : {"3:3 2:2 / 9:1 6:14", "9:1 6:14 / 3:2 2:2"}) {
    const Board b = board(caption);
    RolloutState state = rollout.start_cube(position(b));
    rollout.run(state, pool);
    const auto exact = ExactPolicy(false).before_roll(b, {}, true);
    EXPECT_GT(exact.win_gammon + exact.lose_gammon, 0.05);
    const auto& chances = state.rows[0].chances;
    EXPECT_LT(std::abs(chances[1].mean() - exact.win_gammon),
              4 * chances[1].standard_error() + 1e-6)
        << caption;
    EXPECT_LT(std::abs(chances[3].mean() - exact.lose_gammon),
              4 * chances[3].standard_error() + 1e-6)
        << caption;
    EXPECT_NEAR(state.rows[0].cubeless.mean(), state.rows[0].cubeful.mean(), 1e-6);
  }
}

TEST(Rollout, MeanAgreesWithTheExactCubefulValue) {
  ThreadPool pool(2);
  for (const CubeState cube : {CubeState{}, CubeState{1, CubeOwner::us}}) {
    for (const std::string& caption : small_races()) {
      const Rollout rollout = toy_rollout(short_rollout(1296));
      const Board b = board(caption);
      RolloutState state = rollout.start_cube(position(b, {}, cube));
      rollout.run(state, pool);
      ASSERT_EQ(state.rows.size(), 2U);
      ExactPolicy policy(true);
      const double nd = policy.before_roll(b, cube, true).cubeful / cube.value();
      const double dt =
          policy.before_roll(b, {cube.exponent + 1, CubeOwner::them}, true).cubeful / cube.value();
      const RunningMean& row0 = state.rows[0].cubeful;
      const RunningMean& row1 = state.rows[1].cubeful;
      EXPECT_LT(std::abs(row0.mean() - nd), 4 * row0.standard_error() + 1e-6) << caption;
      EXPECT_LT(std::abs(row1.mean() - dt), 4 * row1.standard_error() + 1e-6) << caption;
      const CubeAnalysis analysis = rollout.cube_analysis(state);
      EXPECT_NEAR(analysis.values.no_double.points, row0.mean(), 1e-12);
      EXPECT_NEAR(analysis.values.double_take.points, row1.mean(), 1e-12);
      EXPECT_TRUE(analysis.level.rollout);
    }
  }
}

// Knows races by the lead in pips against the spread of the rolls to come (19 pips squared a roll).
class RaceEvaluator : public Evaluator {
 public:
  void evaluate(const Board&, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch&) const override {
    for (std::size_t i = 0; i < boards.size(); ++i) {
      const Board& b = boards[i];
      if (const auto end = outcome_of(b)) {
        out[i] = end->probabilities();
        continue;
      }
      const int left = pip_count(b.us) + pip_count(b.them);
      const float lead = static_cast<float>(pip_count(b.them) - pip_count(b.us) + 4);
      const float z = lead / std::sqrt(19.0F / 8.17F * static_cast<float>(left));
      out[i] = {.win = 0.5F + 0.5F * z / std::sqrt(1.5F + z * z)};
    }
  }
  [[nodiscard]] std::string identity() const override { return "race"; }
};

TEST(Rollout, TakingOutTheLuckSharpensTheResult) {
  ThreadPool pool(2);
  RolloutOptions options = short_rollout(72);
  options.cubeful = false;
  const Position p = position(board("8:2 7:2 6:4 5:3 4:3 / 8:2 7:2 6:4 5:3 4:3"));
  const auto error = [&](bool reduced) {
    options.variance_reduction = reduced;
    const Rollout rollout(std::make_shared<const RaceEvaluator>(), met(), options);
    RolloutState state = rollout.start_cube(p);
    rollout.run(state, pool);
    return state.rows[0].chances[0].standard_error();
  };
  EXPECT_LT(error(true), 0.7 * error(false));
}

// A perfect evaluator leaves nothing to chance: every trial gives the exact value.
TEST(Rollout, HasNoVarianceUnderAPerfectEvaluator) {
  class Perfect : public Evaluator {
   public:
    void evaluate(const Board&, std::span<const Board> boards, std::span<Probabilities> out,
                  Scratch&) const override {
      for (std::size_t i = 0; i < boards.size(); ++i) out[i] = {.win = chance(boards[i])};
    }
    [[nodiscard]] std::string identity() const override { return "perfect"; }

   private:
    // With best play; single thread only.
    float chance(const Board& b) const {
      if (const auto end = outcome_of(b)) return end->won ? 1.0F : 0.0F;
      if (const auto known = memory_.find(key_of(b)); known != memory_.end()) return known->second;
      double sum = 0;
      for (const Dice dice : all_rolls()) {
        PlayList plays;
        generate_plays(b, dice, {}, plays);
        float best = 0;
        for (const Board& next : plays.boards()) best = std::max(best, 1.0F - chance(next));
        sum += dice.weight() * static_cast<double>(best);
      }
      return memory_[key_of(b)] = static_cast<float>(sum / 36);
    }
    mutable std::map<BoardKey, float> memory_;
  };
  ThreadPool pool(1);
  RolloutOptions options = short_rollout(72);
  options.cubeful = false;
  options.luck_plays = 0;
  const auto perfect = std::make_shared<const Perfect>();
  const Rollout rollout(perfect, met(), options);
  for (const std::string& caption : small_races()) {
    const Board b = board(caption);
    RolloutState state = rollout.start_cube(position(b));
    rollout.run(state, pool);
    Probabilities exact;
    const auto scratch = perfect->make_scratch();
    perfect->evaluate(b, {&b, 1}, {&exact, 1}, *scratch);
    EXPECT_NEAR(state.rows[0].chances[0].mean(), static_cast<double>(exact.win), 1e-6);
    EXPECT_LT(state.rows[0].chances[0].standard_deviation(), 1e-6);
  }
}

TEST(TrialDice, CoversTheFirstTwoRollsEvenly) {
  const auto ordinal = [](const TrialDice& source) {
    TrialDice dice = source;
    const int first = roll_index(dice.next());
    return std::pair(first, roll_index(dice.next()));
  };
  std::map<std::pair<int, int>, int> count;
  for (std::int64_t trial = 0; trial < 1296; ++trial) {
    ++count[ordinal(TrialDice(9, trial, true))];
    if ((trial + 1) % 36 == 0) {
      std::map<int, int> first;
      std::map<int, int> second;
      for (std::int64_t t = trial - 35; t <= trial; ++t) {
        const auto [a, b] = ordinal(TrialDice(9, t, true));
        ++first[a];
        ++second[b];
      }
      for (const Dice dice : all_rolls()) {
        EXPECT_EQ(first[roll_index(dice)], dice.weight());
        EXPECT_EQ(second[roll_index(dice)], dice.weight());
      }
    }
  }
  for (const Dice a : all_rolls()) {
    for (const Dice b : all_rolls()) {
      EXPECT_EQ((count[{roll_index(a), roll_index(b)}]), a.weight() * b.weight());
    }
  }
}

TEST(TrialDice, DependOnSeedAndTrialAlone) {
  const auto rolls = [](std::uint64_t seed, std::int64_t trial, bool stratify) {
    TrialDice dice(seed, trial, stratify);
    std::vector<int> all;
    for (int i = 0; i < 20; ++i) all.push_back(roll_index(dice.next()));
    return all;
  };
  EXPECT_EQ(rolls(1, 5, true), rolls(1, 5, true));
  EXPECT_NE(rolls(1, 5, true), rolls(2, 5, true));
  EXPECT_NE(rolls(1, 5, false), rolls(1, 6, false));
}

}  // namespace
}  // namespace alea::test
