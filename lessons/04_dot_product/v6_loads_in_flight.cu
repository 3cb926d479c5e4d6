/// @file
/// @brief Ask for all loads of a round before the first one is used.
///
/// Change from v5: a thread has four 16-byte loads of each vector in flight, instead of one.
/// Look at: `./lockstep run 04 --kernel v5,v6` on a GPU: the bandwidth. The counters of memory stay
/// the same: the same bytes in the same loads, in another order.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks, if there is work for as many
constexpr int kLoads = 4;         // of each vector, which a thread has in flight

/// This thread's share of Σ aᵢbᵢ.
__device__ float thread_sum(const float* a, const float* b, std::int64_t n) {
  const auto* a4 = reinterpret_cast<const float4*>(a);
  const auto* b4 = reinterpret_cast<const float4*>(b);
  const std::int64_t quads = n / 4, stride = lockstep::grid_threads();
  std::int64_t i = lockstep::global_thread();
  float sum = 0;
  for (; i + (kLoads - 1) * stride < quads; i += kLoads * stride) {
    float4 x[kLoads], y[kLoads];
    for (int k = 0; k < kLoads; ++k) x[k] = a4[i + k * stride], y[k] = b4[i + k * stride];
    for (int k = 0; k < kLoads; ++k) sum += lockstep::dot4(x[k], y[k]);
  }
  // Fewer than kLoads are left.
  for (; i < quads; i += stride) sum += lockstep::dot4(a4[i], b4[i]);
  const std::int64_t tail = 4 * quads + lockstep::global_thread();
  return tail < n ? sum + a[tail] * b[tail] : sum;
}

__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  const float sum = lockstep::block_sum(thread_sum(a, b, n), warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void add_partials(const float* partial, std::int64_t count, float* result) {
  __shared__ lockstep::WarpSums<float> warp_sums;
  float total = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) total += partial[i];

  total = lockstep::block_sum(total, warp_sums);
  if (threadIdx.x == 0) *result = total;
}

void run(const DotProduct::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / (4 * kLoads), block, kGrid));
  float* partial = launch.scratch<float>(grid);

  dot<<<grid, block, 0, launch.stream>>>(p.a, p.b, partial, p.n);
  lockstep::check_launch();
  add_partials<<<1, block, 0, launch.stream>>>(partial, grid, p.sum);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::reduction_optimized, "four loads per vector in flight", run};

}  // namespace
