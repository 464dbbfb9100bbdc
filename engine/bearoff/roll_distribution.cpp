#include "engine/bearoff/roll_distribution.h"

#include <algorithm>
#include <cmath>

namespace alea {
namespace {

constexpr double kUnit = 1.0 / RollDistribution::kOne;

}  // namespace

double RollDistribution::chance(int rolls) const noexcept {
  if (rolls < first_ || rolls > last()) return 0;
  return kUnit * counts_[static_cast<std::size_t>(rolls - first_)];
}

double RollDistribution::within(int rolls) const noexcept {
  std::uint64_t sum = 0;
  for (int n = first_; n <= std::min(rolls, last()); ++n) {
    sum += counts_[static_cast<std::size_t>(n - first_)];
  }
  return kUnit * static_cast<double>(sum);
}

double RollDistribution::mean() const noexcept {
  std::uint64_t sum = 0;
  auto rolls = static_cast<std::uint64_t>(first_);
  for (const std::uint32_t count : counts_) sum += rolls++ * count;
  return kUnit * static_cast<double>(sum);
}

double RollDistribution::standard_deviation() const noexcept {
  const double centre = mean();
  double sum = 0;
  for (int n = first_; n <= last(); ++n) sum += (n - centre) * (n - centre) * chance(n);
  return std::sqrt(sum);
}

double chance_not_later(const RollDistribution& a, const RollDistribution& b) noexcept {
  // Sum over n of P(a = n) P(b >= n), in units of 2^-62; never more than 2^62.
  std::uint64_t sum = 0;
  std::uint64_t not_done = RollDistribution::kOne;  // b needs n rolls or more
  int n = a.first();
  auto next = b.counts().begin();
  int next_n = b.first();
  for (const std::uint32_t count : a.counts()) {
    for (; next_n < n && next != b.counts().end(); ++next_n, ++next) not_done -= *next;
    sum += count * not_done;
    ++n;
  }
  return kUnit * kUnit * static_cast<double>(sum);
}

}  // namespace alea
