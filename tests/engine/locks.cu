/// @file
/// @brief Threads that spin for each other: locks and flags make progress, and what never comes is reported.
#include "catch.hpp"
#include "device_array.hpp"

namespace {

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence();
}
__device__ void unlock(int* mutex) {
  __threadfence();
  atomicExch(mutex, 0);
}

__global__ void count_under_lock(int* mutex, int* counter) {
  lock(mutex);
  *counter = *counter + 1;
  unlock(mutex);
}

// The holder waits for its warp inside of the lock: only a scheduler without lockstep gets through.
__global__ void lock_by_exchange(int* mutex, int* counter) {
  bool done = false;
  while (!done) {
    if (atomicExch(mutex, 1) == 0) {
      __threadfence();
      *counter = *counter + 1;
      __threadfence();
      atomicExch(mutex, 0);
      done = true;
    }
  }
}

__global__ void chain(volatile int* flag, int* order) {
  const int me = static_cast<int>(gridDim.x - 1 - blockIdx.x);  // the last block goes first
  while (*flag != me) {
  }
  order[me] = static_cast<int>(blockIdx.x);
  __threadfence();
  *flag = me + 1;
}

__global__ void wait_for_nobody(int* mutex) { lock(mutex); }

// A hand-made grid barrier, which works where all blocks are resident.
__global__ void handmade_barrier(unsigned* arrived, int* before, int* wrong) {
  if (threadIdx.x == 0) {
    before[blockIdx.x] = 1;
    __threadfence();
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  for (unsigned block = 0; block < gridDim.x; ++block)
    if (before[block] != 1) atomicAdd(wrong, 1);
}

}  // namespace

TEST_CASE("a lock works between blocks, and between the threads of a warp") {
  DeviceArray<int> mutex(1), counter(1);
  SECTION("compare and swap") { count_under_lock<<<20, 64>>>(mutex.get(), counter.get()); }
  SECTION("exchange") { lock_by_exchange<<<20, 64>>>(mutex.get(), counter.get()); }
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(counter[0] == 20 * 64);
  REQUIRE(mutex[0] == 0);
}

TEST_CASE("a block may wait for one with a higher index, as long as both fit on the device") {
  DeviceArray<int> flag(1), order(40, -1);
  chain<<<40, 1>>>(flag.get(), order.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 40; ++i) REQUIRE(order[i] == 39 - i);
}

TEST_CASE("a barrier made of an atomic counter works for blocks that are resident together") {
  DeviceArray<unsigned> arrived(1);
  DeviceArray<int> before(12), wrong(1);
  handmade_barrier<<<12, 64>>>(arrived.get(), before.get(), wrong.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(wrong[0] == 0);
}

TEST_CASE("a lock that is never released is reported, not waited for") {
  const Ending ending = ending_of([] {
    static DeviceArray<int> taken(1, 1);
    wait_for_nobody<<<2, 32>>>(taken.get());
  });
  CAPTURE(ending.text);
  REQUIRE(ending.error == cudaErrorLaunchTimeout);
  REQUIRE(contains(ending.text, "wait for a value in memory that nobody changes"));
  REQUIRE(contains(ending.text, "locks.cu:9"));
}
