#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/rng.h"
#include "nn/eval/features.h"
#include "nn/net/kernels.h"
#include "nn/net/network.h"
#include "nn/net/parameters.h"

namespace alea::nn {

// Roughly normal with standard deviation 1, from three uniforms.
inline float spread(Rng& rng) {
  return 2.0F * (rng.uniform() + rng.uniform() + rng.uniform() - 1.5F);
}

// Random weights of a size at which units saturate now and then and logits stay within a few units.
inline Parameters random_parameters(int width, int heads, std::uint64_t seed) {
  Parameters p = Parameters::zeros({.features = kFeatures, .width = width, .heads = heads});
  Rng rng(seed, 1);
  const auto fill = [&](AlignedVector<float>& tensor, double size) {
    for (float& x : tensor) x = static_cast<float>(size) * spread(rng);
  };
  fill(p.columns, 0.15);
  fill(p.bias, 0.2);
  for (HeadParameters& head : p.heads) {
    fill(head.w1, 1.0 / std::sqrt(static_cast<double>(width)));
    fill(head.b1, 0.2);
    fill(head.w2, 0.25);
    fill(head.b2, 0.2);
    for (std::size_t i = 0; i < head.w3.size(); ++i) {  // unused lanes stay zero
      if (i % kOutputStride < kOutputs) head.w3[i] = 0.25F * spread(rng);
    }
    for (std::size_t k = 0; k < kOutputs; ++k) head.b3[k] = 0.3F * spread(rng);
  }
  return p;
}

inline std::shared_ptr<const Network> random_network(int width, int heads, std::uint64_t seed) {
  return Network::quantise(random_parameters(width, heads, seed), std::string(kFeatureSet),
                           R"({"made_by":"a test"})");
}

// The tables that this processor can run; the portable one comes first.
inline std::vector<const Kernels*> all_kernels() {
  std::vector<const Kernels*> all;
  for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
    if (const Kernels* kernels = kernels_for(isa)) all.push_back(kernels);
  }
  return all;
}

}  // namespace alea::nn
