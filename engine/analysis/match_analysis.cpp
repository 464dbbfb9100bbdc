#include "engine/analysis/match_analysis.h"

#include <algorithm>
#include <mutex>

#include "engine/analysis/judge.h"
#include "engine/base/check.h"
#include "engine/board/outcome.h"

namespace alea {
namespace {

bool is_roll(const Event& event) {
  return (event.kind == EventKind::play || event.kind == EventKind::unplayed) && event.dice[0] > 0;
}

bool is_answer(const Event& event) {
  return !is_roll(event) && event.kind != EventKind::offer && event.kind != EventKind::play &&
         event.kind != EventKind::unplayed;
}

SearchOptions with_plies(SearchOptions options, int plies) {
  options.plies = plies;
  return options;
}

// Rolls before event `at`, plus one.
int turn_of(const RecordedGame& game, int at) {
  const auto end = game.events.begin() + at;
  return 1 + static_cast<int>(std::count_if(game.events.begin(), end, [](const Event& event) {
           return event.kind == EventKind::play || event.kind == EventKind::unplayed;
         }));
}

// The player about to act behind the last event, and the position as that one sees it.
struct Ending {
  int on_roll = 0;
  Position position{};
  bool offer_waits = false;
};
Ending ending_of(const MatchRecord& record, const RecordedGame& game) {
  const Event& last = game.events.back();
  Ending ending{.on_roll = last.player, .position = position_before_roll(record, game, last)};
  if (last.kind == EventKind::play) ending.on_roll = 1 - last.player;
  if (is_answer(last)) {
    const auto offer = std::find_if(game.events.rbegin(), game.events.rend(),
                                    [](const Event& e) { return e.kind == EventKind::offer; });
    if (offer != game.events.rend()) ending.on_roll = offer->player;
  }
  if (last.kind == EventKind::take) {
    ending.position.cube.exponent += 1;
    ending.position.cube.owner = CubeOwner::us;
  }
  if (ending.on_roll != last.player) ending.position = flipped(ending.position);
  ending.position.board = ending.on_roll == last.player ? last.after.flipped() : last.after;
  ending.offer_waits = last.kind == EventKind::offer || last.kind == EventKind::beaver ||
                       last.kind == EventKind::raccoon;
  return ending;
}

CubeChoice choice_of(EventKind kind, bool beavered) {
  switch (kind) {
    case EventKind::take:
      return CubeChoice::take;
    case EventKind::beaver:
      return CubeChoice::beaver;
    case EventKind::drop:
      return beavered ? CubeChoice::drop : CubeChoice::pass;
    case EventKind::accept:
      return CubeChoice::accept;
    case EventKind::raccoon:
      return CubeChoice::raccoon;
    default:
      return CubeChoice::none;
  }
}

}  // namespace

std::vector<AnalysisUnit> units_of(const MatchRecord& record) {
  std::vector<AnalysisUnit> units;
  for (std::size_t g = 0; g < record.games.size(); ++g) {
    const RecordedGame& game = record.games[g];
    for (std::size_t e = 0; e < game.events.size(); ++e) {
      if (is_answer(game.events[e])) continue;
      units.push_back({static_cast<int>(g), static_cast<int>(e)});
    }
    if (game.end == GameEnd::resigned && game.winner && !game.events.empty()) {
      units.push_back({static_cast<int>(g), static_cast<int>(game.events.size())});
    }
  }
  return units;
}

std::size_t MatchAnalysis::done() const noexcept {
  return static_cast<std::size_t>(
      std::count_if(results.begin(), results.end(), [](const UnitResult& r) { return r.done; }));
}

// The analysis of one unit on one thread.
class MatchAnalyst::Task {
 public:
  struct Workspaces {
    Searcher::WorkspacePtr full, shallow, luck;
  };

  Task(const MatchAnalyst& analyst, const MatchRecord& record, const AnalysisUnit& unit,
       Workspaces& workspaces, const std::stop_token& stop)
      : analyst_(analyst),
        record_(record),
        game_(record.games[static_cast<std::size_t>(unit.game)]),
        at_(unit.event),
        workspaces_(workspaces),
        stop_(stop) {}

