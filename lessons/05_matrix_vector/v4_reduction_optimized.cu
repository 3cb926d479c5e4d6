/// @file
/// @brief Give each row to a warp, which reads it with 16-byte loads and adds by shuffles.
///
/// Change from v1 (A is read along its rows again): 32 lanes share a row, so that neighbours read neighbours, there are 32 times as many
/// threads, and a lane asks for 4 × 16 bytes before it uses the first.
/// Look at: `./lockstep run 05 --kernel v3,v4`: the bandwidth.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads: 8 rows
constexpr int kLoads = 4;         // 16-byte loads of A that a lane has in flight

/// This lane's share of Σ row[j] x[j]. Both begin at 16-byte boundaries: the pitch sees to it for the row, cudaMalloc for x.
__device__ float lane_sum(const float* __restrict__ row, const float* __restrict__ x, std::int64_t n) {
  const auto* row4 = reinterpret_cast<const float4*>(row);
  const auto* x4 = reinterpret_cast<const float4*>(x);
  const std::int64_t quads = n / 4;
  std::int64_t j = lockstep::lane();
  float sum = 0;
  for (; j + (kLoads - 1) * 32 < quads; j += kLoads * 32) {
    float4 elements[kLoads];
    for (int k = 0; k < kLoads; ++k) elements[k] = row4[j + k * 32];
    for (int k = 0; k < kLoads; ++k) sum += lockstep::dot4(elements[k], x4[j + k * 32]);
  }
  for (; j < quads; j += 32) sum += lockstep::dot4(row4[j], x4[j]);  // fewer than kLoads are left
  const std::int64_t tail = 4 * quads + lockstep::lane();
  return tail < n ? sum + row[tail] * x[tail] : sum;  // n % 4 elements, one each for the first lanes
}

__global__ void multiply(const float* __restrict__ a, std::int64_t pitch, const float* __restrict__ x, float* __restrict__ y,
                         std::int64_t n) {
  const std::int64_t i = lockstep::global_thread() / 32;
  if (i >= n) return;  // a warp leaves as a whole, or not at all: the shuffles have all their lanes
  const float sum = lockstep::warp_sum(lane_sum(a + i * pitch, x, n));
  if (lockstep::lane() == 0) y[i] = sum;
}

void run(const MatrixVector::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.n, block / 32);

  multiply<<<grid, block, 0, launch.stream>>>(p.a, p.pitch, p.x, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "a warp per row: 16-byte loads, several in flight; shuffles", run};

}  // namespace
