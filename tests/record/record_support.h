#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/file.h"
#include "engine/record/record_io.h"

namespace alea {

inline const std::string kRecords = std::string(ALEA_TEST_DATA) + "/records/";

inline std::string bytes_of(const std::string& file) {
  auto bytes = read_file(kRecords + file);
  if (!bytes) {
    ADD_FAILURE() << bytes.error().text();
    return {};
  }
  return *bytes;
}

inline MatchRecord record_of(std::string_view bytes, const std::string& name = "test") {
  auto record = read_record(bytes, name);
  if (!record) {
    ADD_FAILURE() << record.error().text();
    return {};
  }
  return *record;
}

inline MatchRecord sample(const std::string& file) {
  return record_of(bytes_of(file), file);
}

inline int count(const RecordedGame& game, EventKind kind) {
  return static_cast<int>(std::count_if(game.events.begin(), game.events.end(),
                                        [kind](const Event& event) { return event.kind == kind; }));
}

inline std::string problems_of(const MatchRecord& record) {
  std::string text;
  for (const Problem& problem : record.problems) {
    text += std::to_string(problem.line) + ": " + problem.text + "\n";
  }
  return text;
}

// Whether a problem at this line says this.
inline bool has_problem(const MatchRecord& record, int line, std::string_view words) {
  return std::any_of(record.problems.begin(), record.problems.end(), [&](const Problem& problem) {
    return problem.line == line && problem.text.find(words) != std::string::npos;
  });
}

// A match of 7 points with one game of these rows.
inline std::string one_game(std::string_view rows) {
  return "7 point match\n\n Game 1\n Ann : 0                          Bob : 0\n" +
         std::string(rows);
}

// All sample matches.
inline const std::vector<std::string> kMatches = {"bgstudio-13pt.txt",
                                                  "dailygammon-7pt-partial.mat",
                                                  "gnubg-7pt-noluck.sgf",
                                                  "gnubg-export-7pt.mat",
                                                  "xg2-7pt.xg",
                                                  "xg2-export-9pt-bom-crlf.txt",
                                                  "xgmobile-money-text-named.xg",
                                                  "m1a.mat",
                                                  "m1a.sgf",
                                                  "m1a.txt",
                                                  "m3_analysed.mat",
                                                  "m3_analysed.sgf",
                                                  "m5a.mat",
                                                  "m5a.sgf",
                                                  "m7a.mat",
                                                  "money3.gam",
                                                  "money3.mat",
                                                  "money3.sgf",
                                                  "money3.txt",
                                                  "money4_beaver_jacoby.mat",
                                                  "m3_analysed_002.txt"};

inline const std::vector<std::string> kPositionTexts = {
    "bgblitzpos-checker-en.txt",        "bgblitzpos-nodouble-take-en.txt",
    "bgblitzpos-redouble-take-fr.txt",  "xgpos-checker-en.txt",
    "xgpos-double-take-en-jpnames.txt", "xgpos-nodouble-take-en.txt",
    "xgpos-noredouble-take-fr.txt",     "xgpos-redouble-take-de.txt"};

}  // namespace alea
