#include <cmath>

#include "engine/base/rng.h"
#include "nn/eval/features.h"
#include "training/trainer.h"

namespace alea {
namespace {

// Standard normal by the polar method of Box and Muller: two uniforms each.
float normal(Rng& rng) {
  const double u = 1.0 - static_cast<double>(rng.uniform());
  const double v = static_cast<double>(rng.uniform());
  return static_cast<float>(std::sqrt(-2.0 * std::log(u)) * std::cos(6.283185307179586 * v));
}

}  // namespace

nn::Parameters initial_parameters(int width, int heads, std::uint64_t seed) {
  const nn::Shape shape{.features = nn::kFeatures, .width = width, .heads = 1};
  nn::Parameters p = nn::Parameters::zeros(shape);
  Rng rng(seed, 0x1417);
  // Columns of one place start alike: a blot, a point, and more checkers as a mix, so that counts which
  // seldom occur are not left at noise.
  for (int side = 0; side < 2; ++side) {
    for (int slot = 0; slot <= kBar; ++slot) {
      const int most = slot == kBar || slot == kOff ? kCheckers : nn::kCountsPerPoint;
      for (int unit = 0; unit < width; ++unit) {
        const float some = 0.08F * normal(rng), more = 0.02F * normal(rng);
        const float blot = 0.06F * normal(rng);
        for (int count = 1; count <= most; ++count) {
          const float weight = some + more * static_cast<float>(count - 2) + (count == 1 ? blot : 0.0F);
          p.columns[static_cast<std::size_t>(nn::feature(side, slot, count)) *
                        static_cast<std::size_t>(width) +
                    static_cast<std::size_t>(unit)] = weight;
        }
      }
    }
  }
  nn::HeadParameters& head = p.heads.front();
  const auto fill = [&](nn::AlignedVector<float>& tensor, double spread) {
    for (float& x : tensor) x = static_cast<float>(spread) * normal(rng);
  };
  fill(head.w1, std::sqrt(2.0 / (0.3 * width)));
  fill(head.w2, std::sqrt(2.0 / shape.hidden1));
  for (int i = 0; i < shape.hidden2; ++i) {
    for (int k = 0; k < nn::kOutputs; ++k) {
      head.w3[static_cast<std::size_t>(i * nn::kOutputStride + k)] = 0.1F * normal(rng);
    }
  }
  head.b3[1] = head.b3[3] = -1.2F;  // a quarter of the games are gammons, few are more
  head.b3[2] = head.b3[4] = -4.0F;
  return heads == 1 ? p : nn::with_heads(p, nn::head_origins(1, heads));
}

}  // namespace alea
