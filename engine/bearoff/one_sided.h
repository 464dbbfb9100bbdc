#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "engine/base/result.h"
#include "engine/base/thread_pool.h"
#include "engine/bearoff/bearoff_position.h"
#include "engine/bearoff/roll_distribution.h"
#include "engine/bearoff/table_file.h"
#include "engine/board/probabilities.h"

namespace alea {

// For every position of one side that a shape covers: how many rolls until all checkers are off, and
// until the first one is.
//
// Policy: each of the two distributions is that of the player who minimises its own mean, whatever the
// opponent does; of plays with equal means the one whose rearmost checkers are farthest advanced (the
// lowest PackedSide). So a racer and a player who runs to save the gammon each have their own.
// Exact but for rounding to multiples of 2^-31; means are kept in double precision.
//
// Cost: 54,264 positions, 3.3 MB and a second of one core for 15 checkers on 6 points; 490,314, 35 MB and
// 15 seconds on 8; 3.3 million on 10. The rules are the standard ones: the five-checker limit (H4) makes
// a bear-off slower than it says.
class OneSidedBearoff {
 public:
  // Errors: cancelled. The same bytes whatever the number of threads.
  [[nodiscard]] static Result<OneSidedBearoff> make(BearoffShape shape, ThreadPool& pool,
                                                    const BearoffMakeOptions& options = {});

  // Errors: as TableImage::load.
  [[nodiscard]] static Result<OneSidedBearoff> load(const std::filesystem::path& path);
  [[nodiscard]] Status save(const std::filesystem::path& path) const { return image_.save(path); }

  [[nodiscard]] BearoffShape shape() const noexcept { return image_.shape(); }
  [[nodiscard]] std::uint32_t size() const noexcept { return position_count(shape()); }
  [[nodiscard]] const TableImage& image() const noexcept { return image_; }

  [[nodiscard]] bool covers(const Board::Side& side) const noexcept {
    return alea::covers(shape(), side);
  }
  // Of a covered side.
  [[nodiscard]] std::uint32_t index(const Board::Side& side) const noexcept {
    return bearoff_index(side, shape().points);
  }

  [[nodiscard]] RollDistribution rolls(std::uint32_t index) const noexcept;
  [[nodiscard]] double mean_rolls(std::uint32_t index) const noexcept { return means_[index]; }

  // Rolls until the first checker of 15 is off; none are needed where one is off already.
  [[nodiscard]] RollDistribution first_off(std::uint32_t index) const noexcept;

 private:
  explicit OneSidedBearoff(TableImage image) noexcept;
  // Whether all places lie inside the payload.
  [[nodiscard]] static bool is_sound(const TableImage& image) noexcept;

  TableImage image_;
  std::span<const double> means_;                // [size]
  std::span<const std::uint64_t> places_;        // [size]
  std::span<const std::uint64_t> first_places_;  // [those with 15 checkers, which come last]
  std::span<const std::uint32_t> counts_;        // of all distributions
};

// What players ask about a bear-off.
struct BearoffFigures {
  int pips = 0;
  double mean_rolls = 0;
  double standard_deviation = 0;  // of the rolls
  double epc = 0;      // effective pip count: mean rolls times the 49/6 pips of an average roll
  double wastage = 0;  // epc - pips
};
[[nodiscard]] BearoffFigures bearoff_figures(const OneSidedBearoff& table,
                                             const Board::Side& side) noexcept;

// Chances in a race in which both sides are covered, by combining two one-sided distributions. Both are
// taken to play for speed alone, so the figures are close but not exact: see docs/bearoff.md.
[[nodiscard]] Probabilities race_probabilities(const OneSidedBearoff& table,
                                               const Board& board) noexcept;

}  // namespace alea
