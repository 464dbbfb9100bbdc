#include "nn/eval/features.h"

#include <bit>

#include "engine/base/check.h"
#include "nn/eval/board_bytes.h"

namespace alea::nn {
namespace {

constexpr int kMenGroups = 6;  // none, one, two, three, four or five, more men back
constexpr int group_of(int men) noexcept {
  return men < 4 ? men : (men < 6 ? 4 : 5);
}
static_assert(kPhases == 1 + kMenGroups * kMenGroups);

}  // namespace

int active_features(const Board& board, const DerivedFeatures& derived, ActiveFeatures& out) noexcept {
  static constexpr FeatureTable kTable = make_feature_table();
  const std::uint8_t* bytes = board_bytes(board);
  std::size_t n = 0;
  for (std::uint64_t left = occupied_places(board); left != 0; left &= left - 1) {
    const auto place = static_cast<std::size_t>(std::countr_zero(left));
    out[n++] = kTable[place][bytes[place]];
  }
  for (int group = 0; group < kDerivedGroups; ++group) out[n++] = derived[group];
  return static_cast<int>(n);
}

int active_features(const Board& board, ActiveFeatures& out) noexcept {
  const Summary summary = summary_of(occupied_places(board), made_places(board),
                                     {pips_of(board.us), pips_of(board.them)});
  return active_features(board, derived_features(summary), out);
}

Pips pips_of(const Board::Side& side) noexcept {
  Pips pips;
  for (int slot = 1; slot <= kBar; ++slot) {
    const int count = side[static_cast<std::size_t>(slot)];
    pips.all += slot * count;
    pips.spare += spare_pips(slot) * count;
  }
  return pips;
}

int phase_of(const Board& board) noexcept {
  return phase_of(board, occupied_places(board));
}

int phase_of(const Board& board, std::uint64_t occupied) noexcept {
  // As has_contact(): the rearmost checkers of both sides, bit 25 the bar, bit 0 those that are off.
  const int rear = std::bit_width(static_cast<std::uint32_t>(occupied) & ~1U) - 1;
  const int their_rear = std::bit_width(static_cast<std::uint32_t>(occupied >> 32) & ~1U) - 1;
  if (rear + their_rear <= kBar) return 0;
  const int us = far_checkers(board.us), them = far_checkers(board.them);
  return 1 + kMenGroups * group_of(us) + group_of(them);
}

int head_of(int phase, int heads) noexcept {
  if (heads == 1) return 0;
  if (heads == kPhases || phase == 0) return phase;
  const int us = (phase - 1) / kMenGroups, them = (phase - 1) % kMenGroups;
  if (heads == kMediumPhases) return 1 + 5 * std::min(us, 4) + std::min(them, 4);
  const auto coarse = [](int group) { return group < 2 ? 0 : (group == 2 ? 1 : 2); };
  return 1 + 3 * coarse(us) + coarse(them);
}

std::vector<int> head_origins(int from, int to) {
  ALEA_CHECK(are_heads(from) && are_heads(to) && from <= to);
  std::vector<int> origins(static_cast<std::size_t>(to));
  for (int phase = 0; phase < kPhases; ++phase) {
    origins[static_cast<std::size_t>(head_of(phase, to))] = head_of(phase, from);
  }
  return origins;
}

}  // namespace alea::nn
