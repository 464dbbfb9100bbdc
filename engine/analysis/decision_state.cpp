#include "engine/analysis/decision_state.h"

#include <nlohmann/json.hpp>

#include "engine/base/sha256.h"

namespace alea {
namespace {

using Json = nlohmann::json;

constexpr const char* kFormat = "alea match analysis 2";

// All fields of a decision as a row of numbers, in one order for both directions: the functions named
// fields() below tell it.
class Numbers {
 public:
  Numbers() = default;
  explicit Numbers(std::vector<double> numbers) : numbers_(std::move(numbers)), reading_(true) {}

  [[nodiscard]] bool reading() const noexcept { return reading_; }
  // Reading: everything was there and nothing is left.
  [[nodiscard]] bool whole() const noexcept { return !short_ && at_ == numbers_.size(); }
  [[nodiscard]] bool failed() const noexcept { return short_; }
  [[nodiscard]] const std::vector<double>& all() const noexcept { return numbers_; }

  template <class T>
  void number(T& value) {
    if (!reading_) {
      numbers_.push_back(static_cast<double>(value));
    } else if (at_ < numbers_.size()) {
      value = static_cast<T>(numbers_[at_++]);
    } else {
      short_ = true;
    }
  }
  template <class... T>
  void operator()(T&... values) {
    (number(values), ...);
  }
  // The length of a list; too great a one fails.
  template <class List>
  void size(List& list) {
    std::size_t count = list.size();
    number(count);
    if (reading_ && count > numbers_.size()) {
      short_ = true;
      count = 0;
    }
    if (reading_) list.resize(count);
  }
  template <class T>
  [[nodiscard]] bool present(std::optional<T>& value) {
    bool has = value.has_value();
    number(has);
    if (reading_ && has) value.emplace();
    return has;
  }

 private:
  std::vector<double> numbers_{};
  std::size_t at_ = 0;
  bool reading_ = false;
  bool short_ = false;
};

void fields(Numbers& n, Board& board) {
  for (std::size_t slot = 0; slot <= kBar; ++slot) n(board.us[slot], board.them[slot]);
}
void fields(Numbers& n, Probabilities& p) {
  n(p.win, p.win_gammon, p.win_backgammon, p.lose_gammon, p.lose_backgammon);
}
void fields(Numbers& n, Amount& amount) {
  n(amount.equity, amount.stake);
}
void fields(Numbers& n, std::optional<Mwc>& mwc) {
  if (n.present(mwc)) n(mwc->chance);
}
void fields(Numbers& n, Valuation& value) {
  fields(n, value.probabilities);
  n(value.cubeless.points, value.cubeful.points);
  fields(n, value.mwc);
}
void fields(Numbers& n, Position& p) {
  fields(n, p.board);
  if (n.present(p.dice)) n(p.dice->high, p.dice->low);
  n(p.cube.exponent, p.cube.owner, p.match.length, p.match.score_us, p.match.score_them,
    p.match.crawford, p.rules.max_stack, p.rules.jacoby, p.rules.beavers, p.rules.raccoons,
    p.rules.automatic_doubles, p.pending, p.resignation, p.us_is_first, p.max_cube_exponent,
    p.old_match_id);
}
void fields(Numbers& n, Candidate& c) {
  n(c.steps.count);
  for (Step& step : c.steps.step) n(step.from, step.to);
  fields(n, c.after);
  fields(n, c.value);
  n(c.level.plies, c.level.rollout, c.loss);
}
void fields(Numbers& n, std::optional<CubePoints>& points) {
  if (!n.present(points)) return;
  n(points->take_point, points->double_point, points->cash_point, points->too_good_point);
}
void fields(Numbers& n, CubeAnalysis& a) {
  fields(n, a.value);
  n(a.may_turn, a.answering, a.values.no_double.points, a.values.double_take.points,
    a.values.double_pass.points, a.values.beavered, a.decision.action, a.decision.doubles,
    a.decision.takes, a.decision.best.points);
  fields(n, a.no_double_mwc);
  fields(n, a.double_take_mwc);
  fields(n, a.double_pass_mwc);
  fields(n, a.points);
  fields(n, a.dead_points);
  fields(n, a.live_points);
  n(a.efficiency.centre, a.efficiency.us, a.efficiency.them, a.level.plies, a.level.rollout,
    a.nodes);
  n.size(a.after_roll);
  for (Equity& equity : a.after_roll) n(equity.points);
}
void fields(Numbers& n, Decision& d) {
  n(d.kind, d.event, d.turn, d.player);
  fields(n, d.position);
  n.size(d.skipped);
  for (char& c : d.skipped) n(c);
  n.size(d.candidates);
  for (Candidate& candidate : d.candidates) fields(n, candidate);
  n(d.played);
  if (n.present(d.luck)) {
    fields(n, d.luck->luck);
    n(d.luck->chance);
  }
  if (n.present(d.cube)) fields(n, *d.cube);
  n(d.choice, d.best, d.points, d.stage);
  fields(n, d.loss);
  n(d.forced, d.close, d.counted);
}

std::optional<UnitResult> read_unit(const Json& row) {
  Numbers numbers(row.get<std::vector<double>>());
  UnitResult unit{.done = true, .decisions = {}};
  numbers.size(unit.decisions);
  for (Decision& decision : unit.decisions) {
    if (!numbers.failed()) fields(numbers, decision);
  }
  if (!numbers.whole()) return std::nullopt;
  return unit;
}

tl::unexpected<Error> damaged() {
  return fail(ErrorKind::input, "the saved analysis is damaged");
}

}  // namespace

std::string save_analysis(const MatchAnalysis& analysis, std::string_view key) {
  Json units = Json::array();
  for (std::size_t i = 0; i < analysis.results.size(); ++i) {
    if (!analysis.results[i].done) continue;
    UnitResult unit = analysis.results[i];
    Numbers numbers;
    numbers.size(unit.decisions);
    for (Decision& decision : unit.decisions) fields(numbers, decision);
    units.push_back(Json::array({i, numbers.all()}));
  }
  const std::string body = units.dump();
  const Json head{{"format", kFormat},
                  {"key", key},
                  {"units", analysis.units.size()},
                  {"sha256", sha256_hex(body)}};
  return head.dump() + '\n' + body + '\n';
}

Status restore_analysis(std::string_view text, std::string_view key, MatchAnalysis& analysis) {
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos || !text.ends_with('\n')) return damaged();
  Json head = Json::parse(text.substr(0, line), nullptr, false);
  if (!head.is_object() || head["format"] != kFormat) return damaged();
  if (head["key"] != key || head["units"] != analysis.units.size()) {
    return fail(ErrorKind::input, "the saved analysis belongs to another match or other settings");
  }
  const std::string_view body = text.substr(line + 1, text.size() - line - 2);
  if (head["sha256"] != sha256_hex(body)) return damaged();
  // The sum says that it is ours, so the numbers are in range.
  const Json units = Json::parse(body, nullptr, false);
  std::vector<UnitResult> results = analysis.results;
  for (const Json& unit : units) {
    const auto index = unit[0].get<std::size_t>();
    std::optional<UnitResult> result = read_unit(unit[1]);
    if (!result || index >= results.size()) return damaged();
    results[index] = std::move(*result);
  }
  analysis.results = std::move(results);
  return {};
}

}  // namespace alea
