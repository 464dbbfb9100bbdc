#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/run_alea.h"

namespace alea::test {

// The objects that a command prints with --json, without network or look-ahead.
inline std::vector<nlohmann::json> json_from(std::vector<std::string> words,
                                             std::string_view input = {}) {
  words.emplace_back("--json");
  const app::Transcript result = app::run_alea(words, input);
  std::vector<nlohmann::json> objects;
  for (const std::string& line : app::lines_of(result.out)) {
    objects.push_back(nlohmann::json::parse(line));
  }
  EXPECT_FALSE(objects.empty()) << result.err;
  if (objects.empty()) objects.emplace_back();
  return objects;
}

inline std::string text_from(const std::vector<std::string>& words, std::string_view input = {}) {
  const app::Transcript result = app::run_alea(words, input);
  EXPECT_EQ(result.code, 0) << result.err;
  return result.out;
}

inline bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace alea::test
