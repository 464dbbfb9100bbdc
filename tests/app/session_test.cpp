#include "tools/app/session.h"

#include <gtest/gtest.h>

#include <sstream>

#include "engine/cube/ids.h"

namespace alea::app {
namespace {

class SessionTest : public testing::Test {
 protected:
  [[nodiscard]] Session open(const std::vector<std::string>& words) {
    const CommandSpec spec{.name = "test", .groups = {{"Options", session_options()}}};
    const Result<Arguments> arguments = parse_arguments(spec, words);
    EXPECT_TRUE(arguments) << arguments.error().text();
    Result<Session> session = Session::open(console_, *arguments);
    EXPECT_TRUE(session) << session.error().text();
    return std::move(*session);
  }

 private:
  std::istringstream in_;
  std::ostringstream out_, err_;
  Console console_{.in = in_, .out = out_, .err = err_, .environment = {}};
};

TEST_F(SessionTest, ALookAheadThatRemembersFindsTheSame) {
  const Session session = open({"--weights", "linear", "--threads", "2"});
  EXPECT_NE(session.remembering(), session.evaluator().evaluator);
  SearchOptions options;
  options.plies = 2;
  const Searcher remembering = session.searcher(options);
  const Searcher plain(session.evaluator().evaluator, session.met(), options);
  for (const char* id : {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
                         "XGID=-a-B--C-aA--cC---c-e-A--A-:0:0:1:64:0:0:0:7:10"}) {
    const Position position = *parse_position(id);
    for (int time = 0; time < 2; ++time) {  // the second time from memory
      const CheckerAnalysis a = remembering.analyze_checker(position, &session.pool());
      const CheckerAnalysis b = plain.analyze_checker(position, &session.pool());
      ASSERT_EQ(a.candidates.size(), b.candidates.size());
      EXPECT_EQ(a.nodes, b.nodes);
      for (std::size_t i = 0; i < a.candidates.size(); ++i) {
        EXPECT_EQ(a.candidates[i].after, b.candidates[i].after);
        EXPECT_EQ(a.candidates[i].value.cubeful.points, b.candidates[i].value.cubeful.points);
      }
    }
  }
}

}  // namespace
}  // namespace alea::app
