#pragma once

#include <functional>
#include <string>

#include "engine/record/match_record.h"
#include "tools/app/play_recorder.h"
#include "tools/app/play_table.h"

namespace alea::app {

// A recorded match that may be gone on with at the table, with the user as player 0: the side whose name
// is not "alea". What the table cannot go on from is refused, with the line: set-up positions, illegal
// plays, plays that were not recorded, scores that do not follow from the games. `name` is for errors.
[[nodiscard]] Result<MatchRecord> seat_record(MatchRecord record, const std::string& name);

// What the user may be told of the dice that have been thrown, so that those to come are not the same again.
struct ThrownDice {
  std::function<void()> opening;
  std::function<void()> roll;
};

// Plays the record at a new table and into a new recorder. Afterwards either a decision is pending or the
// table has the result of the last game. `record` comes from seat_record.
[[nodiscard]] Status replay(const MatchRecord& record, const std::string& name, PlayTable& table,
                            PlayRecorder& recorder, const ThrownDice& thrown);

}  // namespace alea::app
