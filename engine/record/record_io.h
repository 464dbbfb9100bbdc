#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/record/match_record.h"

namespace alea {

enum class RecordFormat { mat, sgf, json, xg_text };

// Reads a recorded match or positions, recognised by content alone: text matches (.mat, .txt), GNU
// Backgammon's .sgf, XG's .xg and .xgp, replays of bgammon.org, FIBS's "oldmoves", XG's, BGBlitz's and
// GNU Backgammon's position texts, JellyFish's .pos, lists of position IDs, FIBS boards or Snowie's lines,
// alea's own JSON.
//
// What is odd in the file is listed in the record's problems; an error (input; its source is `name`)
// means that it cannot be told what the file is, or that nothing of it can be used.
[[nodiscard]] Result<MatchRecord> read_record(std::string_view bytes, std::string name);
[[nodiscard]] Result<MatchRecord> load_record(const std::filesystem::path& path);

// The record as the text of a file. Reading it back gives the same match (same_match), and writing that
// gives the same text. Errors (input): the format cannot hold it, e.g. a position in .mat.
[[nodiscard]] Result<std::string> write_record(const MatchRecord& record, RecordFormat format);

}  // namespace alea
