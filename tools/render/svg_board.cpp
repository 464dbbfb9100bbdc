#include "tools/render/svg_board.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "engine/cube/ids.h"
#include "tools/render/text_board.h"

namespace alea::render {
namespace {

// Lengths in user units; a checker's diameter and a point's width are one kPoint.
constexpr double kPoint = 40;
constexpr double kFrame = 14;
constexpr double kLabel = 18;  // strip for the point numbers
constexpr double kGap = 56;    // between the halves
constexpr double kTray = 48;   // borne-off checkers and the cube
constexpr double kHalf = 5 * kPoint + 6;
constexpr double kBoardTop = kFrame + kLabel;
constexpr double kBoardBottom = kBoardTop + 2 * kHalf + kGap;
constexpr double kBoardWidth = 13 * kPoint;
constexpr double kWidth = 2 * kFrame + kBoardWidth + 2 * kTray;
constexpr double kCaption = 30;
constexpr double kHeight = kBoardBottom + kLabel + kFrame + kCaption;
constexpr int kShown = 5;  // checkers drawn in a stack; the last carries the number

struct StyleRule {
  const char *selector, *rule;
};
constexpr std::array<StyleRule, 19> kStyle{{
    {".frame", "fill:#5b3a21"},
    {".felt", "fill:#e9dcc3"},
    {".bar", "fill:#6d4a2d"},
    {".dark", "fill:#a9714b"},
    {".light", "fill:#d2b48c"},
    {".x", "fill:#fffdf5;stroke:#4a3b2a;stroke-width:1.5"},
    {".o", "fill:#2b2b33;stroke:#0d0d10;stroke-width:1.5"},
    {"text",
     "font-family:system-ui,'DejaVu Sans',sans-serif;text-anchor:middle;dominant-baseline:central"},
    {".n", "font-size:11px;fill:#e9dcc3"},
    {".c", "font-size:15px;font-weight:600"},
    {".xc", "fill:#2b2b33"},
    {".oc", "fill:#fffdf5"},
    {".t", "font-size:14px;fill:#fffdf5"},
    {".cube,.die", "fill:#fffdf5;stroke:#4a3b2a;stroke-width:2"},
    {".pip", "fill:#2b2b33"},
    {".arrow", "stroke-width:5;stroke-linecap:round;fill:none;opacity:.8"},
    {".good", "stroke:#1f7a3d;fill:#1f7a3d"},
    {".wrong", "stroke:#c0281e;fill:#c0281e"},
    {".arrow.wrong", "stroke-dasharray:1 9"},
}};

// `scope` stands before each selector.
std::string style_sheet(const std::string& scope) {
  std::string text;
  for (const auto& [selector, rule] : kStyle) {
    const std::string_view list(selector);
    const std::size_t comma = list.find(',');
    text += scope + std::string(list.substr(0, comma));
    if (comma != std::string_view::npos) text += ',' + scope + std::string(list.substr(comma + 1));
    text += fmt::format("{{{}}}", rule);
  }
  return text;
}

struct Spot {
  double x = 0, y = 0;
};

class Picture {
 public:
  Picture(const Position& position, const SvgOptions& options)
      : position_(position),
        options_(options),
        us_(xml_escaped(options.us)),
        them_(xml_escaped(options.them)) {}

