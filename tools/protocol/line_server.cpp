#include "tools/protocol/line_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <list>
#include <memory>
#include <thread>
#include <utility>

namespace alea::protocol {
namespace {

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) noexcept : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  [[nodiscard]] int get() const noexcept { return fd_; }

 private:
  int fd_;
};

tl::unexpected<Error> cannot_listen(const LineServerOptions& options, const char* reason) {
  return fail(ErrorKind::environment,
              fmt::format("cannot listen on {}:{}: {}", options.host, options.port, reason));
}

Result<Descriptor> listen_on(const LineServerOptions& options) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const std::string port = std::to_string(options.port);
  if (const int code = ::getaddrinfo(options.host.c_str(), port.c_str(), &hints, &found);
      code != 0) {
    return cannot_listen(options, ::gai_strerror(code));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> guard(found, &::freeaddrinfo);
  Descriptor fd(::socket(found->ai_family, found->ai_socktype | SOCK_CLOEXEC, found->ai_protocol));
  if (fd.get() < 0) return cannot_listen(options, std::strerror(errno));
  const int on = 1;
  ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  constexpr int kBacklog = 16;
  if (::bind(fd.get(), found->ai_addr, found->ai_addrlen) != 0 ||
      ::listen(fd.get(), kBacklog) != 0) {
    return cannot_listen(options, std::strerror(errno));
  }
  return fd;
}

int port_of(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  if (address.ss_family == AF_INET6) {
    return ntohs(reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port);
  }
  return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
}

enum class Ready { data, stopped, timeout };

// Waits until `fd` can be read, or the event of `wake` says that the server stops.
Ready wait_for(int fd, int wake, int timeout_ms) {
  std::array<pollfd, 2> waited{pollfd{.fd = fd, .events = POLLIN, .revents = 0},
                               pollfd{.fd = wake, .events = POLLIN, .revents = 0}};
  for (;;) {
    const int ready = ::poll(waited.data(), waited.size(), timeout_ms);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return Ready::timeout;
    return ready < 0 || waited[1].revents != 0 ? Ready::stopped : Ready::data;
  }
}

bool send_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = ::send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      text.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

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
      const Ready ready = wait_for(socket_.get(), wake_, options_.idle_seconds * 1000);
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
      if (!send_all(socket_.get(), *answer + '\n')) return false;
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
  const Result<Descriptor> listener = listen_on(options);
  if (!listener) return fail(listener.error());
  const Descriptor wake(::eventfd(0, EFD_CLOEXEC));
  if (wake.get() < 0) return fail(ErrorKind::environment, std::strerror(errno));
  const std::stop_callback on_stop(stop, [&wake] {
    const std::uint64_t one = 1;
    // Cannot fail: the counter is far from full.
    [[maybe_unused]] const ssize_t written = ::write(wake.get(), &one, sizeof one);
  });
  service.listening(port_of(listener->get()));
  std::list<Client> clients;
  while (wait_for(listener->get(), wake.get(), -1) == Ready::data) {
    Descriptor socket(::accept4(listener->get(), nullptr, nullptr, SOCK_CLOEXEC));
    std::erase_if(clients, [](const Client& client) { return client.done(); });
    if (socket.get() < 0) continue;
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
