#include "engine/search/rollout_trial.h"

#include "engine/board/outcome.h"
#include "engine/search/game.h"
#include "engine/search/luck.h"
#include "engine/search/rollout_dice.h"

namespace alea {
namespace {

SearchOptions with_cubeful(SearchOptions options, bool cubeful) {
  options.cubeful = options.cubeful && cubeful;
  return options;
}

std::array<double, 5> to_array(const Probabilities& p) noexcept {
  return {static_cast<double>(p.win), static_cast<double>(p.win_gammon),
          static_cast<double>(p.win_backgammon), static_cast<double>(p.lose_gammon),
          static_cast<double>(p.lose_backgammon)};
}

}  // namespace

class TrialPlayer::Scratch {
 public:
  Scratch(Searcher::WorkspacePtr checker, Searcher::WorkspacePtr cube, Searcher::WorkspacePtr bare,
          std::unique_ptr<Evaluator::Scratch> own)
      : checker_workspace(std::move(checker)),
        cube_workspace(std::move(cube)),
        bare_workspace(std::move(bare)),
        tree(std::move(own)) {}

  Searcher::WorkspacePtr checker_workspace, cube_workspace, bare_workspace;
  Tree tree;
  LastRolls rolls;

  // Of the trial under way; "decider" is the player whose decision is rolled out.
  int root_exponent = 0;
  bool decider_moves = true;  // the player to roll
  bool cube_gone = false;     // after a pass, for the chances alone
  TrialResult luck;           // so far, seen by the decider
};

// Both sides of a trial, as a Player. Its scratch is the trial's.
class TrialPlayer::Seated final : public Player {
 public:
  struct Handle final : Player::Scratch {
    TrialPlayer::Scratch* trial = nullptr;
  };

  explicit Seated(const TrialPlayer& owner) : owner_(owner) {}
  [[nodiscard]] std::string name() const override { return "rollout"; }

  [[nodiscard]] Board choose_play(const Position& p, Rng&,
                                  Player::Scratch& scratch) const override {
    TrialPlayer::Scratch& trial = *static_cast<Handle&>(scratch).trial;
    const Searcher& searcher = trial.cube_gone ? owner_.bare_ : owner_.checker_;
    if (owner_.options_.variance_reduction) {
      const CubeModel model(p.cube, p.match, p.rules, *owner_.met_);
      count_luck(p, {*owner_.evaluator_, model, p.rules, searcher.options()}, trial);
    }
    const Board chosen =
        searcher.choose_play(p, trial.cube_gone ? *trial.bare_workspace : *trial.checker_workspace);
    trial.decider_moves = !trial.decider_moves;
    return chosen;
  }

  [[nodiscard]] bool doubles(const Position& p, Rng&, Player::Scratch& scratch) const override {
    TrialPlayer::Scratch& trial = *static_cast<Handle&>(scratch).trial;
    if (trial.cube_gone || !owner_.options_.cubeful) return false;
    const CubeValues values = owner_.cube_.choose_cube(p, *trial.cube_workspace);
    return decide(values, true, p.cube.owner).doubles;
  }

  // The answer follows from the doubler's own view of the position: both sides play alike.
  [[nodiscard]] Answer answer(const Position& p, Rng&, Player::Scratch& scratch) const override {
    TrialPlayer::Scratch& trial = *static_cast<Handle&>(scratch).trial;
    return answer_by(owner_.cube_, p, *trial.cube_workspace);
  }

 private:
  // Takes the luck of p.dice into account.
  void count_luck(const Position& p, const TreeSetting& setting,
                  TrialPlayer::Scratch& trial) const {
    RollGain luck = luck_of_roll(setting, p.board, *p.dice, owner_.options_.luck_plays, trial.rolls,
                                 trial.tree.scratch());
    if (setting.model.is_money())
      luck.value *=
          static_cast<double>(p.cube.value()) / static_cast<double>(1 << trial.root_exponent);
    add_luck(luck, trial);
  }

  static void add_luck(const RollGain& roll, TrialPlayer::Scratch& trial) noexcept {
    const auto& luck = roll.chances;
    auto& total = trial.luck.chances;
    if (trial.decider_moves) {
      for (std::size_t i = 0; i < luck.size(); ++i) total[i] += luck[i];
    } else {
      total[0] -= luck[0];
      total[1] += luck[3];
      total[2] += luck[4];
      total[3] += luck[1];
      total[4] += luck[2];
    }
    if (!trial.cube_gone) trial.luck.cubeful += trial.decider_moves ? roll.value : -roll.value;
  }

