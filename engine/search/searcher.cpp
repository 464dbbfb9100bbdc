#include "engine/search/searcher.h"

#include <algorithm>
#include <functional>
#include <span>

#include "engine/base/check.h"
#include "engine/board/outcome.h"
#include "engine/search/tree.h"

namespace alea {
namespace {

// A play at the root while its ranking is worked out.
struct RootRow {
  std::uint32_t index = 0;  // in the play list
  int plies = 0;            // look-ahead that `chances` and `value` come from
  Probabilities chances;    // of the opponent, who rolls next
  double value = 0;         // of the model, seen by the mover
};

// Among rows of the same level; deeper ones stand before them already.
bool ranks_before(const RootRow& a, const RootRow& b) noexcept {
  if (beats(a.value, a.chances, b.value, b.chances)) return true;
  return !beats(b.value, b.chances, a.value, a.chances) && a.index < b.index;
}

// The position as the player about to roll sees it, whoever has the decision.
Position seen_by_roller(const Position& position) {
  return opponent_on_roll(position) ? flipped(position) : position;
}

}  // namespace

class Searcher::Workspace {
 public:
  explicit Workspace(std::unique_ptr<Evaluator::Scratch> scratch) : tree(std::move(scratch)) {}

  Tree tree;
  TreeLevel root;
  std::vector<RootRow> rows;
  std::vector<NodeValue> after;  // [row][roll] of one level of the root
};

void Searcher::WorkspaceDeleter::operator()(Workspace* workspace) const noexcept {
  delete workspace;
}

Searcher::Searcher(std::shared_ptr<const Evaluator> evaluator,
                   std::shared_ptr<const MatchEquityTable> met, SearchOptions options)
    : evaluator_(std::move(evaluator)), met_(std::move(met)), options_(options) {
  ALEA_CHECK(evaluator_ != nullptr && met_ != nullptr);
  ALEA_CHECK(options_.plies >= 0 && options_.plies <= kMaxPlies);
}

Searcher::WorkspacePtr Searcher::make_workspace() const {
  return WorkspacePtr(new Workspace(evaluator_->make_scratch()));
}

// Work at the root, spread over a pool or not.
class Searcher::Root {
 public:
  Root(const Searcher& searcher, const CubeModel& model, const Rules& rules, Workspace& workspace,
       ThreadPool* pool, std::stop_token stop)
      : setting_{*searcher.evaluator_, model, rules, searcher.options_, std::move(stop)},
        workspace_(workspace),
        pool_(pool) {
    workspace_.tree.reset_nodes();
    if (pool_ == nullptr || pool_->threads() == 1) {
      pool_ = nullptr;
      return;
    }
    for (int worker = 1; worker < pool_->threads(); ++worker) {
      helpers_.push_back(searcher.make_workspace());
    }
  }

  [[nodiscard]] const TreeSetting& setting() const noexcept { return setting_; }

  // Ranks the plays in workspace.rows; false if stopped before all levels were done.
  bool rank(const Board& board, Dice dice, bool single_too) {
    TreeLevel& root = workspace_.root;
    auto& rows = workspace_.rows;
    root.fill(setting_, board, dice, CubeModel::first, workspace_.tree.scratch());
    workspace_.tree.count_nodes(root.plays.size());
    rows.clear();
    for (std::uint32_t i = 0; i < root.plays.size(); ++i) {
      rows.push_back({.index = i, .chances = root.chances[i], .value = root.ranking[i]});
    }
    std::sort(rows.begin(), rows.end(), ranks_before);
    std::size_t running = rows.size();
    for (int plies = 1; plies <= setting_.options.plies; ++plies) {
      running =
          survivors(running, setting_.options.filters.before[static_cast<std::size_t>(plies - 1)]);
      if (running == 1 && !single_too) return true;
      if (!deepen(running, plies)) return false;
      std::sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(running), ranks_before);
    }
    return true;
  }

