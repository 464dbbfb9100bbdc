#pragma once

#include <cstdint>

namespace alea {

// Finaliser of splitmix64 (Steele, Lea, Flood 2014): a bijection that spreads every input bit.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t x) noexcept {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// Counter-based random numbers: stream `stream` of seed `seed`.
//
// The n-th number depends on (seed, stream, n) alone, so games and trials are independent of the
// order in which threads take them up. Not for secrets. To go on bit for bit later, save counter() and
// construct with the same seed and stream.
class Rng {
 public:
  constexpr Rng(std::uint64_t seed, std::uint64_t stream) noexcept
      : key_(mix64(mix64(seed + kStep) + mix64(stream * kStep + 1))) {}

  [[nodiscard]] constexpr std::uint64_t next() noexcept {
    counter_ += kStep;
    return mix64(mix64(counter_ ^ key_) + key_);
  }

  // Uniform in [0, n); n > 0. Bias below n / 2^64.
  [[nodiscard]] constexpr std::uint32_t below(std::uint32_t n) noexcept {
    return static_cast<std::uint32_t>((static_cast<Wide>(next()) * n) >> 64);
  }

  // Uniform in [0, 1), 24 bits, so exact as a float.
  [[nodiscard]] constexpr float uniform() noexcept {
    return static_cast<float>(next() >> 40) * 0x1p-24F;
  }

  [[nodiscard]] constexpr std::uint64_t counter() const noexcept { return counter_; }
  constexpr void set_counter(std::uint64_t counter) noexcept { counter_ = counter; }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;
  std::uint64_t key_;
  std::uint64_t counter_ = 0;
};

}  // namespace alea
