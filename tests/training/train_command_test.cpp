// `alea train` as users meet it: its folder, its exit codes, and what it says.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "nn/net/network.h"
#include "tests/support/temporary_folder.h"
#include "tools/app/commands.h"
#include "tools/app/train_folder.h"

namespace alea::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSmallRecipe = R"([
  {"games": 16, "width": 128, "games_per_round": 8, "batch": 32, "ring": 600, "random_opening": 1},
  {"width": 128, "heads": 10, "all_rolls": true, "games_per_round": 2, "batch": 32, "ring": 600,
   "unusual_start": 1, "horizon": 20}])";

class TrainCommand : public test::TemporaryFolder {
 protected:
  struct Ended {
    int code = 0;
    std::string out, err;
  };

  void SetUp() override {
    TemporaryFolder::SetUp();
    write("small.json", kSmallRecipe);
    write("values", R"({"id":"4HPwATDgc/ABMA","cls":"contact","equity":0.07})");
    write("decisions", R"({"id":"mGfwATDgc/ABMA","dice":[4,1],)"
                       R"("candidates":[{"id":"4HPhASiYZ/ABMA","equity":0.16}]})");
  }

  void write(const std::string& name, const std::string& content) {
    ASSERT_TRUE(write_file(path(name), content).has_value());
  }
  [[nodiscard]] std::string content(const std::string& name) const {
    const Result<std::string> text = read_file(path(name));
    EXPECT_TRUE(text.has_value()) << name;
    return text.value_or("");
  }

  Ended alea(const std::vector<std::string>& words, std::stop_token stop = {}) {
    std::istringstream in;
    std::ostringstream out, err;
    Console console{.in = in, .out = out, .err = err, .stop = std::move(stop)};
    const int code = run(console, words);
    return {code, out.str(), err.str()};
  }
  // `alea train` with the small recipe, from two games a measurement on.
  Ended train(std::vector<std::string> words, std::stop_token stop = {}) {
    words.insert(words.begin(), "train");
    const bool starts = std::find(words.begin(), words.end(), "--out") != words.end();
    if (starts) words.insert(words.end(), {"--stages", path("small.json").string()});
    words.insert(words.end(), {"--quiet", "--reference-values", path("values").string(),
                               "--reference-decisions", path("decisions").string()});
    return alea(words, std::move(stop));
  }
  // A run that was stopped before its first round.
  void begin(const std::string& name) {
    std::stop_source stop;
    stop.request_stop();
    const Ended ended = train({"--out", path(name).string()}, stop.get_token());
    ASSERT_EQ(ended.code, 130) << ended.err;
  }
  void expect_refusal(const Ended& ended, int code, const std::string& reason) {
    EXPECT_EQ(ended.code, code);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    EXPECT_NE(ended.err.find(reason), std::string::npos) << ended.err;
  }
};

