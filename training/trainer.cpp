#include "training/trainer.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "engine/base/check.h"
#include "engine/evaluator/exact_evaluator.h"
#include "nn/eval/features.h"
#include "nn/eval/nn_evaluator.h"
#include "training/revisit.h"
#include "training/self_play.h"

namespace alea {
namespace {

// Streams of the run's seed: games use their number, everything else a high bit.
constexpr std::uint64_t kDrawStream = std::uint64_t{1} << 63;
constexpr std::uint64_t kRevisitStream = std::uint64_t{1} << 62;

std::shared_ptr<const Evaluator> make_player(const std::shared_ptr<const nn::Network>& network,
                                              const nn::Kernels& kernels) {
  auto net = nn::NnEvaluator::make(network, kernels);
  ALEA_CHECK(net.has_value());
  return std::make_shared<ExactEvaluator>(std::move(*net));
}

}  // namespace

Trainer::Trainer(TrainingConfig config, ThreadPool& pool, const nn::Kernels& kernels)
    : config_(std::move(config)), pool_(pool), kernels_(kernels) {
  ALEA_CHECK(!config_.stages.empty());
  const Stage& stage = config_.stages.front();
  fitter_ = std::make_unique<Fitter>(initial_parameters(stage.width, stage.heads, config_.seed),
                                     kernels_);
}

Trainer::Trainer(TrainingConfig config, const nn::Network& start, ThreadPool& pool,
                 const nn::Kernels& kernels)
    : config_(std::move(config)), pool_(pool), kernels_(kernels) {
  ALEA_CHECK(!config_.stages.empty());
  fitter_ = std::make_unique<Fitter>(nn::with_features(start.dequantise(), nn::kFeatures), kernels_);
  enter_stage();
}

void Trainer::enter_stage() {
  if (finished()) return;
  grow();
  stage_start_ = slide_start_ = games_;
  ring_.clear();
  ring_next_ = 0;
}

void Trainer::grow() {
  const Stage& stage = config_.stages[stage_];
  nn::Parameters p = fitter_->average();
  if (stage.width > p.shape.width) {
    p = nn::widened(p, stage.width, mix64(config_.seed + stage_));
  }
  if (stage.heads > p.shape.heads) {
    p = nn::with_heads(p, nn::head_origins(p.shape.heads, stage.heads));
  }
  fitter_ = std::make_unique<Fitter>(std::move(p), kernels_);
}

void Trainer::change_stages(std::vector<Stage> stages) {
  ALEA_CHECK(stage_ < stages.size());
  const auto slide = [](const Stage& s) {
    return std::tuple(s.horizon, s.rate_from, s.rate_to, s.lambda_from, s.lambda_to);
  };
  if (slide(stages[stage_]) != slide(config_.stages[stage_])) slide_start_ = games_;
  const bool larger = stages[stage_].width > config_.stages[stage_].width ||
                      stages[stage_].heads > config_.stages[stage_].heads;
  config_.stages = std::move(stages);
  if (larger) grow();
}

double Trainer::progress() const noexcept {
  const Stage& stage = config_.stages[stage_];
  const std::uint64_t horizon = stage.horizon > 0 ? stage.horizon : std::max<std::uint64_t>(1, stage.games);
  return std::min(1.0, static_cast<double>(games_ - slide_start_) / static_cast<double>(horizon));
}

std::shared_ptr<const nn::Network> Trainer::network(const std::string& provenance) const {
  return nn::Network::quantise(fitter_->average(), std::string(nn::kFeatureSet), provenance);
}

Result<Trainer::Round> Trainer::round(std::stop_token stop) {
  ALEA_CHECK(!finished());
  const Stage& stage = config_.stages[stage_];
  const float along = static_cast<float>(progress());
  const SelfPlayOptions options{
      .lambda = stage.lambda_from + (stage.lambda_to - stage.lambda_from) * along,
      .all_rolls = stage.all_rolls,
      .likely_plays = stage.likely_plays,
      .unusual_start = stage.unusual_start,
      .random_opening = stage.random_opening,
      .explore = stage.explore,
      .play_races = stage.play_races};

  const auto player = make_player(network(), kernels_);
  std::vector<std::unique_ptr<SelfPlayScratch>> scratch;
  for (int i = 0; i < pool_.threads(); ++i) {
    scratch.push_back(std::make_unique<SelfPlayScratch>(*player));
  }
  std::vector<std::vector<Sample>> games(static_cast<std::size_t>(stage.games_per_round));
  std::vector<double> errors(games.size());
  pool_.for_each_index(
      games.size(),
      [&](std::size_t i, int worker) {
        SelfPlayScratch& own = *scratch[static_cast<std::size_t>(worker)];
        const std::uint64_t game = games_ + i;
        const Board* start = start_to_revisit(*player, ring_, stage.revisit,
                                              Rng(config_.seed, kRevisitStream + game), own);
        games[i] = play_training_game(*player, options, Rng(config_.seed, game), own, start);
        for (const Sample& sample : games[i]) {
          const double error = equity_error(*player, sample, own);
          errors[i] += error * error;
        }
      },
      stop);
  if (stop.stop_requested()) return fail(ErrorKind::cancelled, "training was stopped");

  Round report;
  std::size_t fresh = 0;
  double squares = 0;
  for (std::size_t i = 0; i < games.size(); ++i) {
    squares += errors[i];
    for (const Sample& sample : games[i]) {
      if (ring_.size() < stage.ring) {
        ring_.push_back(sample);
      } else {
        ring_[ring_next_] = sample;
        ring_next_ = (ring_next_ + 1) % ring_.size();
      }
      ++fresh;
    }
  }
  positions_ += fresh;
  const std::size_t batch = std::min(static_cast<std::size_t>(stage.batch), ring_.size());
  const std::size_t steps = std::max<std::size_t>(1, fresh * static_cast<std::size_t>(stage.draws) / batch);
  const double ratio = static_cast<double>(stage.rate_to) / static_cast<double>(stage.rate_from);
  const FitStep how{.rate = static_cast<float>(static_cast<double>(stage.rate_from) * std::pow(ratio, static_cast<double>(along))),
                    .average_decay = stage.average_decay,
                    .equity_weight = stage.equity_weight};
  std::vector<const Sample*> drawn(batch);
  double loss = 0;
  for (std::size_t step = 0; step < steps; ++step) {
    Rng rng(config_.seed, kDrawStream + drawn_++);
    for (const Sample*& sample : drawn) sample = &ring_[rng.below(static_cast<std::uint32_t>(ring_.size()))];
    loss += fitter_->step(drawn, how, pool_);
  }
  games_ += games.size();

  report.games = games_;
  report.positions = positions_;
  report.steps = drawn_;
  report.stage = static_cast<int>(stage_);
  report.rate = static_cast<double>(how.rate);
  report.loss = loss / static_cast<double>(steps);
  report.residual = std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, fresh)));
  if (stage.games > 0 && games_ - stage_start_ >= stage.games) {
    ++stage_;
    enter_stage();
  }
  return report;
}

}  // namespace alea
