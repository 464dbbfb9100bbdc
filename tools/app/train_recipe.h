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

// The stages of a run: the default ones or those of a recipe file, changed by --set. With `continuing`
// (a run that starts from given weights) default stages that learn from single rolls are left out.
// Errors: environment where the file cannot be read; input and usage for unknown or impossible figures,
// naming stage and figure.
[[nodiscard]] Result<std::vector<Stage>> read_recipe(const Arguments& arguments, bool continuing);

// A recipe as it is read from --stages: an array with one object a stage.
[[nodiscard]] Json recipe_json(const std::vector<Stage>& stages);

}  // namespace alea::app
