#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nn/net/aligned.h"
#include "nn/net/shape.h"

namespace alea::nn {

// Float weights of one stack of dense layers; layouts as in kernels.h.
struct HeadParameters {
  AlignedVector<float> w1;  // [width][hidden1]
  AlignedVector<float> b1;  // [hidden1]
  AlignedVector<float> w2;  // [hidden1][hidden2]
  AlignedVector<float> b2;  // [hidden2]
  AlignedVector<float> w3;  // [hidden2][kOutputStride], lanes from kOutputs on are zero
  AlignedVector<float> b3;  // [kOutputStride]
};

// The float weights that a trainer changes; a Network is made from them.
struct Parameters {
  Shape shape;
  AlignedVector<float> columns;  // [features][width]
  AlignedVector<float> bias;     // [width]
  std::vector<HeadParameters> heads;

  // All zero.
  [[nodiscard]] static Parameters zeros(const Shape& shape);

  // Calls fn(AlignedVector<float>&) on every tensor, in a fixed order.
  template <class Fn>
  void for_each(Fn&& fn) {
    visit(*this, fn);
  }
  template <class Fn>
  void for_each(Fn&& fn) const {
    visit(*this, fn);
  }

  [[nodiscard]] std::size_t count() const;  // numbers in all tensors, padding included

 private:
  template <class Self, class Fn>
  static void visit(Self& self, Fn& fn) {
    fn(self.columns);
    fn(self.bias);
    for (auto& head : self.heads) {
      fn(head.w1);
      fn(head.b1);
      fn(head.w2);
      fn(head.b2);
      fn(head.w3);
      fn(head.b3);
    }
  }
};

// The same net with further inputs of zero weight; with stacks of dense layers that are copies of those
// at `origins`; or with a wider first layer whose new units have random input weights and zero output weights: the
// function computed does not change.
[[nodiscard]] Parameters with_features(const Parameters& parameters, int features);
[[nodiscard]] Parameters with_heads(const Parameters& parameters,
                                   std::span<const int> origins);
[[nodiscard]] Parameters widened(const Parameters& parameters, int width, std::uint64_t seed);

}  // namespace alea::nn
