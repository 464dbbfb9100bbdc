#include "tools/app/player_names.h"

#include <fmt/format.h>

namespace alea::app {

Result<NamedPlayer> open_player(const PlayerSetup& setup, std::string_view text,
                                const BearoffTables& tables) {
  if (text == "random") {
    return NamedPlayer{
        .player = make_random_player(), .name = "random", .description = "random plays"};
  }
  std::string_view name = text;
  SearchOptions options;
  options.cubeful = setup.cubeful;
  if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
    const std::string_view plies = text.substr(at + 1);
    const int value = plies.size() == 1 ? plies[0] - '0' : -1;
    if (value < 0 || value > kMaxPlies) {
      return usage_error(
          fmt::format("player {}: expected 0 to {} plies after the @, as in current@1",
                      in_quotes(text), kMaxPlies));
    }
    options.plies = value;
    name = text.substr(0, at);
  }
  const std::string& in_use = setup.environment.weights;
  const bool chosen = name == "current" && !in_use.empty();
  Result<NamedEvaluator> evaluator =
      open_evaluator(setup.environment, chosen ? std::string_view(in_use) : name);
  if (!evaluator) {
    Error error = evaluator.error();
    error.message = fmt::format("player {}: {}", in_quotes(text), error.message);
    return fail(std::move(error));
  }
  const NamedEvaluator stack = with_tables(std::move(*evaluator), tables);
  const std::string description = fmt::format("{}, {}-ply", stack.description, options.plies);
  const auto searcher = std::make_shared<Searcher>(stack.evaluator, setup.met, options);
  return NamedPlayer{.player = make_search_player(searcher, description),
                     .name = std::string(text),
                     .description = description,
                     .network = !stack.file.empty(),
                     .evaluator = stack.evaluator};
}

}  // namespace alea::app
