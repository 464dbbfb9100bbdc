#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "nn/eval/features.h"
#include "nn/net/parameters.h"

namespace alea::nn {

// The float net by the definition of its layers, in double precision.
inline std::array<double, kOutputs> plain_forward(const Parameters& p, const Board& board) {
  const Shape& s = p.shape;
  std::array<std::uint16_t, kMaxActiveFeatures> active;
  const int count = active_features(board, active);
  const HeadParameters& head = p.heads[static_cast<std::size_t>(head_of(phase_of(board), s.heads))];
  const auto width = static_cast<std::size_t>(s.width);
  const auto h1 = static_cast<std::size_t>(s.hidden1), h2 = static_cast<std::size_t>(s.hidden2);
  const auto leaky = [](double x) { return x < 0 ? x * static_cast<double>(kLeak) : x; };
  std::vector<double> z1(head.b1.begin(), head.b1.end()), z2(head.b2.begin(), head.b2.end());
  for (std::size_t i = 0; i < width; ++i) {
    auto x = static_cast<double>(p.bias[i]);
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
      x += static_cast<double>(p.columns[active[k] * width + i]);
    }
    x = std::clamp(x, -1.0, 1.0);
    x *= 2 - std::abs(x);
    for (std::size_t o = 0; o < h1; ++o) z1[o] += x * static_cast<double>(head.w1[i * h1 + o]);
  }
  for (std::size_t i = 0; i < h1; ++i) {
    for (std::size_t o = 0; o < h2; ++o)
      z2[o] += leaky(z1[i]) * static_cast<double>(head.w2[i * h2 + o]);
  }
  std::array<double, kOutputs> out{};
  for (std::size_t k = 0; k < kOutputs; ++k) {
    auto logit = static_cast<double>(head.b3[k]);
    for (std::size_t i = 0; i < h2; ++i) {
      logit += leaky(z2[i]) * static_cast<double>(head.w3[i * kOutputStride + k]);
    }
    out[k] = 1 / (1 + std::exp(-logit));
  }
  return out;
}

}  // namespace alea::nn
