#include "tools/app/match_json.h"

#include <fmt/format.h>

#include "engine/cube/ids.h"
#include "tools/render/decision_text.h"

namespace alea::app {
namespace {

// Names of the figures in what is played for.
struct StakeNames {
  const char *loss, *luck;
};
StakeNames stake_names(bool money) {
  return money ? StakeNames{"loss_points", "luck_points"} : StakeNames{"loss_mwc", "luck_mwc"};
}

// Cube choices by their fixed names, plays as written everywhere ("" for a dance).
std::string played_name(const Decision& decision, const Event* event) {
  if (decision.kind != DecisionKind::checker) return std::string(to_string(decision.choice));
  const Candidate* played = decision.played_candidate();
  if (played != nullptr && played->steps.count == 0) return "";
  return render::played_text(decision, event);
}

std::string best_name(const Decision& decision) {
  if (decision.kind != DecisionKind::checker) return std::string(to_string(decision.best));
  if (decision.candidates.empty() || decision.candidates.front().steps.count == 0) return "";
  return render::best_text(decision);
}

Json optional(const std::optional<double>& value) {
  return value ? Json(rounded(*value)) : Json();
}

Json tally_json(const Tally& tally, bool money) {
  Json json;
  json["count"] = tally.count;
  json["loss"] = rounded(tally.cost.equity);
  json[stake_names(money).loss] = rounded(tally.cost.stake);
  return json;
}

Json amount_into(Json json, const Amount& amount, const char* equity, const char* stake) {
  json[equity] = rounded(amount.equity);
  json[stake] = rounded(amount.stake);
  return json;
}

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

Json decision_json(const AnalysedMatch& match, int game, const Decision& decision) {
  const RecordedGame& recorded = match.record.games[static_cast<std::size_t>(game)];
  const bool money = match.record.length == 0;
  const StakeNames stake = stake_names(money);
  const bool known = decision.skipped.empty();
  Json json;
  json["file"] = match.name;
  json["game"] = recorded.number;
  json["move"] = decision.turn;
  json["player"] = decision.player + 1;
  json["name"] = render::player_name(match.record, decision.player);
  json["kind"] = to_string(decision.kind);
  if (decision.kind == DecisionKind::checker && decision.position.dice) {
    json["dice"] = {decision.position.dice->high, decision.position.dice->low};
  }
  json["played"] = played_name(decision, render::event_of(recorded, decision));
  json["best"] = known ? Json(best_name(decision)) : Json();
  json["loss"] = known ? Json(rounded(decision.loss.equity)) : Json();
  json[stake.loss] = known ? Json(rounded(decision.loss.stake)) : Json();
  json["luck"] = decision.luck ? Json(rounded(decision.luck->luck.equity)) : Json();
  if (decision.luck) json[stake.luck] = rounded(decision.luck->luck.stake);
  json["rating"] = known ? Json(to_string(error_class(decision.loss.equity))) : Json();
  if (decision.luck) json["luck_rating"] = to_string(luck_class(decision.luck->luck.equity));
  if (!known) json["skipped"] = decision.skipped;
  json["forced"] = decision.forced;
  json["counted"] = decision.counted;
  if (decision.cube && !decision.is_giving_up()) {
    const CubeValues& values = decision.cube->values;
    json["action"] = to_string(decision.cube->decision.action);
    json["no_double"] = rounded(values.no_double.points);
    json["double_take"] = rounded(values.double_take.points);
    json["double_pass"] = rounded(values.double_pass.points);
    json["close"] = decision.close;
  }
  if (const Candidate* played = decision.played_candidate()) {
    json["equity"] = rounded(played->value.cubeful.points);
    json["best_equity"] = rounded(decision.candidates.front().value.cubeful.points);
  }
  const bool has_play = decision.played_candidate() != nullptr;
  json["level"] = (has_play ? decision.candidates.front().level : match.analysis.level).name();
  if (known) {
    json["xgid"] = to_xgid(decision.position);
    json["gnuid"] = to_gnu_id(decision.position);
  }
  if (const Event* event = render::event_of(recorded, decision)) json["line"] = event->line;
  return json;
}

Json player_json(const PlayerSummary& player, int plays_of_both, bool money) {
  const StakeNames stake = stake_names(money);
  Json json;
  json["pr"] = optional(player.pr());
  json["checker_pr"] = optional(player.checker_pr());
  json["cube_pr"] = optional(player.cube_pr());
  json["error_rate"] = optional(player.error_rate());
  json["checker_error_rate"] = optional(player.checker_error_rate());
  json["cube_error_rate"] = optional(player.cube_error_rate());
  json["snowie_rate"] = optional(player.snowie_rate(plays_of_both));
  json["rating"] = player.error_rate() ? Json(rating_name(*player.error_rate())) : Json();
  json["plays"] = player.plays;
  json["unforced_plays"] = player.unforced;
  json["best_plays"] = player.best;
  json["counted_plays"] = player.checker_counted;
  json["cube_decisions"] = player.cube_decisions;
  json["close_cube_decisions"] = player.cube_close;
  json["counted_cube_decisions"] = player.cube_counted;
  json["doubtful"] = player.errors[1];
  json["bad"] = player.errors[2];
  json["very_bad"] = player.errors[3];
  json["checker"] = amount_into(Json(), player.checker_loss, "loss", stake.loss);
  json["cube"] = amount_into(Json(), player.cube_loss, "loss", stake.loss);
  json["doubles"] = player.doubles;
  json["takes"] = player.takes;
  json["passes"] = player.passes;
  json["missed_doubles"] = tally_json(player.missed_doubles, money);
  json["wrong_doubles"] = tally_json(player.wrong_doubles, money);
  json["wrong_takes"] = tally_json(player.wrong_takes, money);
  json["wrong_passes"] = tally_json(player.wrong_passes, money);
  json["wrong_beavers"] = tally_json(player.other_cube, money);
  json["wrong_resignations"] = tally_json(player.resignations, money);
  json["wrong_acceptances"] = tally_json(player.acceptances, money);
  json["luck"] = rounded(player.luck.equity);
  json[stake.luck] = rounded(player.luck.stake);
  Json rolls;
  for (const LuckClass luck :
       {LuckClass::very_unlucky, LuckClass::unlucky, LuckClass::lucky, LuckClass::very_lucky}) {
    rolls[std::string(to_string(luck))] = player.rolls[static_cast<std::size_t>(luck)];
  }
  json["rolls"] = rolls;
  json["skipped"] = player.skipped;
  return json;
}

// Gives `json`, the figures of both kinds, the stakes of each.
void put_stakes(Json& json, const Json& matches, const Json& money) {
  for (auto& [key, value] : json.items()) {
    if (!value.is_object() || !matches.contains(key)) continue;
    put_stakes(value, matches[key], money[key]);
  }
  for (const bool of_money : {false, true}) {
    const StakeNames names = stake_names(of_money);
    for (const char* name : {names.loss, names.luck}) {
      const Json& from = of_money ? money : matches;
      if (from.contains(name)) json[name] = from[name];
    }
  }
}

Json total_json(const render::PlayerTotal& total) {
  const auto figures = [](const render::PlayerSum& sum, bool money) {
    Json json{{"files", sum.files}};
    json.update(player_json(sum.sum, sum.plays_of_both, money));
    return json;
  };
  Json json{{"name", total.name}, {"matches", total.all.files}};
  Json all = figures(total.all, total.matches.files == 0);
  all.erase("files");
  if (!total.mixed()) {
    json.update(all);
    return json;
  }
  const Json matches = figures(total.matches, false), money = figures(total.money, true);
  put_stakes(all, matches, money);
  json.update(all);
  json["in_matches"] = matches;
  json["for_money"] = money;
  return json;
}

Json summary_json(const AnalysedMatch& match) {
  const MatchRecord& record = match.record;
  const bool money = record.length == 0;
  const auto players = [&](const GameSummary& game) {
    const int both = game.players[0].plays + game.players[1].plays;
    return Json::array(
        {player_json(game.players[0], both, money), player_json(game.players[1], both, money)});
  };
  Json json;
  json["file"] = match.name;
  json["length"] = record.length;
  json["players"] = {render::player_name(record, 0), render::player_name(record, 1)};
  json["level"] = match.analysis.level.name();
  json["complete"] = match.analysis.complete();
  json["actual_result"] = optional(match.summary.result.actual);
  json["luck_adjusted_result"] = optional(match.summary.result.luck_adjusted);
  json["total"] = players(match.summary.total);
  json["games"] = Json::array();
  for (std::size_t g = 0; g < record.games.size(); ++g) {
    const RecordedGame& game = record.games[g];
    Json one;
    one["game"] = game.number;
    one["score"] = game.score;
    one["crawford"] = game.crawford;
    one["winner"] = game.winner ? Json(*game.winner + 1) : Json();
    one["points"] = game.points;
    one["players"] = players(match.summary.games[g]);
    json["games"].push_back(std::move(one));
  }
  json["problems"] = Json::array();
  for (const Problem& problem : record.problems) {
    json["problems"].push_back({{"line", problem.line}, {"text", problem.text}});
  }
  return Json{{"summary", std::move(json)}};
}

const std::string& csv_header() {
  static const std::string header =
      "file,game,move,player,name,kind,roll,played,best,loss,loss_mwc,loss_points,rating,luck,"
      "luck_mwc,luck_points,luck_rating,forced,counted,skipped,xgid\n";
  return header;
}

std::string csv_row(const AnalysedMatch& match, int game, const Decision& decision) {
  const RecordedGame& recorded = match.record.games[static_cast<std::size_t>(game)];
  const bool known = decision.skipped.empty();
  const auto figure = [](bool there, double value) {
    return there ? fmt::format("{:.6f}", rounded(value)) : std::string();
  };
  const bool money = match.record.length == 0;
  // In the column of its unit; the other one stays empty.
  const auto stake = [&](bool there, double value) {
    return figure(there && !money, value) + ',' + figure(there && money, value);
  };
  const Amount luck = decision.luck ? decision.luck->luck : Amount{};
  const bool has_luck = decision.luck.has_value();
  return fmt::format(
      "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:d},{:d},{},{}\n", csv_text(match.name),
      recorded.number, decision.turn, decision.player + 1,
      csv_text(render::player_name(match.record, decision.player)), to_string(decision.kind),
      decision.kind == DecisionKind::checker ? render::roll_text(decision) : "",
      csv_text(played_name(decision, render::event_of(recorded, decision))),
      known ? csv_text(best_name(decision)) : "", figure(known, decision.loss.equity),
      stake(known, decision.loss.stake), known ? to_string(error_class(decision.loss.equity)) : "",
      figure(has_luck, luck.equity), stake(has_luck, luck.stake),
      has_luck ? to_string(luck_class(luck.equity)) : "", decision.forced, decision.counted,
      csv_text(decision.skipped), known ? to_xgid(decision.position) : "");
}

}  // namespace alea::app
