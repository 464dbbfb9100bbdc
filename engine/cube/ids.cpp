#include "engine/cube/ids.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/cube/ids_snowie.h"
#include "engine/cube/ids_text.h"

namespace alea {
namespace {

using ids::Piece;

constexpr std::string_view kBlanks = " \t\r\n";

[[nodiscard]] Piece trimmed(const Piece& piece) {
  const auto first = piece.text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {{}, piece.column};
  return piece.part(first, piece.text.find_last_not_of(kBlanks) - first + 1);
}

[[nodiscard]] bool starts_with_word(std::string_view text, std::string_view word) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return text.size() >= word.size() &&
         std::equal(word.begin(), word.end(), text.begin(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

// Else a complaint about the length of a GNU position ID would mislead.
[[nodiscard]] bool is_near_gnu_length(std::string_view text) {
  constexpr std::size_t kLength = 14, kSlack = 2;
  return text.size() + kSlack >= kLength && text.size() <= kLength + kSlack;
}

// Three fields, the third like N0N: no other notation looks so.
[[nodiscard]] bool looks_like_ogid(std::string_view text) {
  const auto first = text.find(':');
  const auto second = text.find(':', first + 1);
  if (second == std::string_view::npos || second + 1 >= text.size()) return false;
  const char owner = text[second + 1];
  return owner == 'N' || owner == 'W' || owner == 'B';
}

// "GNU Backgammon  Position ID: 4HPwATDgc/ABMA  Match ID: cIkFAAAAAAAE", as boards are captioned.
[[nodiscard]] Result<Position> read_captioned(const Piece& position, const Piece& match) {
  const std::string joined = std::string(position.text) + ':' + std::string(match.text);
  Result<Position> result = ids::read_gnu({joined, position.column});
  if (result) return result;
  // Columns are those of the text that was given.
  Error error = std::move(result).error();
  const int match_column = position.column + static_cast<int>(position.text.size()) + 1;
  if (error.column >= match_column) error.column += match.column - match_column;
  return fail(std::move(error));
}

}  // namespace

Result<Position> parse_position(std::string_view text) {
  Piece piece = trimmed(Piece{text});
  if (piece.text.empty()) {
    return ids::wrong(1, "no position; expected an XGID, a GNU position ID or an OGID");
  }
  const auto without = [&](std::string_view prefix) { return trimmed(piece.part(prefix.size())); };
  if (starts_with_word(piece.text, "XGID=")) return ids::read_xgid(without("XGID="));
  if (starts_with_word(piece.text, "OGID=")) return ids::read_ogid(without("OGID="));
  if (starts_with_word(piece.text, "GNUID=")) return ids::read_gnu(without("GNUID="));
  if (piece.text.starts_with("board:")) return ids::read_fibs(piece);
  if (looks_like_snowie(piece.text)) return ids::read_snowie(piece);
  if (const ids::Captions captions = ids::find_captions(piece); captions.position) {
    return captions.match ? read_captioned(*captions.position, *captions.match)
                          : ids::read_gnu(*captions.position);
  }
  if (starts_with_word(piece.text, "GNU ID:")) return ids::read_gnu(without("GNU ID:"));
  switch (std::count(piece.text.begin(), piece.text.end(), ':')) {
    case 0:
    case 1:
      if (!is_near_gnu_length(piece.text.substr(0, piece.text.find(':')))) {
        return ids::wrong(
            piece.column,
            "not a position; expected an XGID, a GNU position ID (14 characters), one "
            "with a match ID (14:12), an OGID or a FIBS board");
      }
      return ids::read_gnu(piece);
    default:
      return looks_like_ogid(piece.text) ? ids::read_ogid(piece) : ids::read_xgid(piece);
  }
}

}  // namespace alea
