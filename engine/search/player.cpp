#include "engine/search/player.h"

#include "engine/base/check.h"

namespace alea {
namespace {

class SearchPlayer final : public Player {
 public:
  SearchPlayer(std::shared_ptr<const Searcher> searcher, std::string name)
      : searcher_(std::move(searcher)), name_(std::move(name)) {
    ALEA_CHECK(searcher_ != nullptr);
  }

  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override {
    return std::make_unique<Own>(searcher_->make_workspace());
  }
  [[nodiscard]] std::string name() const override { return name_; }

  [[nodiscard]] Board choose_play(const Position& position, Rng&, Scratch& scratch) const override {
    return searcher_->choose_play(position, workspace(scratch));
  }

  [[nodiscard]] bool doubles(const Position& position, Rng&, Scratch& scratch) const override {
    const CubeValues values = searcher_->choose_cube(position, workspace(scratch));
    return decide(values, true, position.cube.owner).doubles;
  }

  [[nodiscard]] Answer answer(const Position& position, Rng&, Scratch& scratch) const override {
    return answer_by(*searcher_, position, workspace(scratch));
  }

 private:
  struct Own final : Scratch {
    explicit Own(Searcher::WorkspacePtr made) : workspace(std::move(made)) {}
    Searcher::WorkspacePtr workspace;
  };
  static Searcher::Workspace& workspace(Scratch& scratch) {
    return *static_cast<Own&>(scratch).workspace;
  }

  std::shared_ptr<const Searcher> searcher_;
  std::string name_;
};

class RandomPlayer final : public Player {
 public:
  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override {
    return std::make_unique<Own>();
  }
  [[nodiscard]] std::string name() const override { return "random"; }

  [[nodiscard]] Board choose_play(const Position& position, Rng& rng,
                                  Scratch& scratch) const override {
    PlayList& plays = static_cast<Own&>(scratch).plays;
    generate_plays(position.board, *position.dice, position.rules, plays);
    return plays.boards()[rng.below(static_cast<std::uint32_t>(plays.size()))];
  }
  [[nodiscard]] bool doubles(const Position&, Rng&, Scratch&) const override { return false; }
  [[nodiscard]] Answer answer(const Position&, Rng&, Scratch&) const override {
    return Answer::take;
  }

 private:
  struct Own final : Scratch {
    PlayList plays;
  };
};

}  // namespace

Player::Answer answer_by(const Searcher& searcher, const Position& position,
                         Searcher::Workspace& workspace) {
  using Answer = Player::Answer;
  // As the player about to roll sees it, who is the first doubler in all three cases.
  const Position roller = opponent_on_roll(position) ? flipped(position) : position;
  const CubeValues values = searcher.choose_cube(roller, workspace);
  if (position.pending == Pending::double_offered) {
    if (values.beavered) return Answer::beaver;
    return decide(values, true, roller.cube.owner).takes ? Answer::take : Answer::pass;
  }
  // The cube is turned already and the first doubler's opponent owns it; giving up costs half of it.
  const bool ours = position.pending == Pending::beaver_offered;
  const double worth = ours ? values.no_double.points : -values.no_double.points;
  if (worth < -0.5) return Answer::pass;
  return ours && worth > 0 ? Answer::beaver : Answer::take;
}

std::unique_ptr<Player> make_search_player(std::shared_ptr<const Searcher> searcher,
                                           std::string name) {
  return std::make_unique<SearchPlayer>(std::move(searcher), std::move(name));
}

std::unique_ptr<Player> make_random_player() {
  return std::make_unique<RandomPlayer>();
}

}  // namespace alea
