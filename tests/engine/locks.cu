/// @file
/// @brief Threads that spin for each other: locks and flags make progress, and what never comes is reported.
#include <cstdlib>

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

// Each look takes the lock and gives it back: memory changes all the time. Nothing says whose turn it is but the scheduler.
__device__ bool all_have_come(int* mutex, const int* come) {
  lock(mutex);
  const bool all = *come == static_cast<int>(gridDim.x);
  unlock(mutex);
  return all;
}
__device__ void come_under_lock(int* mutex, int* come) {
  lock(mutex);
  *come = *come + 1;
  unlock(mutex);
}
__global__ void poll_under_lock(int* mutex, int* come) {
  if (threadIdx.x != 0) return;
  come_under_lock(mutex, come);
  while (!all_have_come(mutex, come)) {
  }
}
// The block's barriers change what waits, too; the other threads do nothing else.
__global__ void poll_by_block(int* mutex, int* come) {
  __shared__ bool done;
  if (threadIdx.x == 0) come_under_lock(mutex, come);
  do {
    __syncthreads();
    if (threadIdx.x == 0) done = all_have_come(mutex, come);
    __syncthreads();
  } while (!done);
}
__global__ void poll_atomic_by_block(int* come) {
  __shared__ bool done;
  if (threadIdx.x == 0) atomicAdd(come, 1);
  do {
    __syncthreads();
    if (threadIdx.x == 0) done = atomicAdd(come, 0) == static_cast<int>(gridDim.x);
    __syncthreads();
  } while (!done);
}
__global__ void poll_volatile_by_block(volatile int* come) {
  __shared__ bool done;
  if (threadIdx.x == 0) atomicAdd(const_cast<int*>(come), 1);
  do {
    __syncthreads();
    if (threadIdx.x == 0) done = *come == static_cast<int>(gridDim.x);
    __syncthreads();
  } while (!done);
}
// The first block waits for all others; a GPU holds only a few of them at a time.
__global__ void first_waits_for_all(int* mutex, int* come) {
  if (threadIdx.x != 0) return;
  come_under_lock(mutex, come);
  while (blockIdx.x == 0 && !all_have_come(mutex, come)) {
  }
}

__global__ void wait_for_nobody(int* mutex) { lock(mutex); }

__global__ void wait_for_a_flag(volatile int* flag) {
  if (threadIdx.x < 20) {
    while (*flag == 7) {
    }
  }
  __syncthreads();
}

// What microbenchmarks do: it looks like waiting, and ends.
__global__ void read_for(volatile const int* value, long long nanoseconds, int* sums) {
  int sum = 0;
  for (const long long begin = clock64(); clock64() - begin < nanoseconds;) sum += *value;
  sums[threadIdx.x] = sum;
}

// As before Volta: no barrier between the steps of a warp.
__device__ void sum_in_step(volatile int* s, int* out) {
  const unsigned i = threadIdx.x;
  s[i] = static_cast<int>(i);
  __syncthreads();
  if (i >= 32) return;
  for (unsigned step = 32; step > 0; step /= 2) s[i] = s[i] + s[i + step];
  if (i == 0) out[blockIdx.x] = s[0];
}
__global__ void sum_in_shared(int* out) {
  __shared__ volatile int s[64];
  sum_in_step(s, out);
}
__global__ void sum_in_global(volatile int* all, int* out) { sum_in_step(all + 64 * blockIdx.x, out); }

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
  REQUIRE(contains(ending.text, "wait for a value in memory that no thread changes"));
  REQUIRE(contains(ending.text, "locks.cu:11"));
}

TEST_CASE("a loop that polls is reported with the value, and with what the other threads do") {
  const Ending ending = ending_of([] {
    static DeviceArray<int> flag(1, 7);
    wait_for_a_flag<<<1, 32>>>(flag.get());
  });
  CAPTURE(ending.text);
  REQUIRE(contains(ending.text, "looks at byte 0 of the 4 bytes from cudaMallocManaged"));
  REQUIRE(contains(ending.text, ": 7 there\n"));
  REQUIRE(contains(ending.text, "20 of 32 threads of its block are in such a loop: threads 0-19\n"));
  REQUIRE(contains(ending.text, "12 of 32 threads wait at __syncthreads in"));
}

TEST_CASE("a loop that counts is not taken for one that waits, though it reads one variable for longer than those may") {
  constexpr long long kLongerThanPatience = 5'600'000'000;
  DeviceArray<int> value(1, 2), sums(32);
  read_for<<<1, 32>>>(value.get(), kLongerThanPatience, sums.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 32; ++i) REQUIRE(sums[i] > 0);
}

TEST_CASE("lanes stay in step between accesses to volatile memory of the block or the device") {
  DeviceArray<int> out(3), all(3 * 64);
  SECTION("of the block") { sum_in_shared<<<3, 64>>>(out.get()); }
  SECTION("of the device") { sum_in_global<<<3, 64>>>(all.get(), out.get()); }
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 3; ++i) REQUIRE(out[i] == 63 * 64 / 2);
}

TEST_CASE("a block may poll under a lock, or block by block, for those that have not started yet") {
  setenv("LOCKSTEP_WORKERS", GENERATE("1", "2"), 1);
  DeviceArray<int> mutex(1), come(1);
  unsigned blocks = 24;
  SECTION("a thread under a lock") { poll_under_lock<<<blocks, 64>>>(mutex.get(), come.get()); }
  SECTION("a block under a lock") { poll_by_block<<<blocks, 64>>>(mutex.get(), come.get()); }
  SECTION("a block by an atomic that changes nothing") { poll_atomic_by_block<<<blocks, 64>>>(come.get()); }
  SECTION("a block by a volatile variable") { poll_volatile_by_block<<<blocks, 64>>>(come.get()); }
  SECTION("more blocks than fit on the device") {
    blocks = 100;
    first_waits_for_all<<<blocks, 1024>>>(mutex.get(), come.get());
  }
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  unsetenv("LOCKSTEP_WORKERS");
  REQUIRE(come[0] == static_cast<int>(blocks));
}
