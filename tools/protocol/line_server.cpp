#include "tools/protocol/line_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <list>
#include <thread>
#include <utility>

#include "tools/protocol/socket.h"

namespace alea::protocol {
namespace {

// One connection, in its own thread.
class Client {
 public:
  Client(Descriptor socket, int wake, const LineServerOptions& options, const LineService& service,
         std::stop_token stop)
      : socket_(std::move(socket)),
        wake_(wake),
        options_(options),
        service_(service),
        answer_(service.connect()),
        stop_(std::move(stop)),
        thread_([this] {
          serve();
          // The client shall know at once; the descriptor itself goes with this object.
          ::shutdown(socket_.get(), SHUT_RDWR);
          done_ = true;
        }) {}

  [[nodiscard]] bool done() const noexcept { return done_; }

 private:
  void serve() {
    const int on = 1;
    ::setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    std::string buffer;
    std::array<char, 4096> chunk{};
    for (;;) {
      const Ready ready =
          wait_for(socket_.get(), wake_, std::chrono::seconds(options_.idle_seconds));
      if (ready == Ready::stopped) return;
      if (ready == Ready::timeout) return service_.log(ClientEvent::idle, "silent for too long");
      const ssize_t got = ::recv(socket_.get(), chunk.data(), chunk.size(), 0);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return service_.log(ClientEvent::gone, "closed the connection");
      buffer.append(chunk.data(), static_cast<std::size_t>(got));
      if (!answer_lines(buffer)) return;
      if (buffer.size() > options_.longest_line) {
        return service_.log(ClientEvent::too_long, "sent an overlong line");
      }
    }
  }

  // Answers the whole lines at the front of `buffer`; false if the connection is to be closed.
  bool answer_lines(std::string& buffer) {
    std::size_t end = 0;
    while ((end = buffer.find('\n')) != std::string::npos) {
      const std::string line = buffer.substr(0, end);
      buffer.erase(0, end + 1);
      if (line.size() > options_.longest_line) {
        service_.log(ClientEvent::too_long, "sent an overlong line");
        return false;
      }
      const std::optional<std::string> answer = answer_(line, stop_);
      if (!answer || stop_.stop_requested()) return false;
      if (!send_all(socket_.get(), wake_, *answer + '\n',
                    std::chrono::seconds(options_.idle_seconds))) {
        service_.log(ClientEvent::gone, "does not take its answers");
        return false;
      }
    }
    return true;
  }

  Descriptor socket_;
  int wake_;
  const LineServerOptions& options_;
  const LineService& service_;
  LineAnswerer answer_;
  std::stop_token stop_;
  std::atomic<bool> done_{false};
  std::jthread thread_;  // last: joined before the rest goes
};

}  // namespace

Status serve_lines(const LineServerOptions& options, const LineService& service,
                   std::stop_token stop) {
  const Result<Descriptor> listener = listen_on(options.host, options.port);
  if (!listener) return fail(listener.error());
  const Descriptor wake = make_event();
  if (wake.get() < 0) return fail(ErrorKind::environment, std::strerror(errno));
  const std::stop_callback on_stop(stop, [&wake] { set_event(wake); });
  service.listening(port_of(listener->get()));
  std::list<Client> clients;
  while (wait_for(listener->get(), wake.get(), std::chrono::milliseconds(-1)) == Ready::data) {
    Descriptor socket(::accept4(listener->get(), nullptr, nullptr, SOCK_CLOEXEC));
    std::erase_if(clients, [](const Client& client) { return client.done(); });
    if (socket.get() < 0) {
      // Out of descriptors, perhaps: the listener stays ready, so do not spin.
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      continue;
    }
    if (clients.size() >= static_cast<std::size_t>(options.most_clients)) {
      service.log(ClientEvent::turned_away, "turned away: too many clients");
      continue;
    }
    service.log(ClientEvent::connected, "connected");
    clients.emplace_back(std::move(socket), wake.get(), options, service, stop);
  }
  return {};
}

}  // namespace alea::protocol
