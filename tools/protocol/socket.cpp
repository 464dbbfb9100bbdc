#include "tools/protocol/socket.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>

namespace alea::protocol {

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

Result<Descriptor> listen_on(const std::string& host, int port) {
  const auto cannot = [&](const char* reason) {
    return fail(ErrorKind::environment,
                fmt::format("cannot listen on {}:{}: {}", host, port, reason));
  };
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const std::string service = std::to_string(port);
  if (const int code = ::getaddrinfo(host.c_str(), service.c_str(), &hints, &found); code != 0) {
    return cannot(::gai_strerror(code));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> guard(found, &::freeaddrinfo);
  Descriptor fd(::socket(found->ai_family, found->ai_socktype | SOCK_CLOEXEC, found->ai_protocol));
  if (fd.get() < 0) return cannot(std::strerror(errno));
  const int on = 1;
  ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  constexpr int kBacklog = 16;
  if (::bind(fd.get(), found->ai_addr, found->ai_addrlen) != 0 ||
      ::listen(fd.get(), kBacklog) != 0) {
    return cannot(std::strerror(errno));
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

Ready wait_for(int fd, int wake, std::chrono::milliseconds time, Direction direction) {
  const short events = direction == Direction::in ? POLLIN : POLLOUT;
  std::array<pollfd, 2> waited{pollfd{.fd = fd, .events = events, .revents = 0},
                               pollfd{.fd = wake, .events = POLLIN, .revents = 0}};
  for (;;) {
    const int ready = ::poll(waited.data(), waited.size(), static_cast<int>(time.count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return Ready::timeout;
    return ready < 0 || waited[1].revents != 0 ? Ready::stopped : Ready::data;
  }
}

bool send_all(int fd, int wake, std::string_view text, std::chrono::milliseconds time) {
  while (!text.empty()) {
    const ssize_t sent = ::send(fd, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      text.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (wait_for(fd, wake, time, Direction::out) != Ready::data) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

Descriptor make_event() {
  return Descriptor(::eventfd(0, EFD_CLOEXEC));
}

void set_event(const Descriptor& event) noexcept {
  const std::uint64_t one = 1;
  // Cannot fail: the counter is far from full.
  [[maybe_unused]] const ssize_t written = ::write(event.get(), &one, sizeof one);
}

}  // namespace alea::protocol
