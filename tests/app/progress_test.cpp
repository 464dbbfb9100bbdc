#include "tools/app/progress.h"

#include <gtest/gtest.h>

#include <sstream>

namespace alea::app {
namespace {

std::string shown(bool terminal, const std::vector<std::string>& words) {
  std::istringstream in;
  std::ostringstream out, err;
  Console console{.in = in, .out = out, .err = err, .err_is_terminal = terminal, .environment = {}};
  const Result<Arguments> arguments = parse_arguments(CommandSpec{.name = "test"}, words);
  ProgressLine(console, *arguments).show("half done");
  EXPECT_TRUE(out.str().empty());
  return err.str();
}

TEST(ProgressLine, StaysOnItsRowOfANarrowTerminalAndLeavesNothing) {
  EXPECT_EQ(shown(true, {}), "\r\x1b[?7lhalf done\x1b[K\x1b[?7h\r\x1b[K");
}

TEST(ProgressLine, IsForTerminalsOnly) {
  EXPECT_EQ(shown(false, {}), "");
  EXPECT_EQ(shown(true, {"--quiet"}), "");
}

}  // namespace
}  // namespace alea::app
