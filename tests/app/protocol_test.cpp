// What other programs see: the Universal Backgammon Interface and GNU Backgammon's external player.

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <condition_variable>
#include <thread>

#include "engine/board/notation.h"
#include "engine/cube/ids.h"
#include "engine/cube/ids_fibs.h"
#include "engine/evaluator/exact_evaluator.h"
#include "engine/evaluator/linear_evaluator.h"
#include "tests/app/run_alea.h"
#include "tools/protocol/complaints.h"
#include "tools/protocol/gnubg_external.h"
#include "tools/protocol/line_server.h"
#include "tools/protocol/ubgi.h"

namespace alea::protocol {
namespace {

class Protocols : public testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> ubgi(const std::string& input) const {
    std::istringstream in(input);
    std::ostringstream out;
    serve_ubgi(advisor_, "1", in, out, {});
    return app::lines_of(out.str());
  }
  // The last line, without the info line before it.
  [[nodiscard]] std::string last(const std::string& input) const {
    const auto lines = ubgi(input);
    return lines.empty() ? "" : lines.back();
  }
  // The answer to the last line of one connection.
  [[nodiscard]] std::string external(const std::vector<std::string>& lines) const {
    GnubgExternal player(advisor_);
    std::string last;
    for (const std::string& line : lines) {
      const Result<std::string> answer = player.answer(line);
      last = answer ? *answer : fmt::format("error: {}", answer.error().message);
    }
    return last;
  }
  [[nodiscard]] std::string external(const std::string& line) const {
    return external(std::vector<std::string>{line});
  }

  ThreadPool pool_{1};
  Advisor advisor_{std::make_shared<ExactEvaluator>(std::make_shared<LinearEvaluator>()),
                   std::make_shared<MatchEquityTable>(MatchEquityTable::kazaross_xg2()),
                   SearchOptions{}, pool_};
};

// A stop right behind its search must not get lost because the search has not begun yet.
TEST_F(Protocols, UbgiStopsTheSearchesAskedForBefore) {
  const auto lines = ubgi(
      "position gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo role chequer depth 6\n"
      "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\nstop\nisready\n");
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].find("depth 6"), std::string::npos) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("bestmove ")) << lines[1];
  EXPECT_EQ(lines[3], "readyok");
}

TEST_F(Protocols, UbgiIntroducesItself) {
  const auto lines = ubgi("ubgi\nisready\nquit\nisready\n");
  ASSERT_GE(lines.size(), 4U);
  EXPECT_EQ(lines.front(), "id name alea");
  EXPECT_EQ(lines[lines.size() - 2], "ubgiok");
  EXPECT_EQ(lines.back(), "readyok");
}

TEST_F(Protocols, UbgiPlaysADiceRoll) {
  EXPECT_EQ(last("newgame\nposition gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo role chequer\n"),
            "bestmove 8/5 6/5");
  EXPECT_EQ(last("position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n"
                 "go role turn\n"),
            "bestturn cube=nodouble move=8/5 6/5");
}

TEST_F(Protocols, UbgiPassesADance) {
  EXPECT_EQ(last("position xgid XGID=-BBBBB-B----------bbbbbbcA:0:0:1:66:0:0:0:0:10\n"
                 "go role chequer\n"),
            "bestmove pass");
}

TEST_F(Protocols, UbgiAnswersCubeQuestions) {
  EXPECT_EQ(last("position gnubgid 4HPwATDgc/ABMA\ngo role cube\n"), "bestcube nodouble");
  EXPECT_EQ(last("position gnubgid 4HPwATDgc/ABMA\ngo role response\n"), "bestcube take");
  // A long race far ahead.
  const std::string race = "position xgid XGID=-HD----------------ccccc--:0:0:1:00:0:0:0:0:10\n";
  EXPECT_EQ(last(race + "go role cube\n"), "bestcube double");
  EXPECT_EQ(last(race + "go role response\n"), "bestcube drop");
}

TEST_F(Protocols, UbgiConsumesTheDice) {
  EXPECT_EQ(last("position gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo role chequer\ngo role chequer\n"),
            "error missing_context dice");
}

