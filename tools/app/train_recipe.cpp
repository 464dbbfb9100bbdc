#include "tools/app/train_recipe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <type_traits>

#include "engine/base/file.h"
#include "nn/eval/features.h"
#include "nn/net/shape.h"
#include "tools/app/console.h"
#include "tools/app/suggest.h"

namespace alea::app {
namespace {

constexpr std::size_t kMaxRecipeFile = std::size_t{1} << 20;
constexpr std::size_t kMaxStages = 20;
constexpr double kMostGames = 1e15;
constexpr double kMostPositions = 1e7;  // of a ring: 1.3 GB of memory

struct Range {
  double low, high;
};

// What a figure may be, whatever the others are.
Range range_of(std::string_view name) {
  if (name == "games" || name == "horizon") return {0, kMostGames};
  if (name == "width") return {nn::kWidthBlock, 4096};
  if (name == "likely_plays") return {0, 1000};
  if (name == "heads") return {1, nn::kPhases};
  if (name == "games_per_round") return {1, 1e6};
  if (name == "draws") return {1, 100};
  if (name == "ring") return {100, kMostPositions};
  if (name == "batch") return {1, 65536};
  if (name == "rate_from" || name == "rate_to") return {1e-9, 1};
  if (name == "equity_weight") return {0, 1000};
  if (name == "average_decay") return {0, 0.999999};
  return {0, 1};  // shares and flags
}

std::vector<std::string> figure_names() {
  std::vector<std::string> names;
  Stage stage;
  for_each_field(stage, [&](const char* name, auto&) { names.emplace_back(name); });
  return names;
}

Status set_figure(Stage& stage, std::string_view name, double value) {
  bool known = false;
  Status status;
  for_each_field(stage, [&](const char* field_name, auto& field) {
    using Field = std::remove_reference_t<decltype(field)>;
    if (name != field_name) return;
    known = true;
    const Range range = range_of(name);
    const bool whole = !std::is_floating_point_v<Field>;
    if (!(value >= range.low && value <= range.high) || (whole && value != std::floor(value))) {
      status = fail(ErrorKind::input,
                    fmt::format("{} {:g}: expected a {} from {:g} to {:g}", name, value,
                                whole ? "whole number" : "number", range.low, range.high));
      return;
    }
    field = static_cast<Field>(value);
  });
  if (!known) {
    return fail(ErrorKind::input,
                fmt::format("unknown figure {}{}; there are {}", in_quotes(name, 40),
                            did_you_mean(std::string(name), figure_names()),
                            fmt::join(figure_names(), ", ")));
  }
  return status;
}

// What the figures must be among themselves.
Status check(const std::vector<Stage>& stages) {
  int width = 0, heads = 0;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const Stage& s = stages[i];
    const auto bad = [&](const std::string& what) {
      return fail(ErrorKind::input, fmt::format("stage {}: {}", i + 1, what));
    };
    if (s.width % nn::kWidthBlock != 0) {
      return bad(fmt::format("width {} is no multiple of {}", s.width, nn::kWidthBlock));
    }
    if (!nn::are_heads(s.heads)) {
      return bad(fmt::format("heads {}: expected 1, {}, {} or {}", s.heads, nn::kCoarsePhases,
                             nn::kMediumPhases, nn::kPhases));
    }
    if (s.width < width || s.heads < heads) {
      return bad("width or heads below those of the stage before; a net only grows");
    }
    if (s.unusual_start + s.random_opening > 1) {
      return bad("unusual_start and random_opening are shares of all games: their sum is above 1");
    }
    if (static_cast<std::uint32_t>(s.batch) > s.ring) return bad("batch is larger than ring");
    if (s.games == 0 && i + 1 < stages.size()) {
      return bad("games 0 means without end, which only the last stage can be");
    }
    width = s.width;
    heads = s.heads;
  }
  return {};
}

Result<std::vector<Stage>> read_recipe_file(const std::string& path) {
  const Result<std::string> text = read_file(path, kMaxRecipeFile);
  if (!text) return fail(text.error());
  const auto bad = [&](const std::string& what) {
    return fail(Error{.kind = ErrorKind::input, .message = what, .source = path});
  };
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_array() || json.empty() || json.size() > kMaxStages) {
    return bad(
        fmt::format("expected a JSON array of 1 to {} stages, as 'alea train --print-recipe' "
                    "shows",
                    kMaxStages));
  }
  std::vector<Stage> stages;
  for (const Json& object : json) {
    const std::string where = fmt::format("stage {}: ", stages.size() + 1);
    if (!object.is_object()) return bad(where + "expected an object");
    Stage stage;
    for (const auto& [name, value] : object.items()) {
      if (!value.is_number() && !value.is_boolean()) {
        return bad(fmt::format("{}{}: expected a number", where, in_quotes(name, 40)));
      }
      const double figure = value.is_boolean() ? (value.get<bool>() ? 1 : 0) : value.get<double>();
      if (const Status set = set_figure(stage, name, figure); !set) {
        return bad(where + set.error().message);
      }
    }
    stages.push_back(stage);
  }
  return stages;
}

