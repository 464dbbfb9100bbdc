#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cube/met.h"
#include "engine/record/match_record.h"
#include "engine/search/analysis.h"

namespace alea {

enum class DecisionKind : std::uint8_t {
  checker,
  double_,      // before a roll: double or not
  take,         // the answer to a double
  beaver,       // the answer to a beaver
  resignation,  // the game was given up
  acceptance,   // and the other player agreed
};
[[nodiscard]] std::string_view to_string(DecisionKind kind) noexcept;  // "checker", "double", ...

enum class CubeChoice : std::uint8_t {
  none,
  no_double,
  double_,
  take,
  pass,
  beaver,
  accept,  // of a beaver, of a resignation
  drop,    // of a beaver
  raccoon,
  resign,
  play_on,
};
[[nodiscard]] std::string_view to_string(CubeChoice choice) noexcept;  // "no_double", "take", ...

// Classes of a loss in equity (EMG in a match); GNU Backgammon's default thresholds.
enum class ErrorClass : std::uint8_t { none, doubtful, bad, very_bad };
inline constexpr double kDoubtful = 0.03, kBad = 0.06, kVeryBad = 0.12;
[[nodiscard]] ErrorClass error_class(double loss) noexcept;
[[nodiscard]] std::string_view to_string(ErrorClass error) noexcept;  // "ok", "doubtful", ...

enum class LuckClass : std::uint8_t { very_unlucky, unlucky, none, lucky, very_lucky };
inline constexpr double kLucky = 0.3, kVeryLucky = 0.6;
[[nodiscard]] LuckClass luck_class(double luck) noexcept;
[[nodiscard]] std::string_view to_string(LuckClass luck) noexcept;

// A figure in equity per unit of the cube in force (in a match EMG) and in what is played for: match
// winning chance, in money play points.
struct Amount {
  double equity = 0;
  double stake = 0;

  Amount& operator+=(const Amount& other) noexcept {
    equity += other.equity;
    stake += other.stake;
    return *this;
  }
  bool operator==(const Amount&) const = default;
};

// `equity` at the score and cube of `position`, seen by its decider.
[[nodiscard]] Amount amount_of(double equity, const Position& position,
                               const MatchEquityTable& met) noexcept;

// The roll of a turn: what it was worth against the average of all that could have been rolled.
struct RollLuck {
  Amount luck;
  double chance =
      0;  // before it, of winning the match; in money play the equity, both with best cube actions
};

// One decision of a recorded match and what the search thinks of it. Figures are seen by the player who
// decided, those in `cube` by the one who doubles.
struct Decision {
  DecisionKind kind = DecisionKind::checker;
  int event =
      0;  // its index in the game's events; a resignation and its acceptance are behind the last
  int turn = 1;    // of the game: rolls before it plus one
  int player = 0;  // 0 or 1
  Position position{};
  std::string skipped{};  // why it was not analysed; then only `luck` may be known

  // Checker play: the first ten candidates and the one played.
  std::vector<Candidate> candidates{};
  int played = -1;  // its index
  std::optional<RollLuck> luck{};

  // Cube, resignation and its acceptance; the positions of those two are seen by who is on roll.
  std::optional<CubeAnalysis> cube{};
  CubeChoice choice = CubeChoice::none, best = CubeChoice::none;
  int points = 0;  // resignation: offered, per cube unit
  int stage = 0;   // beaver: how often the cube was turned beyond the double

  Amount loss{};         // never negative
  bool forced = false;   // nothing to decide: a dance, the only legal play
  bool close = false;    // cube: as GNU Backgammon counts (see judge.h)
  bool counted = false;  // as XG counts for its PR (see judge.h)

  [[nodiscard]] bool is_cube() const noexcept {
    return kind == DecisionKind::double_ || kind == DecisionKind::take ||
           kind == DecisionKind::beaver;
  }
  [[nodiscard]] bool is_giving_up() const noexcept {
    return kind == DecisionKind::resignation || kind == DecisionKind::acceptance;
  }
  // Of the ranked rows, or null.
  [[nodiscard]] const Candidate* played_candidate() const noexcept {
    return played < 0 ? nullptr : &candidates[static_cast<std::size_t>(played)];
  }
};

}  // namespace alea
