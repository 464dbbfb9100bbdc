#pragma once

#include "engine/search/search_options.h"
#include "tools/app/command_line.h"

namespace alea::app {

// --plies and --cubeless.
[[nodiscard]] std::vector<OptionSpec> search_option_list(int default_plies);
[[nodiscard]] Result<SearchOptions> read_search_options(const Arguments& arguments,
                                                        int default_plies);

// How alea's plies read in other programs; for --help.
[[nodiscard]] const std::string& plies_explanation();

}  // namespace alea::app
