#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "nn/net/aligned.h"
#include "nn/net/kernels.h"
#include "nn/net/parameters.h"
#include "nn/net/shape.h"

namespace alea::nn {

// A net ready to use: immutable, quantised, shared between threads by shared_ptr<const Network>.
//
// First layer and the layer after it in 16-bit integers (exact on every path and instruction set), the
// small layers after them in floats of fixed order. Knows nothing of backgammon: `feature_set` names
// the encoder that its inputs belong to ("onehot-2").
class Network {
 public:
  // Rounds float weights. `provenance` is a JSON object: run, games, measured strength, licence.
  [[nodiscard]] static std::shared_ptr<const Network> quantise(const Parameters& parameters,
                                                               std::string feature_set,
                                                               std::string provenance);

  // Reads a weight file (docs/weights-format.md). Errors: environment where the file cannot be read;
  // input where it is no weight file, of another version, truncated, damaged, has trailing bytes,
  // non-finite numbers or a shape that does not fit, saying which.
  [[nodiscard]] static Result<std::shared_ptr<const Network>> load(
      const std::filesystem::path& path);
  [[nodiscard]] static Result<std::shared_ptr<const Network>> parse(std::string_view bytes);

  // The weight file as bytes; parse(serialise()) gives the same net.
  [[nodiscard]] std::string serialise() const;

  // Float weights that quantise to this net (to go on training from it).
  [[nodiscard]] Parameters dequantise() const;

  // The same net with further inputs behind its own, whose columns are zero: no answer changes. Keeps the
  // hash, since it is the net of that file.
  [[nodiscard]] std::shared_ptr<const Network> with_features(std::string feature_set,
                                                             int features) const;

  [[nodiscard]] const Shape& shape() const noexcept { return shape_; }
  [[nodiscard]] const std::string& feature_set() const noexcept { return feature_set_; }
  [[nodiscard]] const std::string& provenance() const noexcept { return provenance_; }
  // First 12 hex digits of the SHA-256 of the weight file.
  [[nodiscard]] const std::string& hash() const noexcept { return hash_; }

  [[nodiscard]] const std::int16_t* bias() const noexcept { return bias_.data(); }
  [[nodiscard]] const std::int16_t* column(int feature) const noexcept {
    return columns_.data() + static_cast<std::size_t>(feature) * static_cast<std::size_t>(shape_.width);
  }
  [[nodiscard]] HeadView head(int index) const noexcept;

 private:
  struct Head {
    AlignedVector<std::int16_t> w1;
    AlignedVector<float> b1, w2, b2, w3, b3;
    float scale1 = 0;
  };
  friend struct WeightFile;

  Network() = default;

  Shape shape_;
  std::string feature_set_, provenance_, hash_;
  AlignedVector<std::int16_t> columns_;  // [features][width], kSumOne per unit
  AlignedVector<std::int16_t> bias_;     // [width]
  std::vector<Head> heads_;
};

}  // namespace alea::nn
