// Rollouts that are kept in a file and gone on with.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "tests/app/run_alea.h"
#include "tests/support/temporary_folder.h"

namespace alea::app {
namespace {

using nlohmann::json;

using Words = std::vector<std::string>;

class KeptRollout : public test::TemporaryFolder {
 protected:
  [[nodiscard]] std::string file(const std::string& name = "r.rollout") const {
    return path(name).string();
  }
  [[nodiscard]] std::string content(const std::string& name = "r.rollout") const {
    return read_file(path(name)).value();
  }

  static Transcript rollout(const Words& words) {
    Words call{"rollout", "--weights", "linear", "--json", "--threads", "2"};
    call.insert(call.end(), words.begin(), words.end());
    return run_alea(call);
  }
  // Starts one and keeps it.
  void start(const Words& decision) const {
    Words words = decision;
    words.insert(words.end(), {"-p", "0", "--moves", "2", "--trials", "40", "--save", file()});
    const Transcript started = rollout(words);
    ASSERT_EQ(started.code, 0) << started.err;
  }

  static void expect_refused(const Transcript& call, int code, const std::string& part) {
    EXPECT_EQ(call.code, code) << call.err;
    EXPECT_TRUE(call.out.empty()) << call.out;
    EXPECT_EQ(lines_of(call.err).size(), 1U) << call.err;
    EXPECT_NE(call.err.find(part), std::string::npos) << call.err;
  }
};

TEST_F(KeptRollout, GoesOnAsIfItHadNeverStopped) {
  const std::string cube = "XGID=-b---BDBC---dB---c-eB-a---:0:0:1:00:3:4:0:7:10";
  const std::string answer = "XGID=-b---BDBC---dB---c-eB-a---:0:0:1:D:0:0:0:0:10";
  for (const Words& decision : {Words{kStart, "-d", "31"}, Words{cube}, Words{answer}}) {
    start(decision);
    const Transcript rest = rollout({"--continue", file(), "--trials", "108"});
    ASSERT_EQ(rest.code, 0) << rest.err;
    Words whole = decision;
    whole.insert(whole.end(), {"-p", "0", "--moves", "2", "--trials", "108"});
    EXPECT_EQ(rest.out, rollout(whole).out);
    EXPECT_EQ(rollout({"--continue", file()}).out, rest.out) << "kept in the file, and complete";
  }
}

TEST_F(KeptRollout, MayGoOnInAnotherFile) {
  start({kStart, "-d", "31"});
  const std::string before = content();
  ASSERT_EQ(rollout({"--continue", file(), "--trials", "72", "--save", file("s")}).code, 0);
  EXPECT_EQ(content(), before);
  EXPECT_NE(content("s"), before);
}

TEST_F(KeptRollout, IsRefusedWithAnyByteChangedOrMissing) {
  start({kStart, "-d", "31"});
  const std::string whole = content();
  constexpr std::size_t kStep = 37;
  for (std::size_t i = 0; i < whole.size(); i += kStep) {
    std::string flipped = whole;
    flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 7)));
    ASSERT_TRUE(write_file(path("f"), flipped));
    expect_refused(rollout({"--continue", file("f")}), 2, file("f"));
    ASSERT_TRUE(write_file(path("f"), whole.substr(0, i)));
    expect_refused(rollout({"--continue", file("f")}), 2, file("f"));
  }
  ASSERT_TRUE(write_file(path("f"), whole + "\n"));
  expect_refused(rollout({"--continue", file("f")}), 2, "damaged");
}

TEST_F(KeptRollout, IsRefusedToAnotherPlayerTableOrSetting) {
  start({kStart, "-d", "31", "--match", "7"});
  expect_refused(run_alea({"rollout", "--weights", "pips", "--continue", file()}), 2, "not by");
  ASSERT_TRUE(write_file(path("met"), "50 60 70\n40 50 60\n30 40 50\n"));
  expect_refused(rollout({"--continue", file(), "--met", file("met")}), 2, "equity table");
  for (const Words& setting :
       {Words{"--truncate", "5"}, Words{"--rollout-plies", "1"}, Words{"--seed", "3"},
        Words{"--dice", "31"}, Words{"--match", "5"}, Words{"--cubeless"}, Words{"--plies", "1"}}) {
    Words words{"--continue", file()};
    words.insert(words.end(), setting.begin(), setting.end());
    expect_refused(rollout(words), 2, setting.front());
  }
  expect_refused(rollout({kStart, "--continue", file()}), 2, "position");
  expect_refused(rollout({"--continue", file(), "--trials", "0"}), 2, "--trials");
}

TEST_F(KeptRollout, TellsOfAFileThatCannotBeReadOrWrittenBeforePlaying) {
  expect_refused(rollout({"--continue", file("none")}), 1, file("none"));
  expect_refused(rollout({"--continue", path(".").string()}), 1, "directory");
  Words words{kStart, "-d", "31", "--trials", "100000000", "--save"};
  for (const std::string& place :
       {file("no/folder"), path(".").string(), std::string("/dev/full")}) {
    Words call = words;
    call.push_back(place);
    const Transcript result = rollout(call);
    EXPECT_EQ(result.code, 1);
    EXPECT_EQ(lines_of(result.err).size(), 1U) << result.err;
  }
}

TEST_F(KeptRollout, KeepsOneDecisionACall) {
  const Transcript two = rollout({kStart, kStart, "-d", "31", "--trials", "36", "--save", file()});
  EXPECT_EQ(two.code, 2);
  EXPECT_EQ(lines_of(two.out).size(), 1U);
  expect_refused(rollout({kStart, "-d", "31", "--both", "--save", file()}), 2, "--both");
}

TEST(Analyze, RefusesRolloutSettingsWithoutARollout) {
  for (const Words& setting : {Words{"--trials", "36"}, Words{"--save", "x"}}) {
    Words words{"analyze", kStart, "-d", "31", "--weights", "pips"};
    words.insert(words.end(), setting.begin(), setting.end());
    const Transcript call = run_alea(words);
    EXPECT_EQ(call.code, 2);
    EXPECT_NE(call.err.find("--rollout"), std::string::npos) << call.err;
  }
}

}  // namespace
}  // namespace alea::app
