#include "engine/analysis/judge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace alea {
namespace {

constexpr std::size_t kRows = 10;

double equity_of(const Candidate& candidate) {
  return candidate.value.cubeful.points;
}

// The worth of each choice to the one who makes it, per unit of the cube before the double.
struct Option {
  CubeChoice choice;
  double equity;
};

void pick(std::span<const Option> options, Decision& decision) {
  const auto better = [](const Option& a, const Option& b) { return a.equity < b.equity; };
  const Option& best = *std::max_element(options.begin(), options.end(), better);
  decision.best = best.choice;
  for (const Option& option : options) {
    if (option.choice != decision.choice) continue;
    decision.loss.equity = std::max(0.0, best.equity - option.equity);
    // What costs nothing is as good as the best (kCubeTie of decide()).
    if (decision.loss.equity <= kCubeTie) {
      decision.loss.equity = 0;
      decision.best = decision.choice;
    }
  }
}

void judge_double(const CubeValues& values, Decision& decision) {
  const double nd = values.no_double.points;
  const double doubled = std::min(values.double_take.points, values.double_pass.points);
  const std::array<Option, 2> options{
      {{CubeChoice::no_double, nd}, {CubeChoice::double_, doubled}}};
  pick(options, decision);
  const bool actual = decision.choice == CubeChoice::double_;
  const bool too_good = nd > values.double_pass.points;
  decision.close = actual || too_good || std::abs(nd - doubled) < kCloseCube;
  const bool trivial =
      std::abs(nd - doubled) < kSameCube || nd - doubled > kObviousCube || nd <= kHopelessCube;
  decision.counted = actual || decision.loss.equity >= kSameCube || !trivial;
}

// Worth of a plain take to the doubler: cube_values() has the beavered one where a beaver is right, which
// is twice as much, the cube being without limit in money play.
double plain_take(const CubeValues& values) {
  return values.beavered ? values.double_take.points / 2 : values.double_take.points;
}

void judge_take(const CubeValues& values, const Rules& rules, Decision& decision) {
  const double take = plain_take(values);
  const double pass = values.double_pass.points;
  const std::array<Option, 3> options{
      {{CubeChoice::take, -take}, {CubeChoice::pass, -pass}, {CubeChoice::beaver, -2 * take}}};
  // A beaver that was made is judged, allowed or not.
  const bool beaver = rules.beavers || decision.choice == CubeChoice::beaver;
  pick(std::span(options).first(beaver ? 3 : 2), decision);
  decision.close = true;
  const bool trivial =
      std::abs(take - pass) < kSameCube || (pass - take > kObviousCube && !values.beavered);
  decision.counted = decision.loss.equity >= kSameCube || !trivial;
}

// Every turn of the cube beyond the double doubles what is at stake; a drop costs the cube before it. The
// doubler answers the beaver (stage 1), the other one a raccoon (stage 2), and so on.
void judge_beaver(const CubeValues& values, const Rules& rules, Decision& decision) {
  const double factor = std::exp2(decision.stage);
  const double accept = factor * plain_take(values) * (decision.stage % 2 == 1 ? 1 : -1);
  const std::array<Option, 3> options{{{CubeChoice::accept, accept},
                                       {CubeChoice::drop, -factor},
                                       {CubeChoice::raccoon, 2 * accept}}};
  const bool raccoon = rules.raccoons || decision.choice == CubeChoice::raccoon;
  pick(std::span(options).first(raccoon ? 3 : 2), decision);
  decision.close = decision.counted = true;
}

}  // namespace

void judge_play(std::vector<Candidate> candidates, const Board& after, Decision& decision) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     if (!(a.level == b.level)) return is_deeper(a.level, b.level);
                     return equity_of(a) > equity_of(b);
                   });
  decision.forced = candidates.size() == 1;
  const double best = candidates.empty() ? 0 : equity_of(candidates.front());
  for (Candidate& candidate : candidates) candidate.loss = best - equity_of(candidate);
  const auto played = std::find_if(candidates.begin(), candidates.end(),
                                   [&](const Candidate& row) { return row.after == after; });
  if (played != candidates.end()) {
    decision.played = static_cast<int>(played - candidates.begin());
    decision.loss.equity = std::max(0.0, played->loss);
    const auto kept = static_cast<std::ptrdiff_t>(std::min(kRows, candidates.size()));
    const bool same =
        std::all_of(candidates.begin(), candidates.begin() + kept,
                    [](const Candidate& row) { return std::abs(row.loss) < kSamePlays; });
    decision.counted = !decision.forced && (!same || decision.loss.equity >= kSamePlays);
    if (decision.played >= kept) {
      candidates[static_cast<std::size_t>(kept)] = *played;
      decision.played = static_cast<int>(kept);
      candidates.resize(static_cast<std::size_t>(kept) + 1);
    }
  }
  if (decision.played < static_cast<int>(kRows) && candidates.size() > kRows) {
    candidates.resize(kRows);
  }
  decision.candidates = std::move(candidates);
}

void judge_cube(const Rules& rules, Decision& decision) {
  const CubeValues& values = decision.cube->values;
  if (decision.kind == DecisionKind::double_) judge_double(values, decision);
  if (decision.kind == DecisionKind::take) judge_take(values, rules, decision);
  if (decision.kind == DecisionKind::beaver) judge_beaver(values, rules, decision);
}

void judge_resignation(double equity, double resigned, Decision& decision) {
  const std::array<Option, 2> options{
      {{CubeChoice::resign, resigned}, {CubeChoice::play_on, equity}}};
  pick(options, decision);
}

void judge_acceptance(double equity, double gained, Decision& decision) {
  const std::array<Option, 2> options{
      {{CubeChoice::accept, gained}, {CubeChoice::play_on, equity}}};
  pick(options, decision);
}

}  // namespace alea
