#pragma once

#include "engine/cube/cube_model.h"

namespace alea::test {

inline const MatchEquityTable& met() {
  static const MatchEquityTable table = MatchEquityTable::kazaross_xg2();
  return table;
}

inline Probabilities wins(double win) {
  return {.win = static_cast<float>(win)};
}

inline CubeModel money_model(CubeOwner owner = CubeOwner::centre, const Rules& rules = {}) {
  return {CubeState{.exponent = 0, .owner = owner}, MatchState{}, rules, met()};
}

// `us` needs `away_us` points; the match is as long as the longer way.
inline MatchState score(int away_us, int away_them, bool crawford = false) {
  const int length = away_us > away_them ? away_us : away_them;
  return {.length = length,
          .score_us = length - away_us,
          .score_them = length - away_them,
          .crawford = crawford};
}

inline CubeModel match_model(const MatchState& match, const CubeState& cube = {}) {
  return {cube, match, Rules{}, met()};
}

inline double value_of(const CubeModel& model, const Probabilities& p, const Efficiency& x,
                       int slot = 0) {
  return model.no_double(p, x, CubeModel::first, slot);
}

}  // namespace alea::test
