#include "tools/app/serve_http.h"

#include <fmt/format.h>

#include <mutex>

#include "tools/app/http_api.h"
#include "tools/protocol/http_server.h"

namespace alea::app {
namespace {

constexpr int kWorkSeconds = 30;

// The names in a list with commas.
std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    if (end > at) names.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

}  // namespace

std::vector<OptionSpec> serve_http_options() {
  return {{"limit", "SECONDS",
           fmt::format("http: most time for one answer (default {}); what is known\n"
                       "by then is sent",
                       kWorkSeconds)},
          {"name", "NAMES",
           "http: further names of this machine that browsers may use,\n"
           "with commas"}};
}

int serve_http_api(Console& console, const Arguments& arguments, const Session& session,
                   const SearchOptions& search) {
  const Result<int> port = arguments.integer("port", kHttpPort, 0, 65535);
  if (!port) return refuse(console, port.error());
  const Result<int> limit = arguments.integer("limit", kWorkSeconds, 1, 86'400);
  if (!limit) return refuse(console, limit.error());
  const protocol::HttpServerOptions options{.host = arguments.text("host", "127.0.0.1"),
                                            .port = *port,
                                            .names = names_in(arguments.text("name")),
                                            .work_limit = std::chrono::seconds(*limit)};
  const bool quiet = arguments.has("quiet");
  std::mutex printing;  // requests are answered by several threads
  const auto say = [&](const std::string& text) {
    const std::lock_guard lock(printing);
    if (!quiet) note(console, text);
  };
  const HttpApi api(session, search);
  const protocol::HttpService service{
      .routes = api.routes(),
      .listening =
          [&](int chosen) {
            const bool six = options.host.find(':') != std::string::npos;
            say(fmt::format("listening on http://{}{}{}:{}/ (Ctrl-C ends)", six ? "[" : "",
                            options.host, six ? "]" : "", chosen));
          },
      .log = say};
  const Status served = protocol::serve_http(options, service, console.stop);
  if (!served) return refuse(console, served.error());
  return exit_code(ErrorKind::cancelled);
}

}  // namespace alea::app
