#include "engine/cube/ids_caption.h"

#include <algorithm>

#include "engine/cube/ids_text.h"

namespace alea {
namespace {

using ids::Piece;

constexpr std::string_view kBlanks = " \t\r\n";

[[nodiscard]] char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

[[nodiscard]] bool is_letter(char c) {
  return lower(c) >= 'a' && lower(c) <= 'z';
}

[[nodiscard]] bool contains_word(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     [](char a, char b) { return lower(a) == b; }) != text.end();
}

[[nodiscard]] bool is_base64(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '/';
  });
}

// "ID" as a word of its own or at the end of one ("MatchID").
[[nodiscard]] bool names_an_id(std::string_view label) {
  for (std::size_t at = label.find("ID"); at != std::string_view::npos;
       at = label.find("ID", at + 1)) {
    if (at + 2 == label.size() || !is_letter(label[at + 2])) return true;
  }
  return false;
}

// "Position ID", "position-id": the word and "id", with nothing but blanks or a hyphen between.
[[nodiscard]] bool names(std::string_view label, std::string_view word) {
  for (std::size_t at = 0; at + word.size() < label.size(); ++at) {
    if (!contains_word(label.substr(at, word.size()), word)) continue;
    const std::size_t id = label.find_first_not_of(" \t-", at + word.size());
    if (id != std::string_view::npos && contains_word(label.substr(id, 2), "id")) return true;
  }
  return false;
}

// The word from `from` on; what follows it is a program's own text.
[[nodiscard]] Piece word_at(const Piece& piece, std::size_t from) {
  const std::size_t first = piece.text.find_first_not_of(kBlanks, from);
  if (first == std::string_view::npos) return {{}, piece.column + static_cast<int>(from)};
  return piece.part(first, piece.text.find_first_of(kBlanks, first) - first);
}

}  // namespace

// English captions are known by their words, those of other languages by "ID" and what follows: 14
// characters are a position, 12 a match.
ids::Captions ids::find_captions(const Piece& piece) {
  constexpr std::size_t kPosition = 14, kMatch = 12;
  constexpr std::size_t kNear = 80;  // characters looked at on both sides of a colon
  Captions captions;
  std::size_t from = 0;  // behind the last ID
  for (std::size_t colon = piece.text.find(':'); colon != std::string_view::npos;
       colon = piece.text.find(':', std::max(from, colon + 1))) {
    const std::size_t label_at = std::max(from, colon < kNear ? 0 : colon - kNear);
    const std::string_view label = piece.text.substr(label_at, colon - label_at);
    const Piece value = word_at(piece.part(0, colon + 1 + kNear), colon + 1);
    const bool other = names_an_id(label) && is_base64(value.text);
    if (!captions.position &&
        (names(label, "position") || (other && value.text.size() == kPosition))) {
      captions.position = value;
    } else if (!captions.match &&
               (names(label, "match") || (other && value.text.size() == kMatch))) {
      captions.match = value;
    } else {
      continue;
    }
    from = static_cast<std::size_t>(value.column - piece.column) + value.text.size();
  }
  return captions;
}

bool awaits_match_id(std::string_view line) {
  const ids::Captions captions = ids::find_captions({line});
  // A joint ID has its match ID with it.
  return captions.position && !captions.match &&
         captions.position->text.find(':') == std::string_view::npos;
}

bool is_match_id_line(std::string_view line) {
  const ids::Captions captions = ids::find_captions({line});
  return captions.match && !captions.position;
}

bool has_captioned_id(std::string_view line) {
  return ids::find_captions({line}).position.has_value();
}

bool is_board_drawing(std::string_view line) {
  const std::size_t first = line.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return false;
  line.remove_prefix(first);
  if (line.front() == 'v' || line.front() == '^')
    line.remove_prefix(1);  // the arrow of the side on roll
  return line.starts_with('|') || line.starts_with("+13-14-15") || line.starts_with("+12-11-10") ||
         line.starts_with("+24-23-22") || line.starts_with("+-1--2--3") ||
         line.starts_with("+1--2--3") || line.starts_with("Pip counts:");
}

}  // namespace alea
