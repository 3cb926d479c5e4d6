/// @file
/// @brief Let the block that ends last add the partial sums of all, in a fixed order.
///
/// Change from v4: v4's second kernel runs inside the first, in whichever block draws the last ticket: one launch, as v5 and v6, and
/// the same bits each time, as v4.
/// Look at: `./lockstep run 04 --kernel v4,v5,v7 --size 2^20`: one launch against two.
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

__device__ unsigned tickets;  // drawn so far. The last block wraps it to 0, so the next launch starts anew (one launch at a time)

/// True in all threads of the block that comes last. Partial sums that thread 0 of any block wrote before are then visible in it.
__device__ bool is_last_block() {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();  // release: this block's partial sum must be visible to whoever sees the ticket drawn
    last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();  // acquire: all tickets are drawn, so all partial sums may be read from here on
  }
  __syncthreads();  // thread 0 knows; and the first warp has read block_sum's shared memory, which is used again below
  return last;
}

__global__ void dot(const float* a, const float* b, float* partial, float* result, std::int64_t n) {
  const float sum = block_sum(thread_sum(a, b, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
  if (!is_last_block()) return;

  float share = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) share += partial[i];
  const float total = block_sum(share);
  if (threadIdx.x == 0) *result = total;
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(enough_blocks(p.n / (4 * kLoads), block, one_wave(dot, block)));
  float* partial = launch.scratch<float>(grid);

  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, partial, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: the last block adds the partial sums in a fixed order", run};

}  // namespace