TEST_F(Protocols, UbgiCarriesOutAScriptInOrder) {
  const std::string one = "position gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo role chequer depth 1\n";
  int answers = 0;
  for (const std::string& line : ubgi(one + one + one + "quit\n")) {
    answers += line == "bestmove 8/5 6/5" ? 1 : 0;
    EXPECT_NE(line.rfind("error", 0), 0U) << line;
  }
  EXPECT_EQ(answers, 3);
}

TEST_F(Protocols, UbgiNamesWhatIsWrong) {
  const struct {
    const char* input;
    const char* answer;
  } cases[] = {{"hello\n", "error unknown_command hello"},
               {"go role chequer\n", "error missing_context position"},
               {"position gnubgid 4HPwATDgc/ABMA\ngo role chequer\n", "error missing_context dice"},
               {"go\n", "error bad_argument"},
               {"go role knight\n", "error bad_argument"},
               {"position gnubgid nonsense\n", "error bad_argument invalid_position"},
               {"position\n", "error bad_argument"},
               {"dice 0 7\n", "error bad_argument"},
               {"dice 3\n", "error bad_argument"},
               {"setcube value 3 owner p0\n", "error bad_argument"},
               {"setturn p2\n", "error bad_argument"},
               {"newsession type match length 5\nsetscore 5 0\n", "error bad_argument"},
               {"setoption name Variant value nackgammon\n", "error unsupported_feature"},
               {"setoption name Plies value 99\n", "error bad_argument"},
               {"position gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo role chequer depth 99\n",
                "error bad_argument"}};
  for (const auto& [input, answer] : cases) {
    EXPECT_EQ(last(input).rfind(answer, 0), 0U) << input << last(input);
  }
}

TEST_F(Protocols, UbgiForgetsAnOldPositionAfterABadOne) {
  EXPECT_EQ(last("position gnubgid 4HPwATDgc/ABMA\nposition gnubgid x\ngo role cube\n"),
            "error missing_context position");
}

TEST_F(Protocols, UbgiKnowsTheOlderFormsToo) {
  EXPECT_EQ(last("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n"), "8/5 6/5");
  EXPECT_EQ(last("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10\n"), "roll");
}

constexpr const char* kToMove =
    "board:gnubg:root:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:"
    "1:0:1:-1:0:25:0:0:0:0:0:0:0:1";

TEST_F(Protocols, ExternalPlayerPlaysItsRoll) {
  EXPECT_EQ(external(kToMove), "8/5 6/5");
}

TEST_F(Protocols, ExternalPlayerStripsTheNulOfEveryLaterLine) {
  EXPECT_EQ(external(std::string(1, '\0') + kToMove + "\r"), "8/5 6/5");
}

TEST_F(Protocols, ExternalPlayerRollsOrDoubles) {
  EXPECT_EQ(external("board:gnubg:root:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:"
                     "0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1"),
            "roll");
}

TEST_F(Protocols, ExternalPlayerAnswersADouble) {
  EXPECT_EQ(external("board:root:gnubg:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:"
                     "0:-1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1"),
            "take");
}

// Sent to its player 0 while the opponent, player 1, has played 24/15 from the start: points and flags
// are player 1's all the same.
constexpr const char* kToMoveAsPlayer0 =
    "board:gnubg:root:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:1:0:-3:0:-5:0:0:0:0:1:0:-1:5:6:5:6:1:1:"
    "1:0:1:-1:0:25:0:0:0:0:0:0:0:1";

TEST_F(Protocols, ExternalPlayerKnowsItsSideInEitherSeat) {
  const Result<Position> position = to_position(*parse_fibs_board(kToMoveAsPlayer0));
  ASSERT_TRUE(position) << position.error().text();
  EXPECT_EQ(to_xgid(*position), "XGID=-b----E-C---eE-A-c-e----A-:0:0:-1:65:0:0:0:0:10");
  EXPECT_TRUE(parse_play(position->board, make_dice(6, 5), Rules{}, external(kToMoveAsPlayer0)));
}

