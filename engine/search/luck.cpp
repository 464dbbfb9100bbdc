#include "engine/search/luck.h"

namespace alea {

RollGain luck_of_roll(const TreeSetting& setting, const Board& board, Dice rolled, int most,
                      LastRolls& rolls, Evaluator::Scratch& scratch) {
  rolls.fill(setting, board, most, CubeModel::first, scratch);
  ChancesSum sum;
  double value_sum = 0;
  Probabilities chances;  // after the roll
  double value = 0;
  for (std::size_t r = 0; r < kRolls; ++r) {
    const Dice dice = all_rolls()[r];
    const std::size_t best = rolls.best_of_roll(r);
    const Probabilities after = rolls.chances[best].flipped();
    sum.add(after, dice.weight());
    value_sum += dice.weight() * rolls.ranking[best];
    if (dice == rolled) {
      chances = after;
      value = rolls.ranking[best];
    }
  }
  RollGain luck{.chances = {chances.win, chances.win_gammon, chances.win_backgammon,
                            chances.lose_gammon, chances.lose_backgammon},
                .value = value - value_sum / 36.0};
  for (std::size_t i = 0; i < luck.chances.size(); ++i) luck.chances[i] -= sum.sums()[i] / 36.0;
  return luck;
}

LuckMeter::LuckMeter(std::shared_ptr<const Evaluator> evaluator,
                     std::shared_ptr<const MatchEquityTable> met, bool cubeful)
    : evaluator_(std::move(evaluator)), met_(std::move(met)) {
  options_.cubeful = cubeful;
}

double LuckMeter::luck(const Position& position, Scratch& scratch) const {
  const CubeModel model(position.cube, position.match, position.rules, *met_);
  const TreeSetting setting{*evaluator_, model, position.rules, options_};
  const double value = luck_of_roll(setting, position.board, *position.dice, options_.last_plays,
                                    scratch.rolls, *scratch.evaluator)
                           .value;
  return model.is_money() ? value * position.cube.value() : value;
}

}  // namespace alea
