/// @file
/// @brief Hosts that wait without calling the API: queued work runs all the same, and a kernel may wait for the host meanwhile.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "runtime_test.hpp"

namespace {

using Clock = std::chrono::steady_clock;

__global__ void set(int* p, int value) { *p = value; }

__global__ void converse(volatile int* asked, volatile int* answer, int* result) {
  *asked = 1;
  while (*answer == 0) {
  }
  *result = *answer * 2;
}

__managed__ int managed_flag;

// Three ints that both sides see.
class Pinned {
 public:
  Pinned() {
    REQUIRE(cudaMallocHost(&data_, 3 * sizeof(int)) == cudaSuccess);
    for (int i = 0; i < 3; ++i) data_[i] = 0;
  }
  ~Pinned() { cudaFreeHost(data_); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  int* at(int i) const { return data_ + i; }

 private:
  int* data_ = nullptr;
};

// False after a time that is far too long.
bool comes(const int* p, int value) {
  const auto end = Clock::now() + std::chrono::seconds(20);
  while (*static_cast<const volatile int*>(p) != value)
    if (Clock::now() > end) return false;
  return true;
}

}  // namespace

TEST_CASE("a host that spins for what a host function sets gets it") {
  std::atomic<bool> done = false;
  const auto tell = [](void* flag) { *static_cast<std::atomic<bool>*>(flag) = true; };
  REQUIRE(cudaLaunchHostFunc(nullptr, tell, &done) == cudaSuccess);
  const auto end = Clock::now() + std::chrono::seconds(20);
  while (!done && Clock::now() < end) {
  }
  REQUIRE(done);
}

TEST_CASE("a host that sleeps until a callback wakes it is woken") {
  struct Bell {
    std::mutex mutex;
    std::condition_variable rung;
    bool rings = false;
  } bell;
  const auto ring = [](cudaStream_t, cudaError_t, void* data) {
    Bell& mine = *static_cast<Bell*>(data);
    const std::lock_guard lock(mine.mutex);
    mine.rings = true;
    mine.rung.notify_one();
  };
  REQUIRE(cudaStreamAddCallback(nullptr, ring, &bell, 0) == cudaSuccess);
  std::unique_lock lock(bell.mutex);
  REQUIRE(bell.rung.wait_for(lock, std::chrono::seconds(20), [&] { return bell.rings; }));
}

TEST_CASE("a host that polls memory sees what a kernel writes, from any of its threads") {
  const Pinned pinned;
  set<<<1, 1>>>(pinned.at(0), 7);
  REQUIRE(comes(pinned.at(0), 7));

  set<<<1, 1>>>(pinned.at(0), 8);
  bool came = false;
  std::thread([&] { came = comes(pinned.at(0), 8); }).join();
  REQUIRE(came);

  managed_flag = 0;
  set<<<1, 1>>>(&managed_flag, 9);
  REQUIRE(comes(&managed_flag, 9));
}

TEST_CASE("a program that waits so again and again is not kept waiting") {
  const Pinned pinned;
  const auto begin = Clock::now();
  for (int i = 1; i <= 100; ++i) {
    set<<<1, 1>>>(pinned.at(0), i);
    REQUIRE(comes(pinned.at(0), i));
  }
  REQUIRE(Clock::now() - begin < std::chrono::seconds(10));
}

TEST_CASE("a kernel may wait for the host, while that is free to answer") {
  const Pinned pinned;
  converse<<<1, 1>>>(pinned.at(0), pinned.at(1), pinned.at(2));
  REQUIRE(comes(pinned.at(0), 1));
  std::this_thread::sleep_for(std::chrono::seconds(6));  // longer than a kernel may spin on a value that never changes
  *static_cast<volatile int*>(pinned.at(1)) = 21;
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(*pinned.at(2) == 42);
}

TEST_CASE("a kernel that waits for a host which waits for it fails") {
  const QuietErrors quiet;
  {
    const Pinned pinned;
    converse<<<1, 1>>>(pinned.at(0), pinned.at(1), pinned.at(2));
    REQUIRE(comes(pinned.at(0), 1));
    REQUIRE(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
  }
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  cudaGetLastError();
}
