#include <fmt/format.h>

#include "engine/search/duel.h"
#include "tools/app/bearoff_files.h"
#include "tools/app/commands.h"
#include "tools/app/json.h"
#include "tools/app/player_names.h"
#include "tools/app/progress.h"

namespace alea::app {
namespace {

constexpr int kDefaultGames = 1000;
constexpr int kMaxGames = 1'000'000'000;
constexpr int kMaxMatch = 64;

Result<DuelOptions> read_options(const Arguments& arguments) {
  DuelOptions options;
  const Result<int> games = arguments.integer("games", kDefaultGames, 1, kMaxGames);
  if (!games) return fail(games.error());
  const Result<int> length = arguments.integer("match", 0, 0, kMaxMatch);
  if (!length) return fail(length.error());
  const Result<std::uint64_t> seed = arguments.seed("seed", 1);
  if (!seed) return fail(seed.error());
  const Result<double> until = arguments.number("until-se", 0, 0, 10);
  if (!until) return fail(until.error());
  const Result<int> stack = arguments.integer("max-stack", kCheckers, 2, kCheckers);
  if (!stack) return fail(stack.error());
  if (*length > 0 && (arguments.has("jacoby") || arguments.has("beavers"))) {
    return usage_error("--jacoby and --beavers are for money play; leave them out with --match");
  }
  if (*length > 0 && arguments.has("cubeless")) {
    return usage_error("--cubeless is for money play; matches are played with the cube");
  }
  options.games = *games;
  options.length = *length;
  options.cube = *length > 0 || arguments.has("cubeful");
  options.rules.max_stack = *stack;
  options.rules.jacoby = arguments.has("jacoby");
  options.rules.beavers = arguments.has("beavers");
  options.seed = *seed;
  options.until_se = *until;
  return options;
}

const char* kind_of_play(const DuelOptions& options) {
  if (options.length > 0) return "match";
  return options.cube ? "money, cubeful" : "money, cubeless";
}

// "+0.0432 ±0.0118 points per game" or "51.20% ±0.97% of matches"; ± half the 95% interval.
std::string standing(const DuelOptions& options, const RunningMean& score) {
  if (score.count() < 2) return "too few for an estimate";
  const double half = 1.96 * score.standard_error();
  if (options.length > 0) {
    return fmt::format("{:.2f}% ±{:.2f}% of matches", 100 * score.mean(), 100 * half);
  }
  return fmt::format("{:+.4f} ±{:.4f} points per game", score.mean(), half);
}

// The same with its standard error, as a line.
std::string estimate_text(const DuelOptions& options, const RunningMean& score, const char* note) {
  std::string text = standing(options, score);
  if (score.count() > 1) {
    text += fmt::format(" ({}standard error {:.4f})", note, score.standard_error());
  }
  return text + '\n';
}

void add_estimate(Json& json, const std::string& figure, const std::string& prefix,
                  const RunningMean& score) {
  const double half = 1.96 * score.standard_error();
  json[prefix + figure] = score.count() > 0 ? Json(rounded(score.mean())) : Json();
  json[prefix + "se"] = score.count() > 1 ? Json(rounded(score.standard_error())) : Json();
  json[prefix + "ci95"] = Json();
  if (score.count() > 1) {
    json[prefix + "ci95"] = {rounded(score.mean() - half), rounded(score.mean() + half)};
  }
}

Json duel_json(const NamedPlayer& a, const NamedPlayer& b, const DuelOptions& options,
               const DuelResult& result) {
  Json json;
  json["players"] = {a.name, b.name};
  json["descriptions"] = {a.description, b.description};
  json["kind"] = options.length > 0 ? "match" : "money";
  json["length"] = options.length;
  json["cube"] = options.cube;
  json["games"] = result.games;
  const char* figure = options.length > 0 ? "match_wins" : "points_per_game";
  add_estimate(json, figure, "", result.score);
  if (options.luck) add_estimate(json, figure, "luck_adjusted_", result.without_luck);
  json["wins"] = result.wins;
  json["losses"] = result.losses;
  if (options.length == 0) {
    json["gammons"] = result.gammons;
    json["backgammons"] = result.backgammons;
    json["gammons_lost"] = result.gammons_lost;
    json["backgammons_lost"] = result.backgammons_lost;
  }
  json["passes"] = result.passes;
  json["unfinished"] = result.unfinished;
  json["seed"] = options.seed;
  json["complete"] = result.complete;
  return json;
}

std::string duel_text(const NamedPlayer& a, const NamedPlayer& b, const DuelOptions& options,
                      const DuelResult& result, double seconds) {
  const auto games = static_cast<double>(std::max<std::int64_t>(result.games, 1));
  const char* unit = options.length > 0 ? "matches" : "games";
  std::string text =
      fmt::format("{} ({}) against {} ({})\n", a.name, a.description, b.name, b.description);
  text += fmt::format("{} {}, {}, duplicated dice, seed {}\n", result.games, unit,
                      options.length > 0 ? fmt::format("to {} point{}", options.length,
                                                       options.length == 1 ? "" : "s")
                                         : std::string(kind_of_play(options)),
                      options.seed);
  text += a.name + ": " + estimate_text(options, result.score, "95% interval; ");
  if (options.luck) {
    text += "without luck: " + estimate_text(options, result.without_luck, "");
  }
  text += fmt::format("won {:.2f}%", 100 * static_cast<double>(result.wins) / games);
  if (options.length == 0) {
    const auto share = [&](std::int64_t count) { return 100 * static_cast<double>(count) / games; };
    text += fmt::format(
        " (gammon {:.2f}%, backgammon {:.2f}%), lost {:.2f}% (gammon {:.2f}%, "
        "backgammon {:.2f}%)",
        share(result.gammons), share(result.backgammons), share(result.losses),
        share(result.gammons_lost), share(result.backgammons_lost));
  }
  text += '\n';
  if (result.unfinished > 0) {
    text += fmt::format("{} {} never ended and count as drawn\n", result.unfinished, unit);
  }
  if (!result.complete) text += "(interrupted: these are the pairs that were finished)\n";
  return text + fmt::format("{:.1f} {} a second\n",
                            static_cast<double>(result.games) / std::max(seconds, 1e-9), unit);
}

using Pairing = std::pair<NamedPlayer, NamedPlayer>;

Result<Pairing> load_pair(const PlayerSetup& setup, const std::vector<std::string>& names,
                          const BearoffTables& tables) {
  Result<NamedPlayer> a = open_player(setup, names[0], tables);
  if (!a) return fail(a.error());
  Result<NamedPlayer> b = open_player(setup, names[1], tables);
  if (!b) return fail(b.error());
  return Pairing{std::move(*a), std::move(*b)};
}

// Both players; bear-off tables are opened only if a network plays.
Result<Pairing> open_pair(Console& console, const Arguments& arguments, const PlayerSetup& setup,
                          ThreadPool& pool) {
  Result<Pairing> pair = load_pair(setup, arguments.positional(), {});
  if (!pair || !(pair->first.network || pair->second.network)) return pair;
  const Result<BearoffTables> tables = open_bearoff(console, arguments, pool);
  if (!tables) return fail(tables.error());
  return tables->empty() ? pair : load_pair(setup, arguments.positional(), *tables);
}

constexpr const char* kNoJudge =
    "--luck is judged by a player, and these two play at random; let one of them be another";

// A network's, if there is one.
std::shared_ptr<const Evaluator> judge_of_luck(const NamedPlayer& a, const NamedPlayer& b) {
  if (a.evaluator && (a.network || !b.network)) return a.evaluator;
  return b.evaluator;
}

int run_duel(Console& console, const CommandSpec&, const Arguments& arguments) {
  if (arguments.positional().size() != 2) {
    return refuse(console, usage_error("duel needs two players, as in 'alea duel current random'; "
                                       "'alea duel --help' shows their names")
                               .value());
  }
  Result<DuelOptions> options = read_options(arguments);
  if (!options) return refuse(console, options.error());
  const Result<int> threads = thread_count(arguments);
  if (!threads) return refuse(console, threads.error());
  const Result<std::shared_ptr<const MatchEquityTable>> met = open_met(arguments);
  if (!met) return refuse(console, met.error());
  Environment environment = console.environment;
  environment.weights = weights_name(console.environment, arguments);
  const PlayerSetup setup{environment, *met, options->cube};
  ThreadPool pool(*threads);
  const Result<Pairing> pair = open_pair(console, arguments, setup, pool);
  if (!pair) return refuse(console, pair.error());
  const NamedPlayer& a = pair->first;
  const NamedPlayer& b = pair->second;
  if (arguments.has("luck")) {
    const std::shared_ptr<const Evaluator> judge = judge_of_luck(a, b);
    if (!judge) return refuse(console, usage_error(kNoJudge).value());
    options->luck = std::make_shared<LuckMeter>(judge, *met, options->cube);
  }

  ProgressLine line(console, arguments);
  const DuelResult result = duel(
      *a.player, *b.player, *options, pool,
      [&](const DuelResult& now) {
        if (!line.due()) return;
        line.show(fmt::format(
            "{}/{}  {}: {}{}  {}", now.games, options->games, a.name, standing(*options, now.score),
            options->luck ? ", without luck " + standing(*options, now.without_luck) : "",
            duration_text(line.elapsed())));
      },
      console.stop);
  line.clear();
  console.out << (arguments.has("json") ? duel_json(a, b, *options, result).dump() + '\n'
                                        : duel_text(a, b, *options, result, line.elapsed()));
  return console.stop.stop_requested() ? exit_code(ErrorKind::cancelled) : 0;
}

}  // namespace

Command duel_command() {
  return {
      .spec =
          {.name = "duel",
           .summary = "two players against each other with duplicated dice",
           .synopsis = "A B [options]",
           .description =
               "A player is NAME or NAME@PLIES. NAME is a weight file, 'current' (the network in\n"
               "use), or one of the baselines: random (plays at random), pips (minimises pips and\n"
               "blots), linear (hand-made weights). Plies default to 0. Each pair of games has "
               "the\n"
               "same dice with the seats swapped; figures are those of A.\n",
           .groups = {{"Options",
                       {{"games", "N", fmt::format("games, or matches (default {})", kDefaultGames),
                         'n'},
                        {"match", "N", "matches to N points instead of money games"},
                        {"cubeful", "", "money games with the cube (default: without)"},
                        {"cubeless", "", ""},
                        {"jacoby", "", "Jacoby rule"},
                        {"beavers", "", "beavers"},
                        {"max-stack", "N", "at most N own checkers on a point"},
                        {"luck", "",
                         "also tell the result without the luck of both sides'\n"
                         "rolls: the same in the mean, with a far smaller error\n"
                         "between good players. Judged by A, or by B if only that\n"
                         "is a network; at 0 plies ten times slower"},
                        {"until-se", "X",
                         "stop when the standard error is below X (with --luck the\n"
                         "smaller of the two)"}}}},
           .examples = "  alea duel current random --games 2000\n"
                       "  alea duel runs/net.alea@1 current --cubeful --games 10000\n"
                       "  alea duel current@2 current --luck --games 200\n"
                       "  alea duel current pips --match 5 --games 400 --json\n"},
      .run = run_duel};
}

}  // namespace alea::app
