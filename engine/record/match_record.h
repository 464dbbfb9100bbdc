#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/board/board.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/rules.h"
#include "engine/cube/position.h"

namespace alea {

enum class EventKind : std::uint8_t {
  play,      // a roll and its play, a dance included
  unplayed,  // a roll whose play is not recorded: resignation, time, a damaged file
  offer,     // a double
  take,
  drop,     // of a double, a beaver or a raccoon
  beaver,   // the doubled player redoubles at once and keeps the cube (H2)
  raccoon,  // and any further such answer
  accept,   // of a beaver or raccoon; implied in text matches by the next roll
};
[[nodiscard]] const char* name_of(EventKind kind) noexcept;  // as in JSON: "play", "double", ...

// A property of the source that alea only carries along: an SGF property, a value of an XG record.
using Property = std::pair<std::string, std::string>;

// One thing that a player did.
struct Event {
  EventKind kind = EventKind::play;
  int player = 0;  // 0 or 1

  // play, unplayed:
  std::array<int, 2> dice{};  // in recorded order; 0 0 if they cannot be read
  std::string text{};         // the play as recorded, in its own spelling ("" for a dance)
  std::vector<Hop> hops{};    // the same, read; a hop may span several dice
  Steps steps{};              // one legal way to play it, if it is legal
  bool legal = true;
  Board before{};  // seen by `player`; for all kinds
  Board after{};   // seen by the opponent; for all kinds

  CubeState cube{};  // before the event, seen by `player`
  int value =
      0;  // offer, beaver, raccoon: the cube this leads to; resign: points offered, 0 unknown

  int line = 0;  // in the source; the record's number in an XG file
  std::string comment{};
  std::vector<Property> extras{};
};

enum class GameEnd : std::uint8_t {
  unfinished,
  played_out,  // all checkers borne off
  dropped,
  resigned,   // or given up on time, or settled: ended before it was over
  forfeited,  // nothing was played
};
[[nodiscard]] const char* name_of(GameEnd end) noexcept;

struct RecordedGame {
  int number = 0;              // as recorded
  std::array<int, 2> score{};  // before the game
  bool crawford = false;
  int automatic_doubles = 0;
  bool set_up = false;     // starts from `start` and not from the standard position
  Board start{};           // seen by player 0
  CubeState start_cube{};  // seen by player 0
  std::vector<Event> events{};
  GameEnd end = GameEnd::unfinished;
  std::optional<int> winner{};
  int points = 0;
  int line = 0;
  std::string comment{};
  std::vector<Property> extras{};
};

// Something in the source that is odd, wrong or unreadable; what was made of it.
struct Problem {
  int line = 0;
  std::string text;
  bool open_end = false;  // no more than that the record ends before the game does
  bool operator==(const Problem&) const = default;
};

// A single position from a file, with what the file says about it.
struct RecordedPosition {
  Position position{};
  std::array<std::string, 2> players{};  // X (bottom), O (top)
  std::string text{};                    // the whole entry as recorded, without the line of the ID
  std::string comment{};
  int line = 0;
};

// What one file holds: a match or session, or positions. Player 0 is the left one of a text match, white
// of an SGF, player 1 of an XG file.
struct MatchRecord {
  std::string format{};    // "mat", "sgf", "xg", ...
  std::string producer{};  // as far as the file tells
  int length = 0;          // 0 = money
  std::array<std::string, 2> players{};
  bool crawford_rule = true;
  Rules rules{};
  std::vector<Property> headers{};  // in the source's order and spelling
  std::vector<RecordedGame> games{};
  std::vector<RecordedPosition> positions{};
  std::string comment{};
  std::vector<Problem> problems{};
};

// The position in which the event was decided, seen by the player who did it: before the play with its
// dice, before the roll for a double, with the offer pending for answers. Valid in the sense of
// validate(Position) unless the file is damaged.
[[nodiscard]] Position position_before(const MatchRecord& record, const RecordedGame& game,
                                       const Event& event);

// For a play: the cube decision that the player had before rolling.
[[nodiscard]] Position position_before_roll(const MatchRecord& record, const RecordedGame& game,
                                            const Event& event);

// The position after the last event of a game, or its start, seen by player 0.
[[nodiscard]] Board last_board(const RecordedGame& game);

// Whether both say the same about the match: players, length, rules, games, scores, events and results.
// Lines, formats, spelling of plays and carried properties may differ.
[[nodiscard]] bool same_match(const MatchRecord& a, const MatchRecord& b);

}  // namespace alea
