#include "tools/app/fd_stream.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace alea::app {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;

}  // namespace

FdOutput::FdOutput(int fd) : fd_(fd), buffer_(kBuffer) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

FdOutput::~FdOutput() {
  write_out();
}

bool FdOutput::write_out() {
  const char* at = pbase();
  while (failure_ == 0 && at != pptr()) {
    const ssize_t put = ::write(fd_, at, static_cast<std::size_t>(pptr() - at));
    if (put >= 0) {
      at += put;
    } else if (errno == EAGAIN) {  // somebody made it non-blocking
      pollfd waited{.fd = fd_, .events = POLLOUT, .revents = 0};
      ::poll(&waited, 1, -1);
    } else if (errno != EINTR) {
      failure_ = errno;
    }
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return failure_ == 0;
}

FdOutput::int_type FdOutput::overflow(int_type c) {
  if (!write_out()) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) {
    *pptr() = traits_type::to_char_type(c);
    pbump(1);
  }
  return traits_type::not_eof(c);
}

int FdOutput::sync() {
  return write_out() ? 0 : -1;
}

FdInput::FdInput(int fd, int wake_fd) : fd_(fd), wake_fd_(wake_fd), buffer_(kBuffer) {
}

std::streamsize FdInput::showmanyc() {
  constexpr int kMomentMs = 100;
  pollfd waited{.fd = fd_, .events = POLLIN, .revents = 0};
  if (::poll(&waited, 1, kMomentMs) <= 0 || waited.revents == 0) return 0;
  return traits_type::eq_int_type(underflow(), traits_type::eof()) ? -1 : egptr() - gptr();
}

FdInput::int_type FdInput::underflow() {
  for (;;) {
    std::array<pollfd, 2> waited{pollfd{.fd = fd_, .events = POLLIN, .revents = 0},
                                 pollfd{.fd = wake_fd_, .events = POLLIN, .revents = 0}};
    if (::poll(waited.data(), waited.size(), -1) < 0 && errno != EINTR) break;
    if (waited[1].revents != 0) break;
    if (waited[0].revents == 0) continue;
    const ssize_t got = ::read(fd_, buffer_.data(), buffer_.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) failure_ = errno;
    if (got <= 0) break;
    setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
    return traits_type::to_int_type(*gptr());
  }
  return traits_type::eof();
}

}  // namespace alea::app
