#include <fmt/format.h>

#include <algorithm>

#include "engine/cube/cube_points.h"
#include "tools/app/commands.h"
#include "tools/app/json.h"
#include "tools/app/positions.h"
#include "tools/app/session.h"

namespace alea::app {
namespace {

constexpr int kMaxTableLength = 25;
constexpr double kDefaultGammons = 0.2;

// What a score means for the cube at one of its values, for the player who doubles from it.
struct CubeRow {
  int cube = 1;
  double gammon_value = 0.5;
  double dead_take = 0.25, live_take = 0.2;  // of the player who is doubled
  std::optional<CubePoints> window;          // at the gammon share asked for
};

struct TableSettings {
  MatchState match;
  double gammons = kDefaultGammons;
};

Result<TableSettings> read_settings(const Arguments& arguments) {
  const Result<PositionOverrides> overrides = read_overrides(arguments);
  if (!overrides) return fail(overrides.error());
  Position start;
  start.board = starting_board();
  const Result<Position> position = overridden(start, *overrides);
  if (!position) return fail(position.error());
  const Result<double> gammons = arguments.number("gammons", kDefaultGammons, 0, 1);
  if (!gammons) return fail(gammons.error());
  return TableSettings{position->match, *gammons};
}

// Rows for cubes that can still matter: until a double ends the match for both.
std::vector<CubeRow> rows_of(const TableSettings& settings, const MatchEquityTable& met) {
  const MatchState& match = settings.match;
  // Even chances with the usual share of gammons on both sides.
  const auto share = static_cast<float>(0.5 * settings.gammons);
  const Probabilities even{0.5F, share, 0, share, 0};
  std::vector<CubeRow> rows;
  for (int exponent = 0; exponent <= 5; ++exponent) {
    const int cube = 1 << exponent;
    CubeRow row;
    row.cube = cube;
    const CubeState state{exponent, exponent == 0 ? CubeOwner::centre : CubeOwner::us};
    const CubeModel model(state, match, Rules{}, met);
    row.window = cube_points(model, even, efficiency_of(starting_board(), {}));
    if (!match.is_money()) {
      row.gammon_value = gammon_value(met, match, cube);
      row.dead_take = dead_cube_take_point(met, match.flipped(), cube);
      row.live_take = live_cube_take_point(met, match.flipped(), cube);
    }
    if (!row.window && !rows.empty()) break;  // a double is of no use any more
    rows.push_back(row);
    if (match.is_money() || cube >= std::max(match.away_us(), match.away_them())) break;
  }
  return rows;
}

Json table_json(const TableSettings& settings, const MatchEquityTable& met) {
  const MatchState& match = settings.match;
  Json json;
  json["match"] = match.length;
  json["score"] = {match.score_us, match.score_them};
  json["crawford"] = match.crawford;
  json["table"] = met.name();
  if (!match.is_money()) json["mwc"] = rounded(met.mwc(match));
  json["gammons"] = rounded(settings.gammons);
  json["cubes"] = Json::array();
  for (const CubeRow& row : rows_of(settings, met)) {
    Json cube;
    cube["cube"] = row.cube;
    cube["gammon_value"] = rounded(row.gammon_value);
    cube["take_point_dead"] = rounded(row.dead_take);
    cube["take_point_live"] = rounded(row.live_take);
    if (row.window) {
      cube["take_point"] = rounded(row.window->take_point);
      cube["double_point"] = rounded(row.window->double_point);
      cube["cash_point"] = rounded(row.window->cash_point);
      cube["too_good_point"] = rounded(row.window->too_good_point);
    }
    json["cubes"].push_back(cube);
  }
  return json;
}

std::string score_text(const TableSettings& settings, const MatchEquityTable& met) {
  const MatchState& match = settings.match;
  std::string text;
  if (match.is_money()) {
    text = "Money play\n";
  } else {
    text = fmt::format("Match to {}, you {}, opponent {}{}: you win {:.2f}% of matches ({})\n",
                       match.length, match.score_us, match.score_them,
                       match.crawford ? ", Crawford game" : "", 100 * met.mwc(match), met.name());
  }
  text += fmt::format(
      "Your double, with {:.0f}% gammons on both sides\n\n"
      "        gammon  opponent's take point          your doubling window\n"
      "  cube   value    dead    live    real   double    cash   too good\n",
      100 * settings.gammons);
  for (const CubeRow& row : rows_of(settings, met)) {
    text += fmt::format("  {:>4}  {:>6.3f}  {:>5.1f}%  {:>5.1f}%", row.cube, row.gammon_value,
                        100 * row.dead_take, 100 * row.live_take);
    if (row.window) {
      text += fmt::format(
          "  {:>5.1f}%   {:>5.1f}%  {:>5.1f}%   {:>7}", 100 * row.window->take_point,
          100 * row.window->double_point, 100 * row.window->cash_point,
          row.window->too_good_point < 1 ? fmt::format("{:.1f}%", 100 * row.window->too_good_point)
                                         : "never");
    } else {
      text += "  no double";
    }
    text += '\n';
  }
  return text;
}

// Match winning chances for all scores up to the length.
std::string matrix_text(int length, const MatchEquityTable& met) {
  std::string text = fmt::format(
      "Match winning chances in percent, before the Crawford game ({})\n"
      "Rows: you need so many points; columns: the opponent\n\n     ",
      met.name());
  for (int them = 1; them <= length; ++them) text += fmt::format("{:>6}", them);
  text += '\n';
  for (int us = 1; us <= length; ++us) {
    text += fmt::format("{:>4} ", us);
    for (int them = 1; them <= length; ++them) {
      text += fmt::format("{:>6.1f}", 100 * met.mwc(us, them));
    }
    text += '\n';
  }
  return text;
}

int run_table(Console& console, const CommandSpec&, const Arguments& arguments) {
  if (!arguments.positional().empty()) {
    return refuse(console, usage_error("table takes no arguments, only options").value());
  }
  const Result<TableSettings> settings = read_settings(arguments);
  if (!settings) return refuse(console, settings.error());
  const Result<std::shared_ptr<const MatchEquityTable>> met = open_met(arguments);
  if (!met) return refuse(console, met.error());
  const bool matrix = !settings->match.is_money() && !arguments.has("score");
  if (arguments.has("json")) {
    console.out << table_json(*settings, **met).dump() << '\n';
  } else if (matrix) {
    console.out << matrix_text(std::min(settings->match.length, kMaxTableLength), **met);
  } else {
    console.out << score_text(*settings, **met);
  }
  return 0;
}

}  // namespace

Command table_command() {
  return {
      .spec =
          {.name = "table",
           .summary = "take points, gammon values and doubling windows of a score",
           .synopsis = "[--match N [--score A-B]] [options]",
           .description =
               "With a score: what it means for a double at each cube value. With --match alone:\n"
               "the match equity table. Without: money play. The take points called dead and live\n"
               "are those without gammons, of a cube that is never, or always best, turned again;\n"
               "the real one and the doubling window take gammons and a cube in between.\n",
           .groups = {{"Options",
                       {{"match", "N", "match to N points"},
                        {"score", "A-B", "your points and the opponent's"},
                        {"crawford", "", "this is the Crawford game"},
                        {"gammons", "X", "share of gammons among wins and losses (default 0.2)"},
                        {"met", "FILE",
                         "match equity table, XML or plain (default: Kazaross XG2)"}}}},
           .examples = "  alea table --match 7 --score 3-5\n"
                       "  alea table --match 9\n"},
      .run = run_table};
}

}  // namespace alea::app
