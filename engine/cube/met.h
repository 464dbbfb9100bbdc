#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/cube/position.h"

namespace alea {

// Chances to win a match before the next game, by the points each side still needs ("away").
//
// Laws: mwc(a, b) + mwc(b, a) = 1; never rises with our away score, never falls with theirs; a side
// that needs nothing has won. Immutable once made: const calls may run concurrently.
//
// Beyond its own length (25 for the built-in table) a table is continued up to kMaxAway by the
// recursions described in met_extend.cpp; beyond that both scores are lowered by the same amount.
class MatchEquityTable {
 public:
  static constexpr int kMaxAway = 128;

  // The built-in table: N. Kazaross, XG2 rollouts, 25 points.
  [[nodiscard]] static MatchEquityTable kazaross_xg2();

  // A table in GNU Backgammon's XML format (explicit rows) or as plain text: one row a line, numbers
  // separated by blanks, commas or semicolons, as chances or percent; '#' starts a comment; row and
  // column n are n-away, row 1 the Crawford game. A line "post-crawford" followed by one row is the
  // trailer's chance after the Crawford game (continued from the other rows if absent).
  // Errors (input): with source and line; not square, not a number, outside 0..1, asymmetric, not monotone.
  [[nodiscard]] static Result<MatchEquityTable> parse(std::string_view text, std::string source);
  [[nodiscard]] static Result<MatchEquityTable> load(const std::filesystem::path& path);

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] int length() const noexcept { return length_; }  // rows the source gives

  // Before any game up to and including the Crawford game (the one where a side is first 1-away).
  [[nodiscard]] double mwc(int away_us, int away_them) const noexcept;
  // Before a game after the Crawford game: one side is 1-away and the cube is in use.
  [[nodiscard]] double mwc_post_crawford(int away_us, int away_them) const noexcept;
  // Before a game at this score, whichever of the two it is. Not for money play.
  [[nodiscard]] double mwc(const MatchState& match) const noexcept;
  // After a game at this score that we won by `points` (negative: lost), cube included. Knows that the
  // game after a Crawford game is post-Crawford. Not for money play.
  [[nodiscard]] double mwc_after(const MatchState& match, int points) const noexcept;

 private:
  friend class MatchEquityTableBuilder;
  MatchEquityTable() = default;

  std::string name_;
  int length_ = 0;
  std::vector<double> pre_;   // [kMaxAway][kMaxAway], row: we need, column: they need
  std::vector<double> post_;  // [kMaxAway], the trailer against 1-away
};

// Match winning chances after each way the game at `match` can end with the cube at `cube_value`,
// seen by `us`.
struct OutcomeMwc {
  double win = 0, win_gammon = 0, win_backgammon = 0;
  double lose = 0, lose_gammon = 0, lose_backgammon = 0;
};
[[nodiscard]] OutcomeMwc outcome_mwc(const MatchEquityTable& met, const MatchState& match,
                                     int cube_value) noexcept;

// What a gammon adds for `us`, measured in the gap between winning and losing singly at this cube:
// 0.5 in money play. (win_gammon - win) / (win - lose); the backgammon's is over the gammon.
[[nodiscard]] double gammon_value(const MatchEquityTable& met, const MatchState& match,
                                  int cube_value) noexcept;
[[nodiscard]] double backgammon_value(const MatchEquityTable& met, const MatchState& match,
                                      int cube_value) noexcept;

// Least winning chance with which `us` may take a double from `cube_value` to twice that, without
// gammons. Dead: the taker never redoubles (money: 0.25). Live: the taker redoubles perfectly, as long
// as a redouble is of use to him (money: 0.20).
[[nodiscard]] double dead_cube_take_point(const MatchEquityTable& met, const MatchState& match,
                                          int cube_value) noexcept;
[[nodiscard]] double live_cube_take_point(const MatchEquityTable& met, const MatchState& match,
                                          int cube_value) noexcept;

}  // namespace alea
