#pragma once

#include "engine/search/search_options.h"
#include "tools/app/command_line.h"
#include "tools/app/console.h"
#include "tools/app/session.h"

namespace alea::app {

inline constexpr int kHttpPort = 8642;

// The options that `serve http` alone takes.
[[nodiscard]] std::vector<OptionSpec> serve_http_options();

// Serves until a stop request; returns the exit code.
[[nodiscard]] int serve_http_api(Console& console, const Arguments& arguments,
                                 const Session& session, const SearchOptions& search);

}  // namespace alea::app
