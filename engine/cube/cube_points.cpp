#include "engine/cube/cube_points.h"

namespace alea {
namespace {

// The same gammon shares at another winning chance.
Probabilities with_win(const Probabilities& p, double win) noexcept {
  const double wins = static_cast<double>(p.win);
  const double up = wins > 0 ? win / wins : 0.0;
  const double down = wins < 1 ? (1.0 - win) / (1.0 - wins) : 0.0;
  const auto scaled = [](float value, double by) {
    return static_cast<float>(static_cast<double>(value) * by);
  };
  return {static_cast<float>(win), scaled(p.win_gammon, up), scaled(p.win_backgammon, up),
          scaled(p.lose_gammon, down), scaled(p.lose_backgammon, down)};
}

// Least p in [low, 1] with `holds(p)`, which must not turn false again; 1 if it never holds.
template <class Claim>
double first_true(double low, const Claim& holds) noexcept {
  double high = 1.0;
  constexpr int kHalvings = 40;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

std::optional<CubePoints> cube_points(const CubeModel& model, const Probabilities& p,
                                      const Efficiency& x) noexcept {
  const int after = model.after_double(0, CubeModel::first);
  if (after < 0) return std::nullopt;
  const double passed = model.passed(0, CubeModel::first);
  const auto undoubled = [&](double win) {
    return model.no_double(with_win(p, win), x, CubeModel::first, 0);
  };
  const auto taken = [&](double win) {
    return model.double_factor() * model.no_double(with_win(p, win), x, CubeModel::first, after);
  };
  CubePoints points;
  points.cash_point = first_true(0.0, [&](double win) { return taken(win) >= passed; });
  points.take_point = 1.0 - points.cash_point;
  points.double_point = first_true(0.0, [&](double win) { return taken(win) >= undoubled(win); });
  points.too_good_point =
      first_true(points.cash_point, [&](double win) { return undoubled(win) > passed; });
  return points;
}

}  // namespace alea
