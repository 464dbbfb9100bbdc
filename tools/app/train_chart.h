#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace alea::app {

struct ChartPoint {
  double x = 0, y = 0;
  double margin = 0;  // half width of the band around the curve; 0 for none
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points{};
};

// One chart of training curves over a logarithmic x axis.
struct Chart {
  std::string title, unit;  // unit: what the y axis shows, in words
  std::vector<ChartSeries> series{};
  std::vector<double> marks{};  // x of vertical lines
  bool percent = false;       // y is a fraction shown in percent
  bool logarithmic = false;   // y axis
  bool with_zero = false;     // the y axis includes 0
};

// As inline SVG that takes its colours from the page's style: classes grid, axis, mark, and c0 to c3 with
// one variable --c each. Series without points are left out; empty text if none is left.
[[nodiscard]] std::string chart_svg(const Chart& chart);

// 1500 -> "1.5k", 2000000 -> "2M".
[[nodiscard]] std::string short_count(double n);

// Text for HTML: & < > and quotes escaped.
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace alea::app
