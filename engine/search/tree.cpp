#include "engine/search/tree.h"

#include <algorithm>

#include "engine/board/outcome.h"

namespace alea {
namespace {

Efficiency efficiency(const TreeSetting& setting, const Board& board) noexcept {
  return efficiency_of(board, setting.options.efficiency);
}

bool is_exact(const TreeSetting& setting, const Board& board) noexcept {
  return setting.exact != nullptr && board.them[kOff] < kCheckers && setting.exact->covers(board);
}

// Evaluated plays of one roll.
struct Plays {
  std::span<const Board> boards;
  std::span<const Probabilities> chances;
  std::span<const double> ranking;
};

// One evaluation of a leaf serves all slots: each slot takes its best among the plays that are close to
// the best one for the present cube.
NodeValue best_of(const TreeSetting& setting, const Plays& plays, CubeModel::Seat mover) noexcept {
  std::size_t top = 0;
  for (std::size_t i = 1; i < plays.boards.size(); ++i) {
    if (beats(plays.ranking[i], plays.chances[i], plays.ranking[top], plays.chances[top])) top = i;
  }
  const CubeModel::Seat opponent = CubeModel::other(mover);
  const auto slots = static_cast<std::size_t>(setting.model.slots());
  NodeValue best;
  best.chances = plays.chances[top].flipped();
  best.values = leaf_values(setting, plays.boards[top], plays.chances[top], opponent);
  to_mover(setting, opponent, best.values);
  if (slots == 1 || !setting.options.cubeful) return best;
  const double least = plays.ranking[top] - setting.options.slot_margin * setting.model.unit();
  for (std::size_t i = 0; i < plays.boards.size(); ++i) {
    if (i == top || plays.ranking[i] < least) continue;
    auto values = leaf_values(setting, plays.boards[i], plays.chances[i], opponent);
    to_mover(setting, opponent, values);
    for (std::size_t s = 0; s < slots; ++s) best.values[s] = std::max(best.values[s], values[s]);
  }
  return best;
}

// Worth of evaluated plays to the mover, for the present cube.
void rank(const TreeSetting& setting, std::span<const Board> boards,
          std::span<const Probabilities> chances, CubeModel::Seat mover,
          std::span<double> ranking) noexcept {
  const CubeModel::Seat to_roll = CubeModel::other(mover);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    ranking[i] = setting.model.flip(leaf_value(setting, boards[i], chances[i], to_roll));
  }
}

template <class Entry>
void grow(std::vector<Entry>& entries, std::size_t size) {
  if (entries.size() < size) entries.resize(size);
}

}  // namespace

void ChancesSum::add(const Probabilities& p, double weight) noexcept {
  sum_[0] += weight * static_cast<double>(p.win);
  sum_[1] += weight * static_cast<double>(p.win_gammon);
  sum_[2] += weight * static_cast<double>(p.win_backgammon);
  sum_[3] += weight * static_cast<double>(p.lose_gammon);
  sum_[4] += weight * static_cast<double>(p.lose_backgammon);
}

Probabilities ChancesSum::divided_by(double total) const noexcept {
  const auto part = [&](std::size_t i) { return static_cast<float>(sum_[i] / total); };
  return {part(0), part(1), part(2), part(3), part(4)};
}

CubeModel::Values leaf_values(const TreeSetting& setting, const Board& board,
                              const Probabilities& chances, CubeModel::Seat seat) noexcept {
  CubeModel::Values values{};
  if (is_exact(setting, board)) {
    const TwoSidedEquities known = setting.exact->equities(board);
    for (int slot = 0; slot < setting.model.slots(); ++slot) {
      const CubeOwner owner = setting.model.owner(slot, seat);
      values[static_cast<std::size_t>(slot)] =
          owner == CubeOwner::centre ? known.centred
                                     : (owner == CubeOwner::us ? known.owned : known.theirs);
    }
  } else if (setting.options.cubeful) {
    setting.model.no_double(chances, efficiency(setting, board), seat, values);
  } else {
    for (int slot = 0; slot < setting.model.slots(); ++slot) {
      values[static_cast<std::size_t>(slot)] = setting.model.cubeless(chances, seat, slot);
    }
  }
  return values;
}

double leaf_value(const TreeSetting& setting, const Board& board, const Probabilities& chances,
                  CubeModel::Seat seat) noexcept {
  if (is_exact(setting, board)) {
    auto values = leaf_values(setting, board, chances, seat);
    setting.model.decide(seat, values);
    return values[0];
  }
  return setting.options.cubeful ? setting.model.leaf(chances, efficiency(setting, board), seat, 0)
                                 : setting.model.cubeless(chances, seat);
}

void to_mover(const TreeSetting& setting, CubeModel::Seat to_roll,
              CubeModel::Values& values) noexcept {
  if (setting.options.cubeful) setting.model.decide(to_roll, values);
  for (int i = 0; i < setting.model.slots(); ++i) {
    double& value = values[static_cast<std::size_t>(i)];
    value = setting.model.flip(value);
  }
}

void TreeLevel::fill(const TreeSetting& setting, const Board& board, Dice dice,
                     CubeModel::Seat mover, Evaluator::Scratch& scratch) {
  generate_plays(board, dice, setting.rules, plays);
  const auto boards = plays.boards();
  grow(chances, boards.size());
  grow(ranking, boards.size());
  setting.evaluator.evaluate(board.flipped(), boards, {chances.data(), boards.size()}, scratch);
  rank(setting, boards, chances, mover, ranking);
}

