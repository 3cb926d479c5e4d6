/// @file
/// @brief Keep the memory busy: 16-byte loads, several in flight, sums in registers, and one wave of blocks.
///
/// Change from v3: a thread asks for 4 × 4 elements of each vector before it uses the first; warps add by shuffles, with one barrier
/// in place of a tree of them; the grid is as many blocks as the GPU holds at once.
/// Look at: `./lockstep run 04 --kernel v3,v4`: the bandwidth.
#include "grid.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads
constexpr int kLoads = 4;          // 16-byte loads of each vector that a thread has in flight

__device__ float dot4(float4 x, float4 y) { return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w; }

/// This thread's share of Σ aᵢbᵢ.
__device__ float thread_sum(const float* a, const float* b, std::int64_t n) {
  const auto* a4 = reinterpret_cast<const float4*>(a);  // cudaMalloc's memory is aligned for 16-byte loads
  const auto* b4 = reinterpret_cast<const float4*>(b);
  const std::int64_t quads = n / 4, stride = lockstep::grid_threads();
  std::int64_t i = lockstep::global_thread();
  float sum = 0;
  for (; i + (kLoads - 1) * stride < quads; i += kLoads * stride) {
    float4 x[kLoads], y[kLoads];
    for (int k = 0; k < kLoads; ++k) x[k] = a4[i + k * stride], y[k] = b4[i + k * stride];
    for (int k = 0; k < kLoads; ++k) sum += dot4(x[k], y[k]);
  }
  for (; i < quads; i += stride) sum += dot4(a4[i], b4[i]);  // fewer than kLoads are left
  const std::int64_t tail = 4 * quads + lockstep::global_thread();
  return tail < n ? sum + a[tail] * b[tail] : sum;  // n % 4 elements, one each for the first threads
}

/// The sum over the warp, in lane 0.
__device__ float warp_sum(float x) {
  for (unsigned offset = 16; offset > 0; offset /= 2) x += __shfl_down_sync(0xffffffff, x, offset);
  return x;
}

/// The sum over the block, in thread 0. For blocks of whole warps.
__device__ float block_sum(float x) {
  __shared__ float sums[32];
  x = warp_sum(x);
  if (lockstep::lane() == 0) sums[lockstep::warp()] = x;
  __syncthreads();  // all warps' sums must be there before the first warp reads them
  if (lockstep::warp() != 0) return 0;
  return warp_sum(lockstep::lane() < blockDim.x / 32 ? sums[lockstep::lane()] : 0);
}

__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  const float sum = block_sum(thread_sum(a, b, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void add_partials(const float* partial, unsigned count, float* sum) {
  float share = 0;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) share += partial[i];
  const float total = block_sum(share);
  if (threadIdx.x == 0) *sum = total;
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(enough_blocks(p.n / (4 * kLoads), block, one_wave(dot, block)));
  float* partial = launch.scratch<float>(grid);

  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, partial, p.n);
  lockstep::check_launch();
  add_partials<<<1, block, 0, launch.stream>>>(partial, grid, p.sum);  // starts when every block of dot is done
  lockstep::check_launch();
}

const Version version{__FILE__, "16-byte loads, several in flight; warps add by shuffles; one wave of blocks", run};

}  // namespace
