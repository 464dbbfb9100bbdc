#pragma once

// For .cpp files only, like json.h.

#include <vector>

#include "engine/base/result.h"
#include "tools/app/command_line.h"
#include "tools/app/json.h"
#include "training/stage.h"

namespace alea::app {

// --stages and --set.
[[nodiscard]] const OptionGroup& recipe_options();

// The stages that a run has without a recipe file; with `from_net` (it starts from given weights) only
// those that learn from all rolls.
[[nodiscard]] std::vector<Stage> usual_stages(bool from_net);

// The stages of a run: `stages` or those of a recipe file instead, changed by --set.
// Errors: environment where the file cannot be read; input and usage for unknown or impossible figures,
// naming stage and figure.
[[nodiscard]] Result<std::vector<Stage>> read_recipe(const Arguments& arguments, std::vector<Stage> stages);

// A recipe as it is read from --stages: an array with one object a stage.
[[nodiscard]] Json recipe_json(const std::vector<Stage>& stages);

}  // namespace alea::app