  // Value of the board before the roll, without a double; nothing if stopped. Unless it comes from the
  // evaluator alone, workspace.after then holds what each roll is worth.
  std::optional<NodeValue> before_roll(const Board& board) {
    const int plies = setting_.options.plies;
    if (plies == 0 || outcome_of(board)) {
      return workspace_.tree.static_value(setting_, board, CubeModel::first);
    }
    if (plies == 1) {
      const NodeValue value = before_last_roll(board);
      if (setting_.stop.stop_requested()) return std::nullopt;
      return value;
    }
    auto& after = workspace_.after;
    after.resize(std::max<std::size_t>(after.size(), kRolls));
    run(kRolls, [&](std::size_t r, Tree& tree) {
      after[r] = tree.after_roll(setting_, board, all_rolls()[r], plies, CubeModel::first);
    });
    if (setting_.stop.stop_requested()) return std::nullopt;
    return average(rolls_of_row(0), setting_.model.slots());
  }

  // The same at one ply, whatever the options say.
  NodeValue before_last_roll(const Board& board) {
    workspace_.after.resize(std::max<std::size_t>(workspace_.after.size(), kRolls));
    workspace_.tree.after_last_rolls(setting_, board, CubeModel::first, rolls_of_row(0));
    return average(rolls_of_row(0), setting_.model.slots());
  }

  [[nodiscard]] std::uint64_t nodes() const noexcept {
    std::uint64_t sum = workspace_.tree.nodes();
    for (const auto& helper : helpers_) sum += helper->tree.nodes();
    return sum;
  }

 private:
  // What the rolls after row k are worth.
  [[nodiscard]] std::span<NodeValue, kRolls> rolls_of_row(std::size_t k) noexcept {
    return std::span<NodeValue, kRolls>(workspace_.after.data() + k * kRolls, kRolls);
  }

  // How many of the first `count` rows pass the filter.
  [[nodiscard]] std::size_t survivors(std::size_t count, const MoveFilter& filter) const noexcept {
    const auto& rows = workspace_.rows;
    const double within = rows[0].value - filter.within * setting_.model.unit();
    std::size_t kept =
        std::clamp(static_cast<std::size_t>(std::max(1, filter.least)), std::size_t{1}, count);
    const auto most = static_cast<std::size_t>(std::max(1, filter.keep));
    while (kept < count && kept < most && rows[kept].value >= within) ++kept;
    return kept;
  }

  bool deepen(std::size_t count, int plies) {
    const auto boards = workspace_.root.plays.boards();
    auto& rows = workspace_.rows;
    auto& after = workspace_.after;
    after.resize(std::max<std::size_t>(after.size(), count * kRolls));
    if (plies == 1) {
      run(count, [&](std::size_t k, Tree& tree) {
        const Board& board = boards[rows[k].index];
        if (outcome_of(board)) return;
        tree.after_last_rolls(setting_, board, CubeModel::second, rolls_of_row(k));
      });
    } else {
      run(count * kRolls, [&](std::size_t i, Tree& tree) {
        const Board& board = boards[rows[i / kRolls].index];
        if (outcome_of(board)) return;
        after[i] =
            tree.after_roll(setting_, board, all_rolls()[i % kRolls], plies, CubeModel::second);
      });
    }
    if (setting_.stop.stop_requested()) return false;
    for (std::size_t k = 0; k < count; ++k) {
      RootRow& row = rows[k];
      row.plies = plies;
      if (outcome_of(boards[row.index])) continue;  // exact already
      NodeValue node = average(rolls_of_row(k), setting_.model.slots());
      to_mover(setting_, CubeModel::second, node.values);
      row.chances = node.chances;
      row.value = node.values[0];
    }
    return true;
  }

  template <class Task>
  void run(std::size_t count, const Task& task) {
    if (pool_ == nullptr) {
      for (std::size_t i = 0; i < count && !setting_.stop.stop_requested(); ++i) {
        task(i, workspace_.tree);
      }
      return;
    }
    const std::function<void(std::size_t, int)> on_worker = [&](std::size_t i, int worker) {
      task(i, worker == 0 ? workspace_.tree : helpers_[static_cast<std::size_t>(worker - 1)]->tree);
    };
    pool_->for_each_index(count, on_worker, setting_.stop);
  }

  TreeSetting setting_;
  Workspace& workspace_;
  ThreadPool* pool_;
  std::vector<WorkspacePtr> helpers_;
};

