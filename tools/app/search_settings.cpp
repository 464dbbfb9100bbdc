#include "tools/app/search_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "tools/app/console.h"

namespace alea::app {
namespace {

constexpr int kAllRows = 1 << 20;

// "8:0.16" from the front of `text`, which loses it.
bool take_filter(std::string_view& text, MoveFilter& filter) {
  const auto take = [&](auto& number) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return code == std::errc();
  };
  if (!take(filter.keep) || filter.keep < 1 || filter.keep > kAllRows) return false;
  if (!text.starts_with(':')) return false;
  text.remove_prefix(1);
  return take(filter.within) && std::isfinite(filter.within) && filter.within >= 0;
}

}  // namespace

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

const std::string& filters_explanation() {
  static const std::string text =
      "which plays go on to 1, 2, ... plies: at most so\n"
      "many within so much equity of the best, 8:0.16,...";
  return text;
}

Result<MoveFilters> read_filters(const Arguments& arguments) {
  MoveFilters filters;
  if (!arguments.has("filters")) return filters;
  const std::string list = arguments.text("filters");
  std::string_view left = list;
  for (MoveFilter& filter : filters.before) {
    if (!take_filter(left, filter)) break;
    if (left.empty()) return filters;
    if (!left.starts_with(',')) break;
    left.remove_prefix(1);
  }
  return usage_error(
      fmt::format("--filters: expected up to {} pairs of a number of plays and an equity, such as "
                  "8:0.16,4:0.08; got {}",
                  kMaxPlies, in_quotes(list)));
}

void compare_rows(SearchOptions& options, std::size_t rows, bool full) {
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
