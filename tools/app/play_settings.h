#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/board/rules.h"
#include "engine/record/match_record.h"
#include "tools/app/commands.h"

namespace alea::app {

// What the options of `alea play` say, but for the engine's.
struct PlaySettings {
  int length = 0;
  Rules rules;
  std::uint64_t seed = 1;
  bool dice_by_hand = false, tutor = false, confirm = true, mirror = false, colour = false;
  std::string save;
  std::optional<MatchRecord> resumed{};  // to be gone on with
  std::string resumed_name{};
};

[[nodiscard]] Result<PlaySettings> read_play_settings(Console& console, const Arguments& arguments);
[[nodiscard]] std::vector<OptionSpec> play_options();

}  // namespace alea::app
