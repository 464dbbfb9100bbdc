#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/bearoff/one_sided.h"
#include "engine/bearoff/one_sided_layout.h"

namespace alea {
namespace {

using one_sided::Layout;
using one_sided::Place;

// Longer than any bear-off of 12 points that is likelier than kNegligible.
constexpr std::size_t kMostRolls = 64;
using Row = std::array<double, kMostRolls>;  // chance of exactly n rolls

// Far below the 2^-31 of the stored counts.
constexpr double kNegligible = 1e-12;

// Distributions of all positions finished so far, without their zeros.
class Pool {
 public:
  explicit Pool(std::size_t positions) : places_(positions) {}

  void put(std::size_t index, const Row& row) {
    const auto matters = [](double p) { return p > kNegligible; };
    const auto begin = std::ranges::find_if(row, matters);
    auto end = row.end();
    while (end != begin && !matters(end[-1])) --end;
    ALEA_CHECK(begin != end && end != row.end());
    places_[index] = {.offset = chances_.size(),
                      .first_roll = static_cast<std::uint8_t>(begin - row.begin()),
                      .count = static_cast<std::uint8_t>(end - begin)};
    chances_.insert(chances_.end(), begin, end);
  }

  // row[n + 1] += weight * chance of n rolls from position `index`.
  void add_later(std::size_t index, double weight, Row& row) const noexcept {
    const Place& place = places_[index];
    for (std::size_t i = 0; i < place.count; ++i) {
      row[place.first_roll + 1U + i] += weight * chances_[place.offset + i];
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return chances_.size(); }

  // Appends position `index` as counts that sum to one exactly: what rounding leaves over goes to the
  // largest.
  [[nodiscard]] Place quantise(std::size_t index, std::vector<std::uint32_t>& counts) const {
    const Place& place = places_[index];
    const std::size_t offset = counts.size();
    std::int64_t rest = RollDistribution::kOne;
    for (std::size_t i = 0; i < place.count; ++i) {
      const auto count = static_cast<std::uint32_t>(
          std::llround(chances_[place.offset + i] * RollDistribution::kOne));
      rest -= count;
      counts.push_back(count);
    }
    const auto begin = counts.begin() + static_cast<std::ptrdiff_t>(offset);
    auto& largest = *std::max_element(begin, counts.end());
    largest = static_cast<std::uint32_t>(largest + rest);
    // Ends that rounded to nothing.
    const auto zeros = std::find_if(begin, counts.end(), [](auto c) { return c != 0; }) - begin;
    counts.erase(begin, begin + zeros);
    while (counts.back() == 0) counts.pop_back();
    return {.offset = offset,
            .first_roll = static_cast<std::uint8_t>(place.first_roll + zeros),
            .count = static_cast<std::uint8_t>(counts.size() - offset)};
  }

 private:
  std::vector<Place> places_;
  std::vector<double> chances_;
};

// One position, worked out from those with fewer pips.
struct Entry {
  double mean = 0, first_mean = 0;
  Row rolls{}, first_off{};
};

class Maker {
 public:
  Maker(BearoffShape shape, ThreadPool& pool, const BearoffMakeOptions& options)
      : shape_(shape),
        layout_(shape),
        threads_(pool),
        options_(options),
        means_(layout_.positions),
        first_means_(layout_.positions),
        rolls_(layout_.positions),
        first_off_(layout_.full),
        plays_(static_cast<std::size_t>(pool.threads())) {}

  // False if stopped.
  bool run();
  [[nodiscard]] TableImage image() const;

 private:
  [[nodiscard]] Entry work_out(std::uint32_t index, BearoffPlays& plays) const;
  bool run_level(std::span<const std::uint32_t> level);

  // Positions with all 15 checkers on the board are the last ones.
  [[nodiscard]] bool is_full(std::size_t index) const noexcept {
    return index >= layout_.positions - layout_.full;
  }
  [[nodiscard]] std::size_t full_index(std::size_t index) const noexcept {
    return index - (layout_.positions - layout_.full);
  }

