#pragma once

#include <array>
#include <memory>

#include "engine/search/tree.h"

namespace alea {

// What a roll is worth beyond the average of all 21, seen by the player who rolled.
struct RollGain {
  std::array<double, 5> chances{};  // in the order of Probabilities
  double value = 0;                 // of the present cube: money: points per unit; match: MWC
};

// Takes each roll to be played best by the evaluator, among the `most` plays of a roll (0: all) that PlayRanker
// likes best. The mean over all rolls is zero whatever the evaluator says and whichever plays it is asked
// about, and whatever is then played: what is won less luck has the same expectation as what is won.
[[nodiscard]] RollGain luck_of_roll(const TreeSetting& setting, const Board& board, Dice rolled,
                                    int most, LastRolls& rolls, Evaluator::Scratch& scratch);

// The luck of rolls in games that are played with or without the cube.
class LuckMeter {
 public:
  LuckMeter(std::shared_ptr<const Evaluator> evaluator, std::shared_ptr<const MatchEquityTable> met,
            bool cubeful);

  struct Scratch {
    explicit Scratch(std::unique_ptr<Evaluator::Scratch> own) : evaluator(std::move(own)) {}

    std::unique_ptr<Evaluator::Scratch> evaluator;
    LastRolls rolls;
  };
  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const {
    return std::make_unique<Scratch>(evaluator_->make_scratch());
  }

  // Of position.dice, in points with the cube, or in MWC.
  [[nodiscard]] double luck(const Position& position, Scratch& scratch) const;

 private:
  std::shared_ptr<const Evaluator> evaluator_;
  std::shared_ptr<const MatchEquityTable> met_;
  SearchOptions options_;
};

}  // namespace alea
