#include "engine/search/analysis.h"

namespace alea {

Valuation valuation(const CubeModel& model, const Probabilities& chances, double value) {
  Valuation v{.probabilities = chances,
              .cubeless = model.equity(model.cubeless(chances, CubeModel::first)),
              .cubeful = model.equity(value),
              .mwc = {}};
  if (!model.is_money()) v.mwc = model.mwc(value);
  return v;
}

void complete(const CubeModel& model, const Probabilities& chances,
              const CubeModel::Values& undoubled, CubeAnalysis& analysis) {
  analysis.values = model.cube_values(undoubled);
  analysis.decision = decide(analysis.values, analysis.may_turn, model.cube(0).owner);
  analysis.value = valuation(model, chances, model.value(analysis.decision.best));
  if (!model.is_money()) {
    analysis.no_double_mwc = model.mwc(undoubled[0]);
    if (analysis.may_turn) {
      analysis.double_take_mwc = model.mwc(model.taken(undoubled, 0, CubeModel::first));
      analysis.double_pass_mwc = model.mwc(model.passed(0, CubeModel::first));
    }
  }
  if (const int taken = model.after_double(0, CubeModel::first); analysis.may_turn && taken >= 0) {
    const double dead = model.no_double(chances, Efficiency{0.0}, CubeModel::first, taken);
    analysis.double_take_dead = model.equity(model.double_factor() * dead);
  }
  analysis.points = cube_points(model, chances, analysis.efficiency);
  analysis.dead_points = cube_points(model, chances, 0.0);
  analysis.live_points = cube_points(model, chances, 1.0);
}

}  // namespace alea
