// alea measure: accuracy of a player on reference files.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/base/file.h"
#include "engine/cube/ids.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/evaluator/linear_evaluator.h"
#include "tests/app/run_alea.h"
#include "tests/support/temporary_folder.h"
#include "training/accuracy.h"

namespace alea::app {
namespace {

using nlohmann::json;

class Measure : public test::TemporaryFolder {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    EXPECT_TRUE(write_file(path(name), text).has_value());
    return path(name).string();
  }

  static Transcript measure(std::vector<std::string> words) {
    words.insert(words.begin(), {"measure", "--weights", "linear"});
    return run_alea(words);
  }

  static json measured(std::vector<std::string> words) {
    words.emplace_back("--json");
    const Transcript result = measure(std::move(words));
    EXPECT_EQ(result.code, 0) << result.err;
    return json::parse(result.out, nullptr, false);
  }
};

// Three rolled-out positions of two classes.
constexpr const char* kValues = R"({"id":"4HPwATDgc/ABMA","cls":"contact","equity":0.0734})"
                                "\n"
                                R"({"id":"sGfwATDgc/ABMA","cls":"contact","equity":-0.1590})"
                                "\n"
                                R"({"id":"NgAAQAAAAAAAAA","cls":"race","equity":0.5})"
                                "\n";

// The opening 3-1: the 5-point, and two others of its 16 plays.
constexpr const char* kDecisions =
    R"({"id":"4HPwATDgc/ABMA","dice":[3,1],"candidates":[{"id":"sGfwATDgc/ABMA","equity":0.16},)"
    R"({"id":"pHPwATDgc/ABMA","equity":0.05},{"id":"xHPwASjgc/ABMA","equity":-0.1}]})"
    "\n";

TEST_F(Measure, IsWhatTrainingMeasuresWithoutLookAhead) {
  const std::string folder = std::string(ALEA_TEST_DATA);
  const ExactEvaluator evaluator(std::make_shared<LinearEvaluator>());
  auto values = read_reference_values(folder + "/rollout_values.jsonl");
  auto decisions = read_reference_decisions(folder + "/rollout_decisions.jsonl");
  ASSERT_TRUE(values && decisions);
  values->resize(300);
  decisions->resize(300);
  const json found = measured({"--first", "300"});
  const auto expected = value_errors(evaluator, *values);
  ASSERT_EQ(found["values"].size(), expected.size());
  for (const auto& [group, rms] : expected) {
    EXPECT_NEAR(found["values"][group]["rms"].get<double>(), rms, 1e-6) << group;
  }
  EXPECT_EQ(found["values"]["all"]["positions"], 300);
  const DecisionError error = decision_error(evaluator, *decisions);
  EXPECT_NEAR(found["decisions"]["pr"].get<double>(), error.rating, 1e-6);
  EXPECT_NEAR(found["decisions"]["unlisted"].get<double>(), error.unlisted, 1e-6);
}

TEST_F(Measure, DoesNotDependOnTheNumberOfThreads) {
  json one = measured({"--first", "200", "--plies", "1", "--threads", "1"});
  json three = measured({"--first", "200", "--plies", "1", "--threads", "3"});
  for (json* found : {&one, &three}) {
    for (const char* time : {"mean_ms", "median_ms"}) {
      EXPECT_EQ((*found)["decisions"].erase(time), 1U) << time;
    }
  }
  EXPECT_EQ(one, three);
  EXPECT_EQ(one["level"], "1ply");
  EXPECT_NE(one["decisions"]["pr"], measured({"--first", "200"})["decisions"]["pr"]);
}

TEST_F(Measure, ErrorsAreGroupedByClass) {
  const json found = measured({"--reference-values", file("values", kValues)});
  EXPECT_EQ(found["values"]["contact"]["positions"], 2);
  EXPECT_EQ(found["values"]["race"]["positions"], 1);
  const auto square = [&](const char* group) {
    return std::pow(found["values"][group]["rms"].get<double>(), 2) *
           found["values"][group]["positions"].get<double>();
  };
  EXPECT_NEAR(square("all"), square("contact") + square("race"), 1e-5);
  EXPECT_FALSE(found.contains("decisions"));  // a file of one kind alone is enough
}

TEST_F(Measure, DecisionsAreGroupedByClassWhereOneIsNamed) {
  const std::string folder = ALEA_TEST_DATA;
  std::istringstream lines(*read_file(folder + "/rollout_decisions.jsonl"));
  std::string text, line;
  for (int i = 0; i < 40 && std::getline(lines, line); ++i) {
    json decision = json::parse(line);
    if (i % 4 != 0) decision["cls"] = i % 4 == 1 ? "early" : "late";
    text += decision.dump() + '\n';
  }
  const json found = measured({"--reference-decisions", file("decisions", text)})["decisions"];
  EXPECT_EQ(found["count"], 40);
  ASSERT_EQ(found["classes"].size(), 2U);
  EXPECT_EQ(found["classes"]["early"]["count"], 10);
  EXPECT_EQ(found["classes"]["late"]["count"], 20);
  double sum = 0;  // the rest is of no class
  for (const auto& of_class : found["classes"]) {
    sum += of_class["pr"].get<double>() * of_class["count"].get<double>();
  }
  EXPECT_GT(sum, 0);
  EXPECT_LE(sum, found["pr"].get<double>() * 40 + 1e-3);
  const Transcript plain =
      measure({"--reference-decisions", file("decisions", text)});
  EXPECT_NE(plain.out.find("early               10"), std::string::npos) << plain.out;
  EXPECT_FALSE(measured({"--first", "10"})["decisions"].contains("classes"));
}

TEST_F(Measure, AnUnlistedChoiceIsChargedTheWorstListed) {
  const Board start = starting_board();
  const auto decisions = read_reference_decisions(file("decisions", kDecisions));
  ASSERT_TRUE(decisions.has_value()) << decisions.error().text();
  const ReferenceDecision& decision = decisions->front();
  for (const auto& candidate : decision.candidates) {
    const ReferenceLoss loss = reference_loss(decision, candidate.after);
    EXPECT_TRUE(loss.listed);
    EXPECT_NEAR(loss.loss, 0.16 - candidate.equity, 1e-9);
  }
  EXPECT_NEAR(reference_loss(decision, start).loss, 0.26, 1e-9);
  EXPECT_FALSE(reference_loss(decision, start).listed);
}

TEST_F(Measure, ChoicesAddUpToTheTotals) {
  const std::string choices = path("choices.jsonl").string();
  const json found = measured({"--first", "150", "--choices", choices});
  std::istringstream lines(*read_file(choices));
  const auto decisions =
      read_reference_decisions(std::string(ALEA_TEST_DATA) + "/rollout_decisions.jsonl");
  double loss = 0, ms = 0, unlisted = 0;
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const json choice = json::parse(line);
    const ReferenceDecision& decision = decisions->at(count);
    EXPECT_EQ(choice["id"], to_gnu_position_id(decision.board));
    EXPECT_EQ(make_dice(choice["dice"][0], choice["dice"][1]), decision.dice);
    const Board after = *parse_gnu_position_id(choice["choice"].get<std::string>());
    EXPECT_NEAR(choice["loss"], reference_loss(decision, after).loss, 1e-6);
    EXPECT_EQ(choice["listed"], reference_loss(decision, after).listed);
    EXPECT_GT(choice["ms"], 0);
    loss += choice["loss"].get<double>();
    ms += choice["ms"].get<double>();
    unlisted += choice["listed"].get<bool>() ? 0 : 1;
  }
  ASSERT_EQ(count, 150U);
  EXPECT_NEAR(found["decisions"]["pr"], 500 * loss / 150, 1e-3);
  EXPECT_NEAR(found["decisions"]["unlisted"], unlisted / 150, 1e-6);
  EXPECT_NEAR(found["decisions"]["mean_ms"], ms / 150, 1e-5);
  EXPECT_GT(found["decisions"]["median_ms"], 0);
}

