/// @file
/// @brief Keep more bytes in flight: a thread asks for two float4s of each vector before it adds.
///
/// Change from v5: two loads of each vector come before the first addition. There is a thread for
/// each 8 elements, in blocks of 1024, so as many threads as fit on the GPU have loads in flight.
/// Look at: `./lockstep run 01 --kernel v6 --lines`: the lines with the loads.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 1024;                   // threads
constexpr unsigned kGrid = lockstep::kMostBlocksX;  // blocks, if there is work for as many
constexpr unsigned kLoads = 2;                      // of each vector, that a thread has in flight

__device__ float add_four(float4 x, float4 y, float4* c) {
  const float4 z = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  *c = z;
  return (z.x + z.y) + (z.z + z.w);
}

__global__ void add(const float* a, const float* b, float* c, float* partial, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const auto* a4 = reinterpret_cast<const float4*>(a);
  const auto* b4 = reinterpret_cast<const float4*>(b);
  auto* c4 = reinterpret_cast<float4*>(c);
  // A tile is what a block adds in one round.
  const std::int64_t fours = n / 4, tile = std::int64_t{kLoads} * blockDim.x;
  float sum = 0;
  for (std::int64_t first = blockIdx.x * tile; first < fours; first += gridDim.x * tile) {
    std::int64_t i = first + threadIdx.x;
    if (first + tile <= fours) {
      float4 x[kLoads], y[kLoads];
      // All loads are issued before the first addition needs its operands.
      for (unsigned k = 0; k < kLoads; ++k) {
        x[k] = a4[i + k * blockDim.x];
        y[k] = b4[i + k * blockDim.x];
      }
      for (unsigned k = 0; k < kLoads; ++k) {
        sum += add_four(x[k], y[k], c4 + i + k * blockDim.x);
      }
    } else {
      // The last tile is not full.
      for (; i < fours; i += blockDim.x) sum += add_four(a4[i], b4[i], c4 + i);
    }
  }
  if (const std::int64_t i = 4 * fours + lockstep::global_thread(); i < n) {
    const float x = a[i] + b[i];
    c[i] = x;
    sum += x;
  }
  sum = lockstep::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void add_partials(const float* partial, std::int64_t count, float* sum) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  float total = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) total += partial[i];
  total = lockstep::block_sum(total, warp_sums);
  if (threadIdx.x == 0) *sum = total;
}

void run(const VectorAdd::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const std::int64_t threads = p.n / (4 * kLoads);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(threads, block, kGrid));
  float* partial = launch.scratch<float>(grid);

  add<<<grid, block, 0, launch.stream>>>(p.a, p.b, p.c, partial, p.n);
  lockstep::check_launch();
  add_partials<<<1, block, 0, launch.stream>>>(partial, grid, p.sum);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::reduction_optimized, "two loads of a vector in flight", run};

}  // namespace
