// The executable: arguments, environment, signals and exit codes; everything else is in tools/app.

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <ostream>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "tools/app/commands.h"
#include "tools/app/console.h"
#include "tools/app/fd_stream.h"

namespace {

constexpr int kInterrupted = 130;

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): no threads yet
  return value == nullptr ? std::string() : std::string(value);
}

// An XDG folder: the variable, or its default below the home folder.
std::filesystem::path xdg_folder(const char* name, const char* below_home) {
  if (std::string value = variable(name); value.starts_with('/')) return value;
  const std::string home = variable("HOME");
  return home.empty() ? std::filesystem::path() : std::filesystem::path(home) / below_home;
}

alea::app::Environment read_environment() {
  std::error_code ignored;
  return {.weights = variable("ALEA_WEIGHTS"),
          .isa = variable("ALEA_ISA"),
          .no_color = !variable("NO_COLOR").empty() || variable("TERM") == "dumb",
          .data_home = xdg_folder("XDG_DATA_HOME", ".local/share"),
          .cache_home = xdg_folder("XDG_CACHE_HOME", ".cache"),
          .executable = std::filesystem::read_symlink("/proc/self/exe", ignored)};
}

// Files opened later must not become standard streams: a closed one is replaced. Returns whether
// standard output was closed.
bool fill_standard_streams() {
  const bool no_output = ::fcntl(STDOUT_FILENO, F_GETFD) < 0;
  for (;;) {
    const int fd = ::open("/dev/null", O_RDWR);
    if (fd > STDERR_FILENO) ::close(fd);
    if (fd < 0 || fd > STDERR_FILENO) return no_output;
  }
}

// Turns SIGINT and SIGTERM into a stop request and wakes a reader of standard input, and a main thread that
// waits for a pipe to be opened; the second one ends the process. The thread lives as long as the process.
std::stop_token watch_signals(int wake_fd) {
  struct sigaction interrupting {};
  interrupting.sa_handler = [](int) {};  // system calls end with EINTR
  ::sigaction(SIGUSR1, &interrupting, nullptr);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // inherited by every thread made later
  std::stop_source source;
  std::thread([signals, source, wake_fd, main_thread = ::pthread_self()]() mutable {
    int signal = 0;
    while (sigwait(&signals, &signal) == 0) {
      if (!source.request_stop()) ::_exit(kInterrupted);
      ::close(wake_fd);
      ::pthread_kill(main_thread, SIGUSR1);
    }
  }).detach();
  return source.get_token();
}

int finish(const alea::app::FdInput& in, alea::app::FdOutput& out, std::ostream& err, int code) {
  out.pubsync();
  if (in.failure() != 0) {
    err << "alea: cannot read standard input: " << std::strerror(in.failure()) << '\n'
        << std::flush;
    if (code == 0) code = 1;
  }
  if (out.failure() == 0) return code;
  if (out.failure() == EPIPE) return code;  // the reader had enough
  err << "alea: cannot write to standard output: " << std::strerror(out.failure()) << '\n'
      << std::flush;
  return code == 0 ? 1 : code;
}

}  // namespace

int main(int argc, char** argv) {
  const bool no_output = fill_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  alea::app::FdOutput out_buffer(STDOUT_FILENO);
  alea::app::FdOutput err_buffer(STDERR_FILENO);
  if (no_output) out_buffer.refuse(EBADF);
  std::ostream out(&out_buffer);
  std::ostream err(&err_buffer);
  err << std::unitbuf;
  try {
    int wake[2] = {-1, -1};
    if (::pipe2(wake, O_CLOEXEC) != 0) wake[0] = wake[1] = -1;
    const std::stop_token stop = watch_signals(wake[1]);
    alea::app::FdInput in_buffer(STDIN_FILENO, wake[0]);
    std::istream in(&in_buffer);
    alea::app::Console console{.in = in,
                               .out = out,
                               .err = err,
                               .out_is_terminal = ::isatty(STDOUT_FILENO) == 1,
                               .err_is_terminal = ::isatty(STDERR_FILENO) == 1,
                               .stop = stop,
                               .environment = read_environment()};
    const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    return finish(in_buffer, out_buffer, err, alea::app::run(console, words));
  } catch (const std::bad_alloc&) {
    err << "alea: out of memory\n";
  } catch (const std::exception& error) {
    err << "alea: internal error: " << error.what() << '\n';
  }
  return 1;
}
