#pragma once

#include <string>
#include <string_view>

#include "engine/analysis/match_analysis.h"
#include "engine/base/result.h"

namespace alea {

// What has been analysed of a match, as one text that restore_analysis() reads back exactly. `key` names what
// was analysed and how: match, evaluator, options.
[[nodiscard]] std::string save_analysis(const MatchAnalysis& analysis, std::string_view key);

// Fills in the units that `text` has. Errors (input): another key, a damaged text; the analysis is then
// as it was.
[[nodiscard]] Status restore_analysis(std::string_view text, std::string_view key,
                                      MatchAnalysis& analysis);

}  // namespace alea
