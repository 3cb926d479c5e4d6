/// @file
/// @brief Copy a and b to the device, add, and copy c back: all of it one after the other.
///
/// Change from v7: the vectors are in the host's pinned memory, and the copies belong to the work.
/// The kernel is v7's.
/// Look at: `./lockstep run 01 --kernel v8 --plot v8.svg`: two copies, a kernel, and a copy.
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

__global__ void add(const float* a, const float* b, float* c, float* result, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const auto* a4 = reinterpret_cast<const float4*>(a);
  const auto* b4 = reinterpret_cast<const float4*>(b);
  auto* c4 = reinterpret_cast<float4*>(c);
  const std::int64_t fours = n / 4, tile = std::int64_t{kLoads} * blockDim.x;
  float sum = 0;
  for (std::int64_t first = blockIdx.x * tile; first < fours; first += gridDim.x * tile) {
    std::int64_t i = first + threadIdx.x;
    if (first + tile <= fours) {
      float4 x[kLoads], y[kLoads];
      for (unsigned k = 0; k < kLoads; ++k) {
        x[k] = a4[i + k * blockDim.x];
        y[k] = b4[i + k * blockDim.x];
      }
      for (unsigned k = 0; k < kLoads; ++k) {
        sum += add_four(x[k], y[k], c4 + i + k * blockDim.x);
      }
    } else {
      for (; i < fours; i += blockDim.x) sum += add_four(a4[i], b4[i], c4 + i);
    }
  }
  if (const std::int64_t i = 4 * fours + lockstep::global_thread(); i < n) {
    const float x = a[i] + b[i];
    c[i] = x;
    sum += x;
  }
  sum = lockstep::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

void copy(float* to, const float* from, std::int64_t count, cudaStream_t stream) {
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
  lockstep::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream));
}

void run(const VectorAdd::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const std::int64_t threads = p.n / (4 * kLoads);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(threads, block, kGrid));
  const auto n = static_cast<std::size_t>(p.n);
  float* a = launch.scratch<float>(n);
  float* b = launch.scratch<float>(n);
  float* c = launch.scratch<float>(n);
  float* sum = launch.scratch<float>(1);

  lockstep::check(cudaMemsetAsync(sum, 0, sizeof(float), launch.stream));
  copy(a, p.a, p.n, launch.stream);
  copy(b, p.b, p.n, launch.stream);
  add<<<grid, block, 0, launch.stream>>>(a, b, c, sum, p.n);
  lockstep::check_launch();
  copy(p.c, c, p.n, launch.stream);
  copy(p.sum, sum, 1, launch.stream);
}

using lockstep::Memory;
const Version version{__FILE__, "copy in, add, copy out: one stream", run, "", Memory::pinned};

}  // namespace
