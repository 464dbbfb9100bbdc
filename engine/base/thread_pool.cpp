#include "engine/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/check.h"

namespace alea {
namespace {

// One call of for_each_index; lives on the stack of its caller.
struct Loop {
  const std::function<void(std::size_t, int)>& task;
  std::size_t count;
  std::stop_token stop;
  std::atomic<std::size_t> next{0};   // the first index not yet handed out
  std::atomic<std::size_t> ended{0};  // tasks that returned normally

  std::mutex mutex{};
  std::exception_ptr failure{};  // guarded by mutex
  std::size_t failed_index = 0;  // guarded by mutex

  void work(int worker) {
    while (!stop.stop_requested()) {
      const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
      if (index >= count) return;
      try {
        task(index, worker);
        ended.fetch_add(1, std::memory_order_relaxed);
      } catch (...) {
        next.store(count, std::memory_order_relaxed);
        const std::lock_guard lock(mutex);
        if (!failure || index < failed_index) {
          failure = std::current_exception();
          failed_index = index;
        }
        return;
      }
    }
  }
};

}  // namespace

struct ThreadPool::State {
  std::mutex turn;  // held by the caller whose loop is running
  std::mutex mutex;
  std::condition_variable_any start;
  std::condition_variable done;
  Loop* loop = nullptr;          // guarded by mutex; null while there is nothing to join
  std::uint64_t generation = 0;  // guarded by mutex; counts loops
  int joined = 0;                // guarded by mutex; helpers inside the present loop
  std::atomic<std::thread::id> caller{};
  std::vector<std::jthread> helpers;  // last: ends first

  void help(const std::stop_token& quit, int worker) {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex);
    while (start.wait(lock, quit, [&] { return loop != nullptr && generation != seen; })) {
      seen = generation;
      Loop& joined_loop = *loop;
      ++joined;
      lock.unlock();
      joined_loop.work(worker);
      lock.lock();
      if (--joined == 0) done.notify_one();
    }
  }

  [[nodiscard]] bool is_inside_a_task() const {
    const std::thread::id me = std::this_thread::get_id();
    return caller == me || std::ranges::any_of(helpers, [me](const std::jthread& helper) {
             return helper.get_id() == me;
           });
  }
};

ThreadPool::ThreadPool(int threads) : state_(std::make_unique<State>()) {
  if (threads <= 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  State* const state = state_.get();
  try {
    state->helpers.reserve(static_cast<std::size_t>(threads) - 1);
    for (int worker = 1; worker < threads; ++worker) {
      state->helpers.emplace_back(
          [state, worker](const std::stop_token& quit) { state->help(quit, worker); });
    }
  } catch (const std::system_error&) {
    // No more threads to be had: results do not depend on their number, so go on with these.
  }
}

ThreadPool::~ThreadPool() = default;

int ThreadPool::threads() const noexcept {
  return static_cast<int>(state_->helpers.size()) + 1;
}

bool ThreadPool::for_each_index(std::size_t count,
                                const std::function<void(std::size_t, int)>& task,
                                std::stop_token stop) {
  State& s = *state_;
  ALEA_CHECK(!s.is_inside_a_task());
  const std::lock_guard turn(s.turn);
  s.caller = std::this_thread::get_id();

  Loop loop{.task = task, .count = count, .stop = std::move(stop)};
  const bool alone = count < 2 || s.helpers.empty();
  if (!alone) {
    {
      const std::lock_guard lock(s.mutex);
      s.loop = &loop;
      ++s.generation;
    }
    s.start.notify_all();
  }
  loop.work(0);
  if (!alone) {
    // Helpers that have not woken by now are not waited for: there is nothing left to start.
    std::unique_lock lock(s.mutex);
    s.loop = nullptr;
    s.done.wait(lock, [&] { return s.joined == 0; });
  }
  s.caller = std::thread::id{};
  if (loop.failure) std::rethrow_exception(loop.failure);
  return loop.ended == count;
}

}  // namespace alea
