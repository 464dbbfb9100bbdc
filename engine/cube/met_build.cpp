#include "engine/cube/met_build.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace alea {
namespace {

constexpr int kMax = MatchEquityTable::kMaxAway;
constexpr double kGammonShare = 0.30;
constexpr std::array<std::pair<int, double>, 4> kPointShares = {
    {{1, 0.58}, {2, 0.34}, {4, 0.02}, {8, 0.06}}};

[[nodiscard]] std::size_t cell(int away_us, int away_them) {
  return static_cast<std::size_t>((away_us - 1) * kMax + away_them - 1);
}

// The trailer after the Crawford game, who needs `away` and turns the cube at once.
[[nodiscard]] double trailer_value(const std::vector<double>& trailer, int away) {
  return away <= 0 ? 1.0 : trailer[static_cast<std::size_t>(away - 1)];
}

[[nodiscard]] std::vector<double> continue_trailer(std::vector<double> trailer) {
  if (trailer.empty()) trailer.push_back(0.5);
  trailer.resize(std::min(trailer.size(), static_cast<std::size_t>(kMax)));
  for (int away = static_cast<int>(trailer.size()) + 1; away <= kMax; ++away) {
    const double next = ((1.0 - kGammonShare) * trailer_value(trailer, away - 2) +
                         kGammonShare * trailer_value(trailer, away - 4)) /
                        2.0;
    trailer.push_back(std::min(next, trailer.back()));
  }
  return trailer;
}

// The leader's chance at (us, them), us < them, from smaller scores already in `pre`.
[[nodiscard]] double continued(const std::vector<double>& pre, const std::vector<double>& trailer,
                               int us, int them) {
  if (us == 1) {
    return 1.0 - ((1.0 - kGammonShare) * trailer_value(trailer, them - 1) +
                  kGammonShare * trailer_value(trailer, them - 2)) /
                     2.0;
  }
  double value = 0;
  for (const auto& [points, share] : kPointShares) {
    const double won = us > points ? pre[cell(us - points, them)] : 1.0;
    const double lost = them > points ? pre[cell(us, them - points)] : 0.0;
    value += share * (won + lost) / 2.0;
  }
  return value;
}

}  // namespace

MatchEquityTable MatchEquityTableBuilder::build() const {
  MatchEquityTable table;
  table.name_ = name;
  table.length_ = std::min(static_cast<int>(rows.size()), kMax);
  table.post_ = continue_trailer(trailer);

  std::vector<double>& pre = table.pre_;
  pre.assign(static_cast<std::size_t>(kMax) * kMax, 0.5);
  for (int them = 2; them <= kMax; ++them) {
    for (int us = 1; us < them; ++us) {
      double value = 0;
      if (them <= table.length_) {
        const auto i = static_cast<std::size_t>(us - 1);
        const auto j = static_cast<std::size_t>(them - 1);
        value = (rows[i][j] + 1.0 - rows[j][i]) / 2.0;
      } else {
        const double at_least = us < them - 1 ? pre[cell(us, them - 1)] : 0.5;
        const double at_most = us > 1 ? pre[cell(us - 1, them)] : 1.0;
        value = std::min(std::max(continued(pre, table.post_, us, them), at_least), at_most);
      }
      pre[cell(us, them)] = value;
      pre[cell(them, us)] = 1.0 - value;
    }
  }
  return table;
}

}  // namespace alea
