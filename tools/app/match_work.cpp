#include "tools/app/match_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <stop_token>

#include "engine/analysis/decision_state.h"
#include "engine/base/file.h"
#include "engine/base/sha256.h"
#include "engine/record/record_io.h"
#include "tools/app/progress.h"
#include "tools/app/search_settings.h"

namespace alea::app {
namespace {

constexpr std::chrono::seconds kSaveEvery{20};

}  // namespace

MatchStates::MatchStates(const Console& console, const Arguments& arguments)
    : fresh_(arguments.has("fresh")) {
  if (arguments.has("state")) {
    folder_ = arguments.text("state");
  } else if (!console.environment.cache_home.empty()) {
    folder_ = console.environment.cache_home / "alea" / "match";
  }
}

std::filesystem::path MatchStates::file_of(const std::string& key) const {
  return folder_ / (key.substr(0, 32) + ".json");
}

std::size_t MatchStates::restore(const std::string& key, MatchAnalysis& analysis) const {
  if (folder_.empty() || fresh_) return 0;
  const Result<std::string> text = read_file(file_of(key));
  if (!text || !restore_analysis(*text, key, analysis)) return 0;  // then it is done anew
  return analysis.done();
}

Status MatchStates::save(const std::string& key, const MatchAnalysis& analysis) const {
  if (folder_.empty()) return {};
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  if (failed) {
    return fail(ErrorKind::environment,
                fmt::format("cannot make the folder {}: {}", folder_.string(), failed.message()));
  }
  return write_file(file_of(key), save_analysis(analysis, key));
}

void MatchStates::remove(const std::string& key) const {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove(file_of(key), ignored);
}

std::string state_key(const MatchRecord& record, const Session& session, const MatchDepth& depth) {
  const Result<std::string> text = write_record(record, RecordFormat::json);
  return sha256_hex(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n", text ? *text : "",
                                session.evaluator().evaluator->identity(), session.met()->name(),
                                depth.search.plies, depth.luck_plies.value_or(-1),
                                session.bearoff().empty()));
}

Result<MatchDepth> read_match_depth(const Arguments& arguments) {
  const Result<SearchOptions> search = read_search_options(arguments, kMatchPlies);
  if (!search) return fail(search.error());
  MatchDepth depth{.search = *search};
  if (!arguments.has("luck-plies")) return depth;
  const Result<int> plies = arguments.integer("luck-plies", 1, 1, kMaxPlies);
  if (!plies) return fail(plies.error());
  depth.luck_plies = *plies;
  return depth;
}

std::vector<OptionSpec> match_analysis_options() {
  std::vector<OptionSpec> options{search_option_list(kMatchPlies).front()};
  options.push_back({"luck-plies", "N",
                     fmt::format("rolls to look ahead for the luck of a roll, 1 to {}\n"
                                 "(default: as many as --plies, at least 1)",
                                 kMaxPlies)});
  options.push_back({"state", "DIR",
                     "where an interrupted analysis is kept for the next call\n"
                     "(default: alea/match in the cache folder)"});
  options.push_back({"fresh", "", "do not go on with an interrupted analysis"});
  return options;
}

MatchWorker::MatchWorker(Console& console, const Arguments& arguments, const Session& session,
                         const MatchDepth& depth)
    : console_(console),
      arguments_(arguments),
      session_(session),
      depth_(depth),
      analyst_(session.evaluator_for(depth.search.plies), session.met(), depth.search,
               depth.luck_plies),
      states_(console, arguments) {
}

MatchAnalysis MatchWorker::analyse(const MatchRecord& record, const std::string& title) {
  MatchAnalysis analysis = analyst_.start(record);
  const std::string key = state_key(record, session_, depth_);
  const std::size_t before = states_.restore(key, analysis);
  if (before > 0 && !arguments_.has("quiet")) {
    note(console_, fmt::format("{}: going on after {} of {} turns and doubles", title, before,
                               analysis.units.size()));
  }
  ProgressLine progress(console_, arguments_);
  const auto show = [&](std::size_t done) {
    if (!progress.due()) return;
    const std::size_t all = analysis.units.size();
    const double seconds = progress.elapsed();
    const std::size_t now = done - before;
    progress.show(fmt::format(
        "{}: {} of {} turns and doubles, {} left", title, done, all,
        duration_text(
            now == 0 ? 0 : seconds * static_cast<double>(all - done) / static_cast<double>(now))));
  };
  // In slices, between which what has been done is saved: a killed process loses little.
  using Clock = std::chrono::steady_clock;
  auto saved = Clock::now();
  const auto slice = [&] {
    analyst_.run(
        record, analysis, session_.pool(),
        [&](std::size_t done) {
          show(done);
          return Clock::now() - saved < kSaveEvery;
        },
        console_.stop);
  };
  for (;;) {
    slice();
    if (analysis.complete()) {
      states_.remove(key);
      break;
    }
    const Status done = states_.save(key, analysis);
    saved = Clock::now();
    if (console_.stop.stop_requested()) {
      progress.clear();
      if (!done) {
        report(console_, done.error());
      } else if (states_.usable()) {
        note(console_, fmt::format("{}: interrupted after {} of {} turns and doubles; the same "
                                   "command goes on from there",
                                   title, analysis.done(), analysis.units.size()));
      }
      break;
    }
  }
  return analysis;
}

Result<std::string> read_match_source(Console& console, const std::string& source) {
  if (source != "-") return read_file(source);
  std::string bytes;
  std::array<char, 1 << 16> chunk{};
  while (console.in.read(chunk.data(), chunk.size()) || console.in.gcount() > 0) {
    bytes.append(chunk.data(), static_cast<std::size_t>(console.in.gcount()));
    if (bytes.size() > kReadLimit) {
      return fail(ErrorKind::input, "stdin: more than 256 MB; expected one match file");
    }
  }
  return bytes;
}

Result<std::vector<std::filesystem::path>> match_files(const std::string& argument) {
  std::vector<std::filesystem::path> files;
  std::error_code failed;
  if (!std::filesystem::is_directory(argument, failed)) {
    files.emplace_back(argument);
    return files;
  }
  for (std::filesystem::directory_iterator at(argument, failed), end; !failed && at != end;
       at.increment(failed)) {
    std::error_code ignored;
    if (!at->is_regular_file(ignored)) continue;
    if (at->path().filename().string().starts_with('.')) continue;
    files.push_back(at->path());
  }
  if (failed) {
    return fail(ErrorKind::environment,
                fmt::format("{}: cannot be listed: {}", argument, failed.message()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace alea::app
