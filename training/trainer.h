#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/thread_pool.h"
#include "nn/net/network.h"
#include "training/fitter.h"
#include "training/stage.h"

namespace alea {

struct TrainingConfig {
  std::uint64_t seed = 1;
  std::vector<Stage> stages = default_stages();
};

// A self-play run: rounds of games by the averaged, quantised net, each followed by fitting the float
// weights to positions drawn from a ring of the latest ones.
//
// The state after n rounds depends on the config alone: not on threads, timing or instruction set, and not
// on how often it was stopped and restored in between.
class Trainer {
 public:
  // `kernels` changes no bit of any result.
  Trainer(TrainingConfig config, ThreadPool& pool, const nn::Kernels& kernels = nn::best_kernels());

  // Starts from given weights at the first stage (for finishing or changing a net).
  Trainer(TrainingConfig config, const nn::Network& start, ThreadPool& pool,
          const nn::Kernels& kernels = nn::best_kernels());

  struct Round {
    std::uint64_t games = 0, positions = 0, steps = 0;  // so far in the whole run
    int stage = 0;
    double rate = 0;
    double loss = 0;      // mean per sample of this round
    double residual = 0;  // RMS difference of target equity and the net's, over this round's fresh positions
  };

  // Plays and fits one round. Stops early only between rounds: a round in progress is given up without
  // a trace when `stop` is requested (error kind cancelled).
  [[nodiscard]] Result<Round> round(std::stop_token stop = {});

  // The net as it would be played now: averaged weights, quantised.
  [[nodiscard]] std::shared_ptr<const nn::Network> network(const std::string& provenance = "{}") const;

  [[nodiscard]] std::uint64_t games() const noexcept { return games_; }
  [[nodiscard]] std::uint64_t positions() const noexcept { return positions_; }
  [[nodiscard]] int stage() const noexcept { return static_cast<int>(stage_); }
  [[nodiscard]] bool finished() const noexcept { return stage_ >= config_.stages.size(); }
  [[nodiscard]] const TrainingConfig& config() const noexcept { return config_; }

  // Changes the recipe from the next round on. The present stage keeps its place and its games so far; if
  // its rates, lambdas or horizon are others, they slide anew from here; if its width or number of heads
  // is larger, the net grows at once.
  void change_stages(std::vector<Stage> stages);

  // The whole state as bytes, and back. Errors (input): not a checkpoint, other version, damaged.
  [[nodiscard]] std::string checkpoint() const;
  [[nodiscard]] static Result<std::unique_ptr<Trainer>> restore(
      std::string_view bytes, ThreadPool& pool, const nn::Kernels& kernels = nn::best_kernels());

 private:
  friend struct CheckpointFile;

  void enter_stage();
  void grow();  // the net to the shape of the stage; its optimiser starts afresh
  [[nodiscard]] double progress() const noexcept;  // 0..1 along the horizon of the stage

  TrainingConfig config_;
  ThreadPool& pool_;
  const nn::Kernels& kernels_;
  std::unique_ptr<Fitter> fitter_;
  std::size_t stage_ = 0;
  std::uint64_t games_ = 0, positions_ = 0, drawn_ = 0;
  std::uint64_t stage_start_ = 0;  // games when the stage began
  std::uint64_t slide_start_ = 0;  // games when its rates and lambdas began to slide
  std::vector<Sample> ring_;
  std::size_t ring_next_ = 0;  // place of the next sample once the ring is full
};

// Random weights for a new net of the stage's shape.
[[nodiscard]] nn::Parameters initial_parameters(int width, int heads, std::uint64_t seed);

}  // namespace alea
