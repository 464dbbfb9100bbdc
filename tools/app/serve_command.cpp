#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "tools/app/build_info.h"
#include "tools/app/commands.h"
#include "tools/app/search_settings.h"
#include "tools/app/serve_http.h"
#include "tools/app/session.h"
#include "tools/app/suggest.h"
#include "tools/protocol/complaints.h"
#include "tools/protocol/gnubg_external.h"
#include "tools/protocol/line_server.h"
#include "tools/protocol/ubgi.h"

namespace alea::app {
namespace {

constexpr int kDefaultPort = 1234;

int serve_gnubg(Console& console, const Arguments& arguments, const protocol::Advisor& advisor) {
  const Result<int> port = arguments.integer("port", kDefaultPort, 0, 65535);
  if (!port) return refuse(console, port.error());
  const Result<int> idle = arguments.integer("idle", 3600, 1, 1'000'000);
  if (!idle) return refuse(console, idle.error());
  const protocol::LineServerOptions options{
      .host = arguments.text("host", "127.0.0.1"), .port = *port, .idle_seconds = *idle};
  const bool quiet = arguments.has("quiet");
  std::mutex printing;  // clients have threads of their own
  const auto say = [&](const std::string& text) {
    const std::lock_guard lock(printing);
    if (!quiet) note(console, text);
  };
  const protocol::LineService service{
      .connect = [&]() -> protocol::LineAnswerer {
        return [&, player = protocol::GnubgExternal(advisor), complaints = protocol::Complaints()](
                   std::string_view line,
                   std::stop_token stop) mutable -> std::optional<std::string> {
          Result<std::string> answer = player.answer(line, std::move(stop));
          if (answer) return std::move(*answer);
          const auto complaint =
              complaints.next(fmt::format("{}: {}", answer.error().text(), in_quotes(line, 300)));
          if (complaint) say("client: " + *complaint);
          // Any line keeps GNU Backgammon going; silence would make it wait for ever.
          return std::string();
        };
      },
      .listening =
          [&](int chosen) {
            say(fmt::format("listening on {}:{}; in GNU Backgammon: set player 0 external {}:{}",
                            options.host, chosen, options.host, chosen));
          },
      .log = [&](protocol::ClientEvent, const std::string& text) { say("client " + text); }};
  const Status served = protocol::serve_lines(options, service, console.stop);
  if (!served) return refuse(console, served.error());
  return exit_code(ErrorKind::cancelled);
}

Result<std::string> protocol_of(const Arguments& arguments) {
  static const std::vector<std::string> kProtocols{"gnubg", "ubgi", "http"};
  if (arguments.positional().size() > 1) {
    return usage_error("serve takes one protocol: gnubg, ubgi or http");
  }
  if (arguments.has("ubgi")) return std::string("ubgi");
  if (arguments.positional().empty()) return std::string("gnubg");
  const std::string& name = arguments.positional().front();
  if (std::ranges::find(kProtocols, name) != kProtocols.end()) return name;
  return usage_error(fmt::format("unknown protocol {}{}; expected gnubg, ubgi or http",
                                 in_quotes(name, 40), did_you_mean(name, kProtocols)));
}

int run_serve(Console& console, const CommandSpec&, const Arguments& arguments) {
  const Result<std::string> protocol = protocol_of(arguments);
  if (!protocol) return refuse(console, protocol.error());
  const Result<SearchOptions> options = read_search_options(arguments, kDefaultPlies);
  if (!options) return refuse(console, options.error());
  const Result<Session> session = Session::open(console, arguments);
  if (!session) return refuse(console, session.error());
  if (*protocol == "http") return serve_http_api(console, arguments, *session, *options);
  const protocol::Advisor advisor(session->remembering(), session->met(), *options,
                                  session->pool());
  if (*protocol == "gnubg") return serve_gnubg(console, arguments, advisor);
  protocol::serve_ubgi(advisor, kVersion, console.in, console.out, console.stop);
  return console.stop.stop_requested() ? exit_code(ErrorKind::cancelled) : 0;
}

}  // namespace

Command serve_command() {
  std::vector<OptionSpec> options = search_option_list(kDefaultPlies);
  options.push_back({"ubgi", "", "the same as 'serve ubgi'"});
  options.push_back({"port", "N",
                     fmt::format("TCP port (default {} for gnubg, {} for http; 0: any free\n"
                                 "one)",
                                 kDefaultPort, kHttpPort)});
  options.push_back(
      {"host", "ADDRESS", "address to listen on (default 127.0.0.1: this machine only)"});
  options.push_back({"idle", "SECONDS", "gnubg: close a connection that is silent for so long"});
  for (OptionSpec& option : serve_http_options()) options.push_back(std::move(option));
  for (OptionSpec& option : session_options()) options.push_back(std::move(option));
  return {
      .spec = {.name = "serve",
               .summary = "be a player for other programs, or a page for browsers",
               .synopsis = "[gnubg|ubgi|http] [options]",
               .description =
                   "gnubg   an external player for GNU Backgammon, on a TCP port. There, type\n"
                   "        'set player 0 external localhost:1234'\n"
                   "ubgi    the Universal Backgammon Interface on standard input and output\n"
                   "http    a page to set up positions and see them analyzed, and its JSON API,\n"
                   "        for browsers and programs on this machine (docs/http.md)\n\n"
                   "Ends with Ctrl-C (exit code 130).\n",
               .groups = {{"Options", options}},
               .examples = "  alea serve gnubg --port 4321 --plies 1\n"
                           "  alea serve ubgi\n"
                           "  alea serve http    # then open http://127.0.0.1:8642/\n"},
      .run = run_serve};
}

}  // namespace alea::app