  [[nodiscard]] std::string draw() {
    open();
    board();
    checkers();
    trays();
    cube();
    dice();
    arrows(options_.wrong, "wrong");
    arrows(options_.arrows, "good");
    captions();
    text_ += "</svg>\n";
    return text_;
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  // Place of a column (0..12, 6 = bar) from the left in the unmirrored picture.
  [[nodiscard]] double column_x(int column) const {
    const int place = options_.mirror ? 12 - column : column;
    return kFrame + kTray + (place + 0.5) * kPoint;
  }
  [[nodiscard]] static int column_of(int point) {
    if (point == kBar) return 6;
    const int from_left = point > 12 ? point - 13 : 12 - point;
    return from_left < 6 ? from_left : from_left + 1;
  }
  // Centre of the checker at `depth` (0 = at the edge) of X's point n.
  [[nodiscard]] Spot spot(int n, int depth) const {
    const double from_edge = (depth + 0.5) * kPoint + 2;
    return {column_x(column_of(n)), n > 12 ? kBoardTop + from_edge : kBoardBottom - from_edge};
  }
  // Checkers on the bar stand beside the middle: X's below it, O's above.
  [[nodiscard]] Spot bar_spot(bool ours, int depth) const {
    const double from_middle = kGap / 2 + (depth + 0.5) * kPoint * 0.8;
    const double middle = (kBoardTop + kBoardBottom) / 2;
    return {column_x(6), ours ? middle + from_middle : middle - from_middle};
  }
  [[nodiscard]] double tray_x() const {
    return options_.mirror ? kFrame + kTray / 2 : kWidth - kFrame - kTray / 2;
  }
  [[nodiscard]] double cube_x() const {
    return options_.mirror ? kWidth - kFrame - kTray / 2 : kFrame + kTray / 2;
  }

  void open() {
    const Names names{us_, them_};
    if (options_.embedded) {
      add(R"(<svg class="board" viewBox="0 0 {} {}" role="img">)", kWidth, kHeight);
    } else {
      add(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" height="{}" role="img">)",
          kWidth, kHeight, options_.width, std::lround(options_.width * kHeight / kWidth));
    }
    add("<title>{}</title>", decision_sentence(position_, names));
    add("<desc>{} GNU ID: {}</desc>", to_xgid(position_), to_gnu_id(position_));
    if (!options_.embedded) add("<style>{}</style>", style_sheet(""));
  }

  void board() {
    add(R"(<rect class="frame" width="{}" height="{}" rx="10"/>)", kWidth, kHeight);
    const double left = kFrame + kTray;
    add(R"(<rect class="felt" x="{}" y="{}" width="{}" height="{}"/>)", left, kBoardTop,
        kBoardWidth, kBoardBottom - kBoardTop);
    for (int n = 1; n <= kPoints; ++n) {
      const double x = column_x(column_of(n));
      const double base = n > 12 ? kBoardTop : kBoardBottom;
      const double tip = n > 12 ? base + kHalf - 8 : base - kHalf + 8;
      add(R"(<path class="{}" d="M{} {}L{} {}L{} {}Z"/>)", n % 2 == 0 ? "light" : "dark",
          x - kPoint / 2, base, x, tip, x + kPoint / 2, base);
      add(R"(<text class="n" x="{}" y="{}">{}</text>)", x,
          n > 12 ? kBoardTop - kLabel / 2 : kBoardBottom + kLabel / 2, n);
    }
    add(R"(<rect class="bar" x="{}" y="{}" width="{}" height="{}"/>)", column_x(6) - kPoint / 2,
        kBoardTop, kPoint, kBoardBottom - kBoardTop);
  }

  [[nodiscard]] char checker_class(bool ours) const { return ours != options_.dark_us ? 'x' : 'o'; }
  void checker(Spot at, bool ours) {
    add(R"(<circle class="{}" cx="{}" cy="{:.1f}" r="{}"/>)", checker_class(ours), at.x, at.y,
        kPoint / 2 - 1.5);
  }
  void stack_size(Spot at, bool ours, int count) {
    add(R"(<text class="c {}" x="{}" y="{:.1f}">{}</text>)",
        checker_class(ours) == 'x' ? "xc" : "oc", at.x, at.y, count);
  }

  void checkers() {
    for (int n = 1; n <= kPoints; ++n) {
      const int ours = position_.board.us[static_cast<std::size_t>(n)];
      const int theirs = position_.board.them[static_cast<std::size_t>(kPoints + 1 - n)];
      const int count = std::max(ours, theirs);
      for (int i = 0; i < std::min(count, kShown); ++i) checker(spot(n, i), ours > 0);
      if (count > kShown) stack_size(spot(n, kShown - 1), ours > 0, count);
    }
    for (const bool ours : {true, false}) {
      const int count = ours ? position_.board.us[kBar] : position_.board.them[kBar];
      for (int i = 0; i < std::min(count, kShown); ++i) checker(bar_spot(ours, i), ours);
      if (count > kShown) stack_size(bar_spot(ours, kShown - 1), ours, count);
    }
  }

  void trays() {
    constexpr double kThickness = 12;
    for (const bool ours : {true, false}) {
      const int count = ours ? position_.board.us[kOff] : position_.board.them[kOff];
      for (int i = 0; i < count; ++i) {
        const double y =
            ours ? kBoardBottom - (i + 1) * (kThickness + 1) : kBoardTop + i * (kThickness + 1) + 1;
        add(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="3"/>)",
            checker_class(ours), tray_x() - kPoint / 2, y, kPoint, kThickness);
      }
      add(R"(<text class="t" x="{}" y="{}">{}</text>)", tray_x(),
          ours ? kBoardBottom + kLabel / 2 : kBoardTop - kLabel / 2,
          pip_count(ours ? position_.board.us : position_.board.them));
    }
  }

