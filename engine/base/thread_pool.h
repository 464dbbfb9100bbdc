#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

namespace alea {

// A fixed set of worker threads for loops over independent items.
//
// Items are handed out in index order by an atomic counter, so which worker gets which item is
// unspecified: results must go to slot `index` and must not depend on `worker`. One loop runs at a
// time: a second thread that calls for_each_index waits for its turn, and a call from inside a task
// is a broken promise.
class ThreadPool {
 public:
  // `threads` <= 0 means one per hardware thread. One thread means the caller alone. Where the system
  // grants fewer threads, the pool works with those: threads() tells.
  explicit ThreadPool(int threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Workers including the calling thread: `worker` below runs from 0 to threads() - 1.
  [[nodiscard]] int threads() const noexcept;

  // Runs task(index, worker) for all indices in [0, count); returns when all that were started have
  // ended: true if that was all of them. After a stop request no further index is started, and the
  // answer is false if one was left out.
  // An exception in a task also ends the loop: that of the smallest index is rethrown here. Indices
  // below it have all been run, so which one it is does not depend on timing.
  bool for_each_index(std::size_t count, const std::function<void(std::size_t, int)>& task,
                      std::stop_token stop = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace alea
