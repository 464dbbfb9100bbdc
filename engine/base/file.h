#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace alea {

// The whole file as bytes. Errors (environment): cannot be opened or read; a folder.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& path);

// Writes a file whole or not at all: beside it under a temporary name, fsync, rename, fsync of the
// folder. An existing file keeps its old content on any failure. Errors (environment): folder missing
// or not writable, disk full.
[[nodiscard]] Status write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace alea
