#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace alea {

enum class CellKind { roll, doubles, takes, drops, turns_again, wins, loses, resigns, unreadable };

// What one player does in a row of a text match: from the roll or word it starts with to the next one.
struct MatCell {
  CellKind kind = CellKind::unreadable;
  int column = 0;             // display column of its first character, from 0
  std::string_view text{};    // all of it
  std::string_view play{};    // roll: what follows the colon
  std::array<int, 2> dice{};  // roll: as written
  int number = 0;             // cube value, points
};

// The cells of a line, by content. Tabs stand for the next of every eighth column.
[[nodiscard]] std::vector<MatCell> split_cells(std::string_view line, std::size_t from);

// The number before ")" at the start of a row, and where the rest begins.
struct RowNumber {
  int number = 0;
  std::size_t rest = 0;
};
[[nodiscard]] std::optional<RowNumber> row_number(std::string_view line);

// Display columns in front of byte `at`: UTF-8 characters count one, tabs go to the next stop.
[[nodiscard]] int display_column(std::string_view line, std::size_t at);

// "Name : 0     Other : 1", also glued as ": 0Other : 1".
struct ScoreLine {
  std::array<std::string, 2> players{};
  std::array<int, 2> score{};
};
// Where a name begins with a digit the known names decide, if they are known.
[[nodiscard]] std::optional<ScoreLine> read_score_line(
    std::string_view line, const std::vector<std::string_view>& known_names);

}  // namespace alea
