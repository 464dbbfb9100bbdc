#include "tools/app/analysis_json.h"

#include <algorithm>

#include "engine/board/notation.h"
#include "engine/cube/ids.h"

namespace alea::app {
namespace {

Json header(const Position& position, const char* decision) {
  Json json;
  json["xgid"] = to_xgid(position);
  json["gnuid"] = to_gnu_id(position);
  if (decision != nullptr) json["decision"] = decision;
  return json;
}

void add_chances(Json& json, const Probabilities& p, const char* suffix = "") {
  const auto set = [&](const char* key, float value) {
    json[std::string(key) + suffix] = rounded(static_cast<double>(value));
  };
  set("win", p.win);
  set("win_gammon", p.win_gammon);
  set("win_backgammon", p.win_backgammon);
  set("lose_gammon", p.lose_gammon);
  set("lose_backgammon", p.lose_backgammon);
}

Json candidate_json(const Position& position, const Candidate& candidate, bool cubeful) {
  const Valuation& value = candidate.value;
  Json json;
  json["play"] = candidate.steps.count == 0 ? "" : format_play(position.board, candidate.steps);
  json["equity"] = rounded((cubeful ? value.cubeful : value.cubeless).points);
  json["loss"] = rounded(candidate.loss);
  json["cubeless_equity"] = rounded(value.cubeless.points);
  add_chances(json, value.probabilities);
  if (value.mwc) json["mwc"] = rounded(value.mwc->chance);
  json["position"] = to_gnu_position_id(candidate.after);
  json["level"] = candidate.level.name();
  if (!candidate.error) return json;
  const ValuationError& error = *candidate.error;
  json["trials"] = candidate.trials;
  json["equity_se"] = rounded((cubeful ? error.cubeful : error.cubeless).points);
  json["cubeless_equity_se"] = rounded(error.cubeless.points);
  add_chances(json, error.probabilities, "_se");
  if (error.mwc) json["mwc_se"] = rounded(error.mwc->chance);
  return json;
}

// A figure of the doubler as the player to decide sees it.
struct Seen {
  bool by_opponent = false;

