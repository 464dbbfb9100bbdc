#include "tools/render/curve_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "tools/render/svg_board.h"

namespace alea::render {
namespace {

constexpr double kCurveWidth = 960, kCurveHeight = 270;
constexpr double kLeft = 52, kRight = 12, kTop = 24, kBottom = 14;

class Drawing {
 public:
  explicit Drawing(const Curve& curve) : curve_(curve) {
    if (curve.percent) return;
    low_ = -1;
    high_ = 1;
    for (const CurvePoint& point : curve.points) {
      low_ = std::min(low_, std::floor(point.value));
      high_ = std::max(high_, std::ceil(point.value));
    }
  }

  std::string draw() {
    add(R"(<svg class="curve" viewBox="0 0 {} {}" role="img"><title>{}</title>)", kCurveWidth,
        kCurveHeight, curve_.percent ? "Chance of winning the match" : "Points won and expected");
    grid();
    games();
    std::string path;
    for (std::size_t i = 0; i < curve_.points.size(); ++i) {
      path += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", x(i), y(curve_.points[i].value));
    }
    if (!path.empty()) add(R"(<path class="line" d="{}"/>)", path);
    marks();
    add("</svg>");
    return std::move(text_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }
  [[nodiscard]] double x(std::size_t i) const {
    const double steps = std::max<double>(1, static_cast<double>(curve_.points.size()) - 1);
    return kLeft + (kCurveWidth - kLeft - kRight) * static_cast<double>(i) / steps;
  }
  [[nodiscard]] double y(double value) const {
    const double share = std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
    return kCurveHeight - kBottom - share * (kCurveHeight - kTop - kBottom);
  }

  // A round distance that makes about four lines.
  [[nodiscard]] double grid_step() const {
    if (curve_.percent) return 0.25;
    const double wanted = (high_ - low_) / 4;
    double step = 1;
    for (const double factor : {2.0, 2.5, 2.0}) {
      if (step < wanted) step *= factor;
    }
    while (step < wanted) step *= 2;
    return step;
  }

  void grid() {
    const double step = grid_step();
    const int last = static_cast<int>(std::floor(high_ / step));
    for (int i = static_cast<int>(std::ceil(low_ / step)); i <= last; ++i) {
      const double value = step * i;
      add(R"(<path class="grid" d="M{} {:.1f}H{}"/><text x="{}" y="{:.1f}" text-anchor="end">{}</text>)",
          kLeft, y(value), kCurveWidth - kRight, kLeft - 6, y(value) + 4,
          curve_.percent ? fmt::format("{:.0f}%", 100 * value)
                         : fmt::format("{:+.0f}", value + 0.0));
    }
    const double even = curve_.percent ? 0.5 : 0;
    add(R"(<path class="half" d="M{} {:.1f}H{}"/>)", kLeft, y(even), kCurveWidth - kRight);
  }

  void games() {
    double last = -1e9;
    for (std::size_t i = 0; i < curve_.points.size(); ++i) {
      if (curve_.points[i].game.empty()) continue;
      add(R"(<path class="game" d="M{:.1f} {}V{}"/>)", x(i), kTop, kCurveHeight - kBottom);
      constexpr double kRoom = 74;  // of a label
      if (x(i) - last < kRoom || x(i) > kCurveWidth - kRight - kRoom) continue;
      last = x(i);
      add(R"(<text x="{:.1f}" y="{}">{}</text>)", x(i) + 3, kTop - 9,
          xml_escaped(curve_.points[i].game));
    }
  }

  void marks() {
    for (std::size_t i = 0; i < curve_.points.size(); ++i) {
      const CurvePoint& point = curve_.points[i];
      if (point.link.empty()) continue;
      add(R"(<a href="#{}"><circle class="{} {}" cx="{:.1f}" cy="{:.1f}" r="{}"><title>{}</title></circle></a>)",
          point.link, point.kind, point.player == 0 ? "one" : "two", x(i), y(point.value),
          point.kind == "very_bad" ? 6.5 : 5, xml_escaped(point.title));
    }
  }

  const Curve& curve_;
  double low_ = 0, high_ = 1;
  std::string text_{};
};

}  // namespace

std::string curve_svg(const Curve& curve) {
  return Drawing(curve).draw();
}

}  // namespace alea::render
