#include "tools/app/train_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace alea::app {
namespace {

constexpr double kWidth = 640, kHeight = 300;
constexpr double kLeft = 58, kRight = 104, kTop = 16, kBottom = 40;

// Maps values to pixels, linearly or by their logarithm.
struct Axis {
  double low, high;  // values at the ends
  double from, to;   // pixels there
  bool logarithmic;

  [[nodiscard]] double at(double value) const {
    const auto scaled = [this](double v) { return logarithmic ? std::log10(v) : v; };
    const double share = (scaled(value) - scaled(low)) / (scaled(high) - scaled(low));
    return from + share * (to - from);
  }
};

// 1, 2 or 5 times a power of ten: about `wanted` steps between the ends.
double step_of(double range, double wanted) {
  const double rough = range / wanted;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

std::vector<double> ticks_of(const Axis& axis) {
  std::vector<double> ticks;
  if (axis.logarithmic && axis.high / axis.low > 8) {
    const bool dense = axis.high / axis.low < 2000;
    for (double power = std::pow(10.0, std::floor(std::log10(axis.low))); power <= axis.high;
         power *= 10) {
      for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor > 1 && !dense) continue;
        const double tick = factor * power;
        if (tick >= axis.low * 0.999 && tick <= axis.high * 1.001) ticks.push_back(tick);
      }
    }
    return ticks;
  }
  const double step = step_of(axis.high - axis.low, 5);
  for (double n = std::ceil(axis.low / step - 1e-9); n * step <= axis.high + step * 1e-9; ++n) {
    ticks.push_back(n * step);
  }
  return ticks;
}

// Ends of the y axis: round numbers around all values.
Axis y_axis(const Chart& chart) {
  double low = std::numeric_limits<double>::max(), high = std::numeric_limits<double>::lowest();
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      if (chart.logarithmic && point.y <= 0) continue;  // drawn at the lower end
      low = std::min(low, point.y);
      high = std::max(high, point.y);
    }
  }
  if (chart.logarithmic) {
    if (low > high) low = high = 1;
    low /= 1.05;
    high = std::max(high * 1.05, low * 1.3);
  } else {
    if (chart.with_zero) {
      low = std::min(low, 0.0);
      high = std::max(high, 0.0);
    }
    if (high - low < 1e-9) high = low + 1;
    const double step = step_of(high - low, 5);
    low = step * std::floor(low / step + 1e-9);
    high = step * std::ceil(high / step - 1e-9);
  }
  return {.low = low,
          .high = high,
          .from = kHeight - kBottom,
          .to = kTop,
          .logarithmic = chart.logarithmic};
}

Axis x_axis(const Chart& chart) {
  double low = std::numeric_limits<double>::max(), high = 0;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      low = std::min(low, point.x);
      high = std::max(high, point.x);
    }
  }
  if (high <= low) high = low * 2;
  return {.low = low, .high = high, .from = kLeft, .to = kWidth - kRight, .logarithmic = true};
}

std::string y_text(const Chart& chart, double value) {
  if (std::abs(value) < 1e-12) value = 0;  // never -0
  if (chart.percent) return fmt::format("{:g}%", std::round(value * 1e5) / 1e3);
  return fmt::format("{:g}", value);
}

std::string curve(const Chart& chart, const ChartSeries& series, std::size_t number, const Axis& x,
                  const Axis& y) {
  const auto inside = [&](double value) { return y.at(std::clamp(value, y.low, y.high)); };
  std::string line, upper, lower, dots;
  bool banded = false;
  for (const ChartPoint& point : series.points) {
    const double px = x.at(point.x);
    line += fmt::format("{:.1f},{:.1f} ", px, inside(point.y));
    upper += fmt::format("{:.1f},{:.1f} ", px, inside(point.y + point.margin));
    lower = fmt::format("{:.1f},{:.1f} ", px, inside(point.y - point.margin)) + lower;
    banded = banded || point.margin > 0;
    const std::string margin =
        point.margin > 0 ? " ± " + y_text(chart, std::round(point.margin * 1e4) / 1e4) : "";
    dots += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2\"><title>{}: {}{} after {} "
        "games</title></circle>",
        px, inside(point.y), escaped(series.name), y_text(chart, std::round(point.y * 1e4) / 1e4),
        margin, short_count(point.x));
  }
  std::string text = fmt::format("<g class=\"c{}\">", number % 4);
  if (banded) text += fmt::format("<polygon points=\"{}{}\"/>", upper, lower);
  return text + fmt::format("<polyline points=\"{}\"/>{}</g>\n", line, dots);
}

// Names at the right end of the curves, moved apart where they would overlap.
std::string labels(const std::vector<const ChartSeries*>& shown, const Axis& x, const Axis& y) {
  constexpr double kLine = 15;
  std::vector<std::pair<double, std::size_t>> places;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    places.emplace_back(y.at(std::clamp(shown[i]->points.back().y, y.low, y.high)), i);
  }
  std::sort(places.begin(), places.end());
  for (std::size_t i = 1; i < places.size(); ++i) {
    places[i].first = std::max(places[i].first, places[i - 1].first + kLine);
  }
  std::string text;
  for (const auto& [place, i] : places) {
    text += fmt::format("<text class=\"c{} name\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", i % 4,
                        x.to + 8, place + 4, escaped(shown[i]->name));
  }
  return text;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string short_count(double n) {
  const auto scaled = [](double value, const char* suffix) {
    return fmt::format("{:.4g}{}", value, suffix);
  };
  if (n >= 999'950'000) return scaled(n / 1e9, "G");
  if (n >= 999'950) return scaled(n / 1e6, "M");
  if (n >= 1000) return scaled(n / 1e3, "k");
  return scaled(n, "");
}

std::string chart_svg(const Chart& chart) {
  std::vector<const ChartSeries*> shown;
  for (const ChartSeries& series : chart.series) {
    if (!series.points.empty()) shown.push_back(&series);
  }
  if (shown.empty()) return "";
  const Axis x = x_axis(chart), y = y_axis(chart);
  std::string svg = fmt::format(
      "<figure><figcaption><b>{}</b> {}</figcaption>\n"
      "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n",
      escaped(chart.title), escaped(chart.unit), kWidth, kHeight, escaped(chart.title));
  for (const double tick : ticks_of(y)) {
    svg += fmt::format(
        "<line class=\"{}\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
        "<text class=\"y\" x=\"{}\" y=\"{:.1f}\">{}</text>\n",
        std::abs(tick) < 1e-12 ? "axis" : "grid", x.from, x.to, y.at(tick), y.at(tick), x.from - 8,
        y.at(tick) + 4, y_text(chart, tick));
  }
  for (const double tick : ticks_of(x)) {
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{}\" y2=\"{}\"/>"
        "<text class=\"x\" x=\"{:.1f}\" y=\"{}\">{}</text>\n",
        x.at(tick), x.at(tick), y.to, y.from, x.at(tick), y.from + 18, short_count(tick));
  }
  svg += fmt::format("<text class=\"x\" x=\"{}\" y=\"{}\">games</text>\n", (x.from + x.to) / 2,
                     kHeight - 4);
  for (const double mark : chart.marks) {
    if (mark <= x.low || mark >= x.high) continue;
    svg += fmt::format(
        "<line class=\"mark\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{}\" y2=\"{}\">"
        "<title>a new stage begins</title></line>\n",
        x.at(mark), x.at(mark), y.to, y.from);
  }
  for (std::size_t i = 0; i < shown.size(); ++i) svg += curve(chart, *shown[i], i, x, y);
  svg += labels(shown, x, y);
  return svg + "</svg></figure>\n";
}

}  // namespace alea::app
