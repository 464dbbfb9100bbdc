#pragma once

#include <cstdint>

#include "nn/net/shape.h"

namespace alea::nn {

// One stack of dense layers, ready for inference. All pointers 64-byte aligned.
struct HeadView {
  const std::int16_t* w1;  // [width / 2][hidden1][2]
  const float* b1;         // [hidden1]
  const float* w2;         // [hidden1][hidden2]
  const float* b2;         // [hidden2]
  const float* w3;         // [hidden2][kOutputStride], unused lanes zero
  const float* b3;         // [kOutputStride]
  float scale1;            // float value of one unit of an integer sum of w1 and activations
  int width, hidden1, hidden2;
};

// One stack for training: weights, transposes, and where gradients are added. Floats throughout.
struct HeadGradientView {
  const float *w1, *b1, *w2, *b2, *w3, *b3;  // as above, but w1 is float [width][hidden1]
  const float *w1t, *w2t, *w3t;              // [hidden1][width], [hidden2][hidden1], [5][hidden2]
  float *gw1, *gb1, *gw2, *gb2, *gw3, *gb3;  // same shapes as the weights
  int width, hidden1, hidden2;
};

inline constexpr int kTile = 8;  // training items worked on together

// Up to kTile items that share a head.
//   pre      in: first-layer sums [kTile][width]; out: gradient of the loss for them
//   target   [kTile][kOutputs], probabilities
//   weight   [kTile][kOutputs], weight of each output in the loss (0 = masked)
//   equity_weight  of the squared error of the cubeless equity, added to the cross entropies
//   output   out: probabilities [kTile][kOutputStride]
// Rows from `count` on are treated as empty.
struct TrainingTile {
  float* pre;
  float* activation;  // scratch [kTile][width]
  float* slope;       // scratch [kTile][width]
  const float* target;
  const float* weight;
  float* output;
  float equity_weight;
  int count;
};

struct AdamStep {
  float rate, beta1, beta2, epsilon;
  float bias1, bias2;  // 1 / (1 - beta^t)
  float limit;         // weights are clamped to +-limit
};

// Function table of one instruction set. Every entry gives the same bits on every set: sums run in a
// fixed order for each output element, nothing is contracted, transcendental functions are our own.
// Widths and strides obey shape.h; pointers are 64-byte aligned unless a single element is meant.
struct Kernels {
  const char* name;

  // acc[width] = bias + sum of cols[0..count).
  void (*sum_columns)(std::int16_t* acc, const std::int16_t* bias, const std::int16_t* const* cols,
                      int count, int width) noexcept;

  // out[width] = a - b.
  void (*difference)(std::int16_t* out, const std::int16_t* a, const std::int16_t* b,
                     int width) noexcept;

  // act[width] = activation(base + sum of cols[0..count)). Of single sums only the total must fit.
  void (*activate)(std::int16_t* act, const std::int16_t* base, const std::int16_t* const* cols,
                   int count, int width) noexcept;

  // out[i * kOutputStride + k] = probability k of item i, from the activations act[i] [width].
  void (*head)(const HeadView& head, const std::int16_t* const* act, int count,
               float* out) noexcept;

  // pre[width] = bias + sum of cols, floats; pre may be bias.
  void (*sum_columns_float)(float* pre, const float* bias, const float* const* cols, int count,
                            int width) noexcept;
  // Forward and backward pass of a tile; adds to the gradients of `head`. Returns the loss (sum of
  // weighted cross entropies and equity errors).
  double (*train_tile)(const HeadGradientView& head, const TrainingTile& tile) noexcept;
  // One Adam update of w from the sum of `shards` gradients (fixed order), which are then zeroed.
  void (*adam)(const AdamStep& step, float* w, float* m, float* v, float* const* gradients,
               int shards, int size) noexcept;
  // average += (w - average) * share.
  void (*blend)(float* average, const float* w, float share, int size) noexcept;
};

enum class Isa { baseline, avx2, avx512 };

// The table of one instruction set, or null if this build or this processor lacks it.
[[nodiscard]] const Kernels* kernels_for(Isa isa) noexcept;
// The fastest one that this processor has.
[[nodiscard]] const Kernels& best_kernels() noexcept;

}  // namespace alea::nn
