#pragma once

#include "engine/search/rollout.h"
#include "tools/app/command_line.h"
#include "tools/app/progress.h"

namespace alea::app {

// --trials, --truncate, --until-se, ..., --save, --continue.
[[nodiscard]] const OptionGroup& rollout_options_group();

// `search` gives the cube setting; checkers and cube are played at --rollout-plies.
[[nodiscard]] Result<RolloutOptions> read_rollout_options(const Arguments& arguments,
                                                          const SearchOptions& search);

// What --continue FILE names, with the trials and stopping rules of this call. Errors: the file, and (usage)
// positions or options that a saved rollout has an answer to already.
[[nodiscard]] Result<RolloutState> read_saved_rollout(const CommandSpec& spec,
                                                      const Arguments& arguments);

// The position of a saved rollout as it was asked for.
[[nodiscard]] Position asked_position(const RolloutState& state);

// Where a rollout is kept: --save, else --continue, else empty.
[[nodiscard]] std::string rollout_file(const Arguments& arguments);

// Writes a rollout to `file`, if that is not empty.
[[nodiscard]] Status keep_rollout(const std::string& file, const RolloutState& state);

// Runs a rollout with a line on a terminal: trials done, best row with its error, time left. Every now and then it
// is kept in `file`, so that little is lost if the process is killed.
void run_rollout(Console& console, const Arguments& arguments, const Rollout& rollout,
                 RolloutState& state, ThreadPool& pool, const std::string& file);

}  // namespace alea::app