// "2.width=512" or "rate_to=1e-4" (every stage).
Status apply_setting(std::vector<Stage>& stages, std::string_view setting) {
  const auto bad = [&](const std::string& what) {
    return usage_error(fmt::format("--set {}: {}", in_quotes(setting), what));
  };
  const auto number = [](std::string_view text, auto& value) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size();
  };
  const std::size_t equals = setting.find('=');
  if (equals == std::string_view::npos) return bad("expected KEY=VALUE or STAGE.KEY=VALUE");
  std::string_view name = setting.substr(0, equals);
  std::size_t first = 0, last = stages.size();
  if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
    std::size_t stage = 0;
    if (!number(name.substr(0, dot), stage) || stage < 1 || stage > stages.size()) {
      return bad(fmt::format("there are stages 1 to {}", stages.size()));
    }
    first = stage - 1;
    last = stage;
    name.remove_prefix(dot + 1);
  }
  double value = 0;
  if (!number(setting.substr(equals + 1), value)) return bad("expected a number after the '='");
  for (std::size_t i = first; i < last; ++i) {
    if (const Status set = set_figure(stages[i], name, value); !set)
      return bad(set.error().message);
  }
  return {};
}

}  // namespace

const OptionGroup& recipe_options() {
  static const OptionGroup group{
      .title = "Recipe (docs/training.md explains the figures)",
      .options = {{"stages", "FILE", "stages of the run as a JSON array"},
                  {"set", "KEY=VALUE,...",
                   "change figures of all stages, or of one: --set\n"
                   "1.games=100000,2.width=768"},
                  {"print-recipe", "", "print the stages in effect as JSON, and end"}}};
  return group;
}

std::vector<Stage> usual_stages(bool from_net) {
  std::vector<Stage> stages = default_stages();
  if (from_net) std::erase_if(stages, [](const Stage& stage) { return !stage.all_rolls; });
  return stages;
}

Result<std::vector<Stage>> read_recipe(const Arguments& arguments, std::vector<Stage> stages) {
  if (arguments.has("stages")) {
    Result<std::vector<Stage>> given = read_recipe_file(arguments.text("stages"));
    if (!given) return fail(given.error());
    stages = std::move(*given);
  }
  std::string_view settings;
  const std::string text = arguments.text("set");
  for (settings = text; !settings.empty();) {
    const std::size_t comma = std::min(settings.find(','), settings.size());
    ALEA_TRY(apply_setting(stages, settings.substr(0, comma)));
    settings.remove_prefix(std::min(comma + 1, settings.size()));
  }
  if (Status checked = check(stages); !checked) {
    Error error = std::move(checked).error();
    if (arguments.has("stages")) error.source = arguments.text("stages");
    return fail(std::move(error));
  }
  return stages;
}

Json recipe_json(const std::vector<Stage>& stages) {
  Json json = Json::array();
  for (const Stage& stage : stages) {
    Json object;
    for_each_field(stage, [&](const char* name, const auto& field) {
      using Field = std::remove_cvref_t<decltype(field)>;
      if constexpr (std::is_same_v<Field, float>) {
        // The shortest decimal of the float itself, not the digits of its double.
        object[name] = Json::parse(fmt::format("{}", field));
      } else {
        object[name] = field;
      }
    });
    json.push_back(std::move(object));
  }
  return json;
}

}  // namespace alea::app
