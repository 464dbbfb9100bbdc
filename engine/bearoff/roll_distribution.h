#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace alea {

// How many rolls something takes, as chances: a view into a table, valid as long as the table.
//
// Chances are whole multiples of 2^-31 that sum to exactly one, so sums and products of two of them are
// exact integers and the same everywhere.
class RollDistribution {
 public:
  static constexpr std::uint32_t kOne = std::uint32_t{1} << 31;

  // counts[i] / kOne is the chance of `first` + i rolls.
  RollDistribution(int first, std::span<const std::uint32_t> counts) noexcept
      : first_(first), counts_(counts) {}

  [[nodiscard]] int first() const noexcept { return first_; }  // fewest rolls with a chance
  [[nodiscard]] int last() const noexcept {                    // most
    return first_ + static_cast<int>(counts_.size()) - 1;
  }
  [[nodiscard]] std::span<const std::uint32_t> counts() const noexcept { return counts_; }

  [[nodiscard]] double chance(int rolls) const noexcept;
  [[nodiscard]] double within(int rolls) const noexcept;  // of `rolls` or fewer
  [[nodiscard]] double mean() const noexcept;
  [[nodiscard]] double standard_deviation() const noexcept;

 private:
  int first_;
  std::span<const std::uint32_t> counts_;
};

// Chance that `a` takes no more rolls than `b`, the two being independent: that the side which rolls
// first is done first. The side which rolls second is with 1 - chance_not_later(first, second).
[[nodiscard]] double chance_not_later(const RollDistribution& a,
                                      const RollDistribution& b) noexcept;

}  // namespace alea
