#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace alea::app {

// The folder of a training run. It is locked as long as this object lives, so that two processes never
// train in one; the lock goes with the process, however it ends.
class RunFolder {
 public:
  // A folder for a new run, made if it is missing. Errors: usage where it holds a run or a net;
  // environment where it cannot be made or written to, or another process trains in it.
  [[nodiscard]] static Result<RunFolder> create(const std::filesystem::path& path);
  // The folder of a run to go on with. Errors: usage where it holds none; environment as above.
  [[nodiscard]] static Result<RunFolder> open(const std::filesystem::path& path);

  RunFolder(RunFolder&& other) noexcept;
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  RunFolder& operator=(RunFolder&&) = delete;
  ~RunFolder();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  [[nodiscard]] std::filesystem::path checkpoint() const { return path_ / "checkpoint"; }
  [[nodiscard]] std::filesystem::path net() const { return path_ / "net.alea"; }
  [[nodiscard]] std::filesystem::path log() const { return path_ / "log.jsonl"; }
  [[nodiscard]] std::filesystem::path report() const { return path_ / "report.html"; }

 private:
  RunFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  [[nodiscard]] static Result<RunFolder> lock(const std::filesystem::path& path);

  std::filesystem::path path_;
  int lock_;  // descriptor
};

}  // namespace alea::app