// As player 0, with the opponent's cube at 2: no double is possible.
TEST_F(Protocols, ExternalPlayerReadsTheCubeInEitherSeat) {
  const Result<Position> position = to_position(*parse_fibs_board(
      "board:gnubg:root:0:0:0:-1:-1:-1:2:0:0:4:0:2:0:0:1:-4:4:1:0:0:-3:0:-5:0:0:0:0:1:0:-1:0:0:0:0:"
      "2:1:0:0:1:-1:0:25:0:0:0:0:0:0:0:1"));
  ASSERT_TRUE(position) << position.error().text();
  EXPECT_EQ(position->cube, (CubeState{1, CubeOwner::them}));
}

// A beaver of our double, and a raccoon of our beaver; which of the two follows from our last answer.
TEST_F(Protocols, ExternalPlayerTellsBeaversFromRaccoons) {
  const FibsBoard beaver = *parse_fibs_board(
      "board:gnubg:root:0:0:0:0:-2:0:0:0:2:3:0:3:0:0:0:-5:6:0:0:0:-3:0:-5:0:0:0:0:1:0:-1:0:0:0:0:2:"
      "1:"
      "0:1:1:-1:0:25:0:0:0:0:0:0:0:1");
  const Result<Position> beavered = to_position(beaver);
  ASSERT_TRUE(beavered) << beavered.error().text();
  EXPECT_EQ(beavered->pending, Pending::beaver_offered);
  EXPECT_EQ(beavered->cube, (CubeState{2, CubeOwner::them}));
  EXPECT_EQ(beavered->board.us[kHome], 5);  // player 0 has not moved its 6-point

  const FibsBoard raccoon = *parse_fibs_board(
      "board:root:gnubg:0:0:0:0:0:1:0:0:-2:7:3:0:0:0:0:-4:2:0:0:0:-2:0:-3:-2:0:-2:0:2:0:-1:0:0:0:0:"
      "4:"
      "1:0:1:1:-1:0:25:0:0:0:0:0:0:0:1");
  const Result<Position> raccooned = to_position(raccoon, true);
  ASSERT_TRUE(raccooned) << raccooned.error().text();
  EXPECT_EQ(raccooned->pending, Pending::raccoon_offered);
  EXPECT_EQ(raccooned->cube, (CubeState{3, CubeOwner::us}));
  EXPECT_EQ(raccooned->board.us[kHome], 7);
}

TEST_F(Protocols, ExternalPlayerRefusesOtherLines) {
  EXPECT_EQ(external("hello").rfind("error: ", 0), 0U);
  EXPECT_EQ(external("").rfind("error: ", 0), 0U);
  EXPECT_EQ(external("board:::::").rfind("error: ", 0), 0U);
}

// A client that sends garbage for hours must not fill the log.
TEST(ComplaintsOfAClient, AreShownAFewTimesThenOnceAsNotShown) {
  protocol::Complaints complaints;
  for (int i = 0; i < protocol::Complaints::kShown; ++i) EXPECT_EQ(complaints.next("bad"), "bad");
  EXPECT_EQ(complaints.next("bad"), "further bad lines of this connection are not shown");
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(complaints.next("bad"), std::nullopt);
}

// Asks for the end as soon as a search has begun.
class StoppingEvaluator : public Evaluator {
 public:
  explicit StoppingEvaluator(std::stop_source stop) : stop_(std::move(stop)) {}
  void evaluate(const Board& origin, std::span<const Board> boards, std::span<Probabilities> out,
                Scratch& scratch) const override {
    std::stop_source(stop_).request_stop();
    linear_.evaluate(origin, boards, out, scratch);
  }
  [[nodiscard]] std::string identity() const override { return "stopping"; }

 private:
  std::stop_source stop_;
  LinearEvaluator linear_;
};

