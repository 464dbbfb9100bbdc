#pragma once

#include <memory>
#include <string>

#include "engine/base/rng.h"
#include "engine/cube/position.h"
#include "engine/search/searcher.h"

namespace alea {

// Someone who can play a game to its end: the decisions, nothing else.
//
// Const and thread-safe given a Scratch per thread. A decision depends on its arguments alone.
class Player {
 public:
  struct Scratch {
    virtual ~Scratch() = default;
  };

  virtual ~Player() = default;
  [[nodiscard]] virtual std::unique_ptr<Scratch> make_scratch() const {
    return std::make_unique<Scratch>();
  }
  [[nodiscard]] virtual std::string name() const = 0;

  // The board after the play of position.dice, turned to the opponent. `rng` is this game's own.
  [[nodiscard]] virtual Board choose_play(const Position& position, Rng& rng,
                                          Scratch& scratch) const = 0;

  // Before rolling, where the cube may be turned: whether to turn it.
  [[nodiscard]] virtual bool doubles(const Position& position, Rng& rng,
                                     Scratch& scratch) const = 0;

  enum class Answer : std::uint8_t { pass, take, beaver };
  // position.pending is double_offered: the decider answers (position.cube is still the old one). A
  // beaver counts as a take where the rules do not allow it. Where pending is beaver_offered (cube
  // already beavered): pass or take; beaver then means a raccoon.
  [[nodiscard]] virtual Answer answer(const Position& position, Rng& rng,
                                      Scratch& scratch) const = 0;
};

// A searcher's answer to a double, a beaver or a raccoon.
[[nodiscard]] Player::Answer answer_by(const Searcher& searcher, const Position& position,
                                       Searcher::Workspace& workspace);

// A Searcher that plays.
[[nodiscard]] std::unique_ptr<Player> make_search_player(std::shared_ptr<const Searcher> searcher,
                                                         std::string name);

// Plays at random among the distinct plays, never doubles, always takes.
[[nodiscard]] std::unique_ptr<Player> make_random_player();

}  // namespace alea
