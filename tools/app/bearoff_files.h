#pragma once

#include <filesystem>

#include "engine/base/thread_pool.h"
#include "engine/bearoff/bearoff_tables.h"
#include "tools/app/command_line.h"
#include "tools/app/console.h"

namespace alea::app {

// --bearoff, for commands that evaluate.
[[nodiscard]] OptionSpec bearoff_option();

// The folder of the user's tables: --bearoff, else below XDG_DATA_HOME. Empty if there is none.
[[nodiscard]] std::filesystem::path bearoff_folder(const Environment& environment,
                                                   const Arguments& arguments);

// The tables of that folder, made and saved at first need with progress shown; none where there is
// no folder or with --bearoff none. Errors: cancelled.
[[nodiscard]] Result<BearoffTables> open_bearoff(Console& console, const Arguments& arguments,
                                                 ThreadPool& pool);

}  // namespace alea::app