  // Nothing if stopped.
  std::optional<std::vector<Decision>> run() {
    if (at_ == static_cast<int>(game_.events.size())) {
      resignation();
    } else if (event().kind == EventKind::offer) {
      offer();
    } else {
      turn();
    }
    if (stop_.stop_requested() && !complete_) return std::nullopt;
    return std::move(decisions_);
  }

 private:
  [[nodiscard]] const Event& event() const { return game_.events[static_cast<std::size_t>(at_)]; }
  [[nodiscard]] const MatchEquityTable& met() const { return analyst_.searcher_.met(); }

  Decision& add(DecisionKind kind, int event, int player, const Position& position) {
    Decision& decision = decisions_.emplace_back();
    decision.kind = kind;
    decision.event = event;
    decision.turn = turn_of(game_, event);
    decision.player = player;
    decision.position = position;
    if (const Status status = validate(position); !status) {
      decision.skipped = "impossible position: " + status.error().message;
    }
    return decision;
  }

  CubeAnalysis cube(const Position& position) {
    CubeAnalysis analysis = analyst_.searcher_.analyze_cube(position, *workspaces_.full, stop_);
    complete_ = complete_ && analysis.complete;
    return analysis;
  }

  void turn() {
    const Position position = position_before(record_, game_, event());
    Position before = position_before_roll(record_, game_, event());
    const bool legal_place = validate(before).has_value();
    std::optional<CubeAnalysis> analysis;
    if (legal_place) analysis = cube(before);
    if (legal_place && may_double(before) && !is_opening() && !doubled_this_turn()) {
      Decision& decision = add(DecisionKind::double_, at_, event().player, before);
      decision.choice = CubeChoice::no_double;
      decision.cube = analysis;
      judge(decision);
    }
    Decision& decision = add(DecisionKind::checker, at_, event().player, position);
    if (!position.dice) {
      decision.skipped = "a roll that cannot be read";
      return;
    }
    if (analysis && analysis->complete) decision.luck = luck(before, *position.dice, *analysis);
    if (!decision.skipped.empty()) return;
    if (event().kind == EventKind::unplayed) {
      decision.skipped = "the play is not recorded";
    } else if (!event().legal) {
      decision.skipped = "illegal play";
    } else {
      play(decision);
    }
  }

  void play(Decision& decision) {
    const Position& position = decision.position;
    PlayList plays;
    generate_plays(position.board, *position.dice, position.rules, plays);
    const bool forced = plays.size() == 1;
    CheckerAnalysis analysis =
        forced ? analyst_.shallow_.analyze_checker(position, *workspaces_.shallow, stop_)
               : analyst_.searcher_.analyze_checker(position, *workspaces_.full, stop_);
    complete_ = complete_ && analysis.complete;
    if (!forced && analysis.complete) deepen_played(position, analysis);
    judge_play(std::move(analysis.candidates), event().after, decision);
    if (decision.played < 0) decision.skipped = "not a play of these rules";
    decision.loss = amount_of(decision.loss.equity, position, met());
  }

  // Gives the row of the recorded play the depth of the best one: its value is that of the position
  // which it hands to the opponent.
  void deepen_played(const Position& position, CheckerAnalysis& analysis) {
    for (Candidate& row : analysis.candidates) {
      if (!(row.after == event().after)) continue;
      if (row.level == analysis.level || outcome_of(row.after)) return;
      Position next = flipped(position);
      next.board = row.after;
      next.dice.reset();
      next.pending = Pending::roll_or_double;
      const CubeAnalysis reply = cube(next);
      row.value = seen_by_other(reply.value);
      row.level = analysis.level;
      return;
    }
  }

  static Valuation seen_by_other(const Valuation& value) {
    Valuation other{.probabilities = value.probabilities.flipped(),
                    .cubeless = value.cubeless.flipped(),
                    .cubeful = value.cubeful.flipped(),
                    .mwc = {}};
    if (value.mwc) other.mwc = value.mwc->flipped();
    return other;
  }

