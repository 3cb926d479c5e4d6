/// @file
/// @brief The order of threads and blocks: as numbered, or shuffled by a seed; right programs do not notice.
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>

#include "catch.hpp"
#include "device_array.hpp"

namespace {

__global__ void take_numbers(int* next, int* number) { number[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(next, 1); }

__global__ void block_sum(const int* in, int* out) {
  __shared__ int sums[128];
  sums[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  for (int half = 64; half > 0; half /= 2) {
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(out, sums[0]);
}

// Warps of 32 threads draw work until there is none, by lane 0 alone or by each lane for itself.
__global__ void draw(unsigned* queue, unsigned work, bool alone, int* drawn) {
  const unsigned lane = threadIdx.x % 32, warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  while (true) {
    unsigned at = 0;
    if (!alone || lane == 0) at = atomicInc(queue, ~0u);
    if (alone) at = __shfl_sync(~0u, at, 0);
    if (at >= work) return;
    if (!alone || lane == 0) atomicAdd(&drawn[warp], 1);
  }
}

/// How much each warp drew.
std::vector<int> drawn_by(unsigned blocks, unsigned warps, unsigned work, bool alone) {
  DeviceArray<unsigned> queue(1);
  DeviceArray<int> drawn(std::size_t{blocks} * warps);
  draw<<<blocks, warps * 32>>>(queue.get(), work, alone, drawn.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  return {drawn.get(), drawn.get() + drawn.size()};
}

std::vector<int> order_with(const char* seed, unsigned blocks, unsigned threads) {
  setenv("LOCKSTEP_SHUFFLE", seed, 1);
  DeviceArray<int> next(1), number(std::size_t{blocks} * threads);
  take_numbers<<<blocks, threads>>>(next.get(), number.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  unsetenv("LOCKSTEP_SHUFFLE");
  return {number.get(), number.get() + number.size()};
}

}  // namespace

TEST_CASE("threads run as they are numbered, unless a seed shuffles them") {
  std::vector<int> in_order(100);
  std::iota(in_order.begin(), in_order.end(), 0);
  REQUIRE(order_with("0", 1, 100) == in_order);
  const std::vector<int> first = order_with("1", 1, 100), second = order_with("2", 1, 100);
  REQUIRE(first != in_order);
  REQUIRE(first != second);
  REQUIRE(order_with("1", 1, 100) == first);
  REQUIRE(std::set<int>(first.begin(), first.end()).size() == 100);
}

TEST_CASE("every block runs once, whatever the seed") {
  for (const char* seed : {"1", "2", "3", "12", "999983"}) {
    CAPTURE(seed);
    const std::vector<int> numbers = order_with(seed, 12, 3);
    REQUIRE(std::set<int>(numbers.begin(), numbers.end()).size() == 36);
  }
}

TEST_CASE("a right program gives the same answer in every order") {
  DeviceArray<int> in(50 * 128);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i);
  for (int seed = 0; seed < 20; ++seed) {
    setenv("LOCKSTEP_SHUFFLE", std::to_string(seed).c_str(), 1);
    DeviceArray<int> out(1);
    block_sum<<<50, 128>>>(in.get(), out.get());
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    REQUIRE(out[0] == 6400 * 6399 / 2);
  }
  unsetenv("LOCKSTEP_SHUFFLE");
}

TEST_CASE("blocks that take turns share a queue of work, as far as they have room") {
  setenv("LOCKSTEP_TAKE_TURNS", "1", 1);
  setenv("LOCKSTEP_WORKERS", "1", 1);
  const std::vector<int> by_lane_0 = drawn_by(6, 4, 24 * 3, true);
  const std::vector<int> by_each = drawn_by(6, 4, 24 * 32 * 3, false);
  const std::vector<int> crowded = drawn_by(100, 8, 64 * 5, true);  // 8 blocks of 256 threads have room
  unsetenv("LOCKSTEP_WORKERS");
  unsetenv("LOCKSTEP_TAKE_TURNS");
  CHECK(by_lane_0 == std::vector<int>(24, 3));
  CHECK(by_each == std::vector<int>(24, 96));
  CHECK(std::accumulate(crowded.begin(), crowded.end(), 0) == 64 * 5);
  CHECK(std::count(crowded.begin(), crowded.begin() + 64, 5) == 64);
}

TEST_CASE("without turns the first block takes all of a queue") {
  setenv("LOCKSTEP_WORKERS", "1", 1);
  const std::vector<int> drawn = drawn_by(6, 4, 72, true);
  unsetenv("LOCKSTEP_WORKERS");
  CHECK(std::accumulate(drawn.begin(), drawn.begin() + 4, 0) == 72);
}
