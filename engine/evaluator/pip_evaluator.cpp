#include "engine/evaluator/pip_evaluator.h"

namespace alea {
namespace {

// What one blot of the player who has just moved is worth in pips: about a third (the chance to be hit)
// of the twenty-odd pips that it loses. The roller's blots are not counted, or hitting one would
// seem a loss.
constexpr int kPipsPerBlot = 8;
constexpr float kPipsPerScore = 20.0F;  // sets the scale only

int blots(const Board::Side& side) noexcept {
  int count = 0;
  for (std::size_t point = 1; point <= kPoints; ++point) count += side[point] == 1 ? 1 : 0;
  return count;
}

}  // namespace

float PipEvaluator::score(const Board& board) const noexcept {
  int pips = pip_count(board.them) - pip_count(board.us);
  if (has_contact(board)) pips += kPipsPerBlot * blots(board.them);
  return static_cast<float>(pips) / kPipsPerScore;
}

std::string PipEvaluator::identity() const {
  return "pip count";
}

}  // namespace alea