TEST_F(Measure, FiltersDecideWhatIsLookedAtMoreDeeply) {
  const auto decisions = [](std::vector<std::string> words) {
    words.insert(words.end(), {"--first", "60"});
    json found = measured(std::move(words))["decisions"];
    found.erase("mean_ms");
    found.erase("median_ms");
    return found;
  };
  EXPECT_EQ(decisions({"--plies", "1", "--filters", "1:0"}), decisions({"--plies", "0"}));
  EXPECT_EQ(decisions({"--plies", "2", "--filters", "8:0.16,1:9"}),
            decisions({"--plies", "1", "--filters", "8:0.16"}));
  EXPECT_NE(decisions({"--plies", "1", "--filters", "40:3"}), decisions({"--plies", "0"}));
}

TEST_F(Measure, NamesWhatIsWrong) {
  const auto refused = [](const Transcript& result, int code, const std::string& part) {
    EXPECT_EQ(result.code, code);
    EXPECT_TRUE(result.out.empty()) << result.out;
    EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
  };
  const std::string bad = file("bad", std::string(kValues) + "{}\n");
  refused(measure({"--reference-values", bad}), 2, "bad:4: ");
  refused(measure({"--reference-decisions", file("empty", "")}), 2, "nothing to measure on");
  refused(measure({"--reference-values", path("none").string()}), 1, "none");
  refused(measure({"--first", "0"}), 2, "--first");
  refused(measure({"--plies", "9"}), 2, "--plies");
  for (const char* filters : {"", "8", "8:", "0:1", "8:-1", "8:nan", "8:0.1,", "8:0.1;4:0.1", "x",
                              "1:1,1:1,1:1,1:1,1:1,1:1,1:1", "99999999999:1"}) {
    refused(measure({"--first", "1", "--filters", filters}), 2, "--filters: expected");
  }
  const std::string nowhere = path("no/such/folder").string();
  const Transcript unwritten = measure({"--first", "1", "--choices", nowhere});
  EXPECT_EQ(unwritten.code, 1);
  EXPECT_NE(unwritten.err.find(nowhere), std::string::npos) << unwritten.err;
  const auto of = [&](const char* option, const std::string& line) {
    return measure({option, file("odd", line)});
  };
  const auto value = [](const char* cls, const char* equity) {
    return fmt::format(R"({{"id":"4HPwATDgc/ABMA","cls":"{}","equity":{}}})", cls, equity);
  };
  for (const char* cls : {"all", "", "two words", "\\u001b[31m"}) {
    refused(of("--reference-values", value(cls, "0")), 2, "odd:1: a class is a word");
  }
  for (const char* equity : {"3.1", "-4", "1e300"}) {
    refused(of("--reference-values", value("race", equity)), 2, "odd:1: an equity is a number");
  }
  // The board before the play is none that a play leads to; nor is one seen by the wrong player.
  for (const char* id : {"4HPwATDgc/ABMA", "4HPwATCwZ/ABMA"}) {
    const std::string line = fmt::format(
        R"({{"id":"4HPwATDgc/ABMA","dice":[3,1],"candidates":[{{"id":"{}","equity":0}}]}})", id);
    refused(of("--reference-decisions", line), 2, "odd:1: no play of 31 leads to ");
  }
  refused(measure({"--reference-values", "/dev/zero"}), 1, "/dev/zero: File too large");
  refused(measure({"values.jsonl"}), 2, "--reference-values");
}

TEST_F(Measure, EmptyLinesAndWindowsLineEndsAreNoMatter) {
  std::string text = kValues;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 4) {
    text.replace(at, 1, "\r\n\r\n");
  }
  EXPECT_EQ(measured({"--reference-values", file("windows", text)}),
            measured({"--reference-values", file("plain", kValues)}));
}

TEST_F(Measure, TextShowsTheSameFigures) {
  const Transcript text = measure({"--reference-values", file("values", kValues),
                                   "--reference-decisions", file("decisions", kDecisions)});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("0ply\n"), std::string::npos);
  EXPECT_NE(text.out.find("\ncontact              2"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("1 decisions: PR "), std::string::npos);
  EXPECT_NE(text.out.find("\nprocessor time of a decision on one thread: "), std::string::npos);
}

}  // namespace
}  // namespace alea::app
