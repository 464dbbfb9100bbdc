// Where the race parameters of CubeEfficiency come from: races in which only pips count, solved exactly with
// a cube for all lengths up to kLongest, and the x that brings the model closest to them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "tests/cube_model/model_support.h"

namespace alea::test {
namespace {

constexpr int kLongest = 150;

// Equities of the player about to roll, per unit of the present cube, who does not double this turn.
struct Worth {
  double cubeless = 0, centre = 0, us = 0, them = 0;
};

class PipRace {
 public:
  PipRace() : worth_(static_cast<std::size_t>((kLongest + 1) * (kLongest + 1))) {
    for (int sum = 2; sum <= 2 * kLongest; ++sum) {
      for (int us = std::max(1, sum - kLongest); us <= std::min(kLongest, sum - 1); ++us) {
        solve(us, sum - us);
      }
    }
  }
  [[nodiscard]] const Worth& at(int us, int them) const {
    return worth_[static_cast<std::size_t>(us * (kLongest + 1) + them)];
  }

 private:
  static double turned(double nd, double taken) { return std::max(nd, std::min(2 * taken, 1.0)); }

  void solve(int us, int them) {
    Worth sum;
    for (const Dice dice : all_rolls()) {
      const int left = us - (dice.high + dice.low) * (dice.is_double() ? 2 : 1);
      const double weight = dice.weight() / 36.0;
      // The opponent rolls next: seen by him, then turned.
      const Worth next = left > 0 ? at(them, left) : Worth{-1, -1, -1, -1};
      sum.cubeless -= weight * next.cubeless;
      sum.centre -= weight * (left > 0 ? turned(next.centre, next.them) : -1.0);
      sum.us -= weight * next.them;
      sum.them -= weight * (left > 0 ? turned(next.us, next.them) : -1.0);
    }
    worth_[static_cast<std::size_t>(us * (kLongest + 1) + them)] = sum;
  }

  std::vector<Worth> worth_;
};

struct Fit {
  double spread_weight = 0, spread_sum = 0;  // least squares of 1 - x on 1 / sqrt(pips)
  double squares = 0;                        // of what the shipped parameters leave
  int count = 0;
};

TEST(RaceEfficiency, ShippedSpreadsAreTheFitToExactPipRaces) {
  const PipRace race;
  const CubeEfficiency parameters;
  const std::array<CubeOwner, 3> owners = {CubeOwner::centre, CubeOwner::us, CubeOwner::them};
  std::array<Fit, 3> fits;
  const std::array<CubeModel, 3> models = {
      money_model(CubeOwner::centre), money_model(CubeOwner::us), money_model(CubeOwner::them)};
  for (int us = 10; us <= 130; ++us) {
    for (int them = 10; them <= 130; ++them) {
      const Worth& exact = race.at(us, them);
      if (std::abs(exact.cubeless) > 0.7) continue;  // where cube decisions are made
      const Probabilities p = wins((1 + exact.cubeless) / 2);
      const double pips = 0.5 * (us + them);
      const std::array<double, 3> values = {exact.centre, exact.us, exact.them};
      for (std::size_t k = 0; k < 3; ++k) {
        const double dead = value_of(models[k], p, 0.0);
        const double live = value_of(models[k], p, 1.0);
        // exact = live - spread / sqrt(pips) * (live - dead), so linear in the spread.
        const double slope = (live - dead) / std::sqrt(pips);
        fits[k].spread_sum += slope * (live - values[k]);
        fits[k].spread_weight += slope * slope;
        const double ours = value_of(models[k], p, race_efficiency(pips, parameters));
        fits[k].squares += (ours - values[k]) * (ours - values[k]);
        ++fits[k].count;
      }
    }
  }
  const std::array<float, 3> shipped = {parameters.race_spread.centre, parameters.race_spread.us,
                                        parameters.race_spread.them};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(fits[k].spread_sum / fits[k].spread_weight, static_cast<double>(shipped[k]), 0.02)
        << static_cast<int>(owners[k]);
    EXPECT_LT(std::sqrt(fits[k].squares / fits[k].count), 0.035) << static_cast<int>(owners[k]);
  }
}

}  // namespace
}  // namespace alea::test