void TreeLevel::filter(const TreeSetting& setting, const MoveFilter& filter) {
  const std::size_t count = plays.size();
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    if (beats(ranking[a], chances[a], ranking[b], chances[b])) return true;
    return !beats(ranking[b], chances[b], ranking[a], chances[a]) && a < b;
  };
  kept.clear();
  if (filter.keep <= 1) {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < count; ++i) {
      if (better(i, best)) best = i;
    }
    kept.push_back(best);
    return;
  }
  const double top =
      *std::max_element(ranking.begin(), ranking.begin() + static_cast<std::ptrdiff_t>(count));
  const double least = top - filter.within * setting.model.unit();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (ranking[i] >= least) kept.push_back(i);
  }
  const auto most = std::min(kept.size(), static_cast<std::size_t>(filter.keep));
  std::partial_sort(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(most), kept.end(),
                    better);
  kept.resize(most);
}

NodeValue average(std::span<const NodeValue, kRolls> after, int slots) noexcept {
  NodeValue result;
  ChancesSum chances;
  const auto rolls = all_rolls();
  for (std::size_t r = 0; r < rolls.size(); ++r) {
    const double weight = rolls[r].weight();
    chances.add(after[r].chances, weight);
    for (std::size_t i = 0; i < static_cast<std::size_t>(slots); ++i) {
      result.values[i] += weight * after[r].values[i];
    }
  }
  result.chances = chances.divided_by(36.0);
  for (double& value : result.values) value /= 36.0;
  return result;
}

NodeValue Tree::static_value(const TreeSetting& setting, const Board& board, CubeModel::Seat seat) {
  NodeValue node;
  setting.evaluator.evaluate(board, {&board, 1}, {&node.chances, 1}, *scratch_);
  ++nodes_;
  node.values = leaf_values(setting, board, node.chances, seat);
  return node;
}

NodeValue Tree::before_roll(const TreeSetting& setting, const Board& board, int plies,
                            CubeModel::Seat seat) {
  std::array<NodeValue, kRolls> after;
  if (plies == 1) {
    after_last_rolls(setting, board, seat, after);
  } else {
    const auto rolls = all_rolls();
    for (std::size_t r = 0; r < rolls.size(); ++r) {
      if (setting.stop.stop_requested()) return {};
      after[r] = after_roll(setting, board, rolls[r], plies, seat);
    }
  }
  return average(after, setting.model.slots());
}

void LastRolls::fill(const TreeSetting& setting, const Board& board, int most,
                     CubeModel::Seat mover, Evaluator::Scratch& scratch) {
  boards.clear();
  plays.look_at(board);
  const auto rolls = all_rolls();
  for (std::size_t r = 0; r < rolls.size(); ++r) {
    start[r] = boards.size();
    plays.append(rolls[r], setting.rules, most, boards);
  }
  start[kRolls] = boards.size();
  grow(chances, boards.size());
  grow(ranking, boards.size());
  setting.evaluator.evaluate(board.flipped(), boards, {chances.data(), boards.size()}, scratch);
  rank(setting, boards, chances, mover, ranking);
}

void Tree::after_last_rolls(const TreeSetting& setting, const Board& board, CubeModel::Seat seat,
                            std::span<NodeValue, kRolls> after) {
  last_.fill(setting, board, setting.options.last_plays, seat, *scratch_);
  nodes_ += last_.boards.size();
  for (std::size_t r = 0; r < kRolls; ++r) {
    const std::size_t from = last_.start[r], size = last_.start[r + 1] - from;
    after[r] = best_of(setting,
                       {{last_.boards.data() + from, size},
                        {last_.chances.data() + from, size},
                        {last_.ranking.data() + from, size}},
                       seat);
  }
}

NodeValue Tree::after_roll(const TreeSetting& setting, const Board& board, Dice dice, int plies,
                           CubeModel::Seat seat) {
  TreeLevel& level = levels_[static_cast<std::size_t>(plies)];
  level.fill(setting, board, dice, seat, *scratch_);
  nodes_ += level.plays.size();

  NodeValue best;
  level.filter(setting, setting.options.inner);
  const CubeModel::Seat opponent = CubeModel::other(seat);
  for (std::size_t k = 0; k < level.kept.size(); ++k) {
    const std::uint32_t index = level.kept[k];
    const Board child = level.plays.boards()[index];
    NodeValue node;
    if (outcome_of(child)) {
      node.chances = level.chances[index];
      node.values = leaf_values(setting, child, node.chances, opponent);
    } else {
      node = before_roll(setting, child, plies - 1, opponent);
    }
    to_mover(setting, opponent, node.values);
    if (k == 0) {
      best = node;
      continue;
    }
    if (beats(node.values[0], node.chances, best.values[0], best.chances))
      best.chances = node.chances;
    for (std::size_t i = 0; i < static_cast<std::size_t>(setting.model.slots()); ++i) {
      best.values[i] = std::max(best.values[i], node.values[i]);
    }
  }
  best.chances = best.chances.flipped();
  return best;
}

}  // namespace alea
