#pragma once

#include "engine/analysis/match_analysis.h"

namespace alea {

// The record with its analysis as properties of the events, in the form that GNU Backgammon has in its
// SGF files: DA (cube), A (candidates), LU (luck in equity), BM and DO (bad, doubtful), GW and GB (rolls
// that were good for white, black). Analyses that the record carried from its source are replaced.
// write_record(..., RecordFormat::sgf) writes them.
[[nodiscard]] MatchRecord with_sgf_analysis(const MatchRecord& record,
                                            const MatchAnalysis& analysis);

}  // namespace alea
