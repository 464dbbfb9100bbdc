#pragma once

#include <array>
#include <cstdint>

#include "nn/eval/features.h"
#include "nn/net/network.h"

namespace alea::nn {

// Differences of first-layer columns, made once and kept while plays of one board are looked at: the same
// checkers move in many of them. Half the additions of adding and subtracting columns, and from a place
// that stays in the cache.
class ColumnChanges {
 public:
  // An input is a feature, or kNothing + place where nobody stands.
  static constexpr int kNothing = kFeatures;

  ColumnChanges(const Network& network, const Kernels& kernels)
      : network_(network),
        kernels_(kernels),
        width_(static_cast<std::size_t>(network.shape().width)),
        zeros_(width_),
        pool_(kRoom * width_) {}

  // Forgets all, since the board they start from is another one.
  void forget() noexcept {
    for (std::size_t i = 0; i < count_; ++i) places_[made_[i]] = nullptr;
    count_ = 0;
  }

  // To be called before each board: pointers to columns hold until then.
  void make_room() noexcept {
    if (count_ + kMostOfABoard > kRoom) forget();
  }

  // Column of input `to` less that of `from`: [width]. Between two calls of forget() `to` must not come
  // with another `from`.
  [[nodiscard]] const std::int16_t* column(int from, int to) noexcept {
    const std::int16_t*& place = places_[static_cast<std::size_t>(to)];
    if (place == nullptr) make(from, to);
    return place;
  }

 private:
  // Columns; at 512 units they fit into a second-level cache.
  static constexpr std::size_t kRoom = 384;
  static constexpr std::size_t kMostOfABoard = 64 + kDerivedGroups;

  void make(int from, int to) noexcept {
    std::int16_t* const column = pool_.data() + count_ * width_;
    kernels_.difference(column, plain(to), plain(from), static_cast<int>(width_));
    places_[static_cast<std::size_t>(to)] = column;
    made_[count_++] = static_cast<std::uint16_t>(to);
  }

  [[nodiscard]] const std::int16_t* plain(int input) const noexcept {
    return input < kNothing ? network_.column(input) : zeros_.data();
  }

  const Network& network_;
  const Kernels& kernels_;
  std::size_t width_;
  std::array<const std::int16_t*, kNothing + 64> places_{};  // by input: where in the pool, or null
  std::array<std::uint16_t, kRoom> made_{};  // inputs in the pool, in their order there
  std::size_t count_ = 0;
  AlignedVector<std::int16_t> zeros_, pool_;
};

}  // namespace alea::nn
