/// @file
/// @brief Read column i of A instead of row i: A is symmetric, so both hold the same numbers.
///
/// Change from v1: the index. Neighbouring threads now read neighbouring elements.
/// Look at: `./lockstep run 05 --kernel v1,v2`: sectors a load.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads, and rows

__global__ void multiply(const float* a, std::int64_t pitch, const float* x, float* y,
                         std::int64_t n) {
  const std::int64_t i = lockstep::global_thread();
  if (i >= n) return;  // the last block may have more threads than there are rows left
  float sum = 0;
  // Neighbouring lanes read neighbouring elements: 4 sectors.
  for (std::int64_t j = 0; j < n; ++j) sum += a[j * pitch + i] * x[j];
  y[i] = sum;
}

void run(const MatrixVector::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.refuse_elements();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.n, block);

  multiply<<<grid, block, 0, launch.stream>>>(p.a, p.pitch, p.x, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "a thread per row reads the column instead, which is the same",
                      run};

}  // namespace
