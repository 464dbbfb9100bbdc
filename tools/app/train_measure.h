#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/thread_pool.h"
#include "engine/cube/met.h"
#include "engine/search/player.h"
#include "nn/net/network.h"
#include "training/accuracy.h"

namespace alea::app {

// The players that a net in training is measured against, weakest first; the last one is the judge of
// --until-ppg.
inline constexpr std::array<const char*, 3> kOpponents{"random", "pips", "linear"};

// How a net did against one of them: cubeless money play without look-ahead, duplicated dice.
struct DuelScore {
  std::string opponent;
  std::int64_t games = 0;
  double ppg = 0, ppg_se = 0;  // points per game and its standard error
  double wins = 0, wins_se = 0;
};

// What one measurement found.
struct Strength {
  std::vector<DuelScore> duels;       // in the order of kOpponents
  std::map<std::string, double> rms;  // equity error by group; empty without reference values
  std::optional<double> pr;           // performance rating; none without reference decisions

  [[nodiscard]] const DuelScore& judge() const { return duels.back(); }
};

// Measures nets: opponents and reference positions, loaded once for a run.
class Yardstick {
 public:
  // Files that are empty paths are left out. Errors: those of reading the files.
  [[nodiscard]] static Result<Yardstick> make(const std::filesystem::path& reference_values,
                                              const std::filesystem::path& reference_decisions,
                                              const nn::Kernels& kernels);

  // `pairs` games with the dice of `seed` from either side against each opponent. The result depends on
  // the first three arguments alone. Nothing after a stop request.
  [[nodiscard]] std::optional<Strength> measure(const std::shared_ptr<const nn::Network>& network,
                                                std::int64_t pairs, std::uint64_t seed,
                                                ThreadPool& pool, std::stop_token stop = {}) const;

 private:
  explicit Yardstick(const nn::Kernels& kernels) : kernels_(&kernels) {}

  const nn::Kernels* kernels_;
  std::shared_ptr<const MatchEquityTable> met_;
  std::vector<std::unique_ptr<Player>> opponents_;
  std::vector<ReferenceValue> values_;
  std::vector<ReferenceDecision> decisions_;
};

}  // namespace alea::app
