#include "tools/app/player_names.h"

#include <fmt/format.h>

namespace alea::app {

Result<NamedPlayer> open_player(const Environment& environment, std::string_view text,
                                std::shared_ptr<const MatchEquityTable> met, bool cubeful) {
  if (text == "random") {
    return NamedPlayer{
        .player = make_random_player(), .name = "random", .description = "random plays"};
  }
  std::string_view name = text;
  SearchOptions options;
  options.cubeful = cubeful;
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
  const bool chosen = name == "current" && !environment.weights.empty();
  Result<NamedEvaluator> evaluator =
      open_evaluator(environment, chosen ? std::string_view(environment.weights) : name);
  if (!evaluator) {
    Error error = evaluator.error();
    error.message = fmt::format("player {}: {}", in_quotes(text), error.message);
    return fail(std::move(error));
  }
  std::string description = fmt::format("{}, {}-ply", evaluator->description, options.plies);
  const auto searcher = std::make_shared<Searcher>(evaluator->evaluator, std::move(met), options);
  return NamedPlayer{.player = make_search_player(searcher, description),
                     .name = std::string(text),
                     .description = std::move(description)};
}

}  // namespace alea::app
