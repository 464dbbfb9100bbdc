#include <cstdlib>
#include <filesystem>

#include "tests/record/record_support.h"
#include "tests/support/temporary_folder.h"

// What we write, GNU Backgammon reads: it exports the same match again. Skipped where it is missing.
namespace alea {
namespace {

namespace fs = std::filesystem;

std::string gnubg_program() {
  for (const char* path : {"/usr/games/gnubg", "/usr/bin/gnubg", "/usr/local/bin/gnubg"}) {
    if (fs::exists(path)) return path;
  }
  return {};
}

// The match as gnubg exports it after reading `text` by `command`.
MatchRecord through_gnubg(const std::string& program, const std::string& text, const char* command,
                          const fs::path& folder) {
  const fs::path in = folder / "in", script = folder / "script", out = folder / "out.mat";
  fs::remove(out);
  EXPECT_TRUE(write_file(in, text));
  EXPECT_TRUE(write_file(script, "set confirm new off\nset confirm save off\n" +
                                     std::string(command) + " " + in.string() +
                                     "\nexport match mat " + out.string() + "\n"));
  const std::string line = "cd '" + folder.string() + "' && HOME='" + folder.string() +
                           "' timeout 300 " + program + " -t -q -r < script > log 2>&1";
  EXPECT_EQ(std::system(line.c_str()), 0);
  auto bytes = read_file(out);
  if (!bytes) {
    ADD_FAILURE() << bytes.error().text();
    return {};
  }
  return record_of(*bytes);
}

using GnubgImport = test::TemporaryFolder;

TEST_F(GnubgImport, ReadsOurMatAndSgf) {
  const std::string program = gnubg_program();
  if (program.empty()) GTEST_SKIP() << "gnubg is not installed";
  for (const char* file : {"xg2-7pt.xg", "money4_beaver_jacoby.mat"}) {
    const MatchRecord record = sample(file);
    for (const auto& [format, command] :
         {std::pair<RecordFormat, const char*>{RecordFormat::mat, "import mat"},
          std::pair<RecordFormat, const char*>{RecordFormat::sgf, "load match"}}) {
      const auto text = write_record(record, format);
      ASSERT_TRUE(text);
      MatchRecord back = through_gnubg(program, *text, command, path("."));
      back.rules = record.rules;  // not in gnubg's text matches
      EXPECT_TRUE(same_match(record, back)) << file << " by " << command;
    }
  }
}

}  // namespace
}  // namespace alea
