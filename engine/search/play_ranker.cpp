#include "engine/search/play_ranker.h"

#include <algorithm>
#include <bit>

namespace alea {
namespace {

constexpr PlayRanker::Weights kLearned = {
#include "engine/search/play_ranker_weights.inc"
};

int context_of(const Board& board) noexcept {
  if (!has_contact(board)) return PlayRanker::kContexts - 1;
  int made = 0, behind = 0;
  for (std::size_t p = 1; p <= kHome; ++p) made += board.them[p] >= 2;
  for (std::size_t p = kPoints - kHome + 1; p <= kBar; ++p) behind += board.us[p];
  return 2 * (made < 2 ? 0 : made < 4 ? 1 : 2) + (behind > 0);
}

// By how many opposing checkers one of ours on `slot` may be hit: those up to six points away are near.
int exposure_of(const Board& board, int slot) noexcept {
  if (slot == kOff || slot == kBar) return 0;
  constexpr int kNear = 6;
  int near = 0, far = 0;
  for (int from = kBar - slot + 1; from <= kBar; ++from) {
    (from - (kBar - slot) <= kNear ? near : far) += board.them[static_cast<std::size_t>(from)];
  }
  return near > 0 ? std::min(near, 2) + 1 : (far > 0 ? 1 : 0);
}

}  // namespace

const PlayRanker::Weights& PlayRanker::learned() noexcept {
  return kLearned;
}

int PlayRanker::place(int slot, int kind) const noexcept {
  const int exposure = exposure_[static_cast<std::size_t>(slot)];
  return context_ * (kPlaces + kSlots) + (slot * kExposures + exposure) * kKinds + kind;
}

void PlayRanker::look_at(const Board& before) noexcept {
  context_ = context_of(before);
  const auto weight = [&](int index) { return weights_[static_cast<std::size_t>(index)]; };
  for (int slot = 0; slot < kSlots; ++slot) {
    const auto s = static_cast<std::size_t>(slot);
    exposure_[s] = static_cast<std::uint8_t>(exposure_of(before, slot));
    table_[s].fill(0);
    for (int count = 1; count <= kCounts; ++count) {
      const int alone = weight(place(slot, count - 1));
      const int joined = count >= 2 ? alone + weight(place(slot, kCounts)) : alone;
      table_[s][static_cast<std::size_t>(count)] = static_cast<std::int16_t>(alone);
      table_[s][static_cast<std::size_t>(kKinds + count)] = static_cast<std::int16_t>(joined);
    }
  }
  before_ = before.us;
  joined_ = joined(before_);
  score_ = 0;
  for (int slot = 0; slot < kSlots; ++slot) {
    auto& row = table_[static_cast<std::size_t>(slot)];
    const std::int16_t now = row[kind(before_, joined_, slot)];
    score_ += now;
    for (std::int16_t& entry : row) entry = static_cast<std::int16_t>(entry - now);
  }
  blots_ = 0;
  for (int slot = 1; slot <= kPoints; ++slot) {
    if (before.them[static_cast<std::size_t>(slot)] != 1) continue;
    blot_slot_[static_cast<std::size_t>(blots_)] = static_cast<std::uint8_t>(slot);
    blot_weight_[static_cast<std::size_t>(blots_++)] = weight(hit(slot));
  }
}

int PlayRanker::score(const Board& after) const noexcept {
  const std::uint32_t joined_now = joined(after.them);
  int sum = score_;
  for (std::uint32_t left = slots_that_differ(after.them, before_) | (joined_now ^ joined_);
       left != 0; left &= left - 1) {
    const int slot = std::countr_zero(left);
    sum += table_[static_cast<std::size_t>(slot)][kind(after.them, joined_now, slot)];
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(blots_); ++i) {
    if (after.us[blot_slot_[i]] == 0) sum += blot_weight_[i];
  }
  return sum;
}

int PlayRanker::features(const Board& after,
                         std::span<std::uint16_t, kMaxFeatures> out) const noexcept {
  std::size_t size = 0;
  const auto add = [&](int index) { out[size++] = static_cast<std::uint16_t>(index); };
  const auto count = [&](int slot) {
    return std::min<int>(after.them[static_cast<std::size_t>(slot)], kCounts);
  };
  for (int slot = 0; slot < kSlots; ++slot) {
    if (count(slot) == 0) continue;
    add(place(slot, count(slot) - 1));
    if (slot >= 1 && slot < kPoints && count(slot) >= 2 && count(slot + 1) >= 2) {
      add(place(slot, kCounts));
    }
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(blots_); ++i) {
    if (after.us[blot_slot_[i]] == 0) add(hit(blot_slot_[i]));
  }
  return static_cast<int>(size);
}

}  // namespace alea
