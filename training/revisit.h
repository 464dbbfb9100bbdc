#pragma once

#include <span>

#include "engine/base/rng.h"
#include "engine/evaluator/evaluator.h"
#include "training/sample.h"
#include "training/self_play.h"

namespace alea {

// Of so many positions of the ring, drawn at random, the one with the largest error is revisited.
inline constexpr int kRevisitChoice = 32;

// How far the evaluator's equity is from the target of a sample.
[[nodiscard]] double equity_error(const Evaluator& evaluator, const Sample& sample,
                                  SelfPlayScratch& scratch);

// With chance `revisit` one of the samples that the evaluator gets wrong, else null. Games from there
// bring more positions of its kind, which ordinary games seldom reach.
[[nodiscard]] const Board* start_to_revisit(const Evaluator& evaluator,
                                            std::span<const Sample> ring, float revisit, Rng rng,
                                            SelfPlayScratch& scratch);

}  // namespace alea
