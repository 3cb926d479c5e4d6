/// @file
/// @brief Barriers: they hold all threads back, they forget those that have returned, and they never hang.
#include <cooperative_groups.h>

#include "catch.hpp"
#include "device_array.hpp"

namespace {

__global__ void rotate(int* out, int rounds) {
  extern __shared__ int ring[];
  int mine = static_cast<int>(threadIdx.x);
  for (int round = 0; round < rounds; ++round) {
    ring[threadIdx.x] = mine;
    __syncthreads();
    mine = ring[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = mine;
}

// In each round the last of those still there returns; the rest count the round.
__global__ void leave_one_by_one(int* rounds_seen) {
  for (unsigned left = blockDim.x; left > 0; --left) {
    if (threadIdx.x == left - 1) return;
    __syncthreads();
    ++rounds_seen[threadIdx.x];
  }
}

__device__ __noinline__ int last_or_end(int left) {
  if (static_cast<int>(threadIdx.x) >= left) lockstep::sim::exit_thread();
  return left - 1;
}

// In each round a quarter of the threads ends in the middle of an expression, before the barrier or after they waited at one.
__global__ void exit_by_quarters(int* rounds_seen) {
  for (int left = static_cast<int>(blockDim.x); left > 0;) {
    left = 1 + last_or_end(left) - static_cast<int>(blockDim.x) / 4;
    __syncthreads();
    ++rounds_seen[blockIdx.x * blockDim.x + threadIdx.x];
  }
}

__global__ void vote(int* out, int limit) {
  const bool below = static_cast<int>(threadIdx.x) < limit;
  const int count = __syncthreads_count(below);
  const int all = __syncthreads_and(below);
  const int any = __syncthreads_or(below);
  if (threadIdx.x == blockDim.x - 1) {
    out[0] = count;
    out[1] = all != 0;
    out[2] = any != 0;
  }
}

__global__ void barrier_in_branch(int* out) {
  if (threadIdx.x % 2 == 0) {
    out[threadIdx.x] = 1;
    __syncthreads();  // even
  } else {
    __syncthreads();  // odd
  }
}

constexpr int kOneLine = __LINE__ + 3;
__global__ void barriers_on_one_line(int* out) {
  // clang-format off
  if (threadIdx.x % 2 == 0) __syncthreads(); else __syncthreads();
  // clang-format on
  out[threadIdx.x] = 1;
}

// The compiler makes several barriers of one: in each copy of the loop's body, after each branch, at each call.
template <class T>
__device__ void add_and_wait(T* out, T value) {
  *out += value;
  __syncthreads();
}
template <class T>
__global__ void copied_barriers(T* out) {
  T* const mine = out + threadIdx.x;
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x % 2 == 0)
      *mine += i;
    else
      mine[64] += i;
    __syncthreads();
  }
  if (threadIdx.x % 3 == 0)
    add_and_wait(mine, T{1});
  else
    add_and_wait(mine + 64, T{2});
}

__global__ void barrier_against_warp() {
  if (threadIdx.x < 8) {
    __syncthreads();
  } else if (threadIdx.x < 32) {
    __syncwarp();
  }
}

__global__ void one_lane_stays_away() {
  if (threadIdx.x != 5)
    __shfl_sync(0xffffffffu, threadIdx.x, 0);
  else
    __syncthreads();
}

__global__ void half_of_a_grid() {
  if (blockIdx.x % 2 == 0)
    cooperative_groups::this_grid().sync();
  else
    __syncthreads(), __syncthreads();
}

__global__ void grid_stages(int* cells, int stages) {
  const auto grid = cooperative_groups::this_grid();
  const int me = static_cast<int>(grid.thread_rank()), all = static_cast<int>(grid.num_threads());
  for (int stage = 0; stage < stages; ++stage) {
    const int left = cells[(me + all - 1) % all];
    grid.sync();
    cells[me] = left + 1;
    grid.sync();
  }
}

__global__ void grid_sync_without_permission() { cooperative_groups::this_grid().sync(); }

}  // namespace

TEST_CASE("a barrier holds everybody back, whatever the block's size") {
  for (const unsigned threads : {1u, 31u, 32u, 33u, 257u, 1024u}) {
    CAPTURE(threads);
    DeviceArray<int> out(3 * threads, -1);
    rotate<<<3, threads, threads * sizeof(int)>>>(out.get(), 5);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    bool right = true;
    for (unsigned i = 0; i < out.size(); ++i) right &= out[i] == static_cast<int>((i % threads + 5) % threads);
    REQUIRE(right);
  }
}

