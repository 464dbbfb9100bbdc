#include "tools/protocol/gnubg_external.h"

#include <fmt/format.h>

#include <utility>

#include "engine/board/notation.h"
#include "engine/cube/ids_fibs.h"

namespace alea::protocol {
namespace {

// GNU Backgammon sends a NUL after each newline, so it comes in front of the next line.
std::string_view trimmed(std::string_view line) {
  while (!line.empty() && (line.front() == '\0' || line.front() == ' ')) line.remove_prefix(1);
  while (!line.empty() && (line.back() == '\r' || line.back() == '\0' || line.back() == ' ')) {
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace

Result<std::string> GnubgExternal::answer(std::string_view line, std::stop_token stop) {
  line = trimmed(line);
  const Result<FibsBoard> board = parse_fibs_board(line);
  if (!board) return fail(board.error());
  const Result<Position> position = to_position(*board, std::exchange(beavered_, false));
  if (!position) return fail(position.error());
  if (position->pending == Pending::roll_or_double) {
    // Only here does GNU Backgammon understand a resignation.
    if (const std::optional<int> level = advisor_.certain_loss(*position)) {
      return fmt::format("resign {}", *level);
    }
  }
  const Result<Advice> advice = advisor_.advise(*position, std::move(stop));
  if (!advice) return fail(advice.error());
  switch (advice->kind) {
    case Advice::Kind::play:
      return format_play(position->board, advice->steps);
    case Advice::Kind::roll:
      return std::string("roll");
    case Advice::Kind::offer:
      return std::string("double");
    case Advice::Kind::take:
      return std::string("take");
    case Advice::Kind::pass:
      return std::string("drop");
    case Advice::Kind::beaver:
      beavered_ = true;
      return std::string("beaver");
    case Advice::Kind::resign:
      return fmt::format("resign {}", advice->resign_level);
  }
  return std::string();
}

}  // namespace alea::protocol
