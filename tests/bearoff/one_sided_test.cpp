#include "engine/bearoff/one_sided.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tests/bearoff/bearoff_support.h"

namespace alea {
namespace {

OneSidedBearoff make_table(BearoffShape shape, int threads = 1) {
  ThreadPool pool(threads);
  return OneSidedBearoff::make(shape, pool).value();
}

// The definition, from the rules of the board and a map: mean rolls and their distribution. With `first`
// only until the first of 15 checkers is off.
struct Slow {
  double mean = 0;
  std::vector<double> chance{1.0};
};
using Memory = std::map<PackedSide, Slow>;

const Slow& slow(const Board::Side& us, bool first, Memory& memory) {
  const auto [entry, is_new] = memory.try_emplace(packed(us));
  if (!is_new) return entry->second;
  const bool done = first ? us[kOff] > 0 : us[kOff] == kCheckers;
  if (done) return entry->second;
  Slow sum{.mean = 1, .chance = {}};
  for (const Dice dice : all_rolls()) {
    const Slow* best = nullptr;
    for (const PackedSide after : sides_after(us, dice)) {
      const Slow& next = slow(unpack(after), first, memory);
      if (best == nullptr || next.mean < best->mean - 1e-12) best = &next;
    }
    sum.mean += dice.weight() * best->mean / 36;
    sum.chance.resize(std::max(sum.chance.size(), best->chance.size() + 1));
    for (std::size_t n = 0; n < best->chance.size(); ++n) {
      sum.chance[n + 1] += dice.weight() * best->chance[n] / 36;
    }
  }
  return memory[packed(us)] = sum;
}

// Rounding to multiples of 2^-31, and what was left over by it, at most half a unit a roll.
constexpr double kRounding = 5e-9;

void expect_same(const RollDistribution& found, const Slow& expected) {
  for (int n = 0; n < static_cast<int>(expected.chance.size()) + 2; ++n) {
    const auto at = static_cast<std::size_t>(n);
    const double chance = at < expected.chance.size() ? expected.chance[at] : 0.0;
    ASSERT_NEAR(found.chance(n), chance, kRounding) << n;
  }
}

TEST(OneSidedBearoff, EqualsTheRecursionOfTheRules) {
  for (const BearoffShape shape : {BearoffShape{6, 3}, BearoffShape{9, 2}, BearoffShape{2, 15}}) {
    const OneSidedBearoff table = make_table(shape);
    Memory memory;
    for (std::uint32_t index = 0; index < table.size(); ++index) {
      const Board::Side us = unpack(side_of_index(index, shape.points));
      const Slow& expected = slow(us, false, memory);
      ASSERT_NEAR(table.mean_rolls(index), expected.mean, 1e-12);
      ASSERT_NEAR(table.rolls(index).mean(), expected.mean, 1e-7);
      ASSERT_NO_FATAL_FAILURE(expect_same(table.rolls(index), expected));
    }
  }
}

TEST(OneSidedBearoff, FirstCheckerOffEqualsTheRecursionOfTheRules) {
  const BearoffShape shape{.points = 4, .checkers = 15};
  const OneSidedBearoff table = make_table(shape);
  Memory memory;
  for (std::uint32_t index = 0; index < table.size(); ++index) {
    const Board::Side us = unpack(side_of_index(index, shape.points));
    ASSERT_NO_FATAL_FAILURE(expect_same(table.first_off(index), slow(us, true, memory)));
  }
  EXPECT_EQ(table.first_off(table.index(side({14}))).chance(0), 1.0) << "one is off already";
}

TEST(OneSidedBearoff, DistributionsSumToOneExactly) {
  const OneSidedBearoff table = make_table({.points = 3, .checkers = 15});
  for (std::uint32_t index = 0; index < table.size(); ++index) {
    for (const auto& rolls : {table.rolls(index), table.first_off(index)}) {
      std::uint64_t sum = 0;
      for (const std::uint32_t count : rolls.counts()) sum += count;
      ASSERT_EQ(sum, RollDistribution::kOne);
      ASSERT_GT(rolls.chance(rolls.first()), 0.0);
      ASSERT_GT(rolls.chance(rolls.last()), 0.0);
      ASSERT_EQ(rolls.within(rolls.last()), 1.0);
    }
  }
}

// The full table against three references at once, because it takes a second to make.
//
// bearoff_onesided_dev.json has exact values to their printed digits. gnubg's table is of 16-bit counts
// worked out from rounded counts: its own rounding reaches 6.7e-5, and ReproducesGnubg below shows that
// there is no other difference. Its chances of winning and of the first checker off are within 2.2e-5.
TEST(OneSidedBearoff, FullTableAgreesWithTheReferences) {
  const OneSidedBearoff table = make_table({});
  for (const auto& row : json_rows("bearoff_onesided_dev.json")) {
    const auto us = side(row.at("points"));
    const BearoffFigures figures = bearoff_figures(table, us);
    EXPECT_EQ(figures.pips, row.at("pips").get<int>());
    EXPECT_NEAR(figures.mean_rolls, row.at("mean_rolls").get<double>(), 0.6e-8);
    EXPECT_NEAR(figures.epc, row.at("epc").get<double>(), 0.6e-6);
    EXPECT_NEAR(figures.wastage, row.at("wastage").get<double>(), 0.6e-6);
    for (const auto& [rolls, chance] : row.at("p_off_within").items()) {
      EXPECT_NEAR(table.rolls(table.index(us)).within(std::stoi(rolls)), chance.get<double>(),
                  0.6e-7);
    }
  }
  for (const auto& row : json_lines("bearoff.jsonl")) {
    const Board board = bearoff_board(row.at("me"), row.at("opp"));
    EXPECT_NEAR(race_probabilities(table, board).win, row.at("win_one_sided").get<double>(), 3e-5);
    for (const std::string who : {"me", "opp"}) {
      const auto us = side(row.at(who));
      const auto index = table.index(us);
      EXPECT_NEAR(table.mean_rolls(index), row.at(who + "_mean_rolls").get<double>(), 2e-4);
      const auto near = [&](const RollDistribution& found, const char* key, double tolerance) {
        const auto expected = row.value(who + key, std::vector<int>{});
        for (std::size_t n = 0; n < expected.size(); ++n) {
          EXPECT_NEAR(found.chance(static_cast<int>(n)), expected[n] / 65535.0, tolerance) << who;
        }
      };
      near(table.rolls(index), "_rolls_dist_65535", 7e-5);
      near(table.first_off(index), "_first_off_dist_65535", 2e-5);
    }
  }
}

// With counts of 65,535 rounded at every position as gnubg's table has them, the same plays and policy
// give all 680 distributions of the reference to the last bit.
TEST(OneSidedBearoff, ReproducesGnubgWithItsRounding) {
  constexpr std::size_t kMostRolls = 40;
  const std::uint32_t positions = position_count({});
  std::vector<std::array<int, kMostRolls>> counts(positions);
  std::vector<std::int64_t> means(positions);
  counts[0][0] = 65535;
  BearoffPlays plays;
  for (std::uint32_t index = 1; index < positions; ++index) {
    std::array<int, kMostRolls> sum{};
    for (const Dice dice : all_rolls()) {
      std::uint32_t best = positions;
      for (const PackedSide after : plays.generate(side_of_index(index, kHome), dice)) {
        const std::uint32_t next = bearoff_index(after, kHome);
        if (best == positions || means[next] < means[best]) best = next;
      }
      for (std::size_t n = 0; n + 1 < kMostRolls; ++n) {
        sum[n + 1] += dice.weight() * counts[best][n];
      }
    }
    int rest = 65535;
    for (int& count : sum) {
      count = (count + 18) / 36;
      rest -= count;
    }
    *std::ranges::max_element(sum) += rest;
    counts[index] = sum;
    for (std::size_t n = 0; n < kMostRolls; ++n)
      means[index] += static_cast<std::int64_t>(n) * sum[n];
  }
  for (const auto& row : json_lines("bearoff.jsonl")) {
    for (const std::string who : {"me", "opp"}) {
      std::vector<int> expected = row.at(who + "_rolls_dist_65535");
      expected.resize(kMostRolls);
      const auto& found = counts[bearoff_index(side(row.at(who)), kHome)];
      EXPECT_TRUE(std::ranges::equal(found, expected)) << row.at(who);
    }
  }
}

TEST(OneSidedBearoff, SameBytesForAnyNumberOfThreads) {
  const BearoffShape shape{.points = 5, .checkers = 9};
  EXPECT_EQ(make_table(shape, 1).image().checksum(), make_table(shape, 2).image().checksum());
}

TEST(OneSidedBearoff, StopsWhenAsked) {
  ThreadPool pool(1);
  std::stop_source source;
  double last = 0;
  const auto table = OneSidedBearoff::make({}, pool,
                                           {.progress =
                                                [&](double done) {
                                                  EXPECT_GT(done, last);
                                                  last = done;
                                                  source.request_stop();
                                                },
                                            .stop = source.get_token()});
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().kind, ErrorKind::cancelled);
}

// Gammons: the loser still has all 15 when the winner is done.
TEST(RaceProbabilities, CountGammonsByTheFirstCheckerOff) {
  const OneSidedBearoff table = make_table({.points = 4, .checkers = 15});
  // We need one roll; they have all 15 and have not rolled: a gammon for certain.
  EXPECT_EQ(race_probabilities(table, bearoff_board({1}, {15})),
            (Probabilities{.win = 1, .win_gammon = 1}));
  // They need one roll, and we are about to roll with all 15 on our 4-point. 2-1, 3-2 and 3-3 take none
  // off: 5 rolls of 36.
  const Probabilities last_roll = race_probabilities(table, bearoff_board({0, 0, 0, 15}, {1}));
  EXPECT_EQ(last_roll.win, 0.0F);
  EXPECT_NEAR(last_roll.lose_gammon, 5.0 / 36.0, 1e-7);
  // From the ace point every roll does.
  EXPECT_EQ(race_probabilities(table, bearoff_board({15}, {1})), Probabilities{});
  // Finished games count, too.
  EXPECT_EQ(race_probabilities(table, bearoff_board({0}, {14})), Probabilities{.win = 1});
  EXPECT_EQ(race_probabilities(table, bearoff_board({0}, {15})),
            (Probabilities{.win = 1, .win_gammon = 1}));
  EXPECT_EQ(race_probabilities(table, bearoff_board({14}, {0})), Probabilities{});
  EXPECT_EQ(race_probabilities(table, bearoff_board({15}, {0})), Probabilities{.lose_gammon = 1});
  // Nobody has a gammon to win once a checker is off (R16).
  const Board late = bearoff_board({0, 0, 0, 14}, {0, 0, 0, 14});
  const Probabilities p = race_probabilities(table, late);
  EXPECT_EQ(p.win_gammon, 0.0F);
  EXPECT_EQ(p.lose_gammon, 0.0F);
}

TEST(ChanceNotLater, AddsUpOverAllPairs) {
  const OneSidedBearoff table = make_table({.points = 6, .checkers = 5});
  const auto a = table.rolls(table.index(side({0, 0, 0, 2, 1, 2})));
  const auto b = table.rolls(table.index(side({1, 1, 1, 1, 1})));
  double not_later = 0;
  for (int n = 0; n < 20; ++n) {
    for (int m = n; m < 20; ++m) not_later += a.chance(n) * b.chance(m);
  }
  EXPECT_NEAR(chance_not_later(a, b), not_later, 1e-15);
  double later = 0;
  for (int n = 0; n < 20; ++n) {
    for (int m = 0; m < n; ++m) later += a.chance(n) * b.chance(m);
  }
  EXPECT_NEAR(1 - chance_not_later(a, b), later, 1e-15);
}

}  // namespace
}  // namespace alea