  void offer() {
    const Position position = position_before(record_, game_, event());
    Decision& doubling = add(DecisionKind::double_, at_, event().player, position);
    doubling.choice = CubeChoice::double_;
    if (doubling.skipped.empty() && !may_double(position)) {
      doubling.skipped = "the cube may not be turned here";
    }
    const std::string skipped = doubling.skipped;
    std::optional<CubeAnalysis> analysis;
    if (skipped.empty()) {
      analysis = cube(position);
      doubling.cube = analysis;
      judge(doubling);
    }
    bool beavered = false;
    for (std::size_t e = static_cast<std::size_t>(at_) + 1;
         e < game_.events.size() && is_answer(game_.events[e]); ++e) {
      const Event& answer = game_.events[e];
      Decision& decision =
          add(beavered ? DecisionKind::beaver : DecisionKind::take, static_cast<int>(e),
              answer.player, position_before(record_, game_, answer));
      decision.choice = choice_of(answer.kind, beavered);
      if (answer.kind == EventKind::accept && !beavered) decision.choice = CubeChoice::take;
      if (decision.skipped.empty()) decision.skipped = skipped;
      decision.stage = static_cast<int>(e) - at_ - 1;
      if (decision.skipped.empty()) {
        decision.cube = analysis;
        decision.cube->answering = true;
        judge(decision);
      }
      beavered = beavered || answer.kind == EventKind::beaver;
    }
  }

  void resignation() {
    const int loser = 1 - *game_.winner;
    const Ending ending = ending_of(record_, game_);
    const Position& position = ending.position;
    decisions_.reserve(2);  // references stay
    Decision& decision = add(DecisionKind::resignation, at_, loser, position);
    decision.choice = CubeChoice::resign;
    decision.points = std::max(1, game_.points / position.cube.value());
    if (ending.offer_waits) decision.skipped = "given up while a double was offered";
    if (decision.points > 3) decision.skipped = "given up for more than a backgammon";
    if (!decision.skipped.empty()) return;
    Decision& acceptance = add(DecisionKind::acceptance, at_, *game_.winner, position);
    acceptance.choice = CubeChoice::accept;
    acceptance.points = decision.points;
    acceptance.cube = decision.cube = cube(position);
    double equity = decision.cube->decision.best.points;
    const Event& last = game_.events.back();
    if (last.kind == EventKind::unplayed && last.dice[0] > 0) {
      equity = rolled(position, make_dice(last.dice[0], last.dice[1]), *decision.cube);
    }
    const int price = -decision.points * position.cube.value();
    double resigned = -decision.points;
    const MatchState match = ending.on_roll == loser ? position.match : position.match.flipped();
    if (!match.is_money()) {
      resigned =
          to_equity({met().mwc_after(match, price)}, match, position.cube.value(), met()).points;
    }
    if (ending.on_roll != loser) equity = -equity;
    judge_resignation(equity, resigned, decision);
    judge_acceptance(-equity, -resigned, acceptance);
    for (Decision& one : decisions_) one.loss = amount_of(one.loss.equity, position, met());
  }

  // What a roll is worth once played.
  double rolled(const Position& position, Dice dice, const CubeAnalysis& analysis) {
    if (!analysis.after_roll.empty()) {
      return analysis.after_roll[static_cast<std::size_t>(roll_index(dice))].points;
    }
    const CubeAnalysis deeper = analyst_.luck_.analyze_cube(position, *workspaces_.luck, stop_);
    complete_ = complete_ && deeper.complete;
    return deeper.complete ? deeper.after_roll[static_cast<std::size_t>(roll_index(dice))].points
                           : 0;
  }

  void judge(Decision& decision) {
    judge_cube(record_.rules, decision);
    // Losses are per unit of the cube before the double.
    Position before = game_.events[static_cast<std::size_t>(at_)].kind == EventKind::offer
                          ? position_before(record_, game_, event())
                          : decision.position;
    if (decision.player != event().player) before = flipped(before);
    decision.loss = amount_of(decision.loss.equity, before, met());
  }

  [[nodiscard]] bool is_opening() const { return !game_.set_up && turn_of(game_, at_) == 1; }
  // Whether the roll follows a double of the same player.
  [[nodiscard]] bool doubled_this_turn() const {
    int e = at_ - 1;
    while (e >= 0 && is_answer(game_.events[static_cast<std::size_t>(e)])) --e;
    return e >= 0 && e < at_ && game_.events[static_cast<std::size_t>(e)].kind == EventKind::offer;
  }

