#pragma once

// For .cpp files only: httplib's header is heavy.

#include <httplib.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <thread>

#include "tools/protocol/socket.h"

namespace alea::protocol {

// What cpp-httplib reads a request from and writes the reply to.
//
// cpp-httplib limits the time between two bytes, not that of a request, and each header line, not their
// number: here both are limited, so that nobody can keep a thread busy or fill the memory.
class HttpConnection : public httplib::Stream {
 public:
  struct Limits {
    std::chrono::milliseconds time{0};  // for reading, and again for writing
    std::size_t bytes = 0;              // of the request
  };

  // `wake` is the event that ends all waiting.
  HttpConnection(int fd, int wake, const Limits& limits);

  [[nodiscard]] bool is_readable() const override { return true; }
  [[nodiscard]] bool is_writable() const override { return !broken_; }
  ssize_t read(char* data, std::size_t size) override;
  ssize_t write(const char* data, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  [[nodiscard]] int socket() const override { return fd_; }

  [[nodiscard]] bool timed_out() const noexcept { return timed_out_; }
  [[nodiscard]] bool too_large() const noexcept { return too_large_; }
  [[nodiscard]] bool received() const noexcept { return received_ > 0; }
  [[nodiscard]] int wake() const noexcept { return wake_; }

  // Says that nothing more comes, and waits a moment for the client to have read it: closing with unread
  // data of the client's would take the reply away from it.
  void finish();

 private:
  [[nodiscard]] bool fill();
  [[nodiscard]] std::chrono::milliseconds time_left() const;
  void start_clock();

  int fd_;
  int wake_;
  Limits limits_;
  std::chrono::steady_clock::time_point deadline_;
  std::array<char, 4096> buffer_{};
  std::size_t at_ = 0, end_ = 0;
  std::size_t received_ = 0;
  bool writing_ = false;
  bool timed_out_ = false, too_large_ = false, broken_ = false;
};

// Requests a stop when the time is over, the client is gone, or the server ends; until it is destroyed.
class WorkWatch {
 public:
  WorkWatch(const HttpConnection& connection, std::chrono::steady_clock::time_point deadline);
  ~WorkWatch();
  WorkWatch(const WorkWatch&) = delete;
  WorkWatch& operator=(const WorkWatch&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  Descriptor done_;
  std::stop_source source_;
  std::jthread thread_;  // last: joined before the rest goes
};

}  // namespace alea::protocol
