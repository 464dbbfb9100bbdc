#pragma once

#include <string>
#include <vector>

namespace alea::render {

// A point of the curve of a match.
struct CurvePoint {
  double value = 0;     // seen by the first player
  std::string title{};  // shown when pointed at
  std::string link{};   // id of the element it leads to; empty: no mark is drawn
  std::string kind{};   // class of the mark: "doubtful", "bad", "very_bad"
  std::string game{};   // label if a game begins here
  int player = 0;       // who erred
};

struct Curve {
  std::vector<CurvePoint> points{};
  bool percent = true;            // values are chances, drawn from 0 to 1; else points
  std::string first{}, second{};  // names
};

// The curve as an SVG of class "curve", to be styled by the page.
[[nodiscard]] std::string curve_svg(const Curve& curve);

}  // namespace alea::render
