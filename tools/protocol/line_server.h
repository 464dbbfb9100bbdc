#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace alea::protocol {

struct LineServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;                     // 0: any free one
  std::size_t longest_line = 4096;  // a client that sends more is cut off
  int idle_seconds = 3600;          // likewise one that is silent for so long
  int most_clients = 16;            // more are turned away
};

// What happens to a client; for the log.
enum class ClientEvent { connected, turned_away, bad_line, idle, too_long, gone };

// Answers the lines of one connection, or nothing to close it.
using LineAnswerer =
    std::function<std::optional<std::string>(std::string_view line, std::stop_token stop)>;

// A TCP server that answers lines with lines.
struct LineService {
  // Called for each new connection; the result is used by one thread and dies with the connection.
  std::function<LineAnswerer()> connect;
  // Called once the server listens, with the port.
  std::function<void(int port)> listening;
  // May be called from any thread.
  std::function<void(ClientEvent event, const std::string& text)> log;
};

// Serves until a stop request. Errors (environment): the address cannot be listened on (with the
// reason: a port in use, no permission, no such host).
[[nodiscard]] Status serve_lines(const LineServerOptions& options, const LineService& service,
                                 std::stop_token stop);

}  // namespace alea::protocol
