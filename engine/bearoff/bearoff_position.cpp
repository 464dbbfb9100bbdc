#include "engine/bearoff/bearoff_position.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/base/check.h"

namespace alea {
namespace {

constexpr PackedSide one_on(int point) noexcept {
  return PackedSide{1} << (4 * (point - 1));
}

constexpr int rearmost_point(PackedSide side) noexcept {
  return (static_cast<int>(std::bit_width(side)) + 3) / 4;
}

}  // namespace

bool is_valid(BearoffShape shape) noexcept {
  return shape.points >= 1 && shape.points <= kMaxBearoffPoints && shape.checkers >= 1 &&
         shape.checkers <= kCheckers;
}

PackedSide side_of_index(std::uint32_t index, int points) noexcept {
  PackedSide side = 0;
  std::size_t behind = kCheckers;  // checkers on this point and beyond, at most
  std::uint32_t previous = 0;
  for (int point = 1; point <= points; ++point) {
    const auto& rank = bearoff_detail::kRank[static_cast<std::size_t>(points - point + 1)];
    while (rank[behind] > index) --behind;
    index -= rank[behind];
    if (point > 1) side |= PackedSide{previous - behind} << (4 * (point - 2));
    previous = static_cast<std::uint32_t>(behind);
  }
  return side | PackedSide{previous} << (4 * (points - 1));
}

int checkers_of(PackedSide side) noexcept {
  int sum = 0;
  for (; side != 0; side >>= 4) sum += static_cast<int>(side & 15U);
  return sum;
}

int pips_of(PackedSide side) noexcept {
  int sum = 0;
  for (int point = 1; side != 0; side >>= 4, ++point) sum += point * static_cast<int>(side & 15U);
  return sum;
}

Board::Side unpack(PackedSide side) noexcept {
  Board::Side slots{};
  slots[kOff] = static_cast<std::uint8_t>(kCheckers - checkers_of(side));
  for (std::size_t point = 1; side != 0; side >>= 4, ++point) {
    slots[point] = static_cast<std::uint8_t>(side & 15U);
  }
  return slots;
}

bool covers(BearoffShape shape, const Board::Side& side) noexcept {
  static_assert(std::endian::native == std::endian::little);
  if (kCheckers - side[kOff] > shape.checkers) return false;
  // Slots 26 to 31 are zero, so "nothing beyond the last point" is a test of whole words.
  std::array<std::uint64_t, 4> word{};
  std::memcpy(word.data(), side.data(), sizeof word);
  const auto beyond = static_cast<std::size_t>(shape.points) + 1;  // first slot that must be empty
  const std::uint64_t low = beyond >= 8 ? 0 : ~std::uint64_t{0} << (8 * beyond);
  const std::uint64_t next =
      beyond <= 8 ? ~std::uint64_t{0} : ~std::uint64_t{0} << (8 * (beyond - 8));
  return ((word[0] & low) | (word[1] & next) | word[2] | word[3]) == 0;
}

// Replaces from_ by all sides one step of `die` later.
void BearoffPlays::play(int die) {
  to_.clear();
  for (const PackedSide side : from_) {
    if (side == 0) {
      to_.push_back(0);
      continue;
    }
    const int rear = rearmost_point(side);
    for (int point = rear; point >= 1; --point) {
      if (((side >> (4 * (point - 1))) & 15U) == 0) continue;
      if (point > die) {
        to_.push_back(side - one_on(point) + one_on(point - die));
      } else if (rear <= kHome && (point == die || point == rear)) {
        to_.push_back(side - one_on(point));
      }
    }
  }
  std::ranges::sort(to_);
  to_.erase(std::unique(to_.begin(), to_.end()), to_.end());
  from_.swap(to_);
}

const std::vector<PackedSide>& BearoffPlays::generate(PackedSide side, Dice dice) {
  ALEA_ASSERT(side != 0);
  from_.assign(1, side);
  play(dice.high);
  play(dice.low);
  if (dice.is_double()) {
    play(dice.low);
    play(dice.low);
    return from_;
  }
  first_ = from_;
  from_.assign(1, side);
  play(dice.low);
  play(dice.high);
  from_.insert(from_.end(), first_.begin(), first_.end());
  std::ranges::sort(from_);
  from_.erase(std::unique(from_.begin(), from_.end()), from_.end());
  return from_;
}

}  // namespace alea
