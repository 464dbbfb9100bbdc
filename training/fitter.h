#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/thread_pool.h"
#include "nn/eval/features.h"
#include "nn/net/kernels.h"
#include "nn/net/parameters.h"
#include "training/sample.h"

namespace alea {

// Hyperparameters of one update.
struct FitStep {
  float rate = 1e-3F;
  float average_decay = 0.999F;  // of the averaged weights, per step
  float equity_weight = 0.0F;    // of the squared equity error in the loss
};

// Fits float weights to samples: gradients of the summed cross entropies of the five outputs and of the
// squared error of the cubeless equity, Adam, and an exponentially averaged copy of the weights for play.
//
// The result depends on weights and batches alone: a batch is split into kShards parts whatever the number
// of threads, and their gradients are added in order. Outputs that the rules make impossible carry no
// loss. Not thread-safe; uses `pool` inside a call.
class Fitter {
 public:
  static constexpr int kShards = 4;

  Fitter(nn::Parameters parameters, const nn::Kernels& kernels);

  // One update. Returns the mean loss per sample before it.
  double step(std::span<const Sample* const> batch, const FitStep& how, ThreadPool& pool);

  // Gradient of the summed loss of `batch` at the present weights, without an update (for tests).
  [[nodiscard]] nn::Parameters gradient(std::span<const Sample* const> batch, float equity_weight,
                                        double& loss, ThreadPool& pool);

  [[nodiscard]] const nn::Parameters& weights() const noexcept { return weights_; }
  [[nodiscard]] const nn::Parameters& average() const noexcept { return average_; }
  [[nodiscard]] std::uint64_t steps() const noexcept { return steps_; }

  // Everything a checkpoint needs to go on bit for bit.
  struct State {
    nn::Parameters weights, average, mean, square;
    std::uint64_t steps = 0;
  };
  [[nodiscard]] State state() const { return {weights_, average_, mean_, square_, steps_}; }
  void restore(State state);

 private:

  void run_shards(std::span<const Sample* const> batch, float equity_weight, ThreadPool& pool);
  // Gradient of one column (or, with feature kBias, of the bias) from all shards, into sum[width].
  void sum_column(int feature, float* sum);
  void update(const FitStep& how, ThreadPool& pool);
  void transpose_head(std::size_t head);

  const nn::Kernels& kernels_;
  nn::Parameters weights_, average_, mean_, square_;
  std::uint64_t steps_ = 0;

  struct Transposed {
    nn::AlignedVector<float> w1, w2, w3;
  };
  std::vector<Transposed> transposed_;

  // What a part of a batch gives. The gradient of a column is the sum of the rows of the samples in which its
  // input is active: the rows are kept and summed column by column, which moves far less memory than adding
  // each row to all its columns.
  struct Shard {
    std::vector<nn::HeadParameters> heads;  // gradients
    std::vector<std::uint8_t> touched_heads;
    nn::AlignedVector<float> rows;          // gradients of first-layer sums [samples][width]
    std::vector<nn::ActiveFeatures> active;  // of each row
    std::vector<int> active_counts;
    std::vector<std::uint32_t> starts;      // of the rows of each feature in `by_feature`
    std::vector<std::uint16_t> by_feature;
    nn::AlignedVector<float> activation, slope, output;
    double loss = 0;
  };
  std::vector<Shard> shards_;
};

}  // namespace alea