  void cube() {
    constexpr double kSize = 36;
    const double middle = (kBoardTop + kBoardBottom) / 2;
    const bool offered = position_.pending == Pending::double_offered;
    double y = middle;
    if (position_.cube.owner == CubeOwner::us) y = kBoardBottom - kSize / 2 - 4;
    if (position_.cube.owner == CubeOwner::them) y = kBoardTop + kSize / 2 + 4;
    int value = position_.cube.value();
    if (offered) {
      value *= 2;
      y = kBoardBottom - kHalf / 2;  // pushed over to the player who must answer
    }
    add(R"(<rect class="cube" x="{}" y="{}" width="{}" height="{}" rx="6"/>)", cube_x() - kSize / 2,
        y - kSize / 2, kSize, kSize);
    const bool fresh = value == 1 && position_.cube.owner == CubeOwner::centre;
    add(R"(<text class="xc" style="font-size:{}px;font-weight:700" x="{}" y="{}">{}</text>)",
        value > 99 ? (value > 9999 ? 10 : 13) : 18, cube_x(), y, fresh ? 64 : value);
  }

  void dice() {
    if (!position_.dice) return;
    const double y = (kBoardTop + kBoardBottom) / 2;
    const double middle = column_x(9) + (options_.mirror ? -kPoint / 2 : kPoint / 2);
    one_die({middle - 26, y}, position_.dice->high);
    one_die({middle + 26, y}, position_.dice->low);
  }
  void one_die(Spot at, int value) {
    constexpr double kSize = 36;
    constexpr double kStep = 10;
    add(R"(<rect class="die" x="{}" y="{}" width="{}" height="{}" rx="7"/>)", at.x - kSize / 2,
        at.y - kSize / 2, kSize, kSize);
    const auto pip = [&](int dx, int dy) {
      add(R"(<circle class="pip" cx="{}" cy="{}" r="3.6"/>)", at.x + dx * kStep, at.y + dy * kStep);
    };
    if (value % 2 == 1) pip(0, 0);
    if (value >= 2) pip(-1, -1), pip(1, 1);
    if (value >= 4) pip(-1, 1), pip(1, -1);
    if (value == 6) pip(-1, 0), pip(1, 0);
  }

  [[nodiscard]] Spot end_of(int slot) const {
    if (slot == kOff) return {tray_x(), kBoardBottom - kHalf / 3};
    if (slot == kBar) return bar_spot(true, 0);
    return spot(slot, 2);
  }
  void arrows(const std::vector<Step>& steps, const char* kind) {
    for (const Step& step : steps) {
      const Spot from = end_of(step.from);
      const Spot to = end_of(step.to);
      const double length = std::hypot(to.x - from.x, to.y - from.y);
      if (length < 1) continue;
      const Spot unit{(to.x - from.x) / length, (to.y - from.y) / length};
      const Spot neck{to.x - unit.x * 14, to.y - unit.y * 14};
      add(R"(<path class="arrow {}" d="M{:.1f} {:.1f}L{:.1f} {:.1f}"/>)", kind, from.x, from.y,
          neck.x, neck.y);
      add(R"(<path class="{}" d="M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z"/>)", kind, to.x, to.y,
          neck.x - unit.y * 9, neck.y + unit.x * 9, neck.x + unit.y * 9, neck.y - unit.x * 9);
    }
  }

  void captions() {
    const Names names{us_, them_};
    add(R"(<text class="t" x="{}" y="{}">{}; {}</text>)", kWidth / 2, kHeight - kFrame - 4,
        decision_sentence(position_, names), score_sentence(position_, names));
  }

  const Position& position_;
  const SvgOptions& options_;
  std::string us_, them_;  // escaped
  std::string text_;
};

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else if (c == '\'') {
      escaped += "&#39;";
    } else if ((byte >= 0x20 && byte != 0x7f) || c == '\n' || c == '\t') {
      escaped += c;
    }
  }
  return escaped;
}

std::string svg_board_style() {
  return style_sheet(".board ");
}

std::string svg_board(const Position& position, const SvgOptions& options) {
  return Picture(position, options).draw();
}

}  // namespace alea::render
