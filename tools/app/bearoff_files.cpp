#include "tools/app/bearoff_files.h"

#include <fmt/format.h>

#include "tools/app/progress.h"

namespace alea::app {

OptionSpec bearoff_option() {
  return {"bearoff", "DIR",
          "folder of the bear-off tables; 'none' does without\n"
          "(default: alea/bearoff where your data lives)"};
}

std::filesystem::path bearoff_folder(const Environment& environment, const Arguments& arguments) {
  if (arguments.has("bearoff")) return arguments.text("bearoff");
  return environment.data_home.empty() ? environment.data_home
                                       : environment.data_home / "alea" / "bearoff";
}

Result<BearoffTables> open_bearoff(Console& console, const Arguments& arguments, ThreadPool& pool) {
  const std::filesystem::path folder = bearoff_folder(console.environment, arguments);
  if (folder.empty() || arguments.text("bearoff") == "none") return BearoffTables{};
  ProgressLine line(console, arguments);
  BearoffMakeOptions options;
  options.stop = console.stop;
  options.progress = [&](double share) {
    if (line.due()) {
      line.show(fmt::format("making bear-off tables, once: {:.0f}%", 100 * share));
    }
  };
  Result<OpenedBearoff> opened = open_bearoff_tables(folder, pool, {}, options);
  if (!opened) return fail(opened.error());
  line.clear();
  if (!arguments.has("quiet")) {
    for (const Error& remark : opened->notes) report(console, remark);
  }
  return std::move(opened->tables);
}

}  // namespace alea::app
