// The cube model on chances that GNU Backgammon gave at 2 plies, beside its equities at 2 plies. What does not
// depend on a cube model agrees to rounding; the rest shows that two interpolations stay close.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/cube/cube_efficiency.h"
#include "engine/cube/ids.h"
#include "tests/cube_model/model_support.h"

namespace alea::test {
namespace {

struct Reference {
  std::string id;
  Position position;
  Probabilities chances;
  double cubeless = 0, no_double = 0, double_take = 0;
  bool given_double = false;  // the reference has the values of a double
  bool dead = false;          // ... which would be of no use
};

const std::vector<Reference>& references() {
  static const auto all = [] {
    std::vector<Reference> list;
    std::ifstream in(ALEA_TEST_DATA "/cube.jsonl");
    for (std::string line; std::getline(in, line);) {
      const auto json = nlohmann::json::parse(line);
      Reference r;
      r.id = json["xgid"];
      r.position = *parse_position(r.id);
      r.chances = {json["win"], json["wg"], json["wbg"], json["lg"], json["lbg"]};
      const bool match = json["length"] > 0;
      r.cubeless = json[match ? "eq_cubeless_norm" : "eq_cubeless"];
      r.no_double = json["nd"];
      r.given_double = json["may_double"] == 1;
      if (r.given_double) r.double_take = json["dt"];
      r.dead = std::string(json["action"]).find("dead") != std::string::npos;
      list.push_back(std::move(r));
    }
    return list;
  }();
  return all;
}

CubeModel model_of(const Reference& r) {
  return {r.position.cube, r.position.match, r.position.rules, met()};
}

CubeValues values_of(const Reference& r) {
  CubeModel::Values nd{};
  const CubeModel model = model_of(r);
  model.no_double(r.chances, efficiency_of(r.position.board, CubeEfficiency{}), CubeModel::first,
                  nd);
  return model.cube_values(nd);
}

bool may_turn(const Reference& r) {
  return model_of(r).after_double(0, CubeModel::first) >= 0;
}

TEST(ReferenceCube, CubelessEquitiesAgreeToTheirDigits) {
  ASSERT_EQ(references().size(), 540U);
  for (const Reference& r : references()) {
    const CubeModel model = model_of(r);
    EXPECT_NEAR(model.equity(model.cubeless(r.chances, CubeModel::first)).points, r.cubeless, 2e-4)
        << r.id;
  }
}

TEST(ReferenceCube, TheCubeIsDeadOrOutOfReachInTheSamePositions) {
  for (const Reference& r : references()) {
    EXPECT_EQ(may_turn(r), r.given_double && !r.dead) << r.id;
    EXPECT_EQ(may_turn(r), may_double(r.position)) << r.id;
  }
}

TEST(ReferenceCube, DeadCubeValuesAgreeToTheirDigits) {
  // Where the taker's cube is dead too, double/take is the cubeless value of the doubled stake.
  int seen = 0;
  for (const Reference& r : references()) {
    if (!may_turn(r) || r.position.match.is_money()) continue;
    const CubeModel model = model_of(r);
    const int after = model.after_double(0, CubeModel::first);
    if (model.after_double(after, CubeModel::second) >= 0) continue;
    EXPECT_NEAR(values_of(r).double_take.points, r.double_take, 2e-3) << r.id;
    ++seen;
  }
  EXPECT_GT(seen, 20);
}

TEST(ReferenceCube, LiveCubeValuesStayClose) {
  struct Sum {
    double no_double = 0, double_take = 0;
    int all = 0, turns = 0, agree = 0;
  };
  std::map<std::string, Sum> sums;
  for (const Reference& r : references()) {
    Sum& sum = sums[!r.position.match.is_money() ? "match"
                                                 : (r.position.rules.jacoby ? "Jacoby" : "money")];
    const CubeValues values = values_of(r);
    ++sum.all;
    sum.no_double += std::abs(values.no_double.points - r.no_double);
    if (!may_turn(r)) continue;
    ++sum.turns;
    sum.double_take += std::abs(values.double_take.points - r.double_take);
    const CubeDecision ours = decide(values, true, r.position.cube.owner);
    const CubeDecision theirs =
        decide({.no_double = {r.no_double}, .double_take = {r.double_take}, .double_pass = {1.0}},
               true, r.position.cube.owner);
    sum.agree += ours.doubles == theirs.doubles && ours.takes == theirs.takes ? 1 : 0;
  }
  // The reference has one efficiency for all owners; its doubles count twice. Looking no rolls ahead misses
  // the market by more where gammons come with the double (Jacoby).
  const std::map<std::string, double> bounds = {
      {"money", 0.025}, {"Jacoby", 0.055}, {"match", 0.025}};
  for (const auto& [kind, sum] : sums) {
    EXPECT_LT(sum.no_double / sum.all, bounds.at(kind)) << kind;
    EXPECT_LT(sum.double_take / sum.turns, 2 * bounds.at(kind)) << kind;
    EXPECT_GE(sum.agree, 0.93 * sum.turns) << kind;
  }
}

}  // namespace
}  // namespace alea::test
