/// @file
/// @brief Read one triangle only: A is symmetric, so each element below the diagonal serves two
/// rows.
///
/// Change from v5: a branch. The warp of row i stops at the diagonal; each element left of it also
/// goes to the row that its column number names, by an atomicAdd.
/// Look at: `./lockstep run 05 --kernel v5,v8`: half of A's sectors, and an atomic for each
/// element.
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
  const float xi = x[i];
  float sum = 0;
  for (std::int64_t j = lockstep::lane(); j <= i; j += 32) {
    const float element = a[i * pitch + j];
    sum += element * x[j];
    if (j < i) atomicAdd(&y[j], element * xi);  // the element above the diagonal, in row j
  }
  sum = lockstep::warp_sum(sum);
  if (lockstep::lane() == 0) atomicAdd(&y[i], sum);  // other warps add to row i, too
}

void run(const MatrixVector::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.refuse_elements();
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.n, block / 32);
  const auto bytes = static_cast<std::size_t>(p.n) * sizeof(float);

  lockstep::check(cudaMemsetAsync(p.y, 0, bytes, launch.stream));  // the warps add to it
  multiply<<<grid, block, 0, launch.stream>>>(p.a, p.pitch, p.x, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one triangle; each element serves two rows", run};

}  // namespace
