#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/record/match_record.h"

// The writers of the single formats. Private to engine/record: users call write_record (record_io.h).
namespace alea {

[[nodiscard]] Result<std::string> write_mat(const MatchRecord& record);
[[nodiscard]] Result<std::string> write_sgf(const MatchRecord& record);
[[nodiscard]] std::string write_json_record(const MatchRecord& record);
[[nodiscard]] Result<std::string> write_position_text(const MatchRecord& record);

// What a reader of the events alone would take for the position before and after each event: writers
// set the position anew where the record has another one.
class EventTracker {
 public:
  explicit EventTracker(const RecordedGame& game) : board_(game.start), cube_(game.start_cube) {}

  // Whether the record's position before the event is another one than the events lead to; if so,
  // the tracker goes on from the record's.
  [[nodiscard]] bool jumps_before(const Event& event);
  void pass(const Event& event);

 private:
  Board board_;      // seen by player 0
  CubeState cube_;   // likewise; as in Event::cube while a beaver waits
  int pending_ = 0;  // exponent that a plain double leads to
};

// The board and cube before an event as player 0 sees them.
[[nodiscard]] Board board_before(const Event& event);
[[nodiscard]] CubeState cube_before(const Event& event);

// The text of a play for writers: as recorded, else in alea's spelling.
[[nodiscard]] std::string text_of_play(const Event& event);

}  // namespace alea