CheckerAnalysis Searcher::checker(const Position& position, Workspace& workspace, ThreadPool* pool,
                                  std::stop_token stop) const {
  ALEA_CHECK(position.dice.has_value());
  const CubeModel model(position.cube, position.match, position.rules, *met_);
  Root root(*this, model, position.rules, workspace, pool, std::move(stop));
  CheckerAnalysis analysis;
  analysis.level.plies = options_.plies;
  analysis.cubeful = options_.cubeful;
  analysis.complete = root.rank(position.board, *position.dice, true);
  const PlayList& plays = workspace.root.plays;
  for (const RootRow& row : workspace.rows) {
    Candidate candidate;
    candidate.steps = plays.steps()[row.index];
    candidate.after = plays.boards()[row.index];
    candidate.level.plies = row.plies;
    candidate.value = valuation(model, row.chances.flipped(), row.value);
    const double best = workspace.rows.front().value;
    candidate.loss = model.equity(best).points - model.equity(row.value).points;
    analysis.candidates.push_back(candidate);
  }
  analysis.nodes = root.nodes();
  return analysis;
}

CubeAnalysis Searcher::cube(const Position& given, Workspace& workspace, ThreadPool* pool,
                            std::stop_token stop) const {
  Position position = seen_by_roller(given);
  position.dice.reset();
  position.pending = Pending::roll_or_double;
  const CubeModel model(position.cube, position.match, position.rules, *met_);
  CubeAnalysis analysis;
  analysis.level.plies = options_.plies;
  analysis.answering = given.pending == Pending::double_offered;
  analysis.may_turn = model.after_double(0, CubeModel::first) >= 0;

  Root root(*this, model, position.rules, workspace, pool, std::move(stop));
  auto node = root.before_roll(position.board);
  if (!node) {  // stopped: one ply takes no time
    analysis.complete = false;
    analysis.level.plies = 1;
    node = root.before_last_roll(position.board);
  }
  if (options_.plies > 0 && !outcome_of(position.board)) {
    for (const NodeValue& after : std::span(workspace.after).first(kRolls)) {
      analysis.after_roll.push_back(model.equity(after.values[0]));
    }
  }
  analysis.nodes = root.nodes();
  analysis.efficiency = efficiency_of(position.board, options_.efficiency);
  alea::complete(model, node->chances, node->values, analysis);
  return analysis;
}

CheckerAnalysis Searcher::analyze_checker(const Position& position, ThreadPool* pool,
                                          std::stop_token stop) const {
  return checker(position, *make_workspace(), pool, std::move(stop));
}

CheckerAnalysis Searcher::analyze_checker(const Position& position, Workspace& workspace,
                                          std::stop_token stop) const {
  return checker(position, workspace, nullptr, std::move(stop));
}

CubeAnalysis Searcher::analyze_cube(const Position& position, ThreadPool* pool,
                                    std::stop_token stop) const {
  return cube(position, *make_workspace(), pool, std::move(stop));
}

CubeAnalysis Searcher::analyze_cube(const Position& position, Workspace& workspace,
                                    std::stop_token stop) const {
  return cube(position, workspace, nullptr, std::move(stop));
}

Valuation Searcher::evaluate(const Position& position, ThreadPool* pool,
                             std::stop_token stop) const {
  Position undecided = position;
  undecided.pending = Pending::roll_or_double;
  return analyze_cube(undecided, pool, std::move(stop)).value;
}

Board Searcher::choose_play(const Position& position, Workspace& workspace) const {
  ALEA_CHECK(position.dice.has_value());
  const CubeModel model(position.cube, position.match, position.rules, *met_);
  Root root(*this, model, position.rules, workspace, nullptr, {});
  root.rank(position.board, *position.dice, false);
  return workspace.root.plays.boards()[workspace.rows.front().index];
}

CubeValues Searcher::choose_cube(const Position& position, Workspace& workspace) const {
  const CubeModel model(position.cube, position.match, position.rules, *met_);
  Root root(*this, model, position.rules, workspace, nullptr, {});
  const auto node = root.before_roll(position.board);
  return model.cube_values(node->values);
}

}  // namespace alea
