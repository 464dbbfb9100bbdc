#pragma once

#include <cmath>
#include <cstdint>

namespace alea {

// Running mean and variance (Welford). Adding in the same order gives the same bits.
class RunningMean {
 public:
  constexpr RunningMean() = default;
  // As saved by count(), mean() and sum_of_squares().
  constexpr RunningMean(std::int64_t count, double mean, double sum_of_squares) noexcept
      : count_(count), mean_(mean), squares_(sum_of_squares) {}

  constexpr void add(double x) noexcept {
    ++count_;
    const double before = x - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (x - mean_);
  }

  [[nodiscard]] constexpr std::int64_t count() const noexcept { return count_; }
  [[nodiscard]] constexpr double mean() const noexcept { return mean_; }
  // Sum of squared deviations from the mean.
  [[nodiscard]] constexpr double sum_of_squares() const noexcept { return squares_; }
  [[nodiscard]] double standard_deviation() const noexcept {
    return count_ > 1 ? std::sqrt(squares_ / static_cast<double>(count_ - 1)) : 0.0;
  }
  // Of the mean; 0 for fewer than two values.
  [[nodiscard]] double standard_error() const noexcept {
    return count_ > 1 ? standard_deviation() / std::sqrt(static_cast<double>(count_)) : 0.0;
  }

  bool operator==(const RunningMean&) const = default;

 private:
  std::int64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

}  // namespace alea
