/// @file
/// @brief Give each row to a warp: its lanes read the row side by side and add their sums by
/// shuffles.
///
/// Change from v1: a branch that starts again from the row. Lane l of a warp takes the elements l,
/// l + 32, l + 64, …, and the warp adds the 32 sums in registers.
/// Look at: `./lockstep run 05 --kernel v1,v5`: sectors a load; and 32 times as many threads.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads: 8 rows

__global__ void multiply(const float* a, std::int64_t pitch, const float* x, float* y,
                         std::int64_t n) {
  const std::int64_t i = lockstep::global_thread() / 32;
  if (i >= n) return;  // a warp leaves as a whole or not at all: the shuffles have all their lanes
  float sum = 0;
  for (std::int64_t j = lockstep::lane(); j < n; j += 32) sum += a[i * pitch + j] * x[j];
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

const Version version{__FILE__, Stage::reduction_optimized, "a warp per row, added by shuffles",
                      run};

}  // namespace
