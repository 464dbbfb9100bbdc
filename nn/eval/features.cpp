#include "nn/eval/features.h"

#include <bit>

#include "nn/eval/board_bytes.h"

namespace alea::nn {

int active_features(const Board& board,
                    std::array<std::uint16_t, kMaxActiveFeatures>& out) noexcept {
  static constexpr FeatureTable kTable = make_feature_table();
  const std::uint8_t* bytes = board_bytes(board);
  std::size_t n = 0;
  for (std::uint64_t left = occupied_places(board); left != 0; left &= left - 1) {
    const auto place = static_cast<std::size_t>(std::countr_zero(left));
    out[n++] = kTable[place][bytes[place]];
  }
  for (const std::uint16_t derived : derived_features(summary_of(board))) out[n++] = derived;
  return static_cast<int>(n);
}

Summary summary_of(const Board& board) noexcept {
  return {.made = made_places(board), .pips = {pip_count(board.us), pip_count(board.them)}};
}

int phase_of(const Board& board) noexcept {
  if (!has_contact(board)) return 0;
  const int us = far_checkers(board.us), them = far_checkers(board.them);
  const auto group = [](int n) { return n < 2 ? 0 : (n == 2 ? 1 : 2); };
  return 1 + 3 * group(us) + group(them);
}

}  // namespace alea::nn
