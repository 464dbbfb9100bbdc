#include "tools/app/search_settings.h"

#include <fmt/format.h>

#include <algorithm>

namespace alea::app {

std::vector<OptionSpec> search_option_list(int default_plies) {
  return {{"plies", "N",
           fmt::format("rolls to look ahead, 0 to {} (default {})", kMaxPlies, default_plies), 'p'},
          {"cubeless", "", "leave the cube out of account"}};
}

Result<SearchOptions> read_search_options(const Arguments& arguments, int default_plies) {
  SearchOptions options;
  const Result<int> plies = arguments.integer("plies", default_plies, 0, kMaxPlies);
  if (!plies) return fail(plies.error());
  options.plies = *plies;
  options.cubeful = !arguments.has("cubeless");
  return options;
}

void compare_rows(SearchOptions& options, std::size_t rows, bool full) {
  constexpr int kAllRows = 1 << 20;
  constexpr int kRowsInFull = 5;
  constexpr double kAnyDifference = 1e9;
  const int shown = rows == 0 ? kAllRows : static_cast<int>(rows);
  if (full) options.filters.before.fill({shown, kAnyDifference});
  for (MoveFilter& filter : options.filters.before) filter.least = std::min(shown, kRowsInFull);
}

const std::string& plies_explanation() {
  static const std::string text =
      "Plies count the rolls that are looked ahead: 0 is the network alone, 2 looks at the\n"
      "opponent's roll and one's own next. GNU Backgammon counts the same way; eXtreme Gammon\n"
      "and BGBlitz call the network alone 1-ply, so alea's 2 plies are their 3.\n";
  return text;
}

}  // namespace alea::app
