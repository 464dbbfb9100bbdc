// What the subcommands print, as docs/cli.md promises it.

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "tests/app/run_alea.h"
#include "tests/support/temporary_folder.h"

namespace alea::app {
namespace {

using nlohmann::json;

std::vector<json> json_of(std::vector<std::string> words, std::string_view input = {}) {
  words.emplace_back("--json");
  const Transcript result = run_alea(words, input);
  EXPECT_TRUE(result.err.empty()) << result.err;
  std::vector<json> objects;
  for (const std::string& line : lines_of(result.out)) objects.push_back(json::parse(line));
  return objects;
}

std::vector<std::string> keys_of(const json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  std::ranges::sort(keys);
  return keys;
}

using Keys = std::vector<std::string>;

TEST(Id, PrintsEveryNotation) {
  const auto objects = json_of({"id", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"});
  ASSERT_EQ(objects.size(), 1U);
  EXPECT_EQ(keys_of(objects[0]), (Keys{"gnuid", "ogid", "pips", "problems", "xgid"}));
  EXPECT_EQ(objects[0]["xgid"], "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
  EXPECT_EQ(objects[0]["gnuid"].get<std::string>().substr(0, 15), "4HPwATDgc/ABMA:");
  EXPECT_EQ(objects[0]["pips"], (json{167, 167}));
  EXPECT_EQ(objects[0]["problems"], json::array());
}

TEST(Moves, ListsEveryResultOnce) {
  const auto objects = json_of({"moves", kStart, "--dice", "31"});
  ASSERT_EQ(objects.size(), 1U);
  EXPECT_EQ(keys_of(objects[0]), (Keys{"count", "dice", "gnuid", "plays"}));
  EXPECT_EQ(objects[0]["dice"], (json{3, 1}));
  EXPECT_EQ(objects[0]["count"], 16);
  ASSERT_EQ(objects[0]["plays"].size(), 16U);
  bool found = false;
  for (const json& play : objects[0]["plays"]) {
    EXPECT_EQ(keys_of(play), (Keys{"play", "position"}));
    found = found || (play["play"] == "8/5 6/5" && play["position"] == "sGfwATDgc/ABMA");
  }
  EXPECT_TRUE(found);
}

TEST(Moves, ARollThatCannotBePlayedHasNoRows) {
  // X on the bar against five closed points and a closed sixth.
  const auto objects = json_of({"moves", "XGID=-BBBBB-B----------bbbbbbcA:0:0:1:66:0:0:0:0:10"});
  ASSERT_EQ(objects.size(), 1U);
  EXPECT_EQ(objects[0]["count"], 0);
  EXPECT_EQ(objects[0]["plays"], json::array());
}

TEST(Analyze, CheckerPlayHasTheDocumentedKeys) {
  const auto objects = json_of({"analyze", kStart, "-d", "31", "--weights", "linear", "-p", "1"});
  ASSERT_EQ(objects.size(), 1U);
  const json& object = objects[0];
  EXPECT_EQ(keys_of(object), (Keys{"decision", "dice", "gnuid", "level", "moves", "xgid"}));
  EXPECT_EQ(object["decision"], "checker");
  EXPECT_EQ(object["level"], "1ply");
  ASSERT_EQ(object["moves"].size(), 5U);
  const json& best = object["moves"][0];
  EXPECT_EQ(keys_of(best),
            (Keys{"cubeless_equity", "equity", "level", "lose_backgammon", "lose_gammon", "loss",
                  "play", "position", "win", "win_backgammon", "win_gammon"}));
  EXPECT_EQ(best["play"], "8/5 6/5");
  EXPECT_EQ(best["loss"], 0.0);
  EXPECT_EQ(best["position"], "sGfwATDgc/ABMA");
}

TEST(Analyze, ShowsAsManyCandidatesAsAsked) {
  for (const auto& [moves, count] : {std::pair{"1", 1U}, {"7", 7U}, {"0", 16U}, {"99", 16U}}) {
    const auto objects =
        json_of({"analyze", kStart, "-d", "31", "--weights", "pips", "-p", "0", "--moves", moves});
    EXPECT_EQ(objects.at(0)["moves"].size(), count);
  }
}

// F027, F042: a row's label is the depth its figures are from, and all rows can be had at the same.
TEST(Analyze, FullLooksAtEveryRowToTheSameDepth) {
  const auto levels = [](std::vector<std::string> options) {
    std::vector<std::string> words{"analyze", kStart, "-d", "31", "--weights", "linear", "-p", "1"};
    words.insert(words.end(), options.begin(), options.end());
    const json object = json_of(words).at(0);
    std::vector<std::string> found;
    for (const json& row : object["moves"]) found.push_back(row["level"]);
    return found;
  };
  EXPECT_EQ(levels({}), Keys(5, "1ply"));
  EXPECT_NE(levels({"--moves", "0"}), Keys(16, "1ply"));
  EXPECT_EQ(levels({"--full"}), Keys(5, "1ply"));
  EXPECT_EQ(levels({"--full", "--moves", "0"}), Keys(16, "1ply"));
}

// What a cube decision at one ply is the average of.
TEST(Analyze, TheAverageOfTheRollsIsTheValueBeforeThem) {
  for (const Keys& stakes : {Keys{}, Keys{"--cubeless"}, Keys{"--match", "7", "--score", "3-5"}}) {
    const auto asked = [&](const char* dice) {
      Keys words{"analyze", kStart, "-d", dice, "--rolls", "--plies", "1", "--weights", "linear"};
      words.insert(words.end(), stakes.begin(), stakes.end());
      return json_of(words).at(0);
    };
    const json cube = asked("none");
    const json play = asked("61");
    ASSERT_EQ(cube["rolls"].size(), 21U);
    EXPECT_EQ(cube["rolls"], play["rolls"]);
    EXPECT_EQ(play["rolls_level"], "0ply");
    double mean = 0, mean_mwc = 0, rolled = 0;
    for (const json& roll : cube["rolls"]) {
      const int weight = roll["dice"][0] == roll["dice"][1] ? 1 : 2;
      mean += weight * roll["equity"].get<double>() / 36;
      if (stakes.size() > 1) mean_mwc += weight * roll["mwc"].get<double>() / 36;
      if (roll["dice"] == json{6, 1}) rolled = roll["equity"];
    }
    EXPECT_NEAR(mean, cube["no_double"], 2e-6);
    EXPECT_NEAR(play["luck"], rolled - mean, 2e-6);
    EXPECT_GT(play["luck"], 0);
    EXPECT_FALSE(cube.contains("luck"));
    EXPECT_EQ(play.contains("luck_mwc"), stakes.size() > 1);
    if (stakes.size() > 1) {
      EXPECT_NEAR(mean_mwc, cube["no_double_mwc"], 2e-6);
    }
  }
}

// A double without a cube to win with is worth what the game is at twice the stake.
TEST(Analyze, WithoutTheCubeADoubleInAMatchIsAtTwiceTheStake) {
  const json one = json_of({"analyze", kStart, "--weights", "linear", "-p", "0", "--cubeless",
                            "--match", "7", "--score", "3-5"})
                       .at(0);
  const json two = json_of({"analyze", kStart, "--weights", "linear", "-p", "0", "--cubeless",
                            "--match", "7", "--score", "3-5", "--cube", "2", "--owner", "them"})
                       .at(0);
  EXPECT_EQ(one["double_take_mwc"], two["no_double_mwc"]);
  EXPECT_NE(one["double_take_mwc"], one["no_double_mwc"]);
}

TEST(Duel, TellsTheResultWithoutLuck) {
  const Keys luck{"luck_adjusted_points_per_game", "luck_adjusted_se", "luck_adjusted_ci95"};
  const json plain = json_of({"duel", "linear", "pips", "--games", "40"}).at(0);
  const json result = json_of({"duel", "linear", "pips", "--games", "40", "--luck"}).at(0);
  for (const std::string& key : luck) {
    EXPECT_TRUE(result.contains(key)) << key;
    EXPECT_FALSE(plain.contains(key)) << key;
  }
  EXPECT_EQ(plain["points_per_game"], result["points_per_game"]);
  EXPECT_LT(result["luck_adjusted_se"], result["se"]);
  EXPECT_EQ(run_alea({"duel", "random", "random", "--luck"}).code, 2);
  const json pair = json_of({"duel", "linear", "pips", "--games", "2", "--luck"}).at(0);
  EXPECT_TRUE(pair["se"].is_null() && pair["luck_adjusted_ci95"].is_null());  // one observation
}

TEST(Analyze, TheRollsAreATableOfBothDice) {
  const std::string text =
      run_alea({"analyze", kStart, "-d", "61", "--rolls", "--plies", "1", "--weights", "linear"})
          .out;
  const auto table = text.find("Worth of each roll, played best (0-ply after it; average ");
  ASSERT_NE(table, std::string::npos) << text;
  const std::vector<std::string> lines = lines_of(text.substr(table));
  ASSERT_EQ(lines.size(), 9U);
  EXPECT_EQ(lines[1], "            1       2       3       4       5       6");
  EXPECT_EQ(lines[2].substr(45), lines[7].substr(5, 8));  // 6 and 1, 1 and 6
  EXPECT_EQ(lines[8].substr(0, 6), "61 is ");
  EXPECT_NE(lines[8].find(" better than the average roll"), std::string::npos);
}

using AnalyzePage = test::TemporaryFolder;

TEST_F(AnalyzePage, ShowsTheRollsToo) {
  const std::string page = path("page.html").string();
  for (const char* dice : {"61", "none"}) {
    ASSERT_EQ(run_alea({"analyze", kStart, "-d", dice, "--rolls", "--plies", "1", "--weights",
                        "linear", "--html", page})
                  .code,
              0);
    const std::string html = read_file(page).value();
    EXPECT_NE(html.find("<table class=\"rolls\">"), std::string::npos);
    EXPECT_EQ(html.find("61 is ") != std::string::npos, std::string(dice) == "61");
  }
}

TEST_F(AnalyzePage, OverwritesNoOtherFileOfTheCall) {
  const std::string weights = path("net.alea").string(), other = path("other").string();
  ASSERT_TRUE(write_file(weights, "a net"));
  for (const Keys& files : {Keys{"--weights", weights, "--html", weights},
                            Keys{"--weights", "linear", "--html", other, "--svg", other}}) {
    Keys words{"analyze", kStart, "-d", "31", "--plies", "0"};
    words.insert(words.end(), files.begin(), files.end());
    const Transcript run = run_alea(words);
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find("name the same file"), std::string::npos) << run.err;
  }
  EXPECT_EQ(read_file(weights).value(), "a net");
  EXPECT_EQ(names(), Keys{"net.alea"});
}

TEST(Analyze, RollsNeedALookAhead) {
  EXPECT_EQ(run_alea({"analyze", kStart, "--rolls", "--plies", "0", "--weights", "linear"}).code,
            2);
  EXPECT_EQ(run_alea({"analyze", kStart, "--rolls", "--rollout", "--weights", "linear"}).code, 2);
  const json answer = json_of({"analyze", "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10",
                               "--rolls", "--plies", "1", "--weights", "linear"})
                          .at(0);
  EXPECT_TRUE(answer["rolls"].is_null());  // it is not this player's roll
}

TEST(Analyze, InAMatchEveryRowHasTheMatchChance) {
  const auto objects = json_of({"analyze", kStart, "-d", "31", "--weights", "linear", "-p", "0",
                                "--match", "7", "--score", "3-5"});
  for (const json& row : objects.at(0)["moves"]) {
    EXPECT_GT(row["mwc"], 0.0);
    EXPECT_LT(row["mwc"], 1.0);
  }
}

TEST(Analyze, CubeDecisionHasTheDocumentedKeys) {
  const auto objects = json_of({"analyze", kStart, "--weights", "linear", "-p", "0"});
  ASSERT_EQ(objects.size(), 1U);
  const json& object = objects[0];
  for (const char* key : {"xgid", "gnuid", "decision", "level", "win", "win_gammon",
                          "win_backgammon", "lose_gammon", "lose_backgammon", "no_double",
                          "double_take", "double_pass", "action", "best_equity", "take_point"}) {
    EXPECT_TRUE(object.contains(key)) << key;
  }
  EXPECT_EQ(object["decision"], "cube");
  EXPECT_EQ(object["double_pass"], 1.0);
  EXPECT_EQ(object["action"], "no_double");
  EXPECT_EQ(object["best_equity"], object["no_double"]);
}

TEST(Analyze, WithoutAccessToTheCubeThereIsNoDecision) {
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{"--cube", "2", "--owner", "them"},
                                             {"--match", "5", "--score", "4-2", "--crawford"},
                                             {"--match", "1"}}) {
    std::vector<std::string> words{"analyze", kStart, "--weights", "linear", "-p", "0"};
    words.insert(words.end(), options.begin(), options.end());
    const json object = json_of(words).at(0);
    EXPECT_EQ(object["action"], "no_cube");
    EXPECT_TRUE(object["double_take"].is_null());
  }
}

// The player to decide is the one who answers: figures are seen from there.
TEST(Analyze, TheAnswerToADoubleIsSeenByTheAnswerer) {
  const char* board = "XGID=-b----E-C---eE---c-e----B-:0:0:1";
  const json doubler =
      json_of({"analyze", std::string(board) + ":00:0:0:0:0:10", "--weights", "linear", "-p", "0"})
          .at(0);
  const json answerer =
      json_of({"analyze", std::string(board) + ":D:0:0:0:0:10", "--weights", "linear", "-p", "0"})
          .at(0);
  EXPECT_EQ(answerer["answer"], "take");
  EXPECT_NEAR(answerer["win"].get<double>(), 1 - doubler["win"].get<double>(), 2e-6);
  EXPECT_NEAR(answerer["double_take"].get<double>(), -doubler["double_take"].get<double>(), 2e-6);
  EXPECT_EQ(answerer["double_pass"], -1.0);
}

// The double was wrong: what it ought to have been is no longer on offer.
TEST(Analyze, TheBestAnswerToAWrongDoubleIsATakeOrAPass) {
  for (const char* score : {"0:0:0:0", "0:0:0:7"}) {
    const std::string id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:" + std::string(score) + ":10";
    const json object = json_of({"analyze", id, "--weights", "linear", "-p", "0"}).at(0);
    EXPECT_EQ(object["action"], "no_double");
    EXPECT_EQ(object["answer"], "take");
    EXPECT_EQ(object["best_equity"], object["double_take"]);
    if (object.contains("mwc")) {
      EXPECT_EQ(object["mwc"], object["double_take_mwc"]);
    }
  }
}

TEST(Analyze, BothGivesTheCubeDecisionToo) {
  const auto objects =
      json_of({"analyze", kStart, "-d", "31", "--both", "--weights", "linear", "-p", "0"});
  ASSERT_EQ(objects.size(), 2U);
  EXPECT_EQ(objects[0]["decision"], "cube");
  EXPECT_EQ(objects[1]["decision"], "checker");
}

TEST(Analyze, IsTheSameForAnyNumberOfThreadsAndOneByOne) {
  const std::string input =
      "4HPwATDgc/ABMA\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n"
      "XGID=-a-B--C-aA--cC---c-e-A--A-:0:0:1:64:0:0:0:7:10\n4HPwATDgc/ABMA\n";
  const std::vector<std::string> words{"analyze", "-",      "--weights",
                                       "linear",  "--json", "--threads"};
  std::vector<std::string> one = words;
  one.emplace_back("1");
  std::vector<std::string> three = words;
  three.emplace_back("3");
  const Transcript first = run_alea(one, input);
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.out, run_alea(three, input).out);
  std::string singly;
  for (const std::string& line : lines_of(input)) {
    singly += run_alea({"analyze", line, "--weights", "linear", "--json"}).out;
  }
  EXPECT_EQ(first.out, singly);
}

TEST(Analyze, PrintsTheResultsOfAListInOrder) {
  std::string input;
  std::vector<std::string> expected;
  for (int i = 0; i < 100; ++i) {
    const std::string dice = std::to_string(i % 6 + 1) + std::to_string(i % 5 + 1);
    const std::string xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:" + dice + ":0:0:0:0:10";
    input += xgid + '\n';
    expected.push_back(json_of({"id", xgid}).at(0)["gnuid"]);
  }
  const auto objects = json_of({"analyze", "-", "--weights", "pips", "-p", "0"}, input);
  ASSERT_EQ(objects.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(objects[i]["gnuid"], expected[i]);
}

TEST(Eval, HasTheDocumentedKeysAndConsistentFigures) {
  const json object = json_of({"eval", kStart, "--weights", "linear"}).at(0);
  EXPECT_EQ(keys_of(object),
            (Keys{"cubeful_equity", "cubeless_equity", "gnuid", "level", "lose_backgammon",
                  "lose_gammon", "win", "win_backgammon", "win_gammon", "xgid"}));
  EXPECT_EQ(object["level"], "0ply");
  const double equity = 2 * object["win"].get<double>() - 1;
  EXPECT_NEAR(object["cubeless_equity"].get<double>(), equity, 1e-5);
}

TEST(Eval, LeavesARollOutOfAccount) {
  json rolled = json_of({"eval", kStart, "-d", "31", "--weights", "linear"}).at(0);
  EXPECT_EQ(rolled, json_of({"eval", kStart, "--weights", "linear"}).at(0));
}

TEST(Rollout, AddsTrialsAndStandardErrors) {
  const json object = json_of({"rollout", kStart, "-d", "31", "--weights", "linear", "--trials",
                               "36", "--moves", "2", "--plies", "0"})
                          .at(0);
  EXPECT_EQ(object["level"], "rollout");
  ASSERT_EQ(object["moves"].size(), 2U);
  for (const json& row : object["moves"]) {
    EXPECT_EQ(row["trials"], 36);
    for (const char* key : {"win_se", "win_gammon_se", "equity_se", "cubeless_equity_se"}) {
      EXPECT_TRUE(row.contains(key)) << key;
    }
    EXPECT_GT(row["equity_se"], 0.0);
  }
}

// What a pass costs is certain.
TEST(Rollout, TheValueOfAPassHasNoStandardError) {
  for (const char* decision : {"00", "D"}) {
    const std::string id =
        "XGID=-b---BDBC---dB---c-eB-a---:0:0:1:" + std::string(decision) + ":0:0:0:7:10";
    const json object =
        json_of({"rollout", id, "--weights", "linear", "-p", "0", "--trials", "36"}).at(0);
    EXPECT_EQ(object["action"], "double_pass") << object;
    EXPECT_EQ(object["best_equity_se"], 0.0);
    EXPECT_EQ(object["mwc_se"], 0.0);
    EXPECT_GT(object["no_double_se"], 0.0);
  }
}

TEST(Rollout, RepeatsBySeedWhateverTheThreads) {
  const std::vector<std::string> words{"rollout", kStart,     "--weights", "linear",
                                       "--json",  "--trials", "36",        "--seed"};
  const auto with = [&](const char* seed, const char* threads) {
    std::vector<std::string> call = words;
    call.insert(call.end(), {seed, "--threads", threads});
    return run_alea(call).out;
  };
  EXPECT_EQ(with("5", "1"), with("5", "3"));
  EXPECT_NE(with("5", "1"), with("6", "1"));
}

TEST(Duel, ReportsPointsPerGameWithItsError) {
  const json object = json_of({"duel", "linear", "random", "--games", "100"}).at(0);
  EXPECT_EQ(object["games"], 100);
  EXPECT_GT(object["points_per_game"], 1.0);
  EXPECT_GT(object["se"], 0.0);
  EXPECT_TRUE(object["complete"]);
}

TEST(Duel, RepeatsBySeedWhateverTheThreads) {
  const auto with = [](const char* seed, const char* threads) {
    return json_of({"duel", "linear", "pips", "--games", "60", "--cubeful", "--seed", seed,
                    "--threads", threads});
  };
  EXPECT_EQ(with("5", "1"), with("5", "3"));
  EXPECT_NE(with("5", "1").at(0)["points_per_game"], with("6", "1").at(0)["points_per_game"]);
}

TEST(Duel, OfAPlayerWithItselfIsEven) {
  const json object = json_of({"duel", "pips", "pips", "--games", "50"}).at(0);
  EXPECT_EQ(object["points_per_game"], 0.0);
  EXPECT_EQ(object["se"], 0.0);
}

TEST(Duel, OfMatchesCountsMatches) {
  const json object = json_of({"duel", "linear", "random", "--match", "3", "--games", "20"}).at(0);
  EXPECT_EQ(object["length"], 3);
  EXPECT_GT(object["match_wins"], 0.8);
}

TEST(Bench, SignatureIsTheSameForAnyNumberOfThreads) {
  const auto with = [](const char* threads) {
    return run_alea({"bench", "--signature", "--weights", "linear", "--threads", threads}).out;
  };
  const json object = json::parse(with("1"));
  EXPECT_EQ(keys_of(object), (Keys{"nodes", "signature"}));
  EXPECT_EQ(with("1"), with("3"));
}

TEST(Bench, InterruptedSaysSo) {
  std::istringstream in;
  std::ostringstream out, err;
  std::stop_source source;
  source.request_stop();
  Console console{.in = in, .out = out, .err = err, .stop = source.get_token(), .environment = {}};
  const std::vector<std::string> words{"bench", "--json", "--weights", "linear"};
  EXPECT_EQ(run(console, words), 130);
  EXPECT_EQ(json::parse(out.str())["complete"], false);
}

TEST(Bench, SignatureTellsEvaluatorsApart) {
  const auto of = [](const char* name) {
    return json::parse(run_alea({"bench", "--signature", "--weights", name}).out)["signature"];
  };
  EXPECT_NE(of("linear"), of("pips"));
}

TEST(Interrupt, EndsWithItsOwnExitCode) {
  std::istringstream in(std::string("4HPwATDgc/ABMA\n"));
  std::ostringstream out;
  std::ostringstream err;
  std::stop_source source;
  source.request_stop();
  Console console{.in = in, .out = out, .err = err, .stop = source.get_token()};
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"analyze", "-", "--weights", "linear"},
                                             {"analyze", kStart, "-d", "31", "--weights", "linear"},
                                             {"id", kStart},
                                             {"duel", "linear", "pips"}}) {
    EXPECT_EQ(run(console, words), 130) << words.front();
  }
}

}  // namespace
}  // namespace alea::app
