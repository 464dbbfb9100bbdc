#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/search/player.h"
#include "tools/app/session.h"

namespace alea::app {

// A player for duels and games: NAME or NAME@PLIES, where NAME is what --weights takes ("current",
// a weight file, "pips", "linear") or "random", which plays at random. Plies default to 0.
struct NamedPlayer {
  std::shared_ptr<const Player> player;
  std::string name;         // as given, with the plies
  std::string description;  // what the name stands for: "net 1a2b3c4d5e6f, 1-ply"
  bool network = false;     // rather than a baseline
  std::shared_ptr<const Evaluator> evaluator{};  // what it judges by; null for "random"
};

// What all players of a call share.
struct PlayerSetup {
  const Environment& environment;
  std::shared_ptr<const MatchEquityTable> met;
  bool cubeful = true;
};

[[nodiscard]] Result<NamedPlayer> open_player(const PlayerSetup& setup, std::string_view text,
                                              const BearoffTables& tables = {});

}  // namespace alea::app
