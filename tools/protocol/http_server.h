#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"

namespace alea::protocol {

struct HttpServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;                      // 0: any free one
  std::vector<std::string> names{};  // of this machine, as browsers may call it; see serve_http()
  std::size_t largest_head = 16 * 1024;
  std::size_t largest_body = 16 * 1024;
  std::chrono::milliseconds read_limit{10'000};  // for a whole request, and for taking the reply
  std::chrono::milliseconds work_limit{30'000};  // for the answer
  int threads = 8;                               // requests answered at once
  std::size_t most_waiting = 64;                 // connections beyond those; more are turned away
};

// One request, as far as it concerns what answers it.
struct HttpCall {
  std::string method;                                      // GET or POST
  std::vector<std::pair<std::string, std::string>> query;  // of GET, decoded
  std::string body;                                        // of POST
  std::stop_token stop;  // the time is over, the client gone, or the server ends
  std::chrono::steady_clock::time_point deadline;
};

struct HttpReply {
  int status = 200;
  std::string body;
  std::string type = "application/json";
};

// What is found at a path. HEAD is answered where GET is.
struct HttpRoute {
  std::string path;
  bool get = true, post = false;
  std::function<HttpReply(const HttpCall& call)> answer;  // called from any thread
};

struct HttpService {
  std::vector<HttpRoute> routes;
  std::function<void(int port)> listening;           // called once the server listens
  std::function<void(const std::string& text)> log;  // refusals and failures; from any thread
};

// {"error": "..."}: one line, whatever the text holds.
[[nodiscard]] HttpReply http_error(int status, const std::string& message);

// A small HTTP/1.1 server for programs and browsers on the same machine; serves until a stop request.
//
// One request a connection. There is no file access: what the routes give is all there is. A request is
// refused whose Host is neither an IP address, nor localhost, nor one of options.host and options.names
// (so that no foreign page can reach the server by a name of its own: DNS rebinding), or that a browser
// says comes from another site's page. No permissions for other sites (CORS) are given.
// Errors (environment): the address cannot be listened on.
[[nodiscard]] Status serve_http(const HttpServerOptions& options, const HttpService& service,
                                std::stop_token stop);

}  // namespace alea::protocol
