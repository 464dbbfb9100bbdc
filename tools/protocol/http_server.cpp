#include "tools/protocol/http_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cctype>
#include <condition_variable>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

#include "tools/protocol/http_connection.h"

namespace alea::protocol {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// The name in a Host header, without the port; nothing if it is malformed.
std::optional<std::string> name_in(std::string_view host) {
  std::size_t end = host.find(':');
  if (host.starts_with('[')) {
    const std::size_t bracket = host.find(']');
    if (bracket == std::string_view::npos) return std::nullopt;
    end = bracket + 1;
  }
  const std::string_view name = host.substr(0, end);
  if (name.empty()) return std::nullopt;
  if (end < host.size()) {
    const std::string_view port = host.substr(end);
    if (port.front() != ':' || port.find_first_not_of("0123456789", 1) != std::string_view::npos) {
      return std::nullopt;
    }
  }
  return lower_case(name);
}

bool is_address(const std::string& name) {
  in6_addr ignored{};
  if (name.starts_with('[')) {
    return ::inet_pton(AF_INET6, name.substr(1, name.size() - 2).c_str(), &ignored) == 1;
  }
  return ::inet_pton(AF_INET, name.c_str(), &ignored) == 1;
}

// What a failure that cpp-httplib found by itself means.
const char* reason_of(int status) {
  switch (status) {
    case 404:
      return "there is nothing at this path";
    case 408:
      return "the request took too long to arrive";
    case 413:
      return "the request is too large";
    case 414:
      return "the address is too long";
    case 416:
      return "parts of a reply are not to be had";
    case 500:
      return "internal error";
    default:
      return "this is no HTTP request that alea understands";
  }
}

// One thread's half of the server: reads requests, asks the routes, writes replies.
class Worker : private httplib::Server {
 public:
  Worker(const HttpServerOptions& options, const HttpService& service, int wake)
      : options_(options), service_(service), wake_(wake) {
    set_payload_max_length(options.largest_body);
    set_default_headers(
        {{"Cache-Control", "no-store"},
         {"X-Content-Type-Options", "nosniff"},
         {"Referrer-Policy", "no-referrer"},
         {"Content-Security-Policy",
          "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src "
          "data:; "
          "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"}});
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      const std::optional<HttpReply> refusal = refused(request, response);
      if (!refusal) return HandlerResponse::Unhandled;
      put(*refusal, response);
      return HandlerResponse::Handled;
    });
    set_exception_handler([this](const httplib::Request& request, httplib::Response& response,
                                 const std::exception_ptr& problem) {
      std::string what = "unknown";
      try {
        std::rethrow_exception(problem);
      } catch (const std::exception& error) {
        what = error.what();
      }
      service_.log(fmt::format("{}: {}", request.path, what));
      put(http_error(500, reason_of(500)), response);
    });
    set_error_handler([this](const httplib::Request&, httplib::Response& response) {
      if (!response.body.empty()) return;
      if (now_->timed_out()) response.status = 408;
      if (now_->too_large()) response.status = 413;
      put(http_error(response.status, reason_of(response.status)), response);
    });
    for (const HttpRoute& route : service.routes) {
      const auto handler = [this, &route](const httplib::Request& request,
                                          httplib::Response& response) {
        put(answer(route, request), response);
      };
      if (route.get) Get(route.path, handler);
      if (route.post) Post(route.path, handler);
    }
  }

  void serve(const Descriptor& socket) {
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    HttpConnection connection(
        socket.get(), wake_,
        {.time = options_.read_limit, .bytes = options_.largest_head + options_.largest_body});
    now_ = &connection;
    bool closed = false;
    process_request(connection, true, closed, [](httplib::Request& request) {
      request.ranges.clear();  // many overlapping ones would multiply the reply
    });
    now_ = nullptr;
    connection.finish();
  }

 private:
  static void put(const HttpReply& reply, httplib::Response& response) {
    response.status = reply.status;
    response.set_content(reply.body, reply.type);
  }

  // Whether `name` is one that this server may be called by.
  [[nodiscard]] bool is_ours(const std::string& name) const {
    return name == "localhost" || is_address(name) || name == lower_case(options_.host) ||
           std::ranges::any_of(options_.names,
                               [&](const std::string& ours) { return name == lower_case(ours); });
  }

  // Why a request is not even read to its end, if it is not.
  [[nodiscard]] std::optional<HttpReply> refused(const httplib::Request& request,
                                                 httplib::Response& response) const {
    const std::string host = request.get_header_value("Host");
    const std::optional<std::string> name = name_in(host);
    if (!name || request.get_header_value_count("Host") != 1) {
      return http_error(400, "expected one Host header, with a name or address");
    }
    if (!is_ours(*name)) {
      service_.log(fmt::format("refused a request for host '{}'", *name));
      return http_error(403,
                        fmt::format("this server is not called '{}'; --name allows it", *name));
    }
    const auto route = std::ranges::find(service_.routes, request.path, &HttpRoute::path);
    if (route == service_.routes.end()) return http_error(404, reason_of(404));
    const std::string origin = lower_case(request.get_header_value("Origin"));
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    const bool foreign = !origin.empty() && origin != "http://" + lower_case(host);
    // A link on another site's page may lead to ours, but its scripts and pictures may not ask for work.
    const bool followed = request.get_header_value("Sec-Fetch-Mode") == "navigate" && !route->post;
    if (foreign || ((site == "cross-site" || site == "same-site") && !followed)) {
      return http_error(403, "requests from other sites' pages are refused");
    }
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if (!(reads && route->get) && !(request.method == "POST" && route->post)) {
      response.set_header("Allow", route->post ? "GET, HEAD, POST" : "GET, HEAD");
      return http_error(405, fmt::format("expected {} here", route->post ? "GET or POST" : "GET"));
    }
    return refused_body(request);
  }

  [[nodiscard]] std::optional<HttpReply> refused_body(const httplib::Request& request) const {
    constexpr std::size_t kLongestNumber = 18;  // digits that fit into 64 bits in any case
    const bool sized = request.has_header("Content-Length");
    const bool chunked = request.has_header("Transfer-Encoding");
    if (sized && chunked) {
      return http_error(400, "Content-Length and Transfer-Encoding contradict each other");
    }
    if (request.has_header("Content-Encoding")) {
      return http_error(415, "expected a body that is not compressed");
    }
    if (request.method != "POST") return std::nullopt;
    if (!sized && !chunked) return http_error(411, "expected a Content-Length");
    const std::string size = request.get_header_value("Content-Length");
    if (request.get_header_value_count("Content-Length") > 1) {
      return http_error(400, "expected one Content-Length");
    }
    if (sized && (size.empty() || size.find_first_not_of("0123456789") != std::string::npos)) {
      return http_error(400, "expected a number for Content-Length");
    }
    if (sized && (size.size() > kLongestNumber || std::stoull(size) > options_.largest_body)) {
      return http_error(413, reason_of(413));  // without waiting for it
    }
    if (request.get_header_value("Content-Type").starts_with("multipart/")) {
      return http_error(415, "expected a JSON object, as application/json");
    }
    if (request.target.find('?') != std::string::npos) {
      return http_error(400, "a POST takes its fields from the body, not from the address");
    }
    return std::nullopt;
  }

  [[nodiscard]] HttpReply answer(const HttpRoute& route, const httplib::Request& request) const {
    const auto deadline = steady_clock::now() + options_.work_limit;
    const WorkWatch watch(*now_, deadline);
    HttpCall call{.method = request.method == "POST" ? "POST" : "GET",
                  .query = {},
                  .body = request.body,
                  .stop = watch.token(),
                  .deadline = deadline};
    // cpp-httplib puts the fields of a form in a body among them, too.
    if (call.method == "GET") call.query.assign(request.params.begin(), request.params.end());
    return route.answer(call);
  }

  const HttpServerOptions& options_;
  const HttpService& service_;
  int wake_;
  HttpConnection* now_ = nullptr;  // being served
};

