#include "training/trainer.h"

#include <gtest/gtest.h>

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/cube/met.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/search/duel.h"
#include "nn/eval/nn_evaluator.h"
#include "tests/board/random_boards.h"
#include "tests/nn/nets.h"
#include "tests/training/small_run.h"

namespace alea {
namespace {

constexpr int kRounds = 4;  // two of either stage of small_run()

std::string after_rounds(Trainer& trainer, int rounds) {
  for (int i = 0; i < rounds; ++i) EXPECT_TRUE(trainer.round().has_value());
  return trainer.checkpoint();
}

const std::string& unbroken_run() {
  static const std::string bytes = [] {
    ThreadPool pool(1);
    Trainer trainer(small_run(), pool);
    return after_rounds(trainer, kRounds);
  }();
  return bytes;
}

TEST(Trainer, ResumedRunEqualsAnUnbrokenOne) {
  for (int first = 1; first < kRounds; ++first) {
    ThreadPool pool(2);
    Trainer trainer(small_run(), pool);
    const std::string bytes = after_rounds(trainer, first);
    auto resumed = Trainer::restore(bytes, pool);
    ASSERT_TRUE(resumed.has_value());
    EXPECT_TRUE(after_rounds(**resumed, kRounds - first) == unbroken_run()) << first;
  }
}

TEST(Trainer, ResultDependsOnNeitherThreadsNorInstructionSet) {
  for (const nn::Kernels* kernels : nn::all_kernels()) {
    ThreadPool pool(kernels == nn::all_kernels().front() ? 3 : 2);
    Trainer trainer(small_run(), pool, *kernels);
    EXPECT_TRUE(after_rounds(trainer, kRounds) == unbroken_run()) << kernels->name;
  }
}

TEST(Trainer, AnotherSeedIsAnotherRun) {
  ThreadPool pool(1);
  Trainer a(small_run(1), pool), b(small_run(2), pool);
  EXPECT_NE(a.network()->hash(), b.network()->hash());
  ASSERT_TRUE(a.round().has_value());
  EXPECT_NE(a.network()->hash(), Trainer(small_run(1), pool).network()->hash());
}

TEST(Trainer, RevisitingNeedsARingAndThenChangesTheGames) {
  ThreadPool pool(1);
  TrainingConfig plain = small_run(), revisiting = small_run();
  plain.stages.front().revisit = 0;
  revisiting.stages.front().revisit = 1;
  Trainer a(plain, pool), b(revisiting, pool);
  ASSERT_TRUE(a.round().has_value());
  ASSERT_TRUE(b.round().has_value());
  EXPECT_EQ(a.network()->hash(), b.network()->hash());  // nothing to revisit yet
  EXPECT_EQ(a.positions(), b.positions());
  ASSERT_TRUE(a.round().has_value());
  ASSERT_TRUE(b.round().has_value());
  EXPECT_LT(b.positions(), a.positions());  // games from their middle are shorter
}

TEST(Trainer, StagesFollowEachOtherAndTheNetGrows) {
  ThreadPool pool(1);
  Trainer trainer(small_run(), pool);
  EXPECT_EQ(trainer.network()->shape().width, 128);
  EXPECT_EQ(trainer.network()->shape().heads, 1);
  std::vector<int> stages;
  std::uint64_t positions = 0;
  for (int i = 0; i < 3; ++i) {
    const auto round = trainer.round();
    ASSERT_TRUE(round.has_value());
    stages.push_back(round->stage);
    EXPECT_GT(round->positions, positions);
    positions = round->positions;
    EXPECT_GT(round->loss, 0);
    EXPECT_GT(round->residual, 0);
  }
  EXPECT_EQ(stages, (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(trainer.games(), 12U + 12U + 4U);
  EXPECT_EQ(trainer.network()->shape().width, 256);
  EXPECT_EQ(trainer.network()->shape().heads, nn::kPhases);
  EXPECT_FALSE(trainer.finished());
}

TEST(Trainer, RecipeWithAnEndEnds) {
  TrainingConfig config = small_run();
  config.stages.pop_back();
  ThreadPool pool(1);
  Trainer trainer(config, pool);
  ASSERT_TRUE(trainer.round().has_value());
  EXPECT_FALSE(trainer.finished());
  ASSERT_TRUE(trainer.round().has_value());
  EXPECT_TRUE(trainer.finished());
  auto restored = Trainer::restore(trainer.checkpoint(), pool);
  ASSERT_TRUE(restored.has_value());
  EXPECT_TRUE((*restored)->finished());
  EXPECT_EQ((*restored)->network()->hash(), trainer.network()->hash());
}

TEST(Trainer, ChangedRatesSlideAnewFromWhereTheyChange) {
  ThreadPool pool(1);
  Trainer trainer(small_run(), pool);
  std::vector<Stage> stages = trainer.config().stages;
  Stage& stage = stages.front();
  stage.games = 0;
  stage.horizon = 4 * static_cast<std::uint64_t>(stage.games_per_round);
  stage.rate_from = 1e-2F;
  stage.rate_to = 1e-4F;
  stages.resize(1);
  trainer.change_stages(stages);
  ASSERT_TRUE(trainer.round() && trainer.round());
  EXPECT_NEAR(trainer.round()->rate, 1e-3, 1e-6);  // half of the horizon
  stage.draws += 1;  // nothing that slides
  trainer.change_stages(stages);
  EXPECT_NEAR(trainer.round()->rate, 3.1623e-4, 1e-6);
  stage.rate_from = 2e-3F;
  trainer.change_stages(stages);
  EXPECT_NEAR(trainer.round()->rate, 2e-3, 1e-6);
  const auto resumed = Trainer::restore(trainer.checkpoint(), pool);
  ASSERT_TRUE(resumed.has_value());
  EXPECT_EQ((*resumed)->round()->rate, trainer.round()->rate);
}

TEST(Trainer, ChangedShapeGrowsTheNetWhereItStands) {
  ThreadPool pool(1);
  TrainingConfig config = small_run();
  config.stages.erase(config.stages.begin());
  config.stages.front().heads = nn::kCoarsePhases;
  Trainer trainer(config, pool);
  ASSERT_TRUE(trainer.round().has_value());
  const auto before = *nn::NnEvaluator::make(trainer.network());
  std::vector<Stage> stages = trainer.config().stages;
  stages.front().heads = nn::kPhases;
  stages.front().width += nn::kWidthBlock;
  trainer.change_stages(stages);
  const auto grown = trainer.network();
  EXPECT_EQ(grown->shape().heads, nn::kPhases);
  EXPECT_EQ(grown->shape().width, stages.front().width);
  const auto after = *nn::NnEvaluator::make(grown);
  const auto scratch = before->make_scratch(), grown_scratch = after->make_scratch();
  for_random_boards(3, 100, Rules{}, [&](const Board& board) {
    Probabilities a, b;
    before->evaluate(board, {&board, 1}, {&a, 1}, *scratch);
    after->evaluate(board, {&board, 1}, {&b, 1}, *grown_scratch);
    ASSERT_NEAR(a.cubeless_equity(), b.cubeless_equity(), 1e-5);
  });
  ASSERT_TRUE(trainer.round().has_value());
  EXPECT_NE(trainer.network()->hash(), grown->hash());
}

TEST(Trainer, StoppedRoundLeavesNoTrace) {
  ThreadPool pool(2);
  Trainer trainer(small_run(), pool);
  ASSERT_TRUE(trainer.round().has_value());
  const std::string before = trainer.checkpoint();
  std::stop_source stop;
  stop.request_stop();
  const auto round = trainer.round(stop.get_token());
  ASSERT_FALSE(round.has_value());
  EXPECT_EQ(round.error().kind, ErrorKind::cancelled);
  EXPECT_TRUE(trainer.checkpoint() == before);
  EXPECT_TRUE(after_rounds(trainer, kRounds - 1) == unbroken_run());
}

TEST(Trainer, StartsFromGivenWeights) {
  ThreadPool pool(1);
  const auto start = nn::random_network(128, 1, 4);
  TrainingConfig config = small_run();
  config.stages.erase(config.stages.begin());
  Trainer trainer(config, *start, pool);
  EXPECT_EQ(trainer.network()->shape().width, 256);
  EXPECT_EQ(trainer.network()->shape().heads, nn::kPhases);
  // The grown net gives the answers of the one it began with.
  const auto a = *nn::NnEvaluator::make(start), b = *nn::NnEvaluator::make(trainer.network());
  const auto scratch_a = a->make_scratch(), scratch_b = b->make_scratch();
  Probabilities from_start, from_grown;
  const Board board = starting_board();
  a->evaluate(board, {&board, 1}, {&from_start, 1}, *scratch_a);
  b->evaluate(board, {&board, 1}, {&from_grown, 1}, *scratch_b);
  EXPECT_NEAR(from_start.win, from_grown.win, 1e-3F);
  EXPECT_TRUE(trainer.round().has_value());
}

TEST(Trainer, TinyRunLearnsToBeatARandomPlayer) {
  Stage stage;
  stage.width = 128;
  stage.games_per_round = 100;
  stage.batch = 128;
  stage.ring = 20'000;
  stage.horizon = 1000;
  ThreadPool pool(2);
  Trainer trainer({.seed = 3, .stages = {stage}}, pool);
  const auto first = trainer.round();
  ASSERT_TRUE(first.has_value());
  Trainer::Round last = *first;
  for (int i = 1; i < 10; ++i) last = *trainer.round();
  // (The loss says less at the start: targets come from the net itself and sharpen as it learns.)
  EXPECT_LT(last.residual, 0.5 * first->residual);

  SearchOptions options;
  options.cubeful = false;
  const auto evaluator =
      std::make_shared<ExactEvaluator>(*nn::NnEvaluator::make(trainer.network()));
  const auto met = std::make_shared<MatchEquityTable>(MatchEquityTable::kazaross_xg2());
  const auto player =
      make_search_player(std::make_shared<Searcher>(evaluator, met, options), "net");
  const DuelResult result =
      duel(*player, *make_random_player(), {.games = 400, .cube = false}, pool);
  // Seeds 1 to 5 win .84 to .99.
  EXPECT_GT(static_cast<double>(result.wins) / static_cast<double>(result.games), 0.85);
}

}  // namespace
}  // namespace alea
