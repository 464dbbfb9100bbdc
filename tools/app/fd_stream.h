#pragma once

#include <array>
#include <cstddef>
#include <streambuf>
#include <vector>

namespace alea::app {

// A stream buffer on a file descriptor that, unlike std::cout's, keeps the reason of a failure.
// Borrows the descriptor.
class FdOutput : public std::streambuf {
 public:
  explicit FdOutput(int fd);
  ~FdOutput() override;

  // errno of the first failed write, 0 if none; later output is dropped.
  [[nodiscard]] int failure() const noexcept { return failure_; }
  // Makes every write fail with `code`.
  void refuse(int code) noexcept { failure_ = code; }

 protected:
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  bool write_out();

  int fd_;
  int failure_ = 0;
  std::vector<char> buffer_;
};

// The same for reading. A byte (or the end) on `wake_fd` ends the input: how Ctrl-C gets through to
// a command that waits for its standard input. Pass -1 for none.
class FdInput : public std::streambuf {
 public:
  FdInput(int fd, int wake_fd);

  // errno of the read that failed and so ended the input, 0 if none did.
  [[nodiscard]] int failure() const noexcept { return failure_; }

 protected:
  int_type underflow() override;
  // in_avail() waits a moment: what is typed or piped line by line may be on its way.
  std::streamsize showmanyc() override;

 private:
  int fd_, wake_fd_;
  int failure_ = 0;
  std::vector<char> buffer_;
};

}  // namespace alea::app
