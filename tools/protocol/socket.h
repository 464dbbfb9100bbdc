#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/result.h"

namespace alea::protocol {

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) noexcept : fd_(fd) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  [[nodiscard]] int get() const noexcept { return fd_; }

 private:
  int fd_;
};

// A listening TCP socket; port 0 takes any free one. Errors (environment): the reason, as the system
// tells it.
[[nodiscard]] Result<Descriptor> listen_on(const std::string& host, int port);

// The port that a socket is bound to; 0 if it is none.
[[nodiscard]] int port_of(int fd);

enum class Ready { data, stopped, timeout };

// Waits until `fd` can be read, or written to, or the event of `wake` says that the server stops. A negative
// time is for ever.
enum class Direction { in, out };
[[nodiscard]] Ready wait_for(int fd, int wake, std::chrono::milliseconds time,
                             Direction direction = Direction::in);

// Sends it all to a peer that takes some of it at least every `time`; false if the peer is gone or does
// not, or the event of `wake` says that the server stops.
[[nodiscard]] bool send_all(int fd, int wake, std::string_view text,
                            std::chrono::milliseconds time);

// An event that can be waited for with poll(): -1 inside where the system refuses.
[[nodiscard]] Descriptor make_event();
void set_event(const Descriptor& event) noexcept;

}  // namespace alea::protocol