TEST_F(TrainCommand, ResumedRunLeavesTheFilesOfAnUnbrokenOne) {
  const std::string whole = path("whole").string(), parts = path("parts").string();
  const Ended first = train({"--out", whole, "--games", "20", "--threads", "1"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.out.find("20 games"), std::string::npos) << first.out;
  begin("parts");
  const Ended second = train({"--resume", parts, "--games", "20", "--threads", "2", "--json"});
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_NE(second.out.find(R"("ended":"games","games":20)"), std::string::npos) << second.out;
  EXPECT_TRUE(content("whole/checkpoint") == content("parts/checkpoint"));
  EXPECT_TRUE(content("whole/net.alea") == content("parts/net.alea"));
  // Both lead on: the last line of the log holds a full measurement.
  const std::string log = content("parts/log.jsonl");
  const std::string last = log.substr(log.rfind('\n', log.size() - 2) + 1);
  for (const char* key : {R"("games":20)", R"("stage":2)", R"("random":{"games":2000)",
                          R"("linear":{"games":2000)", R"("rms":{"all":)", R"("pr":)"}) {
    EXPECT_NE(last.find(key), std::string::npos) << key << " in " << last;
  }
}

TEST_F(TrainCommand, InterruptedRunIsSavedAndSaysSo) {
  begin("run");
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(path("run"))) {
    files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  EXPECT_EQ(files, (std::vector<std::string>{"checkpoint", "lock", "log.jsonl", "net.alea",
                                             "report.html"}));
  EXPECT_NE(content("run/net.alea").find(R"("licence":"MIT")"), std::string::npos);
}

TEST_F(TrainCommand, ResumedRunMayChangeItsRecipe) {
  begin("run");
  const std::string run = path("run").string();
  const Ended ended = train({"--resume", run, "--games", "16", "--set", "2.lambda_from=0.5"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const std::string log = content("run/log.jsonl");
  const std::size_t change = log.find(R"("changes":[{"games":0,"recipe":[)");
  ASSERT_NE(change, std::string::npos) << log;
  EXPECT_NE(log.find(R"("lambda_from":0.5)", change), std::string::npos) << log;
  // Its net may grow, but never shrinks.
  const Ended grown = train({"--resume", run, "--games", "18", "--set", "2.width=256,2.heads=26"});
  ASSERT_EQ(grown.code, 0) << grown.err;
  const auto net = nn::Network::parse(content("run/net.alea"));
  ASSERT_TRUE(net.has_value());
  EXPECT_EQ((*net)->shape().width, 256);
  EXPECT_EQ((*net)->shape().heads, 26);
  expect_refusal(train({"--resume", run, "--set", "2.width=128"}), 2, "the run is in stage 2");
  expect_refusal(train({"--resume", run, "--set", "2.heads=12"}), 2, "heads 12: expected 1, 10, 26 or 37");
}

TEST_F(TrainCommand, LogBeyondTheCheckpointIsDropped) {
  begin("run");
  const std::string before = content("run/log.jsonl");
  write("run/log.jsonl",
        before +
            R"({"games":8,"positions":9,"elapsed":1,"games_per_second":1,"stage":1,"rate":0.1,)"
            R"("loss":1,"residual":1})"
            "\n");
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(train({"--resume", path("run").string()}, stop.get_token()).code, 130);
  EXPECT_EQ(content("run/log.jsonl").find(R"("positions":9)"), std::string::npos);
  EXPECT_EQ(content("run/log.jsonl").substr(0, 40), before.substr(0, 40));
}

TEST_F(TrainCommand, NeverTrainsOverARunOrANet) {
  begin("run");
  const std::string before = content("run/checkpoint");
  expect_refusal(train({"--out", path("run").string()}), 2, "--resume");
  EXPECT_TRUE(content("run/checkpoint") == before);
  fs::create_directory(path("nets"));
  write("nets/net.alea", "mine");
  expect_refusal(train({"--out", path("nets").string()}), 2, "overwritten");
  EXPECT_EQ(content("nets/net.alea"), "mine");
  EXPECT_FALSE(fs::exists(path("nets/lock"))) << "left something in a folder it refused";
}

TEST_F(TrainCommand, TwoProcessesNeverTrainInOneFolder) {
  begin("run");
  const Result<RunFolder> held = RunFolder::open(path("run"));
  ASSERT_TRUE(held.has_value());
  expect_refusal(train({"--resume", path("run").string()}), 1, "another process");
}

TEST_F(TrainCommand, DamagedFilesAreRefusedByName) {
  begin("run");
  const std::string good = content("run/checkpoint");
  std::string bad = good;
  bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 4);
  write("run/checkpoint", bad);
  expect_refusal(train({"--resume", path("run").string()}), 2, "checkpoint: checkpoint is damaged");
  write("run/checkpoint", good);
  write("run/log.jsonl", "something\n");
  expect_refusal(train({"--resume", path("run").string()}), 2, "log.jsonl:1: not a line");
}

TEST_F(TrainCommand, WhatCannotBeWrittenEndsTheRunInOneLine) {
  write("file", "");
  expect_refusal(train({"--out", path("file/run").string()}), 1, "cannot make the folder");
  fs::create_directories(path("run/log.jsonl"));  // stands in for a full disk
  expect_refusal(train({"--out", path("run").string(), "--games", "8"}), 1, "cannot write");
  EXPECT_FALSE(fs::exists(path("run/checkpoint")));
}

TEST_F(TrainCommand, BadUsageIsRefusedBeforeAnythingIsMade) {
  const std::string out = path("new").string(), none = path("none").string();
  expect_refusal(train({}), 2, "--out DIR");
  expect_refusal(train({"--out", out, "--resume", out}), 2, "--out DIR");
  expect_refusal(train({"--resume", none}), 2, "holds no training run");
  expect_refusal(train({"--resume", none, "--seed", "4"}), 2, "--seed");
  expect_refusal(train({"--out", out, "word"}), 2, "word");
  expect_refusal(train({"--out", out, "--weights", none}), 2, "--from");
  expect_refusal(train({"--out", out, "--minutes", "soon"}), 2, "--minutes");
  expect_refusal(train({"--out", out, "--from", path("values").string()}), 2,
                 "not an alea weight file");
  expect_refusal(train({"--out", out, "--from", none}), 1, "none");
  EXPECT_FALSE(fs::exists(path("new")));
}

TEST_F(TrainCommand, RecipesAreCheckedFigureByFigure) {
  const auto print = [&](const std::string& recipe) {
    write("recipe", recipe);
    return alea({"train", "--print-recipe", "--stages", path("recipe").string()});
  };
  expect_refusal(print("{}"), 2, "expected a JSON array");
  expect_refusal(print("[]"), 2, "expected a JSON array");
  expect_refusal(print("[3]"), 2, "stage 1: expected an object");
  expect_refusal(print(R"([{"widht":128}])"), 2, "did you mean width?");
  expect_refusal(print(R"([{"width":"128"}])"), 2, "width");
  expect_refusal(print(R"([{"width":200}])"), 2, "multiple of 128");
  expect_refusal(print(R"([{"width":8192}])"), 2, "from 128 to 4096");
  expect_refusal(print(R"([{"draws":1.5}])"), 2, "whole number");
  expect_refusal(print(R"([{"heads":3}])"), 2, "heads 3");
  expect_refusal(print(R"([{"rate_from":0}])"), 2, "rate_from");
  expect_refusal(print(R"([{"games":0},{}])"), 2, "only the last stage");
  expect_refusal(print(R"([{"games":9,"width":512},{"width":256}])"), 2, "stage 2");
  expect_refusal(print(R"([{"unusual_start":0.7,"random_opening":0.4}])"), 2, "above 1");
  expect_refusal(print(R"([{"ring":100,"batch":200}])"), 2, "batch is larger than ring");
  const Ended good = print(R"([{"games":9,"rate_to":1e-5},{"width":512}])");
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_EQ(print(good.out).out, good.out) << "a printed recipe reads as itself";
}

TEST_F(TrainCommand, SettingsChangeOneStageOrAll) {
  const auto print = [&](const std::string& settings) {
    return alea({"train", "--print-recipe", "--set", settings});
  };
  const auto times = [](const std::string& text, const std::string& word) {
    std::size_t count = 0;
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(times(print("2.width=768").out, "\"width\": 768"), 1U);
  EXPECT_EQ(times(print("batch=77,2.draws=9").out, "\"batch\": 77"), 2U);
  EXPECT_EQ(times(print("batch=77,2.draws=9").out, "\"draws\": 9"), 1U);
  expect_refusal(print("9.width=128"), 2, "there are stages 1 to");
  expect_refusal(print("width"), 2, "KEY=VALUE");
  expect_refusal(print("width=wide"), 2, "number");
}

TEST_F(TrainCommand, NewRunMayStartFromANet) {
  begin("run");
  const std::string net = path("run/net.alea").string();
  std::stop_source stop;
  stop.request_stop();
  const Ended ended = train({"--out", path("next").string(), "--from", net}, stop.get_token());
  EXPECT_EQ(ended.code, 130) << ended.err;
  EXPECT_NE(content("next/log.jsonl").find(R"("from":")"), std::string::npos);
}

TEST_F(TrainCommand, ReportIsOnePageWithCurves) {
  const Ended ended =
      train({"--out", path("run").string(), "--games", "24", "--measure-every", "8"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const std::string page = content("run/report.html");
  EXPECT_EQ(page.substr(0, 15), "<!doctype html>");
  EXPECT_NE(page.find("</html>"), std::string::npos);
  for (const char* part : {"Points per game", "Games won", "Equity error", "Performance rating",
                           "Residual", "prefers-color-scheme:dark", "<polyline", "24 games"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  for (const char* foreign : {"src=", "href=", "url(", "<script", "nan", "inf\"", "http-equiv"}) {
    EXPECT_EQ(page.find(foreign), std::string::npos) << foreign;
  }
}

}  // namespace
}  // namespace alea::app