  const TrialPlayer& owner_;
};

TrialPlayer::TrialPlayer(std::shared_ptr<const Evaluator> evaluator,
                         std::shared_ptr<const MatchEquityTable> met, const RolloutOptions& options)
    : evaluator_(evaluator),
      met_(met),
      options_(options),
      checker_(evaluator, met, with_cubeful(options.checker, options.cubeful)),
      cube_(evaluator, met, options.cube),
      bare_(evaluator, met, with_cubeful(options.checker, false)) {
}

TrialPlayer::ScratchPtr TrialPlayer::make_scratch() const {
  return ScratchPtr(new Scratch(checker_.make_workspace(), cube_.make_workspace(),
                                bare_.make_workspace(), evaluator_->make_scratch()));
}

void TrialPlayer::ScratchDeleter::operator()(Scratch* scratch) const noexcept {
  delete scratch;
}

TrialResult TrialPlayer::play(const Position& root, const RolloutRow& row, std::int64_t trial,
                              Scratch& scratch) const {
  TrialDice dice(options_.seed, trial, options_.stratify);
  const bool checker_play = root.dice.has_value();
  Position start = root;
  start.pending = Pending::roll_or_double;
  start.dice.reset();
  if (checker_play) start = flipped(start);
  start.board = row.board;
  if (row.doubled) start.cube = {root.cube.exponent + 1, CubeOwner::them};
  if (!checker_play) {  // the cube has been decided about
    start.dice = dice.next();
    start.pending = Pending::checker_play;
  }
  scratch.root_exponent = root.cube.exponent;
  scratch.decider_moves = !checker_play;
  scratch.cube_gone = false;
  scratch.luck = {};

  const Seated seated(*this);
  Seated::Handle handle;
  handle.trial = &scratch;
  std::array<Seat, 2> seats{Seat{&seated, &handle, Rng(0, 0)}, Seat{&seated, &handle, Rng(0, 0)}};
  // Where the result is known exactly there is nothing left to find out by playing.
  const TwoSidedBearoff* exact = evaluator_->exact_cube();
  if (options_.cubeful && !root.match.is_money()) exact = nullptr;
  const auto is_known = [exact](const Position& p) {
    return exact != nullptr && exact->covers(p.board);
  };
  PlayedGame end = play_game(start, seats, dice, options_.truncate, is_known);

  // All seen by the decider from here on.
  const bool decider_is_us = !checker_play;
  const int points = decider_is_us ? end.points : -end.points;
  TrialResult result;
  Probabilities chances;
  if (end.finished) {
    result.cubeful = root.match.is_money()
                         ? static_cast<double>(points) / static_cast<double>(root.cube.value())
                         : met_->mwc_after(root.match, points);
  }
  if (end.passed && options_.play_on) {
    scratch.cube_gone = true;
    const bool us_rolls = end.us_to_decide;
    const int left = options_.truncate > 0 ? options_.truncate - end.rolls : 0;
    if (options_.truncate == 0 || left > 0) {
      end = play_game(end.position, seats, dice, left, is_known);
      end.us_to_decide = end.us_to_decide == us_rolls;
    }
  }
  const bool decider_rolls = end.us_to_decide == decider_is_us;
  if (const auto outcome = outcome_of(end.position.board)) {
    chances = outcome->probabilities();
  } else {
    const Position& p = end.position;
    evaluator_->evaluate(p.board, {&p.board, 1}, {&chances, 1}, scratch.tree.scratch());
    if (!end.finished && !scratch.cube_gone) {
      const CubeModel model(p.cube, p.match, p.rules, *met_);
      const SearchOptions& options = checker_.options();  // cubeful only where the rollout is
      const TreeSetting setting{*evaluator_, model, p.rules, options};
      double value = leaf_value(setting, p.board, chances, CubeModel::first);
      if (!decider_rolls) value = model.flip(value);
      if (model.is_money())
        value *= static_cast<double>(p.cube.value()) / static_cast<double>(root.cube.value());
      result.cubeful = value;
    }
  }
  result.chances = to_array(decider_rolls ? chances : chances.flipped());
  if (options_.variance_reduction) {
    result.cubeful -= scratch.luck.cubeful;
    for (std::size_t i = 0; i < result.chances.size(); ++i) {
      result.chances[i] -= scratch.luck.chances[i];
    }
  }
  return result;
}

}  // namespace alea
