// Runs the calls of every NAME.cmd and compares with NAME.out; see README.md.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "engine/base/file.h"
#include "tests/app/run_alea.h"

namespace alea::app {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  const Result<std::string> content = read_file(path);
  return content ? *content : std::string();
}

std::vector<std::string> words_of(std::string line) {
  const std::string here = "{here}";
  for (std::size_t at = 0; (at = line.find(here)) != std::string::npos;) {
    line.replace(at, here.size(), ALEA_GOLDEN);
  }
  std::vector<std::string> words;
  bool quoted = false;
  bool open = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
      if (!std::exchange(open, true)) words.emplace_back();
    } else if (c == ' ' && !quoted) {
      open = false;
    } else {
      if (!std::exchange(open, true)) words.emplace_back();
      words.back() += c;
    }
  }
  return words;
}

std::string transcript_of(const fs::path& commands) {
  const std::string input = content_of(fs::path(commands).replace_extension(".in"));
  std::string text;
  for (const std::string& line : lines_of(content_of(commands))) {
    if (line.empty() || line.front() == '#') continue;
    const Transcript result = run_alea(words_of(line), input);
    text += "$ alea " + line + '\n' + result.out;
    for (const std::string& error : lines_of(result.err)) text += "! " + error + '\n';
    if (result.code != 0) text += "exit code " + std::to_string(result.code) + '\n';
    text += '\n';
  }
  return text;
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(ALEA_GOLDEN)) {
    if (entry.path().extension() == ".cmd") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, TranscriptIsAsBefore) {
  const fs::path commands = fs::path(ALEA_GOLDEN) / (GetParam() + ".cmd");
  const fs::path expected = fs::path(commands).replace_extension(".out");
  const std::string transcript = transcript_of(commands);
  if (std::getenv("ALEA_BLESS") != nullptr) {  // NOLINT(concurrency-mt-unsafe): no threads here
    ASSERT_TRUE(write_file(expected, transcript));
    GTEST_SKIP() << "wrote " << expected;
  }
  EXPECT_EQ(transcript, content_of(expected))
      << "ALEA_BLESS=1 writes the new transcript; read the difference before committing it";
}

INSTANTIATE_TEST_SUITE_P(Transcripts, Golden, testing::ValuesIn(names()),
                         [](const auto& parameter) { return parameter.param; });

}  // namespace
}  // namespace alea::app