// A signal ends the session although all of the input has been read and a search of hours is under way.
TEST(UbgiSession, EndsItsSearchOnAStopRequest) {
  std::stop_source stop;
  ThreadPool pool(1);
  const Advisor advisor(std::make_shared<ExactEvaluator>(std::make_shared<StoppingEvaluator>(stop)),
                        std::make_shared<MatchEquityTable>(MatchEquityTable::kazaross_xg2()),
                        SearchOptions{}, pool);
  std::istringstream in(
      "position gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo role chequer depth 6\nisready\n");
  std::ostringstream out;
  serve_ubgi(advisor, "1", in, out, stop.get_token());
  EXPECT_EQ(out.str().find("depth 6"), std::string::npos) << out.str();
  EXPECT_EQ(out.str().find("readyok"), std::string::npos) << out.str();
}

// A server on a port of its own, and clients of it.
class LineServer : public testing::Test {
 protected:
  void start(LineServerOptions options) {
    std::mutex mutex;
    std::condition_variable started;
    thread_ = std::jthread([&, options](const std::stop_token& stop) {
      const LineService service{.connect = []() -> LineAnswerer {
                                  return [](std::string_view line,
                                            std::stop_token) -> std::optional<std::string> {
                                    if (line == "bye") return std::nullopt;
                                    if (line == "much") return std::string(1 << 24, 'x');
                                    return fmt::format("<{}>", line);
                                  };
                                },
                                .listening =
                                    [&](int port) {
                                      const std::lock_guard lock(mutex);
                                      port_ = port;
                                      started.notify_one();
                                    },
                                .log = [](ClientEvent, const std::string&) {}};
      EXPECT_TRUE(serve_lines(options, service, stop));
    });
    std::unique_lock lock(mutex);
    started.wait(lock, [this] { return port_ != 0; });
  }

  [[nodiscard]] int connect() const {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port_));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    return fd;
  }
  static void send(int fd, std::string_view text) {
    EXPECT_EQ(::send(fd, text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }
  // Up to the newline, or what came before the end.
  static std::string receive(int fd) {
    std::string line;
    char c = 0;
    while (::recv(fd, &c, 1, 0) == 1 && c != '\n') line += c;
    return line;
  }

  int port_ = 0;
  std::jthread thread_;
};

// Nobody waits for a client that takes no answers, not even at the end.
TEST_F(LineServer, EndsThoughAClientDoesNotRead) {
  start({});
  const int fd = connect();
  send(fd, "much\n");
  char c = 0;
  ASSERT_EQ(::recv(fd, &c, 1, 0), 1);  // the answer has begun
  thread_.request_stop();
  thread_.join();
  ::close(fd);
}

TEST_F(LineServer, AnswersSeveralClientsAtOnce) {
  start({});
  const int first = connect();
  const int second = connect();
  send(second, "b\n");
  EXPECT_EQ(receive(second), "<b>");
  send(first, "a\nc\n");
  EXPECT_EQ(receive(first), "<a>");
  EXPECT_EQ(receive(first), "<c>");
  ::close(first);
  ::close(second);
}

TEST_F(LineServer, PutsPartsOfALineTogether) {
  start({});
  const int fd = connect();
  send(fd, "he");
  send(fd, "llo\n");
  EXPECT_EQ(receive(fd), "<hello>");
  ::close(fd);
}

TEST_F(LineServer, CutsOffAnOverlongLine) {
  start({.longest_line = 100});
  const int fd = connect();
  send(fd, std::string(1000, 'x'));
  EXPECT_EQ(receive(fd), "");
  ::close(fd);
}

TEST_F(LineServer, GoesOnAfterALostConnection) {
  start({});
  const int lost = connect();
  send(lost, "half a line");
  ::close(lost);
  const int fd = connect();
  send(fd, "a\n");
  EXPECT_EQ(receive(fd), "<a>");
  send(fd, "bye\n");
  EXPECT_EQ(receive(fd), "");
  ::close(fd);
}

TEST_F(LineServer, APortInUseIsAnError) {
  start({});
  LineServerOptions options;
  options.port = port_;
  const Status second = serve_lines(options, {}, {});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::environment);
  EXPECT_NE(second.error().message.find(std::to_string(port_)), std::string::npos);
}

}  // namespace
}  // namespace alea::protocol
