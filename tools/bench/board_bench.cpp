// Micro-benchmarks of engine/board: alea_bench_board --benchmark_repetitions=5. Compare medians of one
// run with each other; the absolute figures belong to one machine.
#include <benchmark/benchmark.h>

#include <utility>
#include <vector>

#include "engine/board/movegen.h"
#include "engine/board/outcome.h"

namespace alea {
namespace {

// Own points held minus blots left, hits counted: enough sense for games that look like games.
int tidiness(const Board& after) {
  int score = 2 * after.us[kBar];
  for (unsigned point = 1; point <= kPoints; ++point) {
    score += after.them[point] >= 2 ? 1 : 0;
    score -= after.them[point] == 1 ? 1 : 0;
  }
  return score;
}

enum class Kind { contact, bar, race, bearoff };

Kind kind_of(const Board& board) {
  if (has_contact(board)) return board.us[kBar] > 0 ? Kind::bar : Kind::contact;
  return rearmost(board.us) <= kHome ? Kind::bearoff : Kind::race;
}

constexpr std::size_t kPositions = 256;  // of each kind

// Positions of a kind from games in which both sides play tidily.
std::vector<Board> positions(Kind kind) {
  std::vector<Board> found;
  PlayList plays;
  for (std::uint64_t game = 0; found.size() < kPositions; ++game) {
    Rng rng(1, game);
    Board board = starting_board();
    for (int turn = 0; !outcome_of(board) && found.size() < kPositions; ++turn) {
      if (turn >= 4 && kind_of(board) == kind && rng.below(8) == 0) found.push_back(board);
      generate_plays(board, roll(rng), Rules{}, plays);
      std::size_t best = 0;
      for (std::size_t i = 1; i < plays.size(); ++i) {
        const Board& a = plays.boards()[i];
        const Board& b = plays.boards()[best];
        // Ties go by key, so that the positions do not depend on the generator's order.
        if (std::pair(tidiness(a), key_of(a)) > std::pair(tidiness(b), key_of(b))) best = i;
      }
      board = plays.boards()[best];
    }
  }
  return found;
}

const std::vector<Board>& boards_of(benchmark::State& state) {
  static const std::vector<Board> all[] = {positions(Kind::contact), positions(Kind::bar),
                                           positions(Kind::race), positions(Kind::bearoff)};
  return all[state.range(0)];
}

// Time is per position.
template <class Function>
void for_each_board(benchmark::State& state, Function function) {
  const auto& boards = boards_of(state);
  std::size_t i = 0;
  for (auto _ : state) {
    function(boards[i]);
    i = (i + 1) % kPositions;
  }
}

void plays_of(benchmark::State& state, int first, int last, bool doubles, const Rules& rules = {}) {
  PlayList plays;
  std::size_t count = 0;
  std::size_t rolls = 0;
  for_each_board(state, [&](const Board& board) {
    for (int i = first; i < last; ++i) {
      const Dice dice = all_rolls()[static_cast<std::size_t>(i)];
      if (dice.is_double() && !doubles) continue;
      generate_plays(board, dice, rules, plays);
      benchmark::DoNotOptimize(plays.boards().data());
      count += plays.size();
      ++rolls;
    }
  });
  state.counters["plays/roll"] = static_cast<double>(count) / static_cast<double>(rolls);
  state.counters["time/roll"] = benchmark::Counter(
      static_cast<double>(rolls), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void AllRolls(benchmark::State& state) {
  plays_of(state, 0, kRolls, true);
}
void NonDoubles(benchmark::State& state) {
  plays_of(state, 0, kRolls, false);
}
void OneRoll64(benchmark::State& state) {
  plays_of(state, roll_index({6, 4}), roll_index({6, 4}) + 1, true);
}
void OneRoll33(benchmark::State& state) {
  plays_of(state, roll_index({3, 3}), roll_index({3, 3}) + 1, true);
}
void AllRollsFiveLimit(benchmark::State& state) {
  plays_of(state, 0, kRolls, true, Rules{.max_stack = 5});
}
void HasContact(benchmark::State& state) {
  for_each_board(state, [](const Board& b) { benchmark::DoNotOptimize(has_contact(b)); });
}
void PipCount(benchmark::State& state) {
  for_each_board(state, [](const Board& b) { benchmark::DoNotOptimize(pip_count(b.us)); });
}
void OutcomeOf(benchmark::State& state) {
  for_each_board(state, [](const Board& b) { benchmark::DoNotOptimize(outcome_of(b)); });
}
void Possible(benchmark::State& state) {
  for_each_board(state, [](const Board& b) { benchmark::DoNotOptimize(possible_outcomes(b)); });
}
void KeyOf(benchmark::State& state) {
  for_each_board(state, [](const Board& b) { benchmark::DoNotOptimize(key_of(b)); });
}
void HashOf(benchmark::State& state) {
  for_each_board(state, [](const Board& b) { benchmark::DoNotOptimize(hash_of(b)); });
}
void Flip(benchmark::State& state) {
  for_each_board(state, [](const Board& b) { benchmark::DoNotOptimize(b.flipped()); });
}

// Argument: 0 contact, 1 on the bar, 2 race, 3 bear-off.
BENCHMARK(AllRolls)->DenseRange(0, 3);
BENCHMARK(NonDoubles)->DenseRange(0, 3);
BENCHMARK(OneRoll64)->DenseRange(0, 3);
BENCHMARK(OneRoll33)->DenseRange(0, 3);
BENCHMARK(AllRollsFiveLimit)->DenseRange(0, 3);
BENCHMARK(HasContact)->Arg(0);
BENCHMARK(PipCount)->Arg(0);
BENCHMARK(OutcomeOf)->Arg(0);
BENCHMARK(Possible)->DenseRange(0, 3);
BENCHMARK(KeyOf)->Arg(0);
BENCHMARK(HashOf)->Arg(0);
BENCHMARK(Flip)->Arg(0);

}  // namespace
}  // namespace alea
