#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/board/board.h"
#include "tools/app/session.h"

namespace alea::app {

// A digest of an evaluator and of the search on top of it, over fixed positions.
struct BenchSignature {
  std::string digest;       // 16 hexadecimal digits
  std::uint64_t nodes = 0;  // boards evaluated
};

// All plays of all rolls of `positions` evaluated, and some of the positions searched. Equal for every
// instruction set, number of threads, build type and machine; changes only with results.
[[nodiscard]] BenchSignature bench_signature(const Session& session,
                                             std::span<const Board> positions);

// Speed of one kind of work, in items a second.
struct BenchSpeed {
  double one_thread = 0, all_threads = 0;
};

// Boards evaluated while the plays of random rolls are compared: generating plays included.
[[nodiscard]] BenchSpeed bench_evaluations(const Session& session, std::span<const Board> positions,
                                           double seconds);

// Checker-play decisions at a look-ahead; one thread, seconds each.
struct BenchDecisions {
  int plies = 0;
  double median = 0, mean = 0;
};
[[nodiscard]] BenchDecisions bench_decisions(const Session& session,
                                             std::span<const Board> positions, int plies,
                                             double seconds);

// Self-play games as training plays them.
[[nodiscard]] BenchSpeed bench_games(const Session& session, double seconds);

}  // namespace alea::app