  [[nodiscard]] double operator()(const Equity& equity) const {
    return rounded(by_opponent ? -equity.points : equity.points);
  }
  [[nodiscard]] double operator()(const Mwc& mwc) const {
    return rounded(by_opponent ? 1.0 - mwc.chance : mwc.chance);
  }
};

// The same standard errors seen by the other player.
Probabilities swapped_errors(const Probabilities& p) {
  return {p.win, p.lose_gammon, p.lose_backgammon, p.win_gammon, p.win_backgammon};
}

void add_cube_errors(Json& json, const CubeAnalysis& analysis) {
  if (!analysis.error) return;
  const ValuationError& error = *analysis.error;
  json["trials"] = analysis.trials;
  add_chances(json, analysis.answering ? swapped_errors(error.probabilities) : error.probabilities,
              "_se");
  json["cubeless_equity_se"] = rounded(error.cubeless.points);
  if (analysis.no_double_error) json["no_double_se"] = rounded(analysis.no_double_error->points);
  if (analysis.double_take_error) {
    json["double_take_se"] = rounded(analysis.double_take_error->points);
  }
  if (analysis.double_take_error) json["double_pass_se"] = 0.0;
  json["best_equity_se"] = rounded(error.cubeful.points);
  if (error.mwc) json["mwc_se"] = rounded(error.mwc->chance);
}

}  // namespace

Json checker_json(const Position& position, const CheckerAnalysis& analysis, std::size_t rows) {
  Json json = header(position, "checker");
  json["dice"] = {position.dice->high, position.dice->low};
  json["level"] = analysis.level.name();
  json["moves"] = Json::array();
  const std::size_t count =
      rows == 0 ? analysis.candidates.size() : std::min(rows, analysis.candidates.size());
  for (std::size_t i = 0; i < count; ++i) {
    json["moves"].push_back(candidate_json(position, analysis.candidates[i], analysis.cubeful));
  }
  if (!analysis.complete) json["complete"] = false;
  return json;
}

Json cube_json(const Position& position, const CubeAnalysis& analysis) {
  const Seen seen{analysis.answering};
  const Probabilities& p = analysis.value.probabilities;
  Json json = header(position, "cube");
  json["level"] = analysis.level.name();
  add_chances(json, analysis.answering ? p.flipped() : p);
  json["cubeless_equity"] = seen(analysis.value.cubeless);
  json["no_double"] = seen(analysis.values.no_double);
  const bool cube = analysis.may_turn || analysis.answering;
  json["double_take"] = cube ? Json(seen(analysis.values.double_take)) : Json();
  json["double_pass"] = cube ? Json(seen(analysis.values.double_pass)) : Json();
  json["action"] = to_string(analysis.decision.action);
  // Who answers has take and pass to choose from, whether the double was right or not.
  const bool takes = analysis.decision.takes;
  json["best_equity"] = seen(
      !analysis.answering ? analysis.decision.best
                          : (takes ? analysis.values.double_take : analysis.values.double_pass));
  json["take_point"] =
      cube && analysis.points ? Json(rounded(analysis.points->take_point)) : Json();
  if (analysis.answering) {
    const bool beaver = analysis.decision.action == CubeAction::beaver;
    json["answer"] = beaver ? "beaver" : takes ? "take" : "pass";
  }
  const std::optional<Mwc>& mwc =
      !analysis.answering ? analysis.value.mwc
                          : (takes ? analysis.double_take_mwc : analysis.double_pass_mwc);
  if (mwc) json["mwc"] = seen(*mwc);
  if (analysis.no_double_mwc) json["no_double_mwc"] = seen(*analysis.no_double_mwc);
  if (cube && analysis.double_take_mwc) json["double_take_mwc"] = seen(*analysis.double_take_mwc);
  if (cube && analysis.double_pass_mwc) json["double_pass_mwc"] = seen(*analysis.double_pass_mwc);
  add_cube_errors(json, analysis);
  if (!analysis.complete) json["complete"] = false;
  return json;
}

void add_rolls(Json& json, const Position& position, const CubeAnalysis& before_roll,
               const MatchEquityTable& met) {
  if (before_roll.after_roll.size() != kRolls) return;  // stopped before
  const auto mwc = [&](Equity equity) {
    return to_mwc(equity, position.match, position.cube.value(), met).chance;
  };
  json["rolls_level"] = before_roll.after_roll_level().name();
  json["rolls"] = Json::array();
  for (std::size_t r = 0; r < kRolls; ++r) {
    const Dice dice = all_rolls()[r];
    const Equity equity = before_roll.after_roll[r];
    Json roll;
    roll["dice"] = {dice.high, dice.low};
    roll["equity"] = rounded(equity.points);
    if (!position.match.is_money()) roll["mwc"] = rounded(mwc(equity));
    json["rolls"].push_back(std::move(roll));
  }
  if (!position.dice) return;
  const Equity mean = before_roll.values.no_double;
  const Equity rolled =
      before_roll.after_roll[static_cast<std::size_t>(roll_index(*position.dice))];
  json["luck"] = rounded(rolled.points - mean.points);
  if (!position.match.is_money()) json["luck_mwc"] = rounded(mwc(rolled) - mwc(mean));
}

Json valuation_json(const Position& position, const Valuation& value, const Level& level) {
  Json json = header(position, nullptr);
  json["level"] = level.name();
  add_chances(json, value.probabilities);
  json["cubeless_equity"] = rounded(value.cubeless.points);
  json["cubeful_equity"] = rounded(value.cubeful.points);
  if (value.mwc) json["mwc"] = rounded(value.mwc->chance);
  return json;
}

}  // namespace alea::app
