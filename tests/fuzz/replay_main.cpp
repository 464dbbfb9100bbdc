// Runs a fuzz target without a fuzzer: the seeds, then a number of random mutations of them.
//
// Usage: NAME RUNS SEED_FILE_OR_FOLDER...
// The mutations are the same each time. A crash prints the number of the run; its input is left in
// the working folder as fuzz.crash.

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/rng.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

namespace fs = std::filesystem;

struct Run {
  long number = 0;
  std::string input{};
};
Run current;  // for the handler of crashes

// Not safe in every crash, but all that is left to do.
void report_crash(int signal) {
  std::fprintf(stderr, "run %ld ended by signal %d; its input is in fuzz.crash\n", current.number,
               signal);
  if (std::FILE* file = std::fopen("fuzz.crash", "wb"); file != nullptr) {
    std::fwrite(current.input.data(), 1, current.input.size(), file);
    std::fclose(file);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::string mutated(const std::vector<std::string>& seeds, alea::Rng& rng) {
  const auto below = [&rng](std::size_t n) {
    return static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(n)));
  };
  const auto any_seed = [&]() -> const std::string& { return seeds[below(seeds.size())]; };
  static constexpr char kInteresting[] = "\0\n\r\t -:;/*()=+09AZaz\x7f\x80\xff";
  std::string text = any_seed();
  for (std::size_t edits = 1 + below(4); edits > 0; --edits) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = std::min(below(12) + 1, text.size() - at);
    switch (below(8)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(rng.below(256));
        break;
      case 2:
        text.insert(at, 1, kInteresting[below(sizeof kInteresting - 1)]);
        break;
      case 3:
        text.erase(at, length);
        break;
      case 4:
        text.insert(below(text.size() + 1), text.substr(at, length));
        break;
      case 5:
        text.resize(at);
        break;
      case 6: {
        const std::string& other = any_seed();
        text = text.substr(0, at) + other.substr(below(other.size() + 1));
        break;
      }
      default:
        text.insert(at, std::to_string(rng.next() >> below(64)));
        break;
    }
  }
  return text;
}

void run(std::string input) {
  current.input = std::move(input);
  ++current.number;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(current.input.data()),
                         current.input.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s RUNS SEED_FILE_OR_FOLDER...\n", argv[0]);
    return 2;
  }
  std::vector<fs::path> files;
  for (int i = 2; i < argc; ++i) {
    if (fs::is_directory(argv[i])) {
      for (const auto& entry : fs::directory_iterator(argv[i])) files.push_back(entry.path());
    } else {
      files.emplace_back(argv[i]);
    }
  }
  std::ranges::sort(files);
  std::vector<std::string> seeds;
  for (const fs::path& file : files) {
    auto content = alea::read_file(file);
    if (!content) {
      std::fprintf(stderr, "%s\n", content.error().text().c_str());
      return 1;
    }
    seeds.push_back(std::move(*content));
  }
  if (seeds.empty()) {
    std::fprintf(stderr, "no seeds\n");
    return 1;
  }
  std::signal(SIGABRT, report_crash);
  std::signal(SIGSEGV, report_crash);
  for (const std::string& seed : seeds) run(seed);
  alea::Rng rng(1, 0);
  for (long left = std::strtol(argv[1], nullptr, 10); left > 0; --left) run(mutated(seeds, rng));
  std::printf("%ld runs\n", current.number);
}
