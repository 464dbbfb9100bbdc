#include "engine/cube/cube_efficiency.h"

#include <algorithm>
#include <cmath>

namespace alea {
namespace {

// Checkers that can still form a structure: on the own 4-point or higher, or on the bar.
constexpr int kCrashedSpare = 6;

bool is_crashed(const Board::Side& side) noexcept {
  return side[kOff] + side[1] + side[2] + side[3] > kCheckers - kCrashedSpare;
}

bool plays_back_game(const Board::Side& side) noexcept {
  int anchors = 0;
  for (std::size_t point = kPoints - kHome + 1; point <= kPoints; ++point) {
    anchors += side[point] >= 2 ? 1 : 0;
  }
  return anchors >= 2;
}

Efficiency to_efficiency(const CubeEfficiency::ByOwner& x) noexcept {
  return {static_cast<double>(x.centre), static_cast<double>(x.us), static_cast<double>(x.them)};
}

}  // namespace

Efficiency race_efficiency(double mean_pips, const CubeEfficiency& parameters) noexcept {
  const Efficiency spread = to_efficiency(parameters.race_spread);
  const double root = std::sqrt(std::max(1.0, mean_pips));
  const auto x = [&](double s) { return std::clamp(1.0 - s / root, 0.0, 1.0); };
  return {x(spread.centre), x(spread.us), x(spread.them)};
}

Efficiency efficiency_of(const Board& board, const CubeEfficiency& parameters) noexcept {
  if (!has_contact(board)) {
    return race_efficiency(0.5 * (pip_count(board.us) + pip_count(board.them)), parameters);
  }
  if (plays_back_game(board.us) || plays_back_game(board.them)) {
    return to_efficiency(parameters.back_game);
  }
  const bool crashed = is_crashed(board.us) || is_crashed(board.them);
  return to_efficiency(crashed ? parameters.crashed : parameters.contact);
}

}  // namespace alea
