#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "engine/base/result.h"
#include "engine/base/thread_pool.h"
#include "engine/bearoff/bearoff_position.h"
#include "engine/bearoff/table_file.h"

namespace alea {

// Exact equities of a bear-off for the player about to roll: points per unit of the present cube, money
// play, no gammons (both have borne off). Those with a cube are for rolling without doubling first;
// from the next turn on both sides use the cube perfectly, without beavers.
struct TwoSidedEquities {
  double cubeless = 0;
  double centred = 0;  // the cube is in the middle
  double owned = 0;    // the player about to roll owns it
  double theirs = 0;   // the opponent owns it

  [[nodiscard]] double win() const noexcept { return (1.0 + cubeless) / 2.0; }
};

// The three ways a turn can begin when the cube may be turned.
struct BearoffCubeAction {
  double no_double = 0;  // points per unit of the cube before the turn
  double double_take = 0;
  double double_pass = 1;
  bool doubles = false;  // turning gains; a tie is no double
  bool takes = false;    // taking loses no more than passing

  // With the best decision of both.
  [[nodiscard]] double equity() const noexcept;
};
[[nodiscard]] BearoffCubeAction centred_action(const TwoSidedEquities& e) noexcept;
[[nodiscard]] BearoffCubeAction owned_action(const TwoSidedEquities& e) noexcept;

// Exact equities for every pair of positions that a shape covers; for the default 6 checkers on 6
// points 924 x 924 pairs.
//
// Each of the four equities has its own best plays. Computed in double precision and stored as 32-bit
// multiples of 2^-30 (error below 5e-10), 16 bytes a pair: 13.7 MB for the default, 144 MB for 8
// checkers. The file is not divided by symmetry: a pair and its mirror are different questions, as one
// side is on roll.
class TwoSidedBearoff {
 public:
  static constexpr BearoffShape kDefaultShape{.points = kHome, .checkers = 6};
  // More would need gigabytes: 10 checkers on 6 points.
  static constexpr std::uint32_t kMostPositions = 8008;

  // At most kMostPositions a side, at most 14 checkers (else gammons count).
  [[nodiscard]] static bool is_possible(BearoffShape shape) noexcept;

  // Errors: cancelled. The same bytes whatever the number of threads.
  [[nodiscard]] static Result<TwoSidedBearoff> make(BearoffShape shape, ThreadPool& pool,
                                                    const BearoffMakeOptions& options = {});

  // Errors: as TableImage::load.
  [[nodiscard]] static Result<TwoSidedBearoff> load(const std::filesystem::path& path);
  [[nodiscard]] Status save(const std::filesystem::path& path) const { return image_.save(path); }

  [[nodiscard]] BearoffShape shape() const noexcept { return image_.shape(); }
  [[nodiscard]] std::uint32_t positions() const noexcept { return positions_; }  // of one side
  [[nodiscard]] const TableImage& image() const noexcept { return image_; }

  [[nodiscard]] bool covers(const Board& board) const noexcept {
    return alea::covers(shape(), board.us) && alea::covers(shape(), board.them);
  }
  // Of a covered board.
  [[nodiscard]] TwoSidedEquities equities(const Board& board) const noexcept {
    return equities(bearoff_index(board.us, shape().points),
                    bearoff_index(board.them, shape().points));
  }
  [[nodiscard]] TwoSidedEquities equities(std::uint32_t us, std::uint32_t them) const noexcept;

 private:
  explicit TwoSidedBearoff(TableImage image) noexcept;

  TableImage image_;
  std::uint32_t positions_;
  std::span<const std::int32_t> values_;  // [us][them][cubeless, centred, owned, theirs]
};

}  // namespace alea
