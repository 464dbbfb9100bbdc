#include "engine/base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/rng.h"

namespace alea {
namespace {

TEST(ThreadPool, RunsEveryIndexOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (const std::size_t count : {0U, 1U, 2U, 7U, 1000U}) {
      std::vector<int> runs(count);
      EXPECT_TRUE(pool.for_each_index(count, [&](std::size_t index, int) { ++runs[index]; }));
      EXPECT_EQ(runs, std::vector<int>(count, 1)) << threads << " threads";
    }
  }
}

TEST(ThreadPool, UsesTheHardwareThreadsWhenNotTold) {
  EXPECT_GE(ThreadPool().threads(), 1);
  EXPECT_EQ(ThreadPool(0).threads(), ThreadPool(-3).threads());
}

TEST(ThreadPool, GivesEachWorkerANumberOfItsOwn) {
  ThreadPool pool(4);
  // Not atomic on purpose: two tasks at once under one number are a race that TSan reports.
  std::vector<std::uint64_t> sums(4);
  pool.for_each_index(5000, [&](std::size_t index, int worker) {
    sums.at(static_cast<std::size_t>(worker)) += index;
  });
  EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), std::uint64_t{0}), 5000U * 4999U / 2);
}

TEST(ThreadPool, ResultsDoNotDependOnTheNumberOfThreads) {
  const auto run = [](int threads) {
    ThreadPool pool(threads);
    std::vector<std::uint64_t> slots(500);
    pool.for_each_index(slots.size(), [&](std::size_t index, int) {
      Rng rng(1, index);
      for (int i = 0; i < 20; ++i) slots[index] += rng.next();
    });
    return slots;
  };
  const auto alone = run(1);
  EXPECT_EQ(run(2), alone);
  EXPECT_EQ(run(7), alone);
}

TEST(ThreadPool, RethrowsTheExceptionOfTheSmallestIndex) {
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    for (int repeat = 0; repeat < 50; ++repeat) {
      try {
        pool.for_each_index(100, [](std::size_t index, int) {
          if (index % 10 == 3) throw std::runtime_error(std::to_string(index));
        });
        FAIL() << "no exception";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "3");
      }
    }
  }
}

TEST(ThreadPool, WorksOnAfterAnException) {
  ThreadPool pool(3);
  EXPECT_THROW(pool.for_each_index(10, [](std::size_t, int) { throw std::bad_alloc(); }),
               std::bad_alloc);
  std::atomic<int> runs = 0;
  EXPECT_TRUE(pool.for_each_index(10, [&](std::size_t, int) { ++runs; }));
  EXPECT_EQ(runs, 10);
}

TEST(ThreadPool, StartsNothingAfterAStopRequest) {
  for (const int threads : {1, 4}) {
    ThreadPool pool(threads);
    std::stop_source source;
    std::atomic<int> runs = 0;
    EXPECT_FALSE(pool.for_each_index(
        1000,
        [&](std::size_t, int) {
          ++runs;
          source.request_stop();
        },
        source.get_token()));
    EXPECT_GE(runs, 1);
    EXPECT_LE(runs, threads);  // each worker was at most inside its first task

    runs = 0;
    EXPECT_FALSE(pool.for_each_index(
        5, [&](std::size_t, int) { ++runs; }, source.get_token()));
    EXPECT_EQ(runs, 0);
  }
}

TEST(ThreadPool, StopRequestInTheLastTaskLeavesNothingOut) {
  ThreadPool pool(1);
  std::stop_source source;
  EXPECT_TRUE(pool.for_each_index(
      3,
      [&](std::size_t index, int) {
        if (index == 2) source.request_stop();
      },
      source.get_token()));
}

TEST(ThreadPool, CallersTakeTurns) {
  ThreadPool pool(2);
  std::atomic<int> inside = 0;
  std::atomic<bool> overlapped = false;
  int total = 0;  // written by whoever has the turn
  const auto call = [&] {
    for (int repeat = 0; repeat < 200; ++repeat) {
      pool.for_each_index(3, [&](std::size_t index, int) {
        if (index == 0) {
          overlapped = overlapped || ++inside != 1;
          ++total;
          --inside;
        }
      });
    }
  };
  {
    const std::jthread first(call);
    const std::jthread second(call);
  }
  EXPECT_FALSE(overlapped);
  EXPECT_EQ(total, 400);
}

TEST(ThreadPool, ManyShortLoopsLoseNoIndex) {
  ThreadPool pool(4);
  std::uint64_t expected = 0;
  std::atomic<std::uint64_t> sum = 0;
  for (std::size_t loop = 0; loop < 3000; ++loop) {
    const std::size_t count = loop % 5;
    pool.for_each_index(count, [&](std::size_t index, int) { sum += index + 1; });
    expected += count * (count + 1) / 2;
  }
  EXPECT_EQ(sum, expected);
}

TEST(ThreadPoolDeathTest, CallFromInsideATaskIsABrokenPromise) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const int threads : {1, 2}) {
    EXPECT_DEATH(
        {
          ThreadPool pool(threads);
          pool.for_each_index(
              4, [&](std::size_t, int) { pool.for_each_index(1, [](std::size_t, int) {}); });
        },
        "broken promise");
  }
}

}  // namespace
}  // namespace alea