// Connections with a request at hand, for the workers to take.
class Queue {
 public:
  void add(Descriptor socket) {
    {
      const std::lock_guard lock(mutex_);
      sockets_.push_back(std::move(socket));
    }
    filled_.notify_one();
  }
  [[nodiscard]] std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return sockets_.size();
  }
  // Waits for one; nothing after a stop request.
  [[nodiscard]] std::optional<Descriptor> take(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!filled_.wait(lock, stop, [this] { return !sockets_.empty(); }) || stop.stop_requested()) {
      return std::nullopt;
    }
    Descriptor socket = std::move(sockets_.front());
    sockets_.pop_front();
    return socket;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable_any filled_;
  std::deque<Descriptor> sockets_;
};

void turn_away(const Descriptor& socket) {
  const std::string body = http_error(503, "too many requests at once; try again").body;
  const std::string reply = fmt::format(
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: {}\r\n"
      "Retry-After: 1\r\nConnection: close\r\n\r\n{}",
      body.size(), body);
  // Whatever fits: nobody waits for a client that is turned away.
  [[maybe_unused]] const ssize_t sent =
      ::send(socket.get(), reply.data(), reply.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Accepted connections that have not sent anything yet: browsers open some in advance. They take up no
// worker.
class Lobby {
 public:
  Lobby(const HttpServerOptions& options, Queue& queue) : options_(options), queue_(queue) {}

  // Waits for clients until the event `wake`.
  void run(int listener, int wake) {
    for (;;) {
      std::vector<pollfd> waited{{.fd = listener, .events = POLLIN, .revents = 0},
                                 {.fd = wake, .events = POLLIN, .revents = 0}};
      for (const Guest& guest : guests_) {
        waited.push_back({.fd = guest.socket.get(), .events = POLLIN, .revents = 0});
      }
      const int ready = ::poll(waited.data(), waited.size(), guests_.empty() ? -1 : kTick);
      if (ready < 0 && errno != EINTR) return;
      if (waited[1].revents != 0) return;
      if (ready >= 0) pass_on(waited);
      if (ready > 0 && waited[0].revents != 0) admit(listener);
    }
  }

 private:
  struct Guest {
    Descriptor socket;
    steady_clock::time_point until;
  };
  static constexpr int kTick = 250;  // ms

  void pass_on(const std::vector<pollfd>& waited) {
    std::size_t at = 2;
    for (auto guest = guests_.begin(); guest != guests_.end();) {
      const bool speaks = waited[at++].revents != 0;
      if (speaks) queue_.add(std::move(guest->socket));
      const bool leaves = speaks || steady_clock::now() > guest->until;
      guest = leaves ? guests_.erase(guest) : std::next(guest);
    }
  }

  void admit(int listener) {
    Descriptor socket(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
    if (socket.get() < 0) {
      // Out of descriptors, perhaps: the listener stays ready, so do not spin.
      std::this_thread::sleep_for(milliseconds(10));
      return;
    }
    if (guests_.size() + queue_.size() >= options_.most_waiting) return turn_away(socket);
    guests_.push_back({std::move(socket), steady_clock::now() + options_.read_limit});
  }

  const HttpServerOptions& options_;
  Queue& queue_;
  std::list<Guest> guests_;
};

}  // namespace

HttpReply http_error(int status, const std::string& message) {
  const nlohmann::ordered_json json{{"error", message}};
  return {.status = status,
          .body = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)};
}

Status serve_http(const HttpServerOptions& options, const HttpService& service,
                  std::stop_token stop) {
  const Result<Descriptor> listener = listen_on(options.host, options.port);
  if (!listener) return fail(listener.error());
  const Descriptor wake = make_event();
  if (wake.get() < 0) return fail(ErrorKind::environment, "out of file descriptors");
  const std::stop_callback on_stop(stop, [&wake] { set_event(wake); });
  Queue queue;
  std::vector<std::jthread> workers;
  for (int i = 0; i < options.threads; ++i) {
    workers.emplace_back([&](const std::stop_token& ending) {
      Worker worker(options, service, wake.get());
      while (const std::optional<Descriptor> socket = queue.take(ending)) worker.serve(*socket);
    });
  }
  service.listening(port_of(listener->get()));
  Lobby(options, queue).run(listener->get(), wake.get());
  for (std::jthread& worker : workers) worker.request_stop();
  return {};
}

}  // namespace alea::protocol
