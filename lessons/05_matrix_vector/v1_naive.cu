/// @file
/// @brief Give each thread one row of A.
///
/// Change from v0: the loop over the rows is gone; thread i has row i.
/// Look at: `./lockstep run 05 --kernel v1 --lines`: the sectors that a load of A touches.
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
  // Neighbouring lanes read a row apart: 32 sectors.
  for (std::int64_t j = 0; j < n; ++j) sum += a[i * pitch + j] * x[j];
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

const Version version{__FILE__, "a thread per row", run};

}  // namespace
