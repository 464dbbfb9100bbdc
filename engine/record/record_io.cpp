#include "engine/record/record_io.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "engine/base/file.h"
#include "engine/record/readers.h"
#include "engine/record/writers.h"

namespace alea {
namespace {

// The name of a kind that is known by its marks alone: nothing describes it, and no file of it was found.
[[nodiscard]] const char* kind_without_reader(std::string_view text) {
  const std::string_view head = text.substr(0, 4000);
  const auto has = [head](std::string_view mark) {
    return head.find(mark) != std::string_view::npos;
  };
  if (has("MatchID:") && has("Player1:") && (has("Stake:") || has("RakePct:"))) {
    return "TrueMoneyGames' own format (.tmg)";
  }
  const bool header = has("[Site ");  // of a text match
  if (!header && (has("GamesGrid") || has("GridGammon"))) return "GamesGrid's own format (.sgg)";
  if (has("GAME_1=")) return "PartyGammon's own format (.gam)";
  return nullptr;
}

// What holds a match at best inside or for the eye: what to do with it instead. Null for anything else.
[[nodiscard]] const char* wrapping_of(std::string_view bytes) {
  if (bytes.starts_with("PK\x03\x04")) return "a zip archive; unpack it first";
  if (bytes.starts_with("\x1F\x8B")) return "a gzip archive; unpack it first";
  if (bytes.starts_with("%PDF-")) return "a PDF document; expected the file of the match itself";
  std::string head(trimmed(bytes.substr(0, 200)));
  std::transform(head.begin(), head.end(), head.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (head.starts_with("\xEF\xBB\xBF")) head.erase(0, 3);
  if (head.starts_with("<!doctype html") || head.starts_with("<html")) {
    return "a web page; expected the file of the match itself";
  }
  return nullptr;
}

[[nodiscard]] Result<MatchRecord> read_any(std::string_view bytes) {
  if (const char* kind = wrapping_of(bytes)) return fail(ErrorKind::input, kind);
  if (bytes.starts_with("RGMH")) return read_xg(bytes);
  // One line of JSON, then gzip.
  if (bytes.starts_with("{") && bytes.find("\x1F\x8B\x08") != std::string_view::npos) {
    return fail(ErrorKind::input,
                "BGBlitz's own format (.bgf) is not supported; export the match as .mat");
  }
  if (looks_like_jellyfish(bytes)) return read_jellyfish(bytes);
  const TextSource source = decode_text(bytes);
  const std::string_view text = trimmed(source.text);
  if (text.empty()) return fail(ErrorKind::input, "an empty file");
  if (text.starts_with("(;")) return read_sgf(source.text);
  if (looks_like_gnubg_text(source)) return read_gnubg_text(source);
  if (looks_like_bgammon(source)) return read_bgammon(source);
  if (looks_like_fibs_moves(source)) return read_fibs_moves(source);
  if (const char* kind = kind_without_reader(text)) {
    return fail(ErrorKind::input,
                std::string(kind) +
                    " is not supported; export the match as .mat, for instance in GNU Backgammon");
  }
  if (looks_like_mat(source)) return read_mat(source);
  if (text.starts_with("{")) return read_json_record(text);
  return read_position_text(source);
}

}  // namespace

Result<MatchRecord> read_record(std::string_view bytes, std::string name) {
  auto record = read_any(bytes);
  if (record) return record;
  Error error = std::move(record).error();
  error.source = std::move(name);
  return fail(std::move(error));
}

Result<MatchRecord> load_record(const std::filesystem::path& path) {
  const auto bytes = read_file(path);
  if (!bytes) return fail(bytes.error());
  return read_record(*bytes, path.string());
}

Result<std::string> write_record(const MatchRecord& record, RecordFormat format) {
  switch (format) {
    case RecordFormat::mat:
      return write_mat(record);
    case RecordFormat::sgf:
      return write_sgf(record);
    case RecordFormat::json:
      return write_json_record(record);
    case RecordFormat::xg_text:
      return write_position_text(record);
  }
  return fail(ErrorKind::usage, "an unknown format");
}

}  // namespace alea