  BearoffShape shape_;
  Layout layout_;
  ThreadPool& threads_;
  const BearoffMakeOptions& options_;
  std::vector<double> means_, first_means_;  // first_means_: zero where a checker is off
  Pool rolls_, first_off_;
  std::vector<BearoffPlays> plays_;  // one a worker
  std::vector<Entry> entries_;       // of a part of a level
};

Entry Maker::work_out(std::uint32_t index, BearoffPlays& plays) const {
  Entry entry;
  const PackedSide side = side_of_index(index, shape_.points);
  for (const Dice dice : all_rolls()) {
    // Equal means differ by rounding alone; then the first one, the lowest, is kept.
    constexpr double kTie = 1e-12;
    double mean = std::numeric_limits<double>::infinity();
    double first_mean = mean;
    std::uint32_t fastest = 0, first_fastest = 0;
    for (const PackedSide next : plays.generate(side, dice)) {
      const std::uint32_t after = bearoff_index(next, shape_.points);
      if (means_[after] < mean - kTie) {
        mean = means_[after];
        fastest = after;
      }
      if (first_means_[after] < first_mean - kTie) {
        first_mean = first_means_[after];
        first_fastest = after;
      }
    }
    const double weight = dice.weight() / 36.0;
    entry.mean += weight * mean;
    rolls_.add_later(fastest, weight, entry.rolls);
    if (!is_full(index)) continue;
    entry.first_mean += weight * first_mean;
    if (is_full(first_fastest)) {
      first_off_.add_later(full_index(first_fastest), weight, entry.first_off);
    } else {
      entry.first_off[1] += weight;
    }
  }
  entry.mean += 1;
  entry.first_mean += 1;
  return entry;
}

bool Maker::run_level(std::span<const std::uint32_t> level) {
  constexpr std::size_t kAtOnce = 16;  // positions a task
  const std::size_t tasks = (level.size() + kAtOnce - 1) / kAtOnce;
  entries_.resize(level.size());
  const bool all = threads_.for_each_index(
      tasks,
      [&](std::size_t task, int worker) {
        auto& plays = plays_[static_cast<std::size_t>(worker)];
        for (std::size_t i = task * kAtOnce; i < std::min(level.size(), (task + 1) * kAtOnce);
             ++i) {
          entries_[i] = work_out(level[i], plays);
        }
      },
      options_.stop);
  if (!all) return false;
  for (std::size_t i = 0; i < level.size(); ++i) {
    const std::uint32_t index = level[i];
    means_[index] = entries_[i].mean;
    rolls_.put(index, entries_[i].rolls);
    if (is_full(index)) {
      first_means_[index] = entries_[i].first_mean;
      first_off_.put(full_index(index), entries_[i].first_off);
    }
  }
  return true;
}

bool Maker::run() {
  // Levels of equal pip count: every play lowers it, so the positions of a level are independent.
  std::vector<std::vector<std::uint32_t>> levels(
      static_cast<std::size_t>(shape_.points * shape_.checkers + 1));
  for (std::uint32_t index = 0; index < layout_.positions; ++index) {
    levels[static_cast<std::size_t>(pips_of(side_of_index(index, shape_.points)))].push_back(index);
  }
  Row none{};
  none[0] = 1;
  rolls_.put(0, none);  // all are off

  constexpr std::size_t kPart = 4096;  // bounds the memory for entries
  std::size_t done = 1;
  for (const auto& level : std::span(levels).subspan(1)) {
    for (std::size_t i = 0; i < level.size(); i += kPart) {
      const auto part = std::span(level).subspan(i, std::min(kPart, level.size() - i));
      if (!run_level(part)) return false;
      done += part.size();
      if (options_.progress) {
        options_.progress(static_cast<double>(done) / static_cast<double>(layout_.positions));
      }
    }
  }
  return true;
}

TableImage Maker::image() const {
  std::vector<std::uint64_t> words(TableImage::kHeadWords + layout_.index_words());
  std::vector<std::uint32_t> counts;
  counts.reserve(rolls_.size() + first_off_.size() + 1);
  auto* out = words.data() + TableImage::kHeadWords;
  for (const double mean : means_) *out++ = std::bit_cast<std::uint64_t>(mean);
  for (std::size_t i = 0; i < layout_.positions; ++i) *out++ = rolls_.quantise(i, counts).pack();
  for (std::size_t i = 0; i < layout_.full; ++i) *out++ = first_off_.quantise(i, counts).pack();
  if (counts.size() % 2 != 0) counts.push_back(0);
  const std::size_t at = words.size();
  words.resize(at + counts.size() / 2);
  std::memcpy(&words[at], counts.data(), counts.size() * sizeof counts[0]);
  return TableImage::seal(TableKind::one_sided, shape_, std::move(words));
}

}  // namespace

Result<OneSidedBearoff> OneSidedBearoff::make(BearoffShape shape, ThreadPool& pool,
                                              const BearoffMakeOptions& options) {
  ALEA_CHECK(is_valid(shape));
  Maker maker(shape, pool, options);
  if (!maker.run())
    return fail(ErrorKind::cancelled, "the one-sided bear-off table was not finished");
  return OneSidedBearoff(maker.image());
}

}  // namespace alea
