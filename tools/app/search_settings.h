#pragma once

#include <cstddef>

#include "engine/search/search_options.h"
#include "tools/app/command_line.h"

namespace alea::app {

// Half-moves of look-ahead where someone waits for an answer.
inline constexpr int kDefaultPlies = 2;

// --plies and --cubeless.
[[nodiscard]] std::vector<OptionSpec> search_option_list(int default_plies);
[[nodiscard]] Result<SearchOptions> read_search_options(const Arguments& arguments,
                                                        int default_plies);

// --filters: which plays are looked at 1, 2, ... plies deep; those that it does not name, and all without
// it, are the usual ones.
[[nodiscard]] const std::string& filters_explanation();
[[nodiscard]] Result<MoveFilters> read_filters(const Arguments& arguments);

// Has the first `rows` candidates (0: all) compared at the same depth: with `full` each of them, else the
// first five and those that come close at less.
void compare_rows(SearchOptions& options, std::size_t rows, bool full);

// How alea's plies read in other programs; for --help.
[[nodiscard]] const std::string& plies_explanation();

}  // namespace alea::app
