#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/record/match_record.h"
#include "engine/record/text_source.h"

// The readers of the single formats. Private to engine/record: users call read_record (record_io.h).
namespace alea {

[[nodiscard]] Result<MatchRecord> read_mat(const TextSource& source);
[[nodiscard]] Result<MatchRecord> read_sgf(std::string_view text);
[[nodiscard]] Result<MatchRecord> read_xg(std::string_view bytes);
[[nodiscard]] Result<MatchRecord> read_json_record(std::string_view text);
[[nodiscard]] Result<MatchRecord> read_gnubg_text(const TextSource& source);
[[nodiscard]] Result<MatchRecord> read_bgammon(const TextSource& source);
[[nodiscard]] Result<MatchRecord> read_fibs_moves(const TextSource& source);
[[nodiscard]] Result<MatchRecord> read_jellyfish(std::string_view data);
// XG and BGBlitz position texts; lists of IDs, FIBS boards, Snowie's lines and captioned boards.
[[nodiscard]] Result<MatchRecord> read_position_text(const TextSource& source);

// Whether the lines are those of a text match.
[[nodiscard]] bool looks_like_mat(const TextSource& source);
// Whether it is GNU Backgammon's text export of a game.
[[nodiscard]] bool looks_like_gnubg_text(const TextSource& source);
// Whether it is a replay of bgammon.org.
[[nodiscard]] bool looks_like_bgammon(const TextSource& source);
// Whether it is what FIBS shows as "oldmoves".
[[nodiscard]] bool looks_like_fibs_moves(const TextSource& source);
// Whether it is a JellyFish position.
[[nodiscard]] bool looks_like_jellyfish(std::string_view bytes);

}  // namespace alea
