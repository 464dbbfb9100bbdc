#pragma once

#include <cstddef>

namespace alea::nn {

inline constexpr int kOutputs = 5;         // logits of one item
inline constexpr int kOutputStride = 16;   // floats between the outputs of two items
inline constexpr int kHiddenBlock = 32;    // dense layers are multiples of this
inline constexpr int kWidthBlock = 128;    // first layers are multiples of this

// A sparse net: binary inputs -> `width` units -> one of `heads` stacks width -> hidden1 -> hidden2
// -> 5 logits. First layer: bump activation (see below); dense layers: leaky ReLU.
struct Shape {
  int features = 0;
  int width = 0;
  int heads = 1;
  int hidden1 = 32;
  int hidden2 = 32;

  [[nodiscard]] bool valid() const noexcept {
    return features > 0 && features <= 65535 && width > 0 && width <= 4096 &&
           width % kWidthBlock == 0 && heads > 0 && heads <= 64 && hidden1 > 0 && hidden1 <= 128 &&
           hidden1 % kHiddenBlock == 0 && hidden2 > 0 && hidden2 <= 128 &&
           hidden2 % kHiddenBlock == 0;
  }
  bool operator==(const Shape&) const = default;
};

// First-layer activation: x (2 - |x|) with x clamped to [-1, 1]. A smooth, odd sigmoid whose integer
// form is exact. Fixed point: sums have kSumOne per unit, activations kActivationOne.
inline constexpr int kSumOne = 1024;
inline constexpr int kActivationOne = 2048;

// Bounds that keep every 16-bit first-layer sum free of overflow with up to kMaxActive active inputs:
// 49 * 0.62 * 1024 + 1.5 * 1024 < 32767.
inline constexpr int kMaxActive = 49;
inline constexpr float kMaxColumnWeight = 0.62F;
inline constexpr float kMaxColumnBias = 1.5F;

inline constexpr float kLeak = 0.125F;  // slope of the dense activation below zero

}  // namespace alea::nn
