#include "engine/cube/cube_efficiency.h"

#include <algorithm>

namespace alea {
namespace {

// Checkers that can still form a structure: on the own 4-point or higher, or on the bar.
constexpr int kCrashedSpare = 6;

bool is_crashed(const Board::Side& side) noexcept {
  return side[kOff] + side[1] + side[2] + side[3] > kCheckers - kCrashedSpare;
}

}  // namespace

float efficiency_of(const Board& board, const CubeEfficiency& parameters) noexcept {
  if (has_contact(board)) {
    const bool crashed = is_crashed(board.us) || is_crashed(board.them);
    return crashed ? parameters.crashed : parameters.contact;
  }
  const int span = parameters.race_long_pips - parameters.race_short_pips;
  const float along = static_cast<float>(pip_count(board.us) - parameters.race_short_pips) /
                      static_cast<float>(std::max(1, span));
  return parameters.race_short +
         (parameters.race_long - parameters.race_short) * std::clamp(along, 0.0F, 1.0F);
}

}  // namespace alea
