#include "tools/app/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <numeric>

#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/search/searcher.h"
#include "training/self_play.h"

namespace alea::app {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Digest {
 public:
  void add(std::uint64_t word) noexcept { value_ = mix64(value_ ^ mix64(word + ++count_)); }
  void add(double value) noexcept { add(std::bit_cast<std::uint64_t>(value)); }
  void add(const Probabilities& p) noexcept {
    for (const float chance :
         {p.win, p.win_gammon, p.win_backgammon, p.lose_gammon, p.lose_backgammon}) {
      add(std::uint64_t{std::bit_cast<std::uint32_t>(chance)});
    }
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0, count_ = 0;
};

// Plays and their chances; one for each thread.
struct Worker {
  explicit Worker(const Evaluator& evaluator) : scratch(evaluator.make_scratch()) {}

  // Evaluates the plays of a roll; returns how many.
  std::size_t evaluate(const Evaluator& evaluator, const Board& board, Dice dice) {
    generate_plays(board, dice, Rules{}, plays);
    chances.resize(plays.size());
    evaluator.evaluate(board.flipped(), plays.boards(), chances, *scratch);
    return plays.size();
  }

  std::unique_ptr<Evaluator::Scratch> scratch;
  PlayList plays;
  std::vector<Probabilities> chances;
};

std::vector<Worker> make_workers(const Session& session) {
  std::vector<Worker> workers;
  for (int i = 0; i < session.pool().threads(); ++i) {
    workers.emplace_back(*session.evaluator().evaluator);
  }
  return workers;
}

struct PartialSignature {
  std::uint64_t digest = 0, nodes = 0;
};

// All plays of all rolls of one position. The sum over plays does not depend on their order.
PartialSignature evaluation_signature(const Evaluator& evaluator, const Board& board,
                                      Worker& worker) {
  PartialSignature result;
  Digest digest;
  for (const Dice dice : all_rolls()) {
    result.nodes += worker.evaluate(evaluator, board, dice);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < worker.plays.size(); ++i) {
      Digest play;
      const BoardKey key = key_of(worker.plays.boards()[i]);
      play.add(key.us);
      play.add(key.them);
      play.add(worker.chances[i]);
      sum += play.value();
    }
    digest.add(sum);
  }
  result.digest = digest.value();
  return result;
}

// Checker play and cube decision of one position, searched to 1 ply.
PartialSignature search_signature(const Searcher& searcher, const Board& board, Dice dice) {
  Position position;
  position.board = board;
  const CubeAnalysis cube = searcher.analyze_cube(position);
  position.dice = dice;
  position.pending = Pending::checker_play;
  const CheckerAnalysis checker = searcher.analyze_checker(position);
  Digest digest;
  digest.add(cube.values.no_double.points);
  digest.add(cube.values.double_take.points);
  digest.add(checker.candidates.front().value.cubeful.points);
  digest.add(checker.candidates.front().value.probabilities);
  return {digest.value(), cube.nodes + checker.nodes};
}

Dice roll_for(std::size_t index) {
  return all_rolls()[index % kRolls];
}

// Runs work(worker) until the time is over, on `threads` threads; returns items a second.
template <class Work>
double rate(ThreadPool& pool, int threads, double seconds, Work work) {
  std::atomic<std::uint64_t> items{0};
  const Clock::time_point start = Clock::now();
  const auto run = [&](int worker) {
    while (seconds_since(start) < seconds) items += work(worker);
  };
  if (threads == 1) {
    run(0);
  } else {
    pool.for_each_index(static_cast<std::size_t>(threads),
                        [&](std::size_t index, int) { run(static_cast<int>(index)); });
  }
  return static_cast<double>(items.load()) / seconds_since(start);
}

template <class Work>
BenchSpeed speed(const Session& session, double seconds, Work work) {
  const int threads = session.pool().threads();
  BenchSpeed result;
  result.one_thread = rate(session.pool(), 1, seconds, work);
  result.all_threads =
      threads == 1 ? result.one_thread : rate(session.pool(), threads, seconds, work);
  return result;
}

}  // namespace

BenchSignature bench_signature(const Session& session, std::span<const Board> positions) {
  constexpr std::size_t kSearchEvery = 8;  // positions; searching all would take too long
  const Evaluator& evaluator = *session.evaluator().evaluator;
  SearchOptions options;
  options.plies = 1;
  const Searcher searcher = session.searcher(options);
  std::vector<Worker> workers = make_workers(session);
  std::vector<PartialSignature> evaluated(positions.size());
  std::vector<PartialSignature> searched(positions.size());
  session.pool().for_each_index(positions.size(), [&](std::size_t i, int worker) {
    evaluated[i] =
        evaluation_signature(evaluator, positions[i], workers[static_cast<std::size_t>(worker)]);
    if (i % kSearchEvery == 0) {
      searched[i] = search_signature(searcher, positions[i], roll_for(i / kSearchEvery));
    }
  });
  Digest digest;
  std::uint64_t nodes = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    digest.add(evaluated[i].digest);
    digest.add(searched[i].digest);
    nodes += evaluated[i].nodes + searched[i].nodes;
  }
  return {fmt::format("{:016x}", digest.value()), nodes};
}

BenchSpeed bench_evaluations(const Session& session, std::span<const Board> positions,
                             double seconds) {
  const Evaluator& evaluator = *session.evaluator().evaluator;
  std::vector<Worker> workers = make_workers(session);
  return speed(session, seconds, [&](int worker) {
    std::uint64_t boards = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      boards +=
          workers[static_cast<std::size_t>(worker)].evaluate(evaluator, positions[i], roll_for(i));
    }
    return boards;
  });
}

BenchDecisions bench_decisions(const Session& session, std::span<const Board> positions, int plies,
                               double seconds) {
  constexpr std::size_t kLeast = 21;  // one of each roll, however slow
  SearchOptions options;
  options.plies = plies;
  const Searcher searcher = session.searcher(options);
  const Searcher::WorkspacePtr workspace = searcher.make_workspace();
  std::vector<double> times;
  const Clock::time_point start = Clock::now();
  for (std::size_t i = 0; i < kLeast || seconds_since(start) < seconds; ++i) {
    Position position;
    position.board = positions[i % positions.size()];
    position.dice = roll_for(i);
    position.pending = Pending::checker_play;
    const Clock::time_point before = Clock::now();
    // The board is not needed; that it is [[nodiscard]] guards real callers.
    static_cast<void>(searcher.choose_play(position, *workspace));
    times.push_back(seconds_since(before));
  }
  const double total = std::accumulate(times.begin(), times.end(), 0.0);
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return {plies, *middle, total / static_cast<double>(times.size())};
}

BenchSpeed bench_games(const Session& session, double seconds) {
  const Evaluator& evaluator = *session.evaluator().evaluator;
  const SelfPlayOptions options;
  std::vector<SelfPlayScratch> workers;
  for (int i = 0; i < session.pool().threads(); ++i) workers.emplace_back(evaluator);
  std::atomic<std::uint64_t> game{0};
  return speed(session, seconds, [&](int worker) {
    const Rng rng(session.seed(), game++);
    static_cast<void>(
        play_training_game(evaluator, options, rng, workers[static_cast<std::size_t>(worker)]));
    return std::uint64_t{1};
  });
}

}  // namespace alea::app
