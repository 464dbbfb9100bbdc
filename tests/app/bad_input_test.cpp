// Every kind of bad input gives one line on standard error, exit code 2 (1 for files), and nothing on
// standard output.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "engine/base/file.h"
#include "engine/base/rng.h"
#include "nn/eval/features.h"
#include "nn/net/network.h"
#include "tests/app/run_alea.h"

namespace alea::app {
namespace {

namespace fs = std::filesystem;

void expect_refused(const std::vector<std::string>& words, int code, const std::string& part = {}) {
  const Transcript result = run_alea(words);
  std::string call;
  for (const std::string& word : words) call += word.substr(0, 80) + ' ';
  EXPECT_EQ(result.code, code) << call << result.err;
  EXPECT_TRUE(result.out.empty()) << call << result.out;
  EXPECT_EQ(lines_of(result.err).size(), 1U) << call << result.err;
  EXPECT_EQ(result.err.rfind("alea: ", 0), 0U) << call;
  EXPECT_LE(result.err.size(), 500U) << call;
  EXPECT_NE(result.err.find(part), std::string::npos) << call << result.err;
}

const char* const kImpossible[] = {
    "XGID=-b----E-C---eE---c-e----C-:0:0:1:31:0:0:0:0:10",  // 16 checkers
    "XGID=-b----E-C---eF---c-e----B-:0:0:1:31:0:0:0:0:10",
    "XGID=-c----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    "XGID=aBBBBBBB----------bbbbbbbA:0:0:1:31:0:0:0:0:10",  // both closed out on the bar
    "XGID=-oooooo-------------------:0:0:1:31:0:0:0:0:10",  // 90 checkers
    "XGID=-----------------------b--:0:0:1:31:0:0:0:0:10",  // finished: nothing left of X
    "XGID=--------------------------:0:0:1:31:0:0:0:0:10",  // both finished
    "////////////AA",                                       // no end to the checkers
    "//////////////",
    "4HPwATDgc/ABM",  // a character short, or long
    "4HPwATDgc/ABMAA",
    "4HPwATDgc?ABMA",  // wrong alphabet
    "4HPwATDgc/ABMB",  // bits set behind the end
    "4HPwATDgc/ABMA:",
    "4HPwATDgc/ABMA:cAkAAAAAAAA",
    "4HPwATDgc/ABMA:cAkAAAAAAA!A",
    "4HPwATDgc/ABMA:cAkAAAAAAAAAA",
    "4HPwATDgc/ABMA:////////////",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:07:0:0:0:0:10",  // dice of 0 and 7
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:77:0:0:0:0:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:3:0:0:0:0:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:7:0:0:7:10",  // score at or beyond the match
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:9:0:7:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:-1:0:0:7:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:7:10",   // Crawford at 0-0
    "XGID=-b----E-C---eE---c-e----B-:0:2:1:31:0:0:0:0:10",   // cube owner 2
    "XGID=-b----E-C---eE---c-e----B-:-1:0:1:31:0:0:0:0:10",  // negative cube
    "XGID=-b----E-C---eE---c-e----B-:99:0:1:31:0:0:0:0:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:0:31:0:0:0:0:10",  // nobody on roll
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0",         // fields missing
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10:5",
    "XGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10",  // 25 characters
    "XGID=-b----E-C---eE---c-e----P-:0:0:1:31:0:0:0:0:10",
    "XGID=",
    "XGID",
    "",
    " ",
    ":",
    "::::::::::",
    "-",  // nothing on standard input is fine; see below
};

TEST(BadPositions, AreRefusedByEveryCommand) {
  for (const char* position : kImpossible) {
    if (std::string_view(position) == "-") continue;
    expect_refused({"id", position}, 2);
    expect_refused({"moves", position, "--json"}, 2);
    expect_refused({"analyze", position, "--weights", "pips", "--plies", "0"}, 2);
    expect_refused({"eval", position, "--weights", "pips"}, 2);
  }
}

TEST(BadPositions, WhatIsNoPositionAtAllHearsWhatOneIs) {
  for (const char* text : {"foo", "opening 31", "match.sgf", "XGID"}) {
    expect_refused({"id", text}, 2, "not a position; expected an XGID");
  }
  expect_refused({"id", "4HPwATDgc/ABM"}, 2, "14 characters, not 13");
}

TEST(BadPositions, LongAndStrangeTextIsShortenedInTheMessage) {
  expect_refused({"id", std::string(1'000'000, 'A')}, 2);
  expect_refused({"id", std::string(1'000'000, ':')}, 2);
  expect_refused({"id", "\xff\xfe\x01\n\r\t\x1b[31m"}, 2);
  expect_refused({"id", "XGID=" + std::string(100'000, '-')}, 2);
}

TEST(BadPositions, RandomTextNeverPassesForNothing) {
  static constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/:=-";
  Rng rng(11, 0);
  for (int i = 0; i < 3000; ++i) {
    std::string text = rng.below(2) == 0 ? "" : "XGID=";
    for (std::uint32_t n = rng.below(60); n > 0; --n) {
      text += kAlphabet[rng.below(static_cast<std::uint32_t>(kAlphabet.size()))];
    }
    const Transcript result = run_alea({"id", "--json", "--", text});
    if (result.code == 0) continue;  // a random position may be legal
    EXPECT_EQ(result.code, 2) << text;
    EXPECT_EQ(lines_of(result.err).size(), 1U) << text << '\n' << result.err;
  }
}

TEST(BadOptions, OfPositionsAreUsageErrors) {
  const std::vector<std::vector<std::string>> options{
      {"--dice", "07"},     {"--dice", "70"},      {"--dice", "7"},
      {"--dice", "111"},    {"--dice", ""},        {"--dice", "3.1"},
      {"--dice", "a1"},     {"--cube", "3"},       {"--cube", "0"},
      {"--cube", "-2"},     {"--cube", "65536"},   {"--owner", "X"},
      {"--match", "-1"},    {"--match", "x"},      {"--score", "3"},
      {"--score", "3-"},    {"--score", "3--5"},   {"--score", "a-b"},
      {"--max-stack", "1"}, {"--max-stack", "16"}, {"--jacoby", "--no-jacoby"}};
  for (const auto& option : options) {
    std::vector<std::string> words{"id", kStart};
    words.insert(words.end(), option.begin(), option.end());
    expect_refused(words, 2);
  }
}

TEST(BadOptions, ThatMakeAnImpossiblePositionAreRefused) {
  expect_refused({"id", kStart, "--match", "7", "--score", "7-0"}, 2, "7");
  expect_refused({"id", kStart, "--match", "7", "--score", "0-8"}, 2);
  expect_refused({"id", kStart, "--match", "7", "--score", "3-5", "--crawford"}, 2);
  expect_refused({"id", kStart, "--crawford"}, 2, "a Crawford game needs a match");
  expect_refused({"id", kStart, "--score", "3-5"}, 2, "a score needs a match");
  expect_refused({"table", "--score", "3-5"}, 2, "a score needs a match");
  expect_refused({"id", kStart, "--match", "7", "--jacoby"}, 2, "for money play");
  const char* doubled = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10";
  expect_refused({"id", doubled, "--dice", "31"}, 2, "waits for the answer");
}

TEST(BadOptions, OfTheSearchAreUsageErrors) {
  for (const char* plies : {"-1", "7", "two", "1.5"}) {
    expect_refused({"analyze", kStart, "--weights", "pips", "--plies", plies}, 2, "--plies");
  }
  expect_refused({"analyze", kStart, "--weights", "pips", "--moves", "-1"}, 2, "--moves");
  expect_refused({"analyze", kStart, "--weights", "pips", "--threads", "0"}, 2, "--threads");
  expect_refused({"analyze", kStart, "--weights", "pips", "--seed", "x"}, 2, "--seed");
  expect_refused({"rollout", kStart, "--weights", "pips", "--trials", "0"}, 2, "--trials");
  expect_refused({"rollout", kStart, "--weights", "pips", "--until-se", "nan"}, 2, "--until-se");
}

TEST(BadOptions, OfADuelAreUsageErrors) {
  expect_refused({"duel"}, 2, "two players");
  expect_refused({"duel", "pips"}, 2, "two players");
  expect_refused({"duel", "pips", "linear", "random"}, 2, "two players");
  expect_refused({"duel", "pips", "linear@9"}, 2, "plies after the @");
  expect_refused({"duel", "pips", "linear@"}, 2, "plies after the @");
  expect_refused({"duel", "pips", "lineer"}, 1, "did you mean linear?");
  expect_refused({"duel", "pips", "linear", "--games", "0"}, 2, "--games");
  expect_refused({"duel", "pips", "linear", "--match", "3", "--jacoby"}, 2, "money play");
}

TEST(BadFiles, APictureThatCannotBeWrittenIsReported) {
  expect_refused({"id", kStart, "--svg", "/no/such/folder/board.svg"}, 1, "/no/such/folder");
  expect_refused({"id", kStart, "--svg", "/dev/null/board.svg"}, 1);
}

TEST(BadFiles, AMatchEquityTableMustBeOne) {
  expect_refused({"eval", kStart, "--weights", "pips", "--met", "/no/such/table"}, 1);
  expect_refused({"eval", kStart, "--weights", "pips", "--met", "/dev/null"}, 2);
}

TEST(EndlessInput, OfRandomBytesComesToAnEnd) {
  std::string noise;
  Rng rng(3, 0);
  for (int i = 0; i < 1'000'000; ++i) noise += static_cast<char>(rng.next() & 0xff);
  const Transcript result = run_alea({"analyze", "-", "--weights", "pips"}, noise);
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(result.out.empty());
  EXPECT_LE(lines_of(result.err).size(), 40U);
}

TEST(EndlessInput, ALineOfMegabytesIsSkipped) {
  const std::string input = std::string(5'000'000, 'A') + "\n4HPwATDgc/ABMA\n";
  const Transcript result = run_alea({"id", "-", "--json"}, input);
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(lines_of(result.out).size(), 1U);
}

// A folder of our own, removed afterwards.
class BadWeights : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("alea-test-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    const nn::Parameters zeros = nn::Parameters::zeros(
        {.features = nn::kFeatures, .width = nn::kWidthBlock, .heads = nn::kPhases});
    good_ = nn::Network::quantise(zeros, std::string(nn::kFeatureSet), "{}")->serialise();
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string file(const std::string& content) const {
    const fs::path path = folder_ / "net";
    EXPECT_TRUE(write_file(path, content));
    return path.string();
  }
  static void expect_weights_refused(const std::string& path, int code) {
    expect_refused({"eval", kStart, "--weights", path}, code);
  }

  fs::path folder_;
  std::string good_;
};

TEST_F(BadWeights, AGoodFileIsTaken) {
  const Transcript result = run_alea({"eval", kStart, "--json", "--weights", file(good_)});
  EXPECT_EQ(result.code, 0) << result.err;
}

TEST_F(BadWeights, TheFolderOfATrainingRunIsTaken) {
  fs::rename(file(good_), folder_ / "net.alea");
  const Transcript result = run_alea({"eval", kStart, "--json", "--weights", folder_.string()});
  EXPECT_EQ(result.code, 0) << result.err;
}

TEST_F(BadWeights, MissingOnesAreReported) {
  expect_weights_refused((folder_ / "nothing").string(), 1);
  expect_weights_refused(folder_.string(), 1);
  expect_weights_refused("/", 1);
  expect_weights_refused("", 1);
  expect_refused({"--version", "--weights", (folder_ / "nothing").string()}, 1);
}

TEST_F(BadWeights, AMissingDefaultNamesTheRemedy) {
  Environment environment;
  environment.weights = "/no/such/net";
  const Transcript result = run_alea({"eval", kStart}, {}, environment);
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.err.find("/no/such/net"), std::string::npos);
}

TEST_F(BadWeights, ForeignFilesAreRefused) {
  expect_weights_refused(file(""), 2);
  expect_weights_refused(file("\n"), 2);
  expect_weights_refused(file("just a text\n"), 2);
  expect_weights_refused(file(std::string(100'000, '\0')), 2);
  expect_weights_refused("/dev/null", 2);
}

TEST_F(BadWeights, TruncatedFilesAreRefused) {
  for (std::size_t size = 1; size < good_.size(); size = size * 2 + 1) {
    expect_weights_refused(file(good_.substr(0, size)), 2);
  }
  expect_weights_refused(file(good_.substr(0, good_.size() - 1)), 2);
  expect_weights_refused(file(good_ + '\0'), 2);
}

TEST_F(BadWeights, AFlippedBitIsNoticed) {
  for (std::size_t i = 0; i < good_.size(); i += 1 + good_.size() / 97) {
    std::string bad = good_;
    bad[i] = static_cast<char>(bad[i] ^ 0x10);
    expect_weights_refused(file(bad), 2);
  }
}

TEST_F(BadWeights, ACurrentFileMustNameAFileBesideIt) {
  for (const char* content : {"", "\n", "../net\n", "/etc/passwd\n"}) {
    ASSERT_TRUE(write_file(folder_ / "current", content));
    expect_weights_refused(folder_.string(), 2);
  }
  ASSERT_TRUE(write_file(folder_ / "current", "gone\n"));
  expect_weights_refused(folder_.string(), 1);
}

TEST_F(BadWeights, AnUnknownInstructionSetIsRefused) {
  Environment environment;
  environment.isa = "sse9";
  const Transcript result = run_alea({"eval", kStart, "--weights", file(good_)}, {}, environment);
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("expected baseline, avx2 or avx512"), std::string::npos);
}

}  // namespace
}  // namespace alea::app
