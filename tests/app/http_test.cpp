// `alea serve http` over real sockets on this machine, as docs/http.md promises it.

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <fstream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "tests/app/run_alea.h"
#include "tools/app/http_api.h"
#include "tools/protocol/http_server.h"

namespace alea::app {
namespace {

using nlohmann::json;
using protocol::HttpServerOptions;
using protocol::HttpService;

constexpr const char* kStartXgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

// What came back: empty if the server only closed the connection.
struct Answer {
  int status = 0;
  std::string head, body;

  [[nodiscard]] json object() const { return json::parse(body, nullptr, false); }
};

// A TCP connection to the server.
class Client {
 public:
  explicit Client(int port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  ~Client() { ::close(fd_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void send(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t sent = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;  // the server may have closed: what it said before is what counts
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  [[nodiscard]] Answer receive() const {
    std::string text;
    char chunk[4096];
    for (ssize_t got = 0; (got = ::recv(fd_, chunk, sizeof chunk, 0)) > 0;) {
      text.append(chunk, static_cast<std::size_t>(got));
    }
    Answer answer;
    const std::size_t end = text.find("\r\n\r\n");
    if (end == std::string::npos) return answer;
    answer.head = text.substr(0, end + 2);
    answer.body = text.substr(end + 4);
    answer.status = std::stoi(text.substr(9, 3));
    return answer;
  }

 private:
  int fd_;
};

class Http : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    static std::istringstream in;
    static std::ostringstream out;
    static Console console{.in = in, .out = out, .err = out};
    const std::vector<std::string> words{"--weights", "linear", "--threads", "2"};
    const Result<Arguments> arguments =
        parse_arguments({.name = "serve", .groups = {{"Options", session_options()}}}, words);
    ASSERT_TRUE(arguments);
    Result<Session> session = Session::open(console, *arguments);
    ASSERT_TRUE(session);
    session_ = std::make_unique<Session>(std::move(*session));
  }
  static void TearDownTestSuite() { session_.reset(); }

  void TearDown() override { thread_ = {}; }

  void start(HttpServerOptions options = {}) {
    std::mutex mutex;
    std::condition_variable started;
    thread_ = std::jthread([&, options](const std::stop_token& stop) {
      SearchOptions search;
      search.plies = 1;
      const HttpApi api(*session_, search);
      const HttpService service{.routes = api.routes(),
                                .listening =
                                    [&](int port) {
                                      const std::lock_guard lock(mutex);
                                      port_ = port;
                                      started.notify_one();
                                    },
                                .log = [](const std::string&) {}};
      EXPECT_TRUE(serve_http(options, service, stop));
    });
    std::unique_lock lock(mutex);
    started.wait(lock, [this] { return port_ != 0; });
  }

  [[nodiscard]] Answer exchange(const std::string& request) const {
    const Client client(port_);
    client.send(request);
    return client.receive();
  }
  [[nodiscard]] Answer get(const std::string& target, const std::string& headers = "") const {
    return exchange("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
  }
  [[nodiscard]] Answer post(const std::string& path, const std::string& body,
                            const std::string& headers = "") const {
    return exchange(
        fmt::format("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n{}\r\n{}", path,
                    body.size(), headers, body));
  }
  [[nodiscard]] json ask(const std::string& path, const json& fields) const {
    const Answer answer = post(path, fields.dump());
    EXPECT_EQ(answer.status, 200) << path << ' ' << fields << ' ' << answer.body;
    return answer.object();
  }
  // A refusal with that status and one line of JSON; returns what it says.
  static std::string refusal(const Answer& answer, int status) {
    EXPECT_EQ(answer.status, status) << answer.head << answer.body;
    EXPECT_EQ(answer.body.find('\n'), std::string::npos);
    const json object = answer.object();
    if (!object.is_object() || object.size() != 1 || !object.contains("error")) {
      ADD_FAILURE() << "no error object: " << answer.body;
      return {};
    }
    return object["error"];
  }
  static json command(std::vector<std::string> words) {
    words.insert(words.end(), {"--json", "--weights", "linear"});
    const Transcript result = run_alea(words);
    EXPECT_EQ(result.code, 0) << result.err;
    return json::parse(result.out, nullptr, false);
  }

  static inline std::unique_ptr<Session> session_;
  int port_ = 0;
  std::jthread thread_;
};

TEST_F(Http, ServesOnePageThatNeedsNothingElse) {
  start();
  const Answer page = get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_NE(page.head.find("Content-Type: text/html"), std::string::npos);
  EXPECT_NE(page.head.find("Content-Security-Policy: default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.body.rfind("<!doctype html>", 0), 0U);
  EXPECT_NE(page.body.find("</html>"), std::string::npos);
  EXPECT_NE(page.body.find("const Board ="), std::string::npos);
  EXPECT_NE(page.body.find("#board .felt"), std::string::npos);
  for (const char* outside : {" src=", "@import", "url(", "https://"}) {
    EXPECT_EQ(page.body.find(outside), std::string::npos) << outside;
  }
  const Answer head = exchange("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.body, "");
}

TEST_F(Http, GivesNoPermissionsToOtherSites) {
  start();
  const Answer answer = get("/api/version", "Origin: http://localhost\r\n");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.head.find("Access-Control"), std::string::npos);
}

TEST_F(Http, SaysTheSameAsTheCommandLine) {
  start();
  for (const std::string id :
       {kStart, kStartXgid, "XGID=-BBB----------------bbb---:1:1:1:00:2:3:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10"}) {
    EXPECT_EQ(ask("/api/analyze", {{"position", id}, {"plies", 1}}),
              command({"analyze", id, "--plies", "1"}));
    EXPECT_EQ(ask("/api/eval", {{"position", id}, {"plies", 1}}),
              command({"eval", id, "--plies", "1"}));
    const json described = ask("/api/id", {{"position", id}});
    const json printed = command({"id", id});
    for (const auto& [key, value] : printed.items()) EXPECT_EQ(described[key], value) << key;
  }
  EXPECT_EQ(ask("/api/moves", {{"position", kStart}, {"dice", "66"}}),
            command({"moves", kStart, "--dice", "66"}));
  EXPECT_EQ(ask("/api/cube", {{"position", kStartXgid}, {"plies", 0}, {"cubeless", true}}),
            command({"analyze", kStartXgid, "--dice", "none", "--plies", "0", "--cubeless"}));
  EXPECT_EQ(
      ask("/api/analyze", {{"position", kStart}, {"dice", {3, 1}}, {"moves", 0}, {"full", true}}),
      command({"analyze", kStart, "-d", "31", "--moves", "0", "--full", "--plies", "1"}));
  for (const char* dice : {"31", "none"}) {
    EXPECT_EQ(ask("/api/analyze", {{"position", kStart}, {"dice", dice}, {"rolls", true}}),
              command({"analyze", kStart, "-d", dice, "--rolls", "--plies", "1"}));
  }
}

TEST_F(Http, TakesOverridesLikeTheCommandLine) {
  start();
  EXPECT_EQ(
      ask("/api/cube",
          {{"position", kStart}, {"match", 7}, {"score", {5, 3}}, {"cube", 2}, {"owner", "me"}}),
      command({"analyze", kStart, "--match", "7", "--score", "5-3", "--cube", "2", "--owner", "me",
               "--plies", "1"}));
  const std::string target =
      "/api/id?position=4HPwATDgc/ABMA&match=7&score=6-3&crawford=true&dice=none&max_stack=5";
  EXPECT_EQ(get(target).object()["xgid"],
            command({"id", kStart, "--match", "7", "--score", "6-3", "--crawford"})["xgid"]);
}

TEST_F(Http, UnderstandsEverySpellingOfAPosition) {
  start();
  const json expected = ask("/api/id", {{"position", kStartXgid}});
  for (const char* key : {"xgid", "gnuid", "ogid"}) {
    const json again = ask("/api/id", {{"position", expected[key]}});
    EXPECT_EQ(again["points"], expected["points"]) << key;
    EXPECT_EQ(again["dice"], expected["dice"]) << key;
  }
  EXPECT_EQ(get("/api/id?position=4HPwATDgc/ABMA").object()["points"], expected["points"]);
  EXPECT_EQ(get("/api/id?position=4HPwATDgc%2FABMA").object()["points"], expected["points"]);
}

TEST_F(Http, APlusInAnAddressMayStandBare) {
  start();
  const std::string id = "mGfwATDg8+ABMA";
  ASSERT_EQ(run_alea({"id", id}).code, 0);
  EXPECT_EQ(get("/api/id?position=" + id).object()["gnuid"],
            ask("/api/id", {{"position", id}})["gnuid"]);
}

TEST_F(Http, ARepliedPositionCanBeSentBack) {
  start();
  for (const std::string id :
       {kStart, kStartXgid, "XGID=aB-B--C-A---eE---c-e----B-:1:-1:1:52:2:3:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:3:0:10"}) {
    const json reply = ask("/api/id", {{"position", id}});
    json request;
    for (const char* key : {"points", "dice", "cube", "owner", "match", "score", "crawford",
                            "jacoby", "beavers", "max_stack", "pending"}) {
      request[key] = reply[key];
    }
    const json again = ask("/api/id", request);
    for (const char* key :
         {"points", "dice", "cube", "owner", "match", "score", "pending", "pips"}) {
      EXPECT_EQ(again[key], reply[key]) << id << ' ' << key;
    }
    EXPECT_EQ(again["gnuid"].get<std::string>().substr(0, 14),
              reply["gnuid"].get<std::string>().substr(0, 14));
  }
}

TEST_F(Http, RefusesBadFieldsByName) {
  start();
  const json points = ask("/api/id", {{"position", kStart}})["points"];
  json crowded = points;
  crowded[6] = 6;
  json short_of_one = points;
  short_of_one.erase(25);
  const std::vector<std::pair<json, std::string>> cases{
      {{{"position", kStart}, {"dcie", "31"}}, "did you mean dice?"},
      {json::object(), "position"},
      {{{"position", 7}}, "position: expected a string"},
      {{{"position", "4HPwATDgc/ABM"}}, "position: "},
      {{{"position", kStart}, {"points", points}}, "either a position"},
      {{{"points", short_of_one}}, "points: expected 26 counts"},
      {{{"points", "all"}}, "points: expected 26 counts"},
      {{{"points", crowded}}, "16 checkers of the player to decide"},
      {{{"points", std::vector<int>(26, 0)}}, ""},
      {{{"position", kStart}, {"dice", "71"}}, "dice: expected two numbers"},
      {{{"position", kStart}, {"dice", {3, 1, 1}}}, "dice: expected two numbers"},
      {{{"position", kStart}, {"dice", {3, 11}}}, "dice: expected two numbers"},
      {{{"position", kStart}, {"cube", 3}}, "cube: expected a power of two"},
      {{{"position", kStart}, {"owner", "you"}}, "owner: expected"},
      {{{"position", kStart}, {"match", -1}}, "match: expected"},
      {{{"position", kStart}, {"match", 1e30}}, "match: expected"},
      {{{"position", kStart}, {"match", 18446744073709551615ULL}}, "match: expected"},
      {{{"position", kStart}, {"match", 7}, {"score", "7-0"}}, ""},
      {{{"position", kStart}, {"score", {1}}}, "score: expected"},
      {{{"position", kStart}, {"score", "3"}}, "score: expected"},
      {{{"position", kStart}, {"match", 7}, {"jacoby", true}}, "Jacoby"},
      {{{"position", kStart}, {"crawford", "yes"}}, "crawford: expected true or false"},
      {{{"position", kStart}, {"pending", "nothing"}}, "pending: expected"},
      {{{"position", kStart}, {"pending", "checker_play"}}, "pending: expected dice"},
      {{{"position", kStart}, {"pending", "double_offered"}, {"dice", "31"}}, "pending: expected"},
      {{{"position", kStart}, {"rolls", 1}}, "rolls: expected true or false"},
      {{{"position", kStart}, {"rolls", true}, {"plies", 0}}, "raise \"plies\" to 1"},
      {{{"position", kStart}, {"plies", 7}}, "plies: expected a number from 0 to 6"},
      {{{"position", kStart}, {"plies", "2x"}}, "plies: expected"},
      {{{"position", kStart}, {"moves", -1}}, "moves: expected"}};
  for (const auto& [fields, message] : cases) {
    const std::string said = refusal(post("/api/analyze", fields.dump()), 400);
    EXPECT_NE(said.find(message), std::string::npos) << fields << ": " << said;
  }
  EXPECT_NE(
      refusal(post("/api/id", R"({"position":"4HPwATDgc/ABMA","plies":2})"), 400).find("plies"),
      std::string::npos);
  refusal(post("/api/moves", R"({"position":"4HPwATDgc/ABMA"})"), 400);
  refusal(get("/api/id?position=4HPwATDgc/ABMA&position=4PPgASHgc/ABMA"), 400);
  refusal(post("/api/id", R"({"position":"4HPwATDgc/ABMA","position":"4HPwATDgc/ABMA"})"), 400);
  refusal(get("/api/id?position=%ff%00%0a"), 400);
}

TEST_F(Http, RefusesABodyThatIsNoObject) {
  start();
  for (const std::string body : {"", "{", "[]", "null", "7", "\"text\"", "{\"position\":\"\xff\"}",
                                 "{} {}", "{'position':1}"}) {
    refusal(post("/api/id", body), 400);
  }
  refusal(post("/api/id", std::string(10'000, '[')), 400);
  std::string nested;
  for (int i = 0; i < 2'000; ++i) nested += "{\"a\":";
  refusal(post("/api/id", nested), 400);
}

TEST_F(Http, RefusesWhatItDoesNotServe) {
  start();
  for (const char* target : {"/nothing", "/api", "/api/", "/api/id/", "/../../etc/passwd",
                             "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/favicon.ico"}) {
    refusal(get(target), 404);
  }
  for (const char* method : {"PUT", "DELETE", "PATCH", "OPTIONS"}) {
    const Answer answer = exchange(
        std::string(method) + " /api/id HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
    refusal(answer, 405);
    EXPECT_NE(answer.head.find("Allow: GET, HEAD, POST"), std::string::npos) << answer.head;
  }
  refusal(post("/", "{}"), 405);
  refusal(exchange("NONSENSE\r\n\r\n"), 400);
  refusal(exchange("GET / HTTP/9.9\r\nHost: localhost\r\n\r\n"), 400);
}

TEST_F(Http, LimitsTheSizeOfRequests) {
  start();
  refusal(post("/api/id", std::string(16'385, ' ')), 413);
  refusal(
      exchange("POST /api/id HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n{}"),
      413);
  EXPECT_EQ(post("/api/id", R"({"position":"4HPwATDgc/ABMA"})" + std::string(15'000, ' ')).status,
            200);
  refusal(get("/api/id?position=" + std::string(9'000, 'A')), 414);
  std::string headers;
  for (int i = 0; i < 2'000; ++i) headers += fmt::format("X-{}: {}\r\n", i, std::string(50, 'x'));
  refusal(get("/", headers), 413);
  // In pieces without an end, too.
  std::string chunks;
  for (int i = 0; i < 100; ++i) chunks += "400\r\n" + std::string(1024, ' ') + "\r\n";
  const Answer answer = exchange(
      "POST /api/id HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks);
  refusal(answer, 413);
}

TEST_F(Http, RefusesBodiesOfUnclearExtentOrForm) {
  start();
  const std::string head = "POST /api/id HTTP/1.1\r\nHost: localhost\r\n";
  refusal(exchange(head + "\r\n"), 411);
  refusal(exchange(head + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}"), 400);
  refusal(exchange(head + "Content-Length: -2\r\n\r\n{}"), 400);
  refusal(exchange(head + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"), 400);
  refusal(exchange(head + "Content-Length: 2\r\nContent-Encoding: gzip\r\n\r\n{}"), 415);
  refusal(exchange(head +
                   "Content-Length: 2\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n{}"),
          415);
  refusal(exchange("POST /api/id?position=4HPwATDgc/ABMA HTTP/1.1\r\nHost: localhost\r\n"
                   "Content-Length: 2\r\n\r\n{}"),
          400);
  // What curl -d calls a form is read as JSON all the same, and chunks are understood.
  EXPECT_EQ(post("/api/id", R"({"position":"4HPwATDgc/ABMA"})",
                 "Content-Type: application/x-www-form-urlencoded\r\n")
                .status,
            200);
  EXPECT_EQ(exchange(head +
                     "Transfer-Encoding: chunked\r\n\r\n1d\r\n{\"position\":\"4HPwATDgc/ABMA\"}\r\n"
                     "0\r\n\r\n")
                .status,
            200);
}

TEST_F(Http, AnswersOnlyToItsOwnNames) {
  start({.names = {"Trictrac.example"}});
  const auto status = [this](const std::string& headers) {
    return exchange("GET /api/version HTTP/1.1\r\n" + headers + "\r\n").status;
  };
  for (const char* good : {"localhost", "LOCALHOST:8642", "127.0.0.1", "127.0.0.1:1", "[::1]:8642",
                           "192.168.0.7:80", "trictrac.example:8642"}) {
    EXPECT_EQ(status(fmt::format("Host: {}\r\n", good)), 200) << good;
  }
  for (const char* foreign : {"evil.example", "evil.example:8642", "127.0.0.1.evil.example",
                              "localhost.evil.example", "[evil]", "127.1"}) {
    EXPECT_EQ(status(fmt::format("Host: {}\r\n", foreign)), 403) << foreign;
  }
  for (const char* malformed : {"Host: \r\n", "", "Host: [::1\r\n", "Host: localhost:x\r\n",
                                "Host: localhost\r\nHost: localhost\r\n"}) {
    EXPECT_EQ(status(malformed), 400) << malformed;
  }
}

TEST_F(Http, DoesNotWorkForOtherSitesPages) {
  start();
  const std::string target = "/api/analyze?position=4HPwATDgc/ABMA&dice=31";
  refusal(get(target, "Origin: http://evil.example\r\n"), 403);
  refusal(get(target, "Origin: null\r\n"), 403);
  refusal(get(target, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"), 403);
  refusal(get(target, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n"), 403);
  refusal(get("/", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"), 403);
  EXPECT_EQ(get("/", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n").status, 200);
  EXPECT_EQ(get(target, "Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n").status, 200);
}

TEST_F(Http, ManyOverlappingRangesDoNotMultiplyThePage) {
  start();
  std::string ranges = "Range: bytes=0-";
  for (int i = 0; i < 500; ++i) ranges += ",0-";
  const Answer answer = get("/", ranges + "\r\n");
  EXPECT_EQ(answer.body.size(), answer.status == 200 ? get("/").body.size() : answer.body.size());
  EXPECT_LT(answer.body.size(), 100'000U);
}

TEST_F(Http, SlowClientsAreCutOff) {
  start({.read_limit = std::chrono::milliseconds(100), .threads = 1});
  const Client in_head(port_);
  in_head.send("GET / HTTP/1.1\r\nHo");
  refusal(in_head.receive(), 408);
  const Client in_body(port_);
  in_body.send("POST /api/id HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
  refusal(in_body.receive(), 408);
  const Client silent(port_);
  EXPECT_EQ(silent.receive().status, 0);
}

TEST_F(Http, ConnectionsThatSayNothingKeepNobodyWaiting) {
  start({.threads = 1});
  const Client first(port_);
  const Client second(port_);
  EXPECT_EQ(get("/api/version").status, 200);
}

TEST_F(Http, TurnsAwayWhatIsTooMuch) {
  start({.most_waiting = 2});
  const Client first(port_);
  const Client second(port_);
  const Client third(port_);
  refusal(third.receive(), 503);
}

TEST_F(Http, SendsWhatIsKnownWhenTheTimeIsOver) {
  start({.work_limit = std::chrono::milliseconds(1)});
  const Answer answer = post("/api/analyze", R"({"position":"4HPwATDgc/ABMA","dice":"31","plies":6})");
  if (answer.status == 200) {
    const json reply = json::parse(answer.body);
    EXPECT_EQ(reply["complete"], false);
    EXPECT_EQ(reply["moves"].size(), 5U);
  } else {  // not even the network's own judgement was ready
    refusal(answer, 503);
  }
  refusal(post("/api/eval", R"({"position":"4HPwATDgc/ABMA","plies":6})"), 503);
}

TEST_F(Http, GivesUpTheWorkForAClientThatLeft) {
  start({.work_limit = std::chrono::hours(1)});
  {
    const Client impatient(port_);
    impatient.send(
        "GET /api/analyze?position=4HPwATDgc/ABMA&dice=31&plies=6 HTTP/1.1\r\n"
        "Host: localhost\r\n\r\n");
  }
  // Would wait for an hour.
  EXPECT_EQ(get("/api/analyze?position=4HPwATDgc/ABMA&dice=31&plies=0").status, 200);
}

TEST_F(Http, EndsAtOnceWhenStopped) {
  start({.work_limit = std::chrono::hours(1)});
  const Client patient(port_);
  patient.send(
      "GET /api/analyze?position=4HPwATDgc/ABMA&dice=31&plies=6 HTTP/1.1\r\n"
      "Host: localhost\r\n\r\n");
  const Client silent(port_);
  thread_ = {};  // would wait for an hour
  const Answer answer = patient.receive();
  EXPECT_TRUE(answer.status != 200 || answer.object()["complete"] == false) << answer.body;
}

TEST_F(Http, AnswersManyClientsAtOnce) {
  start();
  std::vector<std::jthread> clients;
  std::atomic<int> good{0};
  for (int i = 0; i < 12; ++i) {
    clients.emplace_back([&, i] {
      const std::string dice = std::to_string(1 + i % 6) + "5";
      const json reply = get("/api/analyze?position=4HPwATDgc/ABMA&plies=1&dice=" + dice).object();
      if (reply.is_object() && !reply["moves"].empty()) ++good;
    });
  }
  clients.clear();
  EXPECT_EQ(good, 12);
}

TEST_F(Http, APortInUseIsAnError) {
  start();
  const HttpService service{
      .routes = {}, .listening = [](int) {}, .log = [](const std::string&) {}};
  const Status status = serve_http({.port = port_}, service, {});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::environment);
  EXPECT_NE(status.error().message.find(fmt::format("cannot listen on 127.0.0.1:{}", port_)),
            std::string::npos);
}

// The names in the first column of the table below a heading of docs/http.md; with `rows`, instead those of
// the row of that field.
std::set<std::string> documented(const std::string& heading, const std::string& row = "") {
  std::ifstream file(ALEA_TEST_DATA "/../../docs/http.md");
  std::set<std::string> names;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) inside = line == heading;
    if (!inside || !line.starts_with("| `")) continue;
    const std::size_t column = line.find(" | ");
    if (!row.empty() && !line.starts_with("| `" + row + "`")) continue;
    std::string cell = row.empty() ? line.substr(0, column) : line.substr(column);
    for (std::size_t at = cell.find('`'); at != std::string::npos; at = cell.find('`', at)) {
      const std::size_t end = cell.find('`', at + 1);
      names.insert(cell.substr(at + 1, end - at - 1));
      at = end + 1;
    }
  }
  return names;
}

// Fails unless the object has every documented field that is not optional, and no other.
void expect_documented(const json& object, const std::set<std::string>& names,
                       const std::string& what) {
  EXPECT_FALSE(names.empty()) << what;
  for (const std::string& name : names) {
    EXPECT_TRUE(name.ends_with('?') || object.contains(name)) << what << ' ' << name;
  }
  for (const auto& [key, value] : object.items()) {
    EXPECT_TRUE(names.contains(key) || names.contains(key + '?')) << what << " says " << key;
  }
}

TEST_F(Http, RepliesAreAsDocumented) {
  start();
  for (const json& more : {json::object(), json{{"match", 7}, {"score", {5, 3}}}}) {
    json fields{{"position", kStart}};
    fields.update(more);
    expect_documented(ask("/api/id", fields), documented("### /api/id"), "id");
    expect_documented(ask("/api/eval", fields), documented("### /api/eval"), "eval");
    expect_documented(ask("/api/cube", fields), documented("### /api/cube"), "cube");
    json offered = fields;
    offered["pending"] = "double_offered";
    const json answer = ask("/api/cube", offered);
    expect_documented(answer, documented("### /api/cube"), "answer");
    EXPECT_TRUE(answer.contains("answer"));
    fields["dice"] = "31";
    const json moves = ask("/api/moves", fields);
    expect_documented(moves, documented("### /api/moves"), "moves");
    expect_documented(moves["plays"][0], documented("### /api/moves", "plays"), "play");
    const json analysis = ask("/api/analyze", fields);
    std::set<std::string> names = documented("### /api/analyze");
    expect_documented(analysis, names, "analyze");
    expect_documented(analysis["moves"][0], documented("### /api/analyze", "moves"), "row");
  }
  expect_documented(get("/api/version").object(), documented("### /api/version"), "version");
}

}  // namespace
}  // namespace alea::app
