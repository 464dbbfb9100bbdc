#include "nn/net/network.h"

#include <algorithm>
#include <cmath>

#include "engine/base/check.h"
#include "engine/base/file.h"
#include "engine/base/sha256.h"

namespace alea::nn {
namespace {

std::int16_t rounded(float x, float limit) {
  return static_cast<std::int16_t>(std::lround(std::clamp(x, -limit, limit) * kSumOne));
}

// Largest power of two by which a column block may be multiplied so that the weights fit 16 bits and no
// integer sum over activations of at most kActivationOne can overflow 32 bits.
float weight_scale(const HeadParameters& head, int width, int outputs) {
  double peak = 1e-6, sum_peak = 1e-6;
  for (int o = 0; o < outputs; ++o) {
    double sum = 0;
    for (int i = 0; i < width; ++i) {
      const double w =
          std::abs(static_cast<double>(head.w1[static_cast<std::size_t>(i * outputs + o)]));
      peak = std::max(peak, w);
      sum += w;
    }
    sum_peak = std::max(sum_peak, sum);
  }
  const double by_weight = 32767.0 / peak;
  const double by_sum = (2147483647.0 / kActivationOne - width) / sum_peak;
  return static_cast<float>(std::exp2(std::floor(std::log2(std::min(by_weight, by_sum)))));
}

}  // namespace

std::shared_ptr<const Network> Network::quantise(const Parameters& p, std::string feature_set,
                                                 std::string provenance) {
  const std::shared_ptr<Network> net(new Network);
  net->shape_ = p.shape;
  net->feature_set_ = std::move(feature_set);
  net->provenance_ = std::move(provenance);
  net->columns_.resize(p.columns.size());
  std::transform(p.columns.begin(), p.columns.end(), net->columns_.begin(),
                 [](float x) { return rounded(x, kMaxColumnWeight); });
  net->bias_.resize(p.bias.size());
  std::transform(p.bias.begin(), p.bias.end(), net->bias_.begin(),
                 [](float x) { return rounded(x, kMaxColumnBias); });
  const int width = p.shape.width, outputs = p.shape.hidden1;
  for (const HeadParameters& from : p.heads) {
    Head head;
    const float scale = weight_scale(from, width, outputs);
    head.scale1 = 1.0F / (scale * static_cast<float>(kActivationOne));
    head.w1.resize(from.w1.size());
    head.b1 = from.b1;
    for (int o = 0; o < outputs; ++o) {
      double sum = 0;
      for (int i = 0; i < width; ++i) {
        const float w = from.w1[static_cast<std::size_t>(i * outputs + o)] * scale;
        const auto q = static_cast<std::int16_t>(std::lround(std::clamp(w, -32767.0F, 32767.0F)));
        head.w1[static_cast<std::size_t>(((i / 2) * outputs + o) * 2 + i % 2)] = q;
        sum += q;
      }
      // Integer activations are rounded down: on average half a unit too small.
      head.b1[static_cast<std::size_t>(o)] +=
          static_cast<float>(0.5 * sum * static_cast<double>(head.scale1));
    }
    head.w2 = from.w2;
    head.b2 = from.b2;
    head.w3 = from.w3;
    head.b3 = from.b3;
    net->heads_.push_back(std::move(head));
  }
  net->hash_ = sha256_hex(net->serialise()).substr(0, 12);
  return net;
}

Parameters Network::dequantise() const {
  Parameters p = Parameters::zeros(shape_);
  const auto real = [](std::int16_t x) { return static_cast<float>(x) / kSumOne; };
  std::transform(columns_.begin(), columns_.end(), p.columns.begin(), real);
  std::transform(bias_.begin(), bias_.end(), p.bias.begin(), real);
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    const Head& from = heads_[h];
    HeadParameters& head = p.heads[h];
    head.b1 = from.b1;
    const float unit = from.scale1 * static_cast<float>(kActivationOne);
    for (int o = 0; o < shape_.hidden1; ++o) {
      double sum = 0;
      for (int i = 0; i < shape_.width; ++i) {
        const std::int16_t q =
            from.w1[static_cast<std::size_t>(((i / 2) * shape_.hidden1 + o) * 2 + i % 2)];
        head.w1[static_cast<std::size_t>(i * shape_.hidden1 + o)] = static_cast<float>(q) * unit;
        sum += q;
      }
      head.b1[static_cast<std::size_t>(o)] -=
          static_cast<float>(0.5 * sum * static_cast<double>(from.scale1));
    }
    head.w2 = from.w2;
    head.b2 = from.b2;
    head.w3 = from.w3;
    head.b3 = from.b3;
  }
  return p;
}

std::shared_ptr<const Network> Network::with_features(std::string feature_set, int features) const {
  ALEA_CHECK(features >= shape_.features);
  const std::shared_ptr<Network> net(new Network(*this));
  net->feature_set_ = std::move(feature_set);
  net->shape_.features = features;
  net->columns_.resize(static_cast<std::size_t>(features) * static_cast<std::size_t>(shape_.width));
  return net;
}

HeadView Network::head(int index) const noexcept {
  const Head& h = heads_[static_cast<std::size_t>(index)];
  return {.w1 = h.w1.data(),
          .b1 = h.b1.data(),
          .w2 = h.w2.data(),
          .b2 = h.b2.data(),
          .w3 = h.w3.data(),
          .b3 = h.b3.data(),
          .scale1 = h.scale1,
          .width = shape_.width,
          .hidden1 = shape_.hidden1,
          .hidden2 = shape_.hidden2};
}

Result<std::shared_ptr<const Network>> Network::load(const std::filesystem::path& path) {
  auto bytes = read_file(path);
  if (!bytes) return fail(std::move(bytes).error());
  auto net = parse(*bytes);
  if (!net) {
    Error error = std::move(net).error();
    error.source = path.string();
    return fail(std::move(error));
  }
  return net;
}

}  // namespace alea::nn
