#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/match_analysis.h"
#include "engine/record/match_record.h"
#include "tools/app/command_line.h"
#include "tools/app/console.h"
#include "tools/app/session.h"

namespace alea::app {

inline constexpr int kMatchPlies = 2;  // unless asked otherwise

// How deeply decisions are looked at, and the luck of rolls.
struct MatchDepth {
  SearchOptions search{};
  std::optional<int> luck_plies{};  // as deep as the decisions unless told
};
[[nodiscard]] Result<MatchDepth> read_match_depth(const Arguments& arguments);

// Where half-done analyses of matches are kept, so that the same command goes on with them. A file there
// is named after what it belongs to and removed once the analysis is complete.
class MatchStates {
 public:
  // --state DIR, else below the cache folder of the environment; --fresh leaves saved ones aside.
  MatchStates(const Console& console, const Arguments& arguments);

  // Fills in what an earlier run has saved; returns how many units that were.
  std::size_t restore(const std::string& key, MatchAnalysis& analysis) const;
  [[nodiscard]] Status save(const std::string& key, const MatchAnalysis& analysis) const;
  void remove(const std::string& key) const;
  [[nodiscard]] bool usable() const noexcept { return !folder_.empty(); }

 private:
  [[nodiscard]] std::filesystem::path file_of(const std::string& key) const;

  std::filesystem::path folder_;  // empty: nothing is kept
  bool fresh_;
};

// Names the match and everything that its analysis depends on.
[[nodiscard]] std::string state_key(const MatchRecord& record, const Session& session,
                                    const MatchDepth& depth);

// Options of commands that analyse matches: --plies, --luck-plies, --state, --fresh.
[[nodiscard]] std::vector<OptionSpec> match_analysis_options();

// Analyses matches one after the other for a command.
class MatchWorker {
 public:
  MatchWorker(Console& console, const Arguments& arguments, const Session& session,
              const MatchDepth& depth);

  // `title` for the progress line. What an interrupted run leaves is saved; then the analysis is not
  // complete.
  [[nodiscard]] MatchAnalysis analyse(const MatchRecord& record, const std::string& title);

 private:
  Console& console_;
  const Arguments& arguments_;
  const Session& session_;
  MatchDepth depth_;
  MatchAnalyst analyst_;
  MatchStates states_;
};

// The bytes of a file, or of standard input for "-". Errors: as read_file().
[[nodiscard]] Result<std::string> read_match_source(Console& console, const std::string& source);

// The files that arguments name, folders being replaced by the files in them (not below), by name.
// Errors (environment): no such file.
[[nodiscard]] Result<std::vector<std::filesystem::path>> match_files(const std::string& argument);

}  // namespace alea::app
