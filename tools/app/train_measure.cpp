#include "tools/app/train_measure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/check.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/evaluator/linear_evaluator.h"
#include "engine/evaluator/pip_evaluator.h"
#include "engine/search/duel.h"
#include "engine/search/searcher.h"
#include "nn/eval/nn_evaluator.h"

namespace alea::app {
namespace {

std::unique_ptr<Player> static_player(std::shared_ptr<const Evaluator> evaluator, std::string name,
                                      std::shared_ptr<const MatchEquityTable> met) {
  SearchOptions options;
  options.cubeful = false;
  return make_search_player(
      std::make_shared<Searcher>(std::move(evaluator), std::move(met), options), std::move(name));
}

DuelScore score_of(std::string opponent, const DuelResult& result) {
  const auto games = static_cast<double>(std::max<std::int64_t>(1, result.games));
  const double wins = static_cast<double>(result.wins) / games;
  return {.opponent = std::move(opponent),
          .games = result.games,
          .ppg = result.per_game(),
          .ppg_se = result.standard_error(),
          .wins = wins,
          .wins_se = std::sqrt(wins * (1 - wins) / games)};
}

}  // namespace

Result<Yardstick> Yardstick::make(const std::filesystem::path& reference_values,
                                  const std::filesystem::path& reference_decisions,
                                  const nn::Kernels& kernels) {
  Yardstick yardstick(kernels);
  yardstick.met_ = std::make_shared<const MatchEquityTable>(MatchEquityTable::kazaross_xg2());
  const auto baseline = [&](std::shared_ptr<const Evaluator> evaluator, const char* name) {
    yardstick.opponents_.push_back(static_player(
        std::make_shared<ExactEvaluator>(std::move(evaluator)), name, yardstick.met_));
  };
  yardstick.opponents_.push_back(make_random_player());
  baseline(std::make_shared<PipEvaluator>(), "pips");
  baseline(std::make_shared<LinearEvaluator>(), "linear");
  ALEA_CHECK(yardstick.opponents_.size() == kOpponents.size());
  if (!reference_values.empty()) {
    Result<std::vector<ReferenceValue>> values = read_reference_values(reference_values);
    if (!values) return fail(values.error());
    yardstick.values_ = std::move(*values);
  }
  if (!reference_decisions.empty()) {
    Result<std::vector<ReferenceDecision>> decisions =
        read_reference_decisions(reference_decisions);
    if (!decisions) return fail(decisions.error());
    yardstick.decisions_ = std::move(*decisions);
  }
  return yardstick;
}

std::optional<Strength> Yardstick::measure(const std::shared_ptr<const nn::Network>& network,
                                           std::int64_t pairs, std::uint64_t seed, ThreadPool& pool,
                                           std::stop_token stop) const {
  auto net = nn::NnEvaluator::make(network, *kernels_);
  ALEA_CHECK(net.has_value());
  const auto evaluator = std::make_shared<ExactEvaluator>(std::move(*net));
  const std::unique_ptr<Player> player = static_player(evaluator, "net", met_);
  Strength strength;
  for (std::size_t i = 0; i < opponents_.size(); ++i) {
    const DuelResult result =
        duel(*player, *opponents_[i], {.games = 2 * pairs, .cube = false, .seed = seed + i}, pool,
             {}, stop);
    if (stop.stop_requested()) return std::nullopt;
    strength.duels.push_back(score_of(kOpponents[i], result));
  }
  if (!values_.empty()) strength.rms = value_errors(*evaluator, values_);
  if (!decisions_.empty()) strength.pr = decision_error(*evaluator, decisions_).rating;
  return strength;
}

}  // namespace alea::app
