#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/analysis/match_analysis.h"

namespace alea {

// How often, and what it cost.
struct Tally {
  int count = 0;
  Amount cost{};

  void add(const Amount& amount) noexcept {
    ++count;
    cost += amount;
  }
  Tally& operator+=(const Tally& other) noexcept;
};

// What one player did in a game, a match, or several. Sums only, so that they can be added up; the rates
// are worked out from them.
//
// Formulas. PR (XG) = 500 x loss in equity per counted decision. Error rate (GNU Backgammon) = 1000 x loss
// in equity per unforced play and close or actual cube decision. Snowie rate = 1000 x loss in equity per
// play of either player. All leave resignations and their acceptance out.
struct PlayerSummary {
  int plays = 0;     // rolls played, dances included
  int unforced = 0;  // with a choice
  int best = 0;      // unforced ones that lost nothing
  int checker_counted = 0;
  Amount checker_loss{};
  int cube_decisions = 0;  // every double that was not made included
  int cube_close = 0;
  int cube_counted = 0;
  Amount cube_loss{};
  int doubles = 0, takes = 0, passes = 0;
  Tally missed_doubles{}, wrong_doubles{}, wrong_takes{}, wrong_passes{};
  Tally other_cube{};           // beavers, raccoons and the answers to them
  Tally resignations{};         // that lost something
  Tally acceptances{};          // of too little
  std::array<int, 4> errors{};  // checker plays and cube decisions by ErrorClass
  std::array<int, 5> rolls{};   // by LuckClass
  int lucky_rolls = 0;          // whose luck is known
  Amount luck{};
  int skipped = 0;

  PlayerSummary& operator+=(const PlayerSummary& other) noexcept;

  // Nothing where nothing counted.
  [[nodiscard]] std::optional<double> pr() const noexcept;
  [[nodiscard]] std::optional<double> checker_pr() const noexcept;
  [[nodiscard]] std::optional<double> cube_pr() const noexcept;
  [[nodiscard]] std::optional<double> error_rate() const noexcept;  // millipoints
  [[nodiscard]] std::optional<double> checker_error_rate() const noexcept;
  [[nodiscard]] std::optional<double> cube_error_rate() const noexcept;
  [[nodiscard]] std::optional<double> snowie_rate(int plays_of_both) const noexcept;
};

// "Super Grandmaster" to "Beginner", by an error rate in millipoints, as newer versions of GNU Backgammon
// name them.
[[nodiscard]] const char* rating_name(double error_rate) noexcept;

struct GameSummary {
  std::array<PlayerSummary, 2> players{};
};

// A result as the first player sees it: of a match 1 or 0 (its start being even), of money play points.
struct ResultSummary {
  std::optional<double> actual{};  // nothing if the match is unfinished
  std::optional<double>
      luck_adjusted{};  // actual less the luck of the first player plus the second's
};

struct MatchSummary {
  std::vector<GameSummary> games{};  // as in the record
  GameSummary total{};
  ResultSummary result{};
};

// Of what has been analysed.
[[nodiscard]] MatchSummary summarise(const MatchRecord& record, const MatchAnalysis& analysis);

// Adds a decision to its player's sums.
void add(const Decision& decision, PlayerSummary& summary);

}  // namespace alea
