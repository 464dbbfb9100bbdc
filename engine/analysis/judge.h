#pragma once

#include "engine/analysis/decision.h"

// What a decision lost, and whether it counts. Pure functions on finished analyses.
namespace alea {

// Thresholds of XG's PR, in equity. From what its users have published; not checked against XG.
inline constexpr double kSamePlays = 0.001;  // ten plays within this: nothing to decide
inline constexpr double kSameCube = 0.001;   // likewise for double and no double, take and pass
inline constexpr double kObviousCube = 0.2;  // the other choice would lose more than this
inline constexpr double kHopelessCube =
    -0.9;  // a player who has that little does not think of doubling
// GNU Backgammon: a cube decision is close if the choices lie within this, or if the position is too good.
// Its manual says 0.25; the counts of version 1.07 on analysed matches fit 0.16 and not 0.166 or 0.158.
inline constexpr double kCloseCube = 0.16;

// Ranks the rows anew (deeper levels first, then the better), sets their losses, finds the one that
// leads to `after`, and keeps the ten first rows and that one. Fills candidates, played, loss.equity,
// forced and counted.
void judge_play(std::vector<Candidate> candidates, const Board& after, Decision& decision);

// Fills best, loss.equity, close and counted of decisions whose `kind`, `choice` and `cube` are set. Losses
// are per unit of the cube before the double, also those of answers to it. `rules` tells whether beavers
// and raccoons are allowed. `opening`: the first roll of a game, where nobody may double.
void judge_cube(const Rules& rules, Decision& decision);

// A resignation, worth `resigned` to a player for whom playing on is worth `equity`.
void judge_resignation(double equity, double resigned, Decision& decision);

// Its acceptance, worth `gained` to a player for whom playing on is worth `equity`.
void judge_acceptance(double equity, double gained, Decision& decision);

}  // namespace alea
