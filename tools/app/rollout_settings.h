#pragma once

#include "engine/search/rollout.h"
#include "tools/app/command_line.h"
#include "tools/app/progress.h"

namespace alea::app {

// --trials, --truncate, --until-se, ...
[[nodiscard]] const OptionGroup& rollout_options_group();

// `search` gives the cube setting; checkers and cube are played at --rollout-plies.
[[nodiscard]] Result<RolloutOptions> read_rollout_options(const Arguments& arguments,
                                                          const SearchOptions& search);

// Trials done, best row with its error, time left: one line on a terminal.
class RolloutProgress {
 public:
  RolloutProgress(Console& console, const Arguments& arguments, const RolloutOptions& options)
      : line_(console, arguments), options_(options) {}

  void show(const RolloutState& state);

 private:
  ProgressLine line_;
  const RolloutOptions& options_;
};

}  // namespace alea::app
