#include "tools/protocol/http_connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace alea::protocol {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

milliseconds until(steady_clock::time_point deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
  return std::max(left, milliseconds(0));
}

}  // namespace

HttpConnection::HttpConnection(int fd, int wake, const Limits& limits)
    : fd_(fd), wake_(wake), limits_(limits) {
  start_clock();
}

void HttpConnection::start_clock() {
  deadline_ = steady_clock::now() + limits_.time;
}

milliseconds HttpConnection::time_left() const {
  return until(deadline_);
}

bool HttpConnection::fill() {
  if (received_ >= limits_.bytes) {
    too_large_ = true;
    return false;
  }
  for (;;) {
    const Ready ready = wait_for(fd_, wake_, time_left());
    timed_out_ = ready == Ready::timeout;
    if (ready != Ready::data) return false;
    const ssize_t got = ::recv(fd_, buffer_.data(), buffer_.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at_ = 0;
    end_ = static_cast<std::size_t>(got);
    received_ += end_;
    return true;
  }
}

ssize_t HttpConnection::read(char* data, std::size_t size) {
  if (at_ == end_ && !fill()) return -1;
  const std::size_t count = std::min(size, end_ - at_);
  std::memcpy(data, buffer_.data() + at_, count);
  at_ += count;
  return static_cast<ssize_t>(count);
}

ssize_t HttpConnection::write(const char* data, std::size_t size) {
  if (!writing_) start_clock();
  writing_ = true;
  std::size_t sent = 0;
  while (sent < size && !broken_) {
    const ssize_t part = ::send(fd_, data + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (part > 0) {
      sent += static_cast<std::size_t>(part);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd waited{.fd = fd_, .events = POLLOUT, .revents = 0};
      broken_ = ::poll(&waited, 1, static_cast<int>(time_left().count())) == 0;
    } else if (errno != EINTR) {
      broken_ = true;
    }
  }
  return broken_ ? -1 : static_cast<ssize_t>(size);
}

// Nothing here depends on who asks, and cpp-httplib would only put it among the headers.
void HttpConnection::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

void HttpConnection::get_local_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

void HttpConnection::finish() {
  constexpr milliseconds kPatience{1000};
  constexpr std::size_t kMost = 1 << 20;
  ::shutdown(fd_, SHUT_WR);
  const auto deadline = steady_clock::now() + kPatience;
  for (std::size_t dropped = 0; dropped < kMost;) {
    if (wait_for(fd_, wake_, until(deadline)) != Ready::data) return;
    const ssize_t got = ::recv(fd_, buffer_.data(), buffer_.size(), 0);
    if (got <= 0) return;
    dropped += static_cast<std::size_t>(got);
  }
}

WorkWatch::WorkWatch(const HttpConnection& connection, steady_clock::time_point deadline)
    : done_(make_event()),
      thread_([this, fd = connection.socket(), wake = connection.wake(), deadline] {
        // A client that will not send any more is taken for gone, as most servers do: browsers close the
        // connection of a request that they have given up.
        std::array<pollfd, 3> waited{pollfd{.fd = fd, .events = POLLRDHUP, .revents = 0},
                                     pollfd{.fd = wake, .events = POLLIN, .revents = 0},
                                     pollfd{.fd = done_.get(), .events = POLLIN, .revents = 0}};
        while (::poll(waited.data(), waited.size(), static_cast<int>(until(deadline).count())) <
                   0 &&
               errno == EINTR) {
        }
        if (waited[2].revents == 0) source_.request_stop();
      }) {
}

WorkWatch::~WorkWatch() {
  set_event(done_);
}

}  // namespace alea::protocol
