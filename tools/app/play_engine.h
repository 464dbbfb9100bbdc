#pragma once

#include <string>

#include "engine/base/rng.h"
#include "engine/search/player.h"
#include "engine/search/searcher.h"
#include "tools/app/session.h"

namespace alea::app {

// The opponent at the table, and the adviser of the one who plays against it.
class PlayEngine {
 public:
  // `noise`: standard deviation added to the equity of each play, for weaker opponents.
  PlayEngine(const Session& session, const SearchOptions& options, double noise);

  [[nodiscard]] Steps choose_play(const Position& position, Rng& rng) const;
  [[nodiscard]] bool doubles(const Position& position) const;
  [[nodiscard]] Player::Answer answer(const Position& position) const;

  // Whether giving up `level` (1 to 3) times the cube pays the engine at least what playing on is worth.
  // `position` is seen by the player who gives up, before the roll or with it.
  [[nodiscard]] bool accepts_resignation(const Position& position, int level) const;

  [[nodiscard]] CheckerAnalysis rank(const Position& position) const;
  [[nodiscard]] CubeAnalysis cube(const Position& position) const;

  // What the play costs against the best one, and the best one's notation.
  struct Judgement {
    double loss = 0;
    std::string best;
  };
  [[nodiscard]] Judgement judge(const Position& position, const Steps& steps) const;

 private:
  const Session& session_;
  Searcher searcher_;
  double noise_;
};

}  // namespace alea::app
