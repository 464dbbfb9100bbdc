#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

namespace alea {

// A fixed set of worker threads for loops over independent items.
//
// One loop runs at a time; calling for_each_index from inside a task is a broken promise. Items are
// handed out by an atomic counter, so which worker gets which item is unspecified: results must go to
// slot `index` and must not depend on `worker`.
class ThreadPool {
 public:
  // `threads` <= 0 means one per hardware thread. One thread means the caller alone.
  explicit ThreadPool(int threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Workers including the calling thread: `worker` below runs from 0 to threads() - 1.
  [[nodiscard]] int threads() const noexcept;

  // Runs task(index, worker) for all indices in [0, count); returns when all have ended. After a
  // stop request no further index is started. The first exception of a task is rethrown here.
  void for_each_index(std::size_t count, const std::function<void(std::size_t, int)>& task,
                      std::stop_token stop = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace alea
