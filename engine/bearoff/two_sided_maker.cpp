#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/bearoff/two_sided.h"

namespace alea {
namespace {

// The positions that each roll can lead to, for all positions of one side.
class Replies {
 public:
  explicit Replies(BearoffShape shape) {
    const std::uint32_t positions = position_count(shape);
    BearoffPlays plays;
    starts_.resize(std::size_t{positions} * kRolls + 1);
    for (std::uint32_t index = 1; index < positions; ++index) {
      const PackedSide side = side_of_index(index, shape.points);
      for (std::size_t roll = 0; roll < kRolls; ++roll) {
        starts_[index * kRolls + roll] = next_.size();
        for (const PackedSide after : plays.generate(side, all_rolls()[roll])) {
          next_.push_back(bearoff_index(after, shape.points));
        }
      }
    }
    starts_.back() = next_.size();
  }

  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t index, std::size_t roll) const {
    const std::size_t at = index * kRolls + roll;
    return std::span(next_).subspan(starts_[at], starts_[at + 1] - starts_[at]);
  }

 private:
  std::vector<std::size_t> starts_;  // [positions][rolls]
  std::vector<std::uint32_t> next_;
};

class Maker {
 public:
  Maker(BearoffShape shape, ThreadPool& pool, const BearoffMakeOptions& options)
      : shape_(shape),
        positions_(position_count(shape)),
        threads_(pool),
        options_(options),
        replies_(shape),
        table_(std::size_t{positions_} * positions_) {}

  // False if stopped.
  bool run();
  [[nodiscard]] TableImage image() const;

 private:
  [[nodiscard]] TwoSidedEquities work_out(std::uint32_t us, std::uint32_t them) const;

  [[nodiscard]] const TwoSidedEquities& at(std::uint32_t us, std::uint32_t them) const noexcept {
    return table_[std::size_t{us} * positions_ + them];
  }

  BearoffShape shape_;
  std::uint32_t positions_;
  ThreadPool& threads_;
  const BearoffMakeOptions& options_;
  Replies replies_;
  std::vector<TwoSidedEquities> table_;  // [us][them]
};

TwoSidedEquities Maker::work_out(std::uint32_t us, std::uint32_t them) const {
  TwoSidedEquities sum{};
  for (std::size_t roll = 0; roll < kRolls; ++roll) {
    TwoSidedEquities worst{.cubeless = 2, .centred = 2, .owned = 2, .theirs = 2};
    // What the opponent can get afterwards, with the cube decision of the opponent's turn.
    for (const std::uint32_t after : replies_.of(us, roll)) {
      const TwoSidedEquities& e = at(them, after);
      const double turned = std::min(2 * e.theirs, 1.0);
      worst.cubeless = std::min(worst.cubeless, e.cubeless);
      worst.centred = std::min(worst.centred, std::max(e.centred, turned));
      worst.owned = std::min(worst.owned, e.theirs);
      worst.theirs = std::min(worst.theirs, std::max(e.owned, turned));
    }
    const int weight = all_rolls()[roll].weight();
    sum.cubeless -= weight * worst.cubeless;
    sum.centred -= weight * worst.centred;
    sum.owned -= weight * worst.owned;
    sum.theirs -= weight * worst.theirs;
  }
  return {.cubeless = sum.cubeless / 36,
          .centred = sum.centred / 36,
          .owned = sum.owned / 36,
          .theirs = sum.theirs / 36};
}

bool Maker::run() {
  // Levels of equal pips of both sides together: every play lowers them.
  std::vector<std::vector<std::uint32_t>> by_pips(
      static_cast<std::size_t>(shape_.points * shape_.checkers + 1));
  for (std::uint32_t index = 0; index < positions_; ++index) {
    by_pips[static_cast<std::size_t>(pips_of(side_of_index(index, shape_.points)))].push_back(
        index);
  }
  // Whoever is about to roll against a side that is off has lost.
  for (std::uint32_t us = 1; us < positions_; ++us) {
    table_[std::size_t{us} * positions_] = {
        .cubeless = -1, .centred = -1, .owned = -1, .theirs = -1};
  }
  for (std::uint32_t them = 1; them < positions_; ++them) {
    table_[them] = {.cubeless = 1, .centred = 1, .owned = 1, .theirs = 1};
  }

  std::size_t done = 2 * std::size_t{positions_} - 1;
  std::vector<std::uint32_t> ours;
  for (std::size_t pips = 2; pips < 2 * by_pips.size() - 1; ++pips) {
    ours.clear();
    for (std::size_t our_pips = 1; our_pips < std::min(pips, by_pips.size()); ++our_pips) {
      if (pips - our_pips >= by_pips.size()) continue;
      ours.insert(ours.end(), by_pips[our_pips].begin(), by_pips[our_pips].end());
      done += by_pips[our_pips].size() * by_pips[pips - our_pips].size();
    }
    const bool all = threads_.for_each_index(
        ours.size(),
        [&](std::size_t i, int) {
          const auto our_pips =
              static_cast<std::size_t>(pips_of(side_of_index(ours[i], shape_.points)));
          for (const std::uint32_t them : by_pips[pips - our_pips]) {
            table_[std::size_t{ours[i]} * positions_ + them] = work_out(ours[i], them);
          }
        },
        options_.stop);
    if (!all) return false;
    if (options_.progress) {
      options_.progress(static_cast<double>(done) / static_cast<double>(table_.size()));
    }
  }
  return true;
}

TableImage Maker::image() const {
  std::vector<std::uint64_t> words;
  words.reserve(TableImage::kHeadWords + 2 * table_.size() + 8);
  words.resize(TableImage::kHeadWords);
  const auto stored = [](double equity) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::lround(equity * 0x1p30)));
  };
  const auto pair = [&](double low, double high) {
    return stored(low) | std::uint64_t{stored(high)} << 32;
  };
  for (const TwoSidedEquities& e : table_) {
    words.push_back(pair(e.cubeless, e.centred));
    words.push_back(pair(e.owned, e.theirs));
  }
  return TableImage::seal(TableKind::two_sided, shape_, std::move(words));
}

}  // namespace

Result<TwoSidedBearoff> TwoSidedBearoff::make(BearoffShape shape, ThreadPool& pool,
                                              const BearoffMakeOptions& options) {
  ALEA_CHECK(is_possible(shape));
  Maker maker(shape, pool, options);
  if (!maker.run())
    return fail(ErrorKind::cancelled, "the two-sided bear-off table was not finished");
  return TwoSidedBearoff(maker.image());
}

}  // namespace alea
