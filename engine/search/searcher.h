#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "engine/base/thread_pool.h"
#include "engine/cube/cube_model.h"
#include "engine/cube/met.h"
#include "engine/evaluator/evaluator.h"
#include "engine/search/analysis.h"
#include "engine/search/search_options.h"

namespace alea {

// Expectiminimax over all 21 rolls with an Evaluator at the leaves and cube values carried along.
//
// At a level of n plies a position is valued by looking n rolls ahead; the plays there are ranked
// by the evaluator. Each node holds the chances and the values of all cube states that can arise (see
// CubeModel), so cube decisions look as far ahead as checker plays do. Results depend on position and
// options alone: not on threads, timing or caches.
//
// Immutable: const calls may run concurrently, each with its own Workspace.
class Searcher {
 public:
  // Memory of one thread; made by make_workspace() and usable with that searcher only.
  class Workspace;
  struct WorkspaceDeleter {
    void operator()(Workspace* workspace) const noexcept;
  };
  using WorkspacePtr = std::unique_ptr<Workspace, WorkspaceDeleter>;

  Searcher(std::shared_ptr<const Evaluator> evaluator, std::shared_ptr<const MatchEquityTable> met,
           SearchOptions options);

  [[nodiscard]] const Evaluator& evaluator() const noexcept { return *evaluator_; }
  [[nodiscard]] const std::shared_ptr<const Evaluator>& shared_evaluator() const noexcept {
    return evaluator_;
  }
  [[nodiscard]] const MatchEquityTable& met() const noexcept { return *met_; }
  [[nodiscard]] const SearchOptions& options() const noexcept { return options_; }
  [[nodiscard]] WorkspacePtr make_workspace() const;

  // All legal plays of position.dice, ranked. The position must be valid, its game not over, dice
  // set. With a pool, candidates and rolls are shared among its threads (then not from inside a
  // task of that pool). After a stop request: what was completed, `complete` false.
  [[nodiscard]] CheckerAnalysis analyze_checker(const Position& position,
                                                ThreadPool* pool = nullptr,
                                                std::stop_token stop = {}) const;

  // The cube decision before the roll (dice are ignored), or of the answer to a double if
  // position.pending is double_offered (the result is then seen by the opponent, who doubled).
  [[nodiscard]] CubeAnalysis analyze_cube(const Position& position, ThreadPool* pool = nullptr,
                                          std::stop_token stop = {}) const;

  // What the position is worth to the player about to roll, with the best cube action (dice ignored).
  [[nodiscard]] Valuation evaluate(const Position& position, ThreadPool* pool = nullptr,
                                   std::stop_token stop = {}) const;

  // The first two on the calling thread alone: for use inside a pool's tasks.
  [[nodiscard]] CheckerAnalysis analyze_checker(const Position& position, Workspace& workspace,
                                                std::stop_token stop = {}) const;
  [[nodiscard]] CubeAnalysis analyze_cube(const Position& position, Workspace& workspace,
                                          std::stop_token stop = {}) const;

  // Only the decision, for playing games: the board after the best play, turned to the opponent.
  // Looks no deeper once a single candidate is left. Nothing is allocated once the workspace has grown.
  [[nodiscard]] Board choose_play(const Position& position, Workspace& workspace) const;
  // Only ND, DT and DP of the player about to roll (position.pending and dice are ignored).
  [[nodiscard]] CubeValues choose_cube(const Position& position, Workspace& workspace) const;

 private:
  class Root;

  [[nodiscard]] CheckerAnalysis checker(const Position& position, Workspace& workspace,
                                        ThreadPool* pool, std::stop_token stop) const;
  [[nodiscard]] CubeAnalysis cube(const Position& position, Workspace& workspace, ThreadPool* pool,
                                  std::stop_token stop) const;

  std::shared_ptr<const Evaluator> evaluator_;
  std::shared_ptr<const MatchEquityTable> met_;
  SearchOptions options_;
};

}  // namespace alea
