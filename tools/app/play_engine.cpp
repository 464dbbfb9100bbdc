#include "tools/app/play_engine.h"

#include <algorithm>

#include "engine/board/notation.h"

namespace alea::app {
namespace {

// Chances that are as good as certain come out a little less.
constexpr double kResignTolerance = 1e-3;

// Close to a standard normal number: the sum of twelve uniform ones (Irwin-Hall).
double normal(Rng& rng) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(rng.uniform());
  return sum;
}

double ranking(const CheckerAnalysis& analysis, const Candidate& candidate) {
  return (analysis.cubeful ? candidate.value.cubeful : candidate.value.cubeless).points;
}

}  // namespace

PlayEngine::PlayEngine(const Session& session, const SearchOptions& options, double noise)
    : session_(session), searcher_(session.searcher(options)), noise_(noise) {
}

CheckerAnalysis PlayEngine::rank(const Position& position) const {
  return searcher_.analyze_checker(position, &session_.pool());
}

CubeAnalysis PlayEngine::cube(const Position& position) const {
  return searcher_.analyze_cube(position, &session_.pool());
}

Steps PlayEngine::choose_play(const Position& position, Rng& rng) const {
  const CheckerAnalysis analysis = rank(position);
  if (noise_ <= 0) return analysis.candidates.front().steps;
  const Candidate* best = nullptr;
  double best_value = 0;
  for (const Candidate& candidate : analysis.candidates) {
    const double value = ranking(analysis, candidate) + noise_ * normal(rng);
    if (best == nullptr || value > best_value) {
      best = &candidate;
      best_value = value;
    }
  }
  return best->steps;
}

bool PlayEngine::doubles(const Position& position) const {
  return cube(position).decision.doubles;
}

Player::Answer PlayEngine::answer(const Position& position) const {
  const Searcher::WorkspacePtr workspace = searcher_.make_workspace();
  return answer_by(searcher_, position, *workspace);
}

bool PlayEngine::accepts_resignation(const Position& position, int level) const {
  const double worth = position.dice ? rank(position).candidates.front().value.cubeful.points
                                     : cube(position).decision.best.points;
  double offered = -level;
  if (position.rules.jacoby && position.cube.owner == CubeOwner::centre) offered = -1;
  if (!position.match.is_money()) {
    const MatchEquityTable& met = *session_.met();
    const Mwc after{met.mwc_after(position.match, -level * position.cube.value())};
    offered = to_equity(after, position.match, position.cube.value(), met).points;
  }
  return offered <= worth + kResignTolerance;
}

PlayEngine::Judgement PlayEngine::judge(const Position& position, const Steps& steps) const {
  const CheckerAnalysis analysis = rank(position);
  const Board after = board_after(position.board, steps);
  const auto played = std::ranges::find(analysis.candidates, after, &Candidate::after);
  const Candidate& best = analysis.candidates.front();
  if (played == analysis.candidates.end()) return {0, format_play(position.board, best.steps)};
  return {ranking(analysis, best) - ranking(analysis, *played),
          format_play(position.board, best.steps)};
}

}  // namespace alea::app
