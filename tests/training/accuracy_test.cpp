#include "training/accuracy.h"

#include <gtest/gtest.h>

#include <filesystem>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "engine/board/movegen.h"
#include "engine/evaluator/random_evaluator.h"
#include "tests/support/temporary_folder.h"

namespace alea {
namespace {

class ReferenceFiles : public test::TemporaryFolder {
 protected:
  std::filesystem::path file(const std::string& text) {
    EXPECT_TRUE(write_file(path("file"), text).has_value());
    return path("file");
  }
};

TEST_F(ReferenceFiles, ValuesAreRead) {
  const auto values =
      read_reference_values(file(R"({"id":"4HPwATDgc/ABMA","cls":"contact","equity":0.0734})"
                                 "\n"));
  ASSERT_TRUE(values.has_value());
  ASSERT_EQ(values->size(), 1U);
  EXPECT_EQ(values->front().board, starting_board());
  EXPECT_EQ(values->front().group, "contact");
  EXPECT_DOUBLE_EQ(values->front().equity, 0.0734);
}

TEST_F(ReferenceFiles, ABadLineIsNamedByFileAndLine) {
  const std::string good = R"({"id":"4HPwATDgc/ABMA","cls":"contact","equity":0.1})";
  for (const std::string& bad :
       std::vector<std::string>{"no json", "[]", R"({"id":"4HPwATDgc/ABMA","cls":"contact"})",
                                R"({"id":"4HPwATDgc/ABMA","cls":7,"equity":0.1})",
                                R"({"id":"not an id","cls":"contact","equity":0.1})",
                                R"({"id":5,"cls":"c","equity":"x"})"}) {
    const auto values = read_reference_values(file(good + '\n' + bad + '\n' + good + '\n'));
    ASSERT_FALSE(values.has_value()) << bad;
    EXPECT_EQ(values.error().kind, ErrorKind::input);
    EXPECT_EQ(values.error().line, 2);
    EXPECT_EQ(values.error().source, path("file").string());
  }
}

TEST_F(ReferenceFiles, BadDecisionsAreRefused) {
  for (
      const std::string& bad : std::vector<std::string>{
          R"({"id":"4HPwATDgc/ABMA","dice":[3,1],"candidates":[]})",
          R"({"id":"4HPwATDgc/ABMA","dice":[3],"candidates":[{"id":"4HPwATDgc/ABMA","equity":0}]})",
          R"({"id":"4HPwATDgc/ABMA","dice":[3,7],"candidates":[{"id":"4HPwATDgc/ABMA","equity":0}]})",
          R"({"id":"4HPwATDgc/ABMA","dice":[0,1],"candidates":[{"id":"4HPwATDgc/ABMA","equity":0}]})",
          R"({"id":"4HPwATDgc/ABMA","dice":"31","candidates":[{"id":"4HPwATDgc/ABMA","equity":0}]})"}) {
    const auto decisions = read_reference_decisions(file(bad + '\n'));
    ASSERT_FALSE(decisions.has_value()) << bad;
    EXPECT_EQ(decisions.error().kind, ErrorKind::input);
    EXPECT_EQ(decisions.error().line, 1);
  }
}

TEST_F(ReferenceFiles, MissingFileIsNoFaultOfTheInput) {
  const auto values = read_reference_values(path("none"));
  ASSERT_FALSE(values.has_value());
  EXPECT_EQ(values.error().kind, ErrorKind::environment);
}

TEST(ReferenceData, ComesWithTheTests) {
  const std::filesystem::path folder(ALEA_TEST_DATA);
  const auto values = read_reference_values(folder / "rollout_values.jsonl");
  ASSERT_TRUE(values.has_value()) << values.error().text();
  EXPECT_EQ(values->size(), 15025U);
  const auto decisions = read_reference_decisions(folder / "rollout_decisions.jsonl");
  ASSERT_TRUE(decisions.has_value()) << decisions.error().text();
  EXPECT_EQ(decisions->size(), 1099U);
  // Candidates are positions that the roll can lead to.
  PlayList plays;
  for (const ReferenceDecision& decision : *decisions) {
    generate_plays(decision.board, decision.dice, Rules{}, plays);
    for (const auto& candidate : decision.candidates) {
      const auto boards = plays.boards();
      ASSERT_NE(std::find(boards.begin(), boards.end(), candidate.after), boards.end());
    }
  }
}

TEST(Accuracy, ValueErrorsAreRootMeanSquaresByGroup) {
  const RandomEvaluator evaluator(5);
  std::vector<Board> boards{starting_board()};
  PlayList plays;
  generate_plays(starting_board(), make_dice(3, 1), Rules{}, plays);
  boards.insert(boards.end(), plays.boards().begin(), plays.boards().begin() + 2);
  std::vector<Probabilities> out(3);
  const auto scratch = evaluator.make_scratch();
  evaluator.evaluate(boards[0], boards, out, *scratch);
  const auto off_by = [&](std::size_t i, double error) {
    return static_cast<double>(out[i].cubeless_equity()) + error;
  };
  const auto errors = value_errors(evaluator, {{boards[0], "a", off_by(0, 0.3)},
                                               {boards[1], "a", off_by(1, -0.4)},
                                               {boards[2], "b", off_by(2, 0.1)}});
  ASSERT_EQ(errors.size(), 3U);
  EXPECT_NEAR(errors.at("a"), std::sqrt((0.09 + 0.16) / 2), 1e-9);
  EXPECT_NEAR(errors.at("b"), 0.1, 1e-9);
  EXPECT_NEAR(errors.at("all"), std::sqrt((0.09 + 0.16 + 0.01) / 3), 1e-9);
}

TEST(Accuracy, DecisionErrorChargesTheChoiceAmongAllPlays) {
  const RandomEvaluator evaluator(5);
  PlayList plays;
  generate_plays(starting_board(), make_dice(3, 1), Rules{}, plays);
  std::vector<Probabilities> out(plays.size());
  const auto scratch = evaluator.make_scratch();
  evaluator.evaluate(starting_board(), plays.boards(), out, *scratch);
  std::size_t choice = 0;  // leaves the opponent worst off
  for (std::size_t i = 1; i < out.size(); ++i) {
    if (out[i].cubeless_equity() < out[choice].cubeless_equity()) choice = i;
  }
  const Board chosen = plays.boards()[choice];
  const Board other = plays.boards()[choice == 0 ? 1 : 0],
              third = plays.boards()[choice <= 1 ? 2 : 1];
  const ReferenceDecision best{starting_board(), make_dice(3, 1), {{chosen, 0.2}, {other, 0.1}}};
  const ReferenceDecision second{starting_board(), make_dice(3, 1), {{other, 0.2}, {chosen, 0.14}}};
  const ReferenceDecision unlisted{starting_board(), make_dice(3, 1), {{other, 0.2}, {third, 0.1}}};
  EXPECT_NEAR(decision_error(evaluator, {best}).rating, 0, 1e-9);
  EXPECT_NEAR(decision_error(evaluator, {second}).rating, 500 * 0.06, 1e-9);
  const DecisionError all = decision_error(evaluator, {best, second, unlisted});
  EXPECT_NEAR(all.rating, 500 * (0.06 + 0.1) / 3, 1e-9);
  EXPECT_NEAR(all.unlisted, 1.0 / 3, 1e-9);
}

}  // namespace
}  // namespace alea
