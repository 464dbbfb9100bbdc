#pragma once

#include <memory>
#include <string>

#include "engine/board/outcome.h"
#include "engine/cube/met.h"
#include "engine/evaluator/evaluator.h"
#include "engine/search/searcher.h"
#include "tests/support/caption.h"

namespace alea::test {

inline std::shared_ptr<const MatchEquityTable> met() {
  static const auto table =
      std::make_shared<const MatchEquityTable>(MatchEquityTable::kazaross_xg2());
  return table;
}

// Smooth, with gammons, and cheap: a made-up judgement from pips and checkers far back, so that search
// has something to disagree with. Finished games are exact.
class ToyEvaluator : public Evaluator {
 public:
  void evaluate(const Board&, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch&) const override {
    for (std::size_t i = 0; i < boards.size(); ++i) out[i] = chances(boards[i]);
  }
  [[nodiscard]] std::string identity() const override { return "toy"; }

  [[nodiscard]] static Probabilities chances(const Board& board) {
    if (const auto end = outcome_of(board)) return end->probabilities();
    const float lead = static_cast<float>(pip_count(board.them) - pip_count(board.us) + 8);
    const float bars = static_cast<float>(board.them[kBar]) - static_cast<float>(board.us[kBar]);
    const float blots = count_blots(board.them) - count_blots(board.us);
    const float score = lead * 0.02F + bars * 0.3F + blots * 0.05F;
    Probabilities p;
    p.win = 0.5F + 0.5F * score / (1.0F + (score < 0 ? -score : score));
    p.win_gammon = board.them[kOff] > 0 ? 0.0F : 0.4F * p.win * p.win;
    p.lose_gammon = board.us[kOff] > 0 ? 0.0F : 0.4F * (1.0F - p.win) * (1.0F - p.win);
    p.win_backgammon = 0.1F * p.win_gammon;
    p.lose_backgammon = 0.1F * p.lose_gammon;
    return p;
  }

 private:
  [[nodiscard]] static float count_blots(const Board::Side& side) {
    float blots = 0;
    for (std::size_t point = 1; point <= kPoints; ++point) blots += side[point] == 1 ? 1.0F : 0.0F;
    return blots;
  }
};

inline std::shared_ptr<const Evaluator> toy() {
  return std::make_shared<const ToyEvaluator>();
}

inline Searcher toy_searcher(const SearchOptions& options) {
  return {toy(), met(), options};
}

inline Position position(const Board& board, std::optional<Dice> dice = std::nullopt,
                         const CubeState& cube = {}, const MatchState& match = {},
                         const Rules& rules = {}) {
  Position p;
  p.board = board;
  p.dice = dice;
  p.cube = cube;
  p.match = match;
  p.rules = rules;
  p.pending = dice ? Pending::checker_play : Pending::roll_or_double;
  return p;
}

}  // namespace alea::test
