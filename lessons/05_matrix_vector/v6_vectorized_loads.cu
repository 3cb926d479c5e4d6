/// @file
/// @brief Load 16 bytes at a time: four elements of A, and four of x.
///
/// Change from v5: a lane reads quads of both, and the last n % 4 elements of a row on their own.
/// Look at: `./lockstep run 05 --kernel v5,v6`: a quarter of the loads, 16 sectors each.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads: 8 rows

__global__ void multiply(const float* __restrict__ a, std::int64_t pitch,
                         const float* __restrict__ x, float* __restrict__ y, std::int64_t n) {
  const std::int64_t i = lockstep::global_thread() / 32;
  if (i >= n) return;  // a warp leaves as a whole or not at all: the shuffles have all their lanes
  // Both begin at 16-byte boundaries: the row because of the pitch, x because of cudaMalloc.
  const auto* row4 = reinterpret_cast<const float4*>(a + i * pitch);
  const auto* x4 = reinterpret_cast<const float4*>(x);
  const std::int64_t quads = n / 4;
  float sum = 0;
  for (std::int64_t j = lockstep::lane(); j < quads; j += 32) sum += lockstep::dot4(row4[j], x4[j]);
  const std::int64_t tail = 4 * quads + lockstep::lane();  // n % 4 elements for the first lanes
  if (tail < n) sum += a[i * pitch + tail] * x[tail];
  sum = lockstep::warp_sum(sum);
  if (lockstep::lane() == 0) y[i] = sum;
}

void run(const MatrixVector::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.refuse_elements();
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.n, block / 32);

  multiply<<<grid, block, 0, launch.stream>>>(p.a, p.pitch, p.x, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::reduction_optimized, "16-byte loads of A and x", run};

}  // namespace