  std::optional<RollLuck> luck(const Position& before, Dice dice, const CubeAnalysis& analysis) {
    const CubeAnalysis* rolls = &analysis;
    CubeAnalysis deeper;
    if (analyst_.luck_.options().plies != analyst_.searcher_.options().plies) {
      deeper = analyst_.luck_.analyze_cube(before, *workspaces_.luck, stop_);
      complete_ = complete_ && deeper.complete;
      rolls = &deeper;
    }
    if (rolls->after_roll.size() != kRolls) return std::nullopt;
    double mean = rolls->values.no_double.points;
    if (is_opening()) {
      const CubeAnalysis other =
          analyst_.luck_.analyze_cube(flipped_seats(before), *workspaces_.luck, stop_);
      complete_ = complete_ && other.complete;
      if (other.after_roll.size() != kRolls) return std::nullopt;
      mean = 0.5 * (mean_opening(rolls->after_roll) - mean_opening(other.after_roll));
    }
    const double value = rolls->after_roll[static_cast<std::size_t>(roll_index(dice))].points;
    RollLuck result{.luck = amount_of(value - mean, before, met()), .chance = 0};
    const Valuation& worth = analysis.value;
    result.chance = worth.mwc ? worth.mwc->chance : worth.cubeful.points;
    return result;
  }

  // The same start with the other player to roll first.
  static Position flipped_seats(const Position& start) {
    Position other = flipped(start);
    other.board = start.board;
    return other;
  }
  static double mean_opening(const std::vector<Equity>& after) {
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (all_rolls()[i].is_double()) continue;
      sum += after[i].points;
      ++count;
    }
    return sum / count;
  }

  const MatchAnalyst& analyst_;
  const MatchRecord& record_;
  const RecordedGame& game_;
  int at_;
  Workspaces& workspaces_;
  std::stop_token stop_;
  std::vector<Decision> decisions_{};
  bool complete_ = true;
};

MatchAnalyst::MatchAnalyst(std::shared_ptr<const Evaluator> evaluator,
                           std::shared_ptr<const MatchEquityTable> met,
                           const SearchOptions& options, std::optional<int> luck_plies)
    : searcher_(evaluator, met, options),
      shallow_(evaluator, met, with_plies(options, 0)),
      luck_(evaluator, met, with_plies(options, std::max(1, luck_plies.value_or(options.plies)))) {
  ALEA_CHECK(options.cubeful);
}

MatchAnalysis MatchAnalyst::start(const MatchRecord& record) const {
  MatchAnalysis analysis;
  analysis.units = units_of(record);
  analysis.results.resize(analysis.units.size());
  analysis.level.plies = searcher_.options().plies;
  analysis.luck_level.plies = luck_.options().plies;
  return analysis;
}

void MatchAnalyst::run(const MatchRecord& record, MatchAnalysis& analysis, ThreadPool& pool,
                       const std::function<bool(std::size_t)>& progress,
                       std::stop_token stop) const {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < analysis.units.size(); ++i) {
    if (!analysis.results[i].done) open.push_back(i);
  }
  std::vector<Task::Workspaces> workspaces(static_cast<std::size_t>(pool.threads()));
  std::stop_source hold;  // on further units
  const std::stop_callback forward(stop, [&hold] { hold.request_stop(); });
  std::mutex mutex;
  std::size_t done = analysis.units.size() - open.size();
  const auto analyse = [&](std::size_t i, int worker) {
    Task::Workspaces& own = workspaces[static_cast<std::size_t>(worker)];
    if (!own.full) {
      own = {searcher_.make_workspace(), shallow_.make_workspace(), luck_.make_workspace()};
    }
    const std::size_t index = open[i];
    auto decisions = Task(*this, record, analysis.units[index], own, stop).run();
    if (!decisions) return;
    analysis.results[index] = {.done = true, .decisions = std::move(*decisions)};
    const std::lock_guard lock(mutex);
    ++done;
    if (progress && !progress(done)) hold.request_stop();
  };
  pool.for_each_index(open.size(), analyse, hold.get_token());
}

}  // namespace alea
