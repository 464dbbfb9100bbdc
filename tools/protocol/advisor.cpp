#include "tools/protocol/advisor.h"

#include "engine/search/player.h"

namespace alea::protocol {
namespace {

// A chance that differs from certainty by less than the rounding of an exact table.
constexpr double kCertain = 1e-6;

}  // namespace

Advisor::Advisor(const std::shared_ptr<const Evaluator>& evaluator,
                 const std::shared_ptr<const MatchEquityTable>& met, const SearchOptions& options,
                 ThreadPool& pool)
    : plies_(options.plies), pool_(pool) {
  for (int plies = 0; plies <= kMaxPlies; ++plies) {
    SearchOptions level = options;
    level.plies = plies;
    searchers_.emplace_back(evaluator, met, level);
  }
}

Result<Advice> Advisor::advise(const Position& position, std::stop_token stop) const {
  return advise(position, plies_, std::move(stop));
}

Result<Advice> Advisor::advise(const Position& position, int plies, std::stop_token stop) const {
  if (Status valid = validate(position); !valid) return fail(valid.error());
  const Searcher& searcher = searchers_.at(static_cast<std::size_t>(plies));
  const std::lock_guard lock(busy_);
  switch (position.pending) {
    case Pending::checker_play:
      return play(searcher, position, std::move(stop));
    case Pending::roll_or_double:
    case Pending::double_offered:
      return cube(searcher, position, std::move(stop));
    case Pending::beaver_offered:
    case Pending::raccoon_offered:
      return answer_to_beaver(searcher, position);
    case Pending::resignation_offered:
      return answer_to_resignation(searcher, position, std::move(stop));
  }
  return fail(ErrorKind::input, "no decision is pending");
}

Advice Advisor::play(const Searcher& searcher, const Position& position,
                     std::stop_token stop) const {
  const CheckerAnalysis analysis = searcher.analyze_checker(position, &pool_, std::move(stop));
  const Candidate& best = analysis.candidates.front();
  return {.kind = Advice::Kind::play,
          .steps = best.steps,
          .value = best.value,
          .level = best.level,
          .nodes = analysis.nodes,
          .complete = analysis.complete};
}

Advice Advisor::cube(const Searcher& searcher, const Position& position,
                     std::stop_token stop) const {
  const CubeAnalysis analysis = searcher.analyze_cube(position, &pool_, std::move(stop));
  Advice advice{.value = analysis.value,
                .level = analysis.level,
                .nodes = analysis.nodes,
                .complete = analysis.complete};
  if (!analysis.answering) {
    advice.kind = analysis.decision.doubles ? Advice::Kind::offer : Advice::Kind::roll;
    return advice;
  }
  const bool beaver = analysis.decision.action == CubeAction::beaver;
  advice.kind = beaver                    ? Advice::Kind::beaver
                : analysis.decision.takes ? Advice::Kind::take
                                          : Advice::Kind::pass;
  advice.value.probabilities = advice.value.probabilities.flipped();
  advice.value.cubeless = advice.value.cubeless.flipped();
  advice.value.cubeful = advice.value.cubeful.flipped();
  if (advice.value.mwc) advice.value.mwc = advice.value.mwc->flipped();
  return advice;
}

Advice Advisor::answer_to_beaver(const Searcher& searcher, const Position& position) const {
  const Searcher::WorkspacePtr workspace = searcher.make_workspace();
  Advice advice{.level = {.plies = searcher.options().plies}};
  switch (answer_by(searcher, position, *workspace)) {
    case Player::Answer::pass:
      advice.kind = Advice::Kind::pass;
      break;
    case Player::Answer::take:
      advice.kind = Advice::Kind::take;
      break;
    case Player::Answer::beaver:
      advice.kind = Advice::Kind::beaver;
      break;
  }
  return advice;
}

// A resignation is taken if it pays at least what playing on is worth. The one who resigns would
// roll next (or has rolled).
Advice Advisor::answer_to_resignation(const Searcher& searcher, const Position& position,
                                      std::stop_token stop) const {
  Position theirs = flipped(position);
  theirs.dice.reset();
  theirs.pending = Pending::roll_or_double;
  theirs.resignation = 0;
  Valuation value = searcher.evaluate(theirs, &pool_, std::move(stop));
  const double worth = -value.cubeful.points;
  value.cubeful = value.cubeful.flipped();
  value.cubeless = value.cubeless.flipped();
  value.probabilities = value.probabilities.flipped();
  if (value.mwc) value.mwc = value.mwc->flipped();
  double offered = position.resignation;
  if (!position.match.is_money()) {
    const double mwc =
        searcher.met().mwc_after(position.match, position.resignation * position.cube.value());
    offered = to_equity({mwc}, position.match, position.cube.value(), searcher.met()).points;
  }
  return {.kind = offered >= worth - kCertain ? Advice::Kind::take : Advice::Kind::pass,
          .value = value,
          .level = {.plies = searcher.options().plies}};
}

std::optional<int> Advisor::certain_loss(const Position& position) const {
  Position before = position;
  before.dice.reset();
  before.pending = Pending::roll_or_double;
  const std::lock_guard lock(busy_);
  const Probabilities p =
      searchers_[static_cast<std::size_t>(plies_)].evaluate(before, &pool_).probabilities;
  if (p.win > kCertain) return std::nullopt;
  if (p.lose_backgammon > 1 - kCertain) return 3;
  if (p.lose_gammon > 1 - kCertain && p.lose_backgammon < kCertain) return 2;
  if (p.lose_gammon < kCertain) return 1;
  return std::nullopt;
}

}  // namespace alea::protocol
