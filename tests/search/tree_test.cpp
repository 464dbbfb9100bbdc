// Expectiminimax written out plainly, against the searcher without any pruning.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/search/search_support.h"

namespace alea::test {
namespace {

// Value of `board` to the player about to roll, `plies` rolls ahead, in points per unit of the cube or as
// match winning chance. `may_turn`: the player decides about the cube first (else it has been decided).
class Plain {
 public:
  Plain(MatchState match, Rules rules) : match_(match), rules_(rules) {}

  double before_roll(const Board& board, CubeState cube, const MatchState& match, int plies,
                     bool may_turn) const {
    if (outcome_of(board) || plies == 0) {
      return leaf(board, cube, match, may_turn && !outcome_of(board));
    }
    if (may_turn && can_double(cube, match)) {
      const double nd = before_roll(board, cube, match, plies, false);
      const double dt =
          factor() * before_roll(board, {cube.exponent + 1, CubeOwner::them}, match, plies, false);
      const double dp = match.is_money() ? 1.0 : met()->mwc_after(match, cube.value());
      return std::max(nd, std::min(dt, dp));
    }
    double sum = 0;
    for (int a = 1; a <= 6; ++a) {
      for (int b = 1; b <= 6; ++b) sum += after_roll(board, make_dice(a, b), cube, match, plies);
    }
    return sum / 36;
  }

  double after_roll(const Board& board, Dice dice, CubeState cube, const MatchState& match,
                    int plies) const {
    PlayList plays;
    generate_plays(board, dice, rules_, plays);
    double best = -1e9;
    for (const Board& next : plays.boards()) {
      const double v = flip(before_roll(next, cube.flipped(), match.flipped(), plies - 1, true));
      best = std::max(best, v);
    }
    return best;
  }

  double flip(double value) const { return match_.is_money() ? -value : 1.0 - value; }

 private:
  double factor() const { return match_.is_money() ? 2.0 : 1.0; }

  static bool can_double(CubeState cube, const MatchState& match) {
    if (cube.owner == CubeOwner::them || match.crawford) return false;
    return match.is_money() || cube.value() < match.away_us();
  }

  double leaf(const Board& board, CubeState cube, const MatchState& match, bool may_turn) const {
    const CubeModel model(cube, match, rules_, *met());
    const Efficiency x = efficiency_of(board, CubeEfficiency{});
    const Probabilities p = ToyEvaluator::chances(board);
    return may_turn ? model.leaf(p, x, CubeModel::first, 0)
                    : model.no_double(p, x, CubeModel::first, 0);
  }

  MatchState match_;
  Rules rules_;
};

constexpr double kFloat =
    1e-7;  // the values of slots add in the same order as here, up to grouping

struct Case {
  const char* name;
  const char* caption;
  CubeState cube;
  MatchState match;
  Rules rules;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"bearoff", "3:2 1:1 / 4:2 2:1", {}, {}, {}},
      {"owned", "3:2 2:1 / 4:2 2:1", {1, CubeOwner::us}, {}, {}},
      {"theirs", "3:2 2:1 / 4:2 2:1", {1, CubeOwner::them}, {}, {}},
      {"jacoby", "5:3 4:3 2:9 / 24:2 6:13", {}, {}, {.jacoby = true}},
      {"contact", "13:2 6:2 5:2 / 20:2 6:3 5:2", {}, {}, {}},
      {"bar", "bar:1 6:2 / bar:1 3:2", {}, {}, {}},
      {"score", "6:3 5:2 / 20:1 6:3", {}, {7, 3, 4, false}, {}},
      {"gammon go", "13:2 6:2 5:2 / 20:2 6:13", {}, {5, 2, 4, false}, {}},
      {"crawford", "6:3 5:2 / 20:1 6:3", {}, {3, 2, 0, true}, {}},
      {"cube up", "6:3 5:2 / 20:1 6:3", {1, CubeOwner::us}, {9, 3, 2, false}, {}},
  };
  return all;
}

TEST(Tree, EqualsPlainExpectiminimaxBeforeTheRoll) {
  for (const Case& c : cases()) {
    for (int plies = 0; plies <= 2; ++plies) {
      if (plies == 2 && std::string_view(c.caption).size() > 22) continue;
      const Plain plain(c.match, c.rules);
      const Board b = board(c.caption);
      auto searcher = toy_searcher(SearchOptions::exhaustive(plies));
      const CubeAnalysis a =
          searcher.analyze_cube(position(b, std::nullopt, c.cube, c.match, c.rules));
      const CubeModel model(c.cube, c.match, c.rules, *met());
      EXPECT_NEAR(model.value(a.values.no_double),
                  plain.before_roll(b, c.cube, c.match, plies, false), kFloat)
          << c.name << " at " << plies;
      EXPECT_NEAR(model.value(a.decision.best), plain.before_roll(b, c.cube, c.match, plies, true),
                  kFloat)
          << c.name << " at " << plies;
      if (a.may_turn) {
        EXPECT_NEAR(
            model.value(a.values.double_take),
            model.double_factor() *
                plain.before_roll(b, {c.cube.exponent + 1, CubeOwner::them}, c.match, plies, false),
            kFloat)
            << c.name << " at " << plies;
      }
      EXPECT_EQ(a.level.name(), std::to_string(plies) + "ply");
    }
  }
}

TEST(Tree, EveryPlayHasItsPlainExpectiminimaxValue) {
  for (const Case& c : cases()) {
    for (int plies = 0; plies <= 1; ++plies) {
      const Plain plain(c.match, c.rules);
      const Board b = board(c.caption);
      auto searcher = toy_searcher(SearchOptions::exhaustive(plies));
      const CheckerAnalysis a =
          searcher.analyze_checker(position(b, make_dice(4, 1), c.cube, c.match, c.rules));
      const CubeModel model(c.cube, c.match, c.rules, *met());
      ASSERT_FALSE(a.candidates.empty());
      double before = 1e9;
      for (const Candidate& row : a.candidates) {
        const double expected = plain.flip(
            plain.before_roll(row.after, c.cube.flipped(), c.match.flipped(), plies, true));
        EXPECT_NEAR(model.value(row.value.cubeful), expected, kFloat) << c.name;
        EXPECT_LE(row.value.cubeful.points, before);
        before = row.value.cubeful.points;
        EXPECT_EQ(row.level.plies, plies);
      }
    }
  }
}

// All 21 rolls with their exact weights: one roll decides between winning and losing.
TEST(Tree, WeighsRollsExactly) {
  // Two checkers on the 6-point: 6-6, 5-5, 4-4, 3-3 bear off both... the rest do not; they then win.
  const Board b = board("6:2 / 1:1");
  auto searcher = toy_searcher(SearchOptions::exhaustive(1));
  const CubeAnalysis a = searcher.analyze_cube(position(b, std::nullopt, {1, CubeOwner::them}));
  // At one ply the leaf after a miss is the toy's own guess; after two plies it is exact.
  auto deeper = toy_searcher(SearchOptions::exhaustive(2));
  const CubeAnalysis exact = deeper.analyze_cube(position(b, std::nullopt, {1, CubeOwner::us}));
  EXPECT_NEAR(static_cast<double>(exact.value.probabilities.win), 4.0 / 36.0, 1e-7);
  EXPECT_NE(a.value.probabilities.win, exact.value.probabilities.win);
}

}  // namespace
}  // namespace alea::test
