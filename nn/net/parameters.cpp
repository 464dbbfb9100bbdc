#include "nn/net/parameters.h"

#include <algorithm>

#include "engine/base/check.h"
#include "engine/base/rng.h"

namespace alea::nn {
namespace {

std::size_t size_of(int a, int b = 1) {
  return static_cast<std::size_t>(a) * static_cast<std::size_t>(b);
}

}  // namespace

Parameters Parameters::zeros(const Shape& shape) {
  ALEA_CHECK(shape.valid());
  Parameters p;
  p.shape = shape;
  p.columns.resize(size_of(shape.features, shape.width));
  p.bias.resize(size_of(shape.width));
  p.heads.resize(size_of(shape.heads));
  for (HeadParameters& head : p.heads) {
    head.w1.resize(size_of(shape.width, shape.hidden1));
    head.b1.resize(size_of(shape.hidden1));
    head.w2.resize(size_of(shape.hidden1, shape.hidden2));
    head.b2.resize(size_of(shape.hidden2));
    head.w3.resize(size_of(shape.hidden2, kOutputStride));
    head.b3.resize(kOutputStride);
  }
  return p;
}

std::size_t Parameters::count() const {
  std::size_t total = 0;
  for_each([&](const AlignedVector<float>& tensor) { total += tensor.size(); });
  return total;
}

Parameters with_features(const Parameters& parameters, int features) {
  ALEA_CHECK(features >= parameters.shape.features);
  Parameters result = parameters;
  result.shape.features = features;
  result.columns.resize(size_of(features, parameters.shape.width));
  return result;
}

Parameters with_heads(const Parameters& parameters, std::span<const int> origins) {
  Parameters result = parameters;
  result.shape.heads = static_cast<int>(origins.size());
  result.heads.clear();
  for (const int origin : origins) {
    result.heads.push_back(parameters.heads.at(static_cast<std::size_t>(origin)));
  }
  return result;
}

Parameters widened(const Parameters& parameters, int width, std::uint64_t seed) {
  const int old = parameters.shape.width;
  ALEA_CHECK(width >= old);
  Shape shape = parameters.shape;
  shape.width = width;
  Parameters result = Parameters::zeros(shape);
  Rng rng(seed, 0x71de);
  const auto random = [&] { return (rng.uniform() + rng.uniform() - 1.0F) * 0.25F; };
  for (int f = 0; f < shape.features; ++f) {
    const float* from = parameters.columns.data() + size_of(f, old);
    float* to = result.columns.data() + size_of(f, width);
    std::copy_n(from, old, to);
    std::generate(to + old, to + width, random);
  }
  std::copy_n(parameters.bias.data(), old, result.bias.data());
  for (std::size_t h = 0; h < parameters.heads.size(); ++h) {
    AlignedVector<float> w1 = std::move(result.heads[h].w1);
    result.heads[h] = parameters.heads[h];
    std::copy(parameters.heads[h].w1.begin(), parameters.heads[h].w1.end(), w1.begin());
    result.heads[h].w1 = std::move(w1);
  }
  return result;
}

}  // namespace alea::nn
