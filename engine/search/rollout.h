#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/thread_pool.h"
#include "engine/search/analysis.h"
#include "engine/search/searcher.h"
#include "engine/search/statistics.h"

namespace alea {

struct RolloutOptions {
  std::int64_t trials = 1296;      // of each candidate
  int truncate = 0;                // rolls after which the evaluator is asked; 0 = to the end
  SearchOptions checker;           // how both sides play their checkers
  SearchOptions cube;              // and decide about the cube
  bool cubeful = true;             // play with the cube where one is in use
  bool variance_reduction = true;  // take the luck of each roll out of the result
  // Plays of each of the 21 rolls that luck is judged by, the ones PlayRanker likes best; 0 = all.
  int luck_plays = 6;
  // After a pass the cubeful result stands. The five chances go on to the end of the game without a cube if
  // this is set (slower, free of bias), else they are the evaluator's at the pass.
  bool play_on = false;
  bool stratify = true;  // the first two rolls in equal shares (36, 1296)
  std::uint64_t seed = 1;
  double until_se = 0;  // stop once the standard error of each row is below this; 0 = never
  double joint_deviations =
      0;  // drop rows that trail the best by more joint standard deviations; 0 = never
  std::int64_t least_trials = 144;  // before either of the two may act

  bool operator==(const RolloutOptions&) const = default;
};

// What is known of one candidate: a row of means over trials, each seen by the player whose
// decision it is.
struct RolloutRow {
  Board board;           // checker play: after the play, turned to the opponent; cube: the position
  Steps steps;           // checker play
  bool doubled = false;  // cube: the double has been taken
  bool active = true;    // still getting trials
  std::array<RunningMean, 5> chances;  // in the order of Probabilities
  RunningMean cubeless;                // money: points; match: EMG
  RunningMean cubeful;                 // money: points per present cube unit; match: MWC

  [[nodiscard]] std::int64_t trials() const noexcept { return cubeful.count(); }
  bool operator==(const RolloutRow&) const = default;
};

// A rollout under way: everything needed to go on later with the same result as without a break.
struct RolloutState {
  Position position;  // the decision
  RolloutOptions options;
  std::string evaluator;         // identity of the evaluator that played
  std::string met;               // of the match equity table; empty in money play
  bool answering = false;        // cube: asked by the player who answers the double
  std::vector<RolloutRow> rows;  // checker play: the candidates; cube: no double, then double/take
  std::int64_t trials = 0;       // done; a row that was dropped has fewer
  bool complete = false;         // all trials done, or a stopping rule satisfied

  bool operator==(const RolloutState&) const = default;

  // Text with a checksum; exact. Loading refuses (input) other versions, damaged text, and what no rollout
  // can have saved.
  [[nodiscard]] std::string save() const;
  [[nodiscard]] static Result<RolloutState> load(std::string_view text, std::string source);
};

// Plays a decision out many times and averages. A trial is a pure function of (position, options, seed,
// trial number), all rows of a decision get the same dice, and trials are merged in their order, so
// results repeat for any number of threads.
class Rollout {
 public:
  Rollout(std::shared_ptr<const Evaluator> evaluator, std::shared_ptr<const MatchEquityTable> met,
          RolloutOptions options);

  // Candidates: rows of an analysis of the same position, best first, as many as are to be played.
  [[nodiscard]] RolloutState start_checker(const Position& position,
                                           std::span<const Candidate> candidates) const;
  [[nodiscard]] RolloutState start_cube(const Position& position) const;

  // Whether run() may go on with a state that was saved: same evaluator and match equity table, same options
  // apart from the number of trials and the stopping rules. Errors (input) say what differs.
  [[nodiscard]] Status accepts(const RolloutState& state) const;

  // Adds trials until options.trials (of this rollout, not of the state), a stopping rule or a stop
  // request; a rule that is satisfied already adds none. `progress` is called by the calling thread after each
  // batch. A double is rolled out at the level
  // at which the cube stands: row 0 without doubling this turn, row 1 after double and take.
  void run(RolloutState& state, ThreadPool& pool,
           const std::function<void(const RolloutState&)>& progress = {},
           std::stop_token stop = {}) const;

  [[nodiscard]] CheckerAnalysis checker_analysis(const RolloutState& state) const;
  [[nodiscard]] CubeAnalysis cube_analysis(const RolloutState& state) const;

 private:
  std::shared_ptr<const Evaluator> evaluator_;
  std::shared_ptr<const MatchEquityTable> met_;
  RolloutOptions options_;
};

}  // namespace alea
