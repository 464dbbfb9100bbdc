#include "engine/cube/met.h"

#include <algorithm>
#include <cstddef>

#include "engine/base/check.h"
#include "engine/cube/met_build.h"
#include "engine/cube/met_kazaross.h"

namespace alea {

MatchEquityTable MatchEquityTable::kazaross_xg2() {
  MatchEquityTableBuilder builder;
  builder.name = "Kazaross XG2 25 point MET";
  const auto n = static_cast<std::size_t>(kKazarossLength);
  builder.rows.assign(n, std::vector<double>(n, 0.5));
  const auto leader = kazaross_leader();
  std::size_t next = 0;
  for (std::size_t us = 0; us < n; ++us) {
    for (std::size_t them = us + 1; them < n; ++them) {
      builder.rows[us][them] = leader[next];
      builder.rows[them][us] = 1.0 - leader[next];
      ++next;
    }
  }
  const auto trailer = kazaross_trailer();
  builder.trailer.assign(trailer.begin(), trailer.end());
  return builder.build();
}

double MatchEquityTable::mwc(int away_us, int away_them) const noexcept {
  if (away_us <= 0) return 1.0;
  if (away_them <= 0) return 0.0;
  if (const int excess = std::max(away_us, away_them) - kMaxAway; excess > 0) {
    away_us = std::max(1, away_us - excess);
    away_them = std::max(1, away_them - excess);
  }
  return pre_[static_cast<std::size_t>((away_us - 1) * kMaxAway + away_them - 1)];
}

double MatchEquityTable::mwc_post_crawford(int away_us, int away_them) const noexcept {
  if (away_us <= 0) return 1.0;
  if (away_them <= 0) return 0.0;
  ALEA_ASSERT(away_us == 1 || away_them == 1);
  const int trailer_away = std::min(std::max(away_us, away_them), kMaxAway);
  const double trailer = post_[static_cast<std::size_t>(trailer_away - 1)];
  return away_us == 1 ? 1.0 - trailer : trailer;
}

double MatchEquityTable::mwc(const MatchState& match) const noexcept {
  ALEA_ASSERT(!match.is_money());
  return match.is_post_crawford() ? mwc_post_crawford(match.away_us(), match.away_them())
                                  : mwc(match.away_us(), match.away_them());
}

double MatchEquityTable::mwc_after(const MatchState& match, int points) const noexcept {
  ALEA_ASSERT(!match.is_money());
  const int us = match.away_us() - std::max(points, 0);
  const int them = match.away_them() - std::max(-points, 0);
  return match.crawford || match.is_post_crawford() ? mwc_post_crawford(us, them) : mwc(us, them);
}

OutcomeMwc outcome_mwc(const MatchEquityTable& met, const MatchState& match,
                       int cube_value) noexcept {
  return {.win = met.mwc_after(match, cube_value),
          .win_gammon = met.mwc_after(match, 2 * cube_value),
          .win_backgammon = met.mwc_after(match, 3 * cube_value),
          .lose = met.mwc_after(match, -cube_value),
          .lose_gammon = met.mwc_after(match, -2 * cube_value),
          .lose_backgammon = met.mwc_after(match, -3 * cube_value)};
}

double gammon_value(const MatchEquityTable& met, const MatchState& match, int cube_value) noexcept {
  if (match.is_money()) return 0.5;
  const OutcomeMwc m = outcome_mwc(met, match, cube_value);
  return m.win > m.lose ? (m.win_gammon - m.win) / (m.win - m.lose) : 0.0;
}

double backgammon_value(const MatchEquityTable& met, const MatchState& match,
                        int cube_value) noexcept {
  if (match.is_money()) return 0.5;
  const OutcomeMwc m = outcome_mwc(met, match, cube_value);
  return m.win > m.lose ? (m.win_backgammon - m.win_gammon) / (m.win - m.lose) : 0.0;
}

double dead_cube_take_point(const MatchEquityTable& met, const MatchState& match,
                            int cube_value) noexcept {
  if (match.is_money()) return 0.25;
  const double pass = met.mwc_after(match, -cube_value);
  const double win = met.mwc_after(match, 2 * cube_value);
  const double lose = met.mwc_after(match, -2 * cube_value);
  return win > lose ? (pass - lose) / (win - lose) : 0.0;
}

double live_cube_take_point(const MatchEquityTable& met, const MatchState& match,
                            int cube_value) noexcept {
  if (match.is_money()) return 0.20;
  const double dead = dead_cube_take_point(met, match, cube_value);
  // A redouble is of no use once the cube as taken wins the match.
  if (2 * cube_value >= match.away_us()) return dead;
  // The taker's equity rises evenly from losing the doubled cube at 0 to cashing it where the other
  // side's own take point is reached.
  return dead * (1.0 - live_cube_take_point(met, match.flipped(), 2 * cube_value));
}

}  // namespace alea
