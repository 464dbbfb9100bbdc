#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/evaluator/evaluator.h"

namespace alea {

// Working memory of a decorator that answers some boards itself and hands the rest to another evaluator.
struct RemainderScratch : Evaluator::Scratch {
  explicit RemainderScratch(std::unique_ptr<Evaluator::Scratch> of_inner)
      : inner(std::move(of_inner)) {}

  std::unique_ptr<Evaluator::Scratch> inner;
  std::vector<std::uint32_t> places;  // of the boards left over
  std::vector<Board> boards;
  std::vector<Probabilities> answers;
};

// Asks answer(board, out) -> bool for every board, and `inner` for those it declined: all in one call,
// so siblings stay together. Nothing is copied where none was answered.
template <class Answer>
void evaluate_remainder(const Evaluator& inner, const Board& origin, std::span<const Board> boards,
                        std::span<Probabilities> out, RemainderScratch& scratch, Answer answer) {
  scratch.places.clear();
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (!answer(boards[i], out[i])) scratch.places.push_back(static_cast<std::uint32_t>(i));
  }
  if (scratch.places.empty()) return;
  if (scratch.places.size() == boards.size()) {
    inner.evaluate(origin, boards, out, *scratch.inner);
    return;
  }
  scratch.boards.clear();
  for (const std::uint32_t place : scratch.places) scratch.boards.push_back(boards[place]);
  scratch.answers.resize(scratch.boards.size());
  inner.evaluate(origin, scratch.boards, scratch.answers, *scratch.inner);
  for (std::size_t i = 0; i < scratch.places.size(); ++i) {
    out[scratch.places[i]] = scratch.answers[i];
  }
}

}  // namespace alea