TEST_CASE("threads that end in the middle of a function are not waited for") {
  DeviceArray<int> rounds(2 * 128, 0);
  exit_by_quarters<<<2, 128>>>(rounds.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 256; ++i) REQUIRE(rounds[i] == 4 - i % 128 / 32);
}

TEST_CASE("a barrier does not wait for threads that have returned") {
  DeviceArray<int> rounds(100);
  leave_one_by_one<<<1, 100>>>(rounds.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 100; ++i) REQUIRE(rounds[i] == 99 - i);
}

TEST_CASE("barriers count and combine predicates") {
  for (const int limit : {0, 1, 40, 69, 70}) {
    DeviceArray<int> out(3, -1);
    vote<<<1, 70>>>(out.get(), limit);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    REQUIRE(out[0] == limit);
    REQUIRE(out[1] == (limit == 70));
    REQUIRE(out[2] == (limit > 0));
  }
}

TEST_CASE("a barrier in a branch ends the launch with the threads, the lines and the counts") {
  const Ending ending = ending_of([] {
    static DeviceArray<int> out(64);
    barrier_in_branch<<<1, 64>>>(out.get());
  });
  CAPTURE(ending.text);
  REQUIRE(ending.error == cudaErrorLaunchFailure);
  REQUIRE(contains(ending.text, "kernel barrier_in_branch"));
  REQUIRE(contains(ending.text, "32 of 64 threads wait at __syncthreads in"));
  REQUIRE(contains(ending.text, "barriers.cu:60: threads 0, 2, 4"));
  REQUIRE(contains(ending.text, "barriers.cu:62: threads 1, 3, 5"));
}

TEST_CASE("two barriers on one line are two") {
  const Ending ending = ending_of([] {
    static DeviceArray<int> out(64);
    barriers_on_one_line<<<1, 64>>>(out.get());
  });
  CAPTURE(ending.text);
  REQUIRE(ending.error == cudaErrorLaunchFailure);
  REQUIRE(contains(ending.text, "wait at different barriers"));
  for (const char* const threads : {"0, 2, 4", "1, 3, 5"})
    REQUIRE(contains(ending.text, "barriers.cu:" + std::to_string(kOneLine) + ": threads " + threads));
}

TEST_CASE("one barrier that the compiler copies is one") {
  DeviceArray<int> out(128);
  copied_barriers<<<1, 64>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(out[0] == 6 + 1);
  REQUIRE(out[64 + 1] == 6 + 2);
}

TEST_CASE("a block whose threads wait for different things never hangs") {
  SECTION("a barrier and a warp meeting") {
    const Ending ending = ending_of([] { barrier_against_warp<<<1, 48>>>(); });
    CAPTURE(ending.text);
    REQUIRE(ending.error == cudaErrorLaunchFailure);
    REQUIRE(contains(ending.text, "8 of 48 threads wait at __syncthreads in"));
    REQUIRE(contains(ending.text, "24 of 48 threads wait at __syncwarp with mask 0xffffffff"));
    REQUIRE(contains(ending.text, "16 of 48 threads have returned: threads 32-47"));
  }
  SECTION("a lane that its warp waits for") {
    const Ending ending = ending_of([] { one_lane_stays_away<<<1, 32>>>(); });
    CAPTURE(ending.text);
    REQUIRE(ending.error == cudaErrorLaunchFailure);
    REQUIRE(contains(ending.text, "31 of 32 threads wait at __shfl_sync with mask 0xffffffff"));
    REQUIRE(contains(ending.text, "thread 5"));
  }
}

TEST_CASE("a grid barrier joins all blocks of a cooperative launch") {
  DeviceArray<int> cells(6 * 40);
  int* data = cells.get();
  int stages = 4;
  void* arguments[] = {&data, &stages};
  REQUIRE(cudaLaunchCooperativeKernel(grid_stages, dim3(6), dim3(40), arguments) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 240; ++i) REQUIRE(cells[i] == 4);
}

TEST_CASE("a grid barrier that cannot be complete is reported") {
  SECTION("not every block comes") {
    const Ending ending = ending_of([] { cudaLaunchCooperativeKernel(half_of_a_grid, dim3(4), dim3(32), nullptr); });
    CAPTURE(ending.text);
    REQUIRE(ending.error == cudaErrorLaunchFailure);
    REQUIRE(contains(ending.text, "grid.sync()"));
    REQUIRE(contains(ending.text, "have returned"));
  }
  SECTION("an ordinary launch") {
    const Ending ending = ending_of([] { grid_sync_without_permission<<<2, 32>>>(); });
    CAPTURE(ending.text);
    REQUIRE(ending.error == cudaErrorLaunchFailure);
    REQUIRE(contains(ending.text, "cudaLaunchCooperativeKernel"));
  }
}
