#include "engine/analysis/summary.h"

#include <algorithm>
#include <span>

namespace alea {
namespace {

// A cost below this is rounding.
constexpr double kNothing = 5e-5;

std::optional<double> rate(double factor, double loss, int count) {
  if (count == 0) return std::nullopt;
  return factor * loss / count;
}

constexpr double kPr = 500, kMilli = 1000;

void add_checker(const Decision& decision, PlayerSummary& summary) {
  ++summary.plays;
  if (decision.forced) return;
  ++summary.unforced;
  if (decision.loss.equity < kNothing) ++summary.best;
  if (decision.counted) ++summary.checker_counted;
  summary.checker_loss += decision.loss;
}

void add_cube(const Decision& decision, PlayerSummary& summary) {
  ++summary.cube_decisions;
  if (decision.close) ++summary.cube_close;
  if (decision.counted) ++summary.cube_counted;
  summary.cube_loss += decision.loss;
  const bool wrong = decision.loss.equity >= kNothing;
  Tally* tally = nullptr;
  switch (decision.choice) {
    case CubeChoice::no_double:
      tally = &summary.missed_doubles;
      break;
    case CubeChoice::double_:
      ++summary.doubles;
      tally = &summary.wrong_doubles;
      break;
    case CubeChoice::take:
      ++summary.takes;
      tally = &summary.wrong_takes;
      break;
    case CubeChoice::pass:
      ++summary.passes;
      tally = &summary.wrong_passes;
      break;
    default:
      tally = &summary.other_cube;
  }
  if (wrong) tally->add(decision.loss);
}

std::optional<double> actual_result(const MatchRecord& record) {
  if (record.games.empty()) return std::nullopt;
  if (record.length > 0) {
    const RecordedGame& last = record.games.back();
    if (!last.winner) return std::nullopt;
    const auto winner = static_cast<std::size_t>(*last.winner);
    if (last.score[winner] + last.points < record.length) return std::nullopt;
    return winner == 0 ? 1.0 : 0.0;
  }
  double points = 0;
  for (const RecordedGame& game : record.games) {
    if (!game.winner) return std::nullopt;
    points += *game.winner == 0 ? game.points : -game.points;
  }
  return points;
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) noexcept {
  count += other.count;
  cost += other.cost;
  return *this;
}

PlayerSummary& PlayerSummary::operator+=(const PlayerSummary& o) noexcept {
  plays += o.plays;
  unforced += o.unforced;
  best += o.best;
  checker_counted += o.checker_counted;
  checker_loss += o.checker_loss;
  cube_decisions += o.cube_decisions;
  cube_close += o.cube_close;
  cube_counted += o.cube_counted;
  cube_loss += o.cube_loss;
  doubles += o.doubles;
  takes += o.takes;
  passes += o.passes;
  missed_doubles += o.missed_doubles;
  wrong_doubles += o.wrong_doubles;
  wrong_takes += o.wrong_takes;
  wrong_passes += o.wrong_passes;
  other_cube += o.other_cube;
  resignations += o.resignations;
  acceptances += o.acceptances;
  for (std::size_t i = 0; i < errors.size(); ++i) errors[i] += o.errors[i];
  for (std::size_t i = 0; i < rolls.size(); ++i) rolls[i] += o.rolls[i];
  lucky_rolls += o.lucky_rolls;
  luck += o.luck;
  skipped += o.skipped;
  return *this;
}

std::optional<double> PlayerSummary::pr() const noexcept {
  return rate(kPr, checker_loss.equity + cube_loss.equity, checker_counted + cube_counted);
}
std::optional<double> PlayerSummary::checker_pr() const noexcept {
  return rate(kPr, checker_loss.equity, checker_counted);
}
std::optional<double> PlayerSummary::cube_pr() const noexcept {
  return rate(kPr, cube_loss.equity, cube_counted);
}
std::optional<double> PlayerSummary::error_rate() const noexcept {
  return rate(kMilli, checker_loss.equity + cube_loss.equity, unforced + cube_close);
}
std::optional<double> PlayerSummary::checker_error_rate() const noexcept {
  return rate(kMilli, checker_loss.equity, unforced);
}
std::optional<double> PlayerSummary::cube_error_rate() const noexcept {
  return rate(kMilli, cube_loss.equity, cube_close);
}
std::optional<double> PlayerSummary::snowie_rate(int plays_of_both) const noexcept {
  return rate(kMilli, checker_loss.equity + cube_loss.equity, plays_of_both);
}

const char* rating_name(double error_rate) noexcept {
  struct Class {
    double below;
    const char* name;
  };
  constexpr std::array<Class, 5> kClasses{{{5, "Super Grandmaster"},
                                           {8, "Grandmaster"},
                                           {13, "Master"},
                                           {20, "Advanced"},
                                           {32, "Intermediate"}}};
  for (const Class& c : kClasses) {
    if (error_rate < c.below) return c.name;
  }
  return "Beginner";
}

void add(const Decision& decision, PlayerSummary& summary) {
  if (decision.luck) {
    ++summary.lucky_rolls;
    summary.luck += decision.luck->luck;
    ++summary.rolls[static_cast<std::size_t>(luck_class(decision.luck->luck.equity))];
  }
  if (!decision.skipped.empty()) {
    ++summary.skipped;
    return;
  }
  if (decision.is_giving_up()) {
    const bool gave = decision.kind == DecisionKind::resignation;
    Tally& tally = gave ? summary.resignations : summary.acceptances;
    if (decision.loss.equity >= kNothing) tally.add(decision.loss);
    return;
  }
  if (decision.is_cube()) {
    add_cube(decision, summary);
  } else {
    add_checker(decision, summary);
  }
  ++summary.errors[static_cast<std::size_t>(error_class(decision.loss.equity))];
}

MatchSummary summarise(const MatchRecord& record, const MatchAnalysis& analysis) {
  MatchSummary summary;
  summary.games.resize(record.games.size());
  for (std::size_t i = 0; i < analysis.units.size(); ++i) {
    GameSummary& game = summary.games[static_cast<std::size_t>(analysis.units[i].game)];
    for (const Decision& decision : analysis.results[i].decisions) {
      add(decision, game.players[static_cast<std::size_t>(decision.player)]);
    }
  }
  for (const GameSummary& game : summary.games) {
    for (std::size_t p = 0; p < 2; ++p) summary.total.players[p] += game.players[p];
  }
  summary.result.actual = actual_result(record);
  if (summary.result.actual && analysis.complete()) {
    const auto& players = summary.total.players;
    summary.result.luck_adjusted =
        *summary.result.actual - players[0].luck.stake + players[1].luck.stake;
  }
  return summary;
}

}  // namespace alea
