#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "nn/net/kernels.h"

namespace alea::app {

// The kernels of the instruction set that ALEA_ISA names, or the fastest if it is empty. Errors
// (usage): no such name, or this processor lacks it.
[[nodiscard]] Result<const nn::Kernels*> choose_kernels(std::string_view isa);

}  // namespace alea::app
