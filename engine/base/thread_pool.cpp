#include "engine/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace alea {

struct ThreadPool::State {
  std::mutex mutex;
  std::condition_variable start, done;
  std::uint64_t generation = 0;  // guarded by mutex; counts loops
  int running = 0;               // guarded by mutex; helpers still in the current loop
  bool quit = false;             // guarded by mutex
  std::exception_ptr failure;    // guarded by mutex

  std::atomic<std::size_t> next{0};
  std::size_t count = 0;
  const std::function<void(std::size_t, int)>* task = nullptr;
  std::stop_token stop;
  std::vector<std::jthread> helpers;

  void work(int worker) {
    try {
      while (!stop.stop_requested()) {
        const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
        if (index >= count) break;
        (*task)(index, worker);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next.store(count, std::memory_order_relaxed);
    }
  }

  void helper_main(int worker) {
    std::uint64_t seen = 0;
    for (;;) {
      {
        std::unique_lock lock(mutex);
        start.wait(lock, [&] { return quit || generation != seen; });
        if (quit) return;
        seen = generation;
      }
      work(worker);
      const std::lock_guard lock(mutex);
      if (--running == 0) done.notify_one();
    }
  }
};

ThreadPool::ThreadPool(int threads) : state_(std::make_unique<State>()) {
  if (threads <= 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  for (int worker = 1; worker < threads; ++worker) {
    state_->helpers.emplace_back([state = state_.get(), worker] { state->helper_main(worker); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->quit = true;
  }
  state_->start.notify_all();
}

int ThreadPool::threads() const noexcept { return static_cast<int>(state_->helpers.size()) + 1; }

void ThreadPool::for_each_index(std::size_t count,
                                const std::function<void(std::size_t, int)>& task,
                                std::stop_token stop) {
  State& s = *state_;
  {
    const std::lock_guard lock(s.mutex);
    s.next = 0;
    s.count = count;
    s.task = &task;
    s.stop = std::move(stop);
    s.failure = nullptr;
    s.running = static_cast<int>(s.helpers.size());
    ++s.generation;
  }
  s.start.notify_all();
  s.work(0);
  std::unique_lock lock(s.mutex);
  s.done.wait(lock, [&] { return s.running == 0; });
  if (s.failure) std::rethrow_exception(s.failure);
}

}  // namespace alea
