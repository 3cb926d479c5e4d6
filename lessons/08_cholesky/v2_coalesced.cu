/// @file
/// @brief Take two kernels for each column, with a block for each row, whose threads lie along that row.
///
/// Change from v1: the end of a kernel is the barrier, so that all multiprocessors can work. Neighbouring threads have neighbouring
/// columns. What they need of column k, which is spread over all rows, the division leaves side by side.
/// Look at: `./lockstep run 08 --kernel v1,v2`: *sectors a load*. `--profile` shows the launches: two a column.
#include "copy_lower.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "pivot.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

/// column[i] = what becomes of l[i][k], from the diagonal on down.
__global__ void divide(const Cholesky::Device p, std::int64_t k, float* column) {
  const std::int64_t i = k + lockstep::global_thread();
  if (i >= p.n) return;  // the last block may have more threads than there are rows left
  const float pivot = p.l[k * p.pitch + k], root = sqrtf(pivot);
  column[i] = i == k ? root : p.l[i * p.pitch + k] / root;
  if (i == k) report_pivot(pivot, k, p.info);
}

__global__ void eliminate(const Cholesky::Device p, std::int64_t k, const float* column) {
  const std::int64_t i = k + blockIdx.x;
  float* const row = p.l + i * p.pitch;
  if (threadIdx.x == 0) row[k] = column[i];  // not in divide(), where other threads still read the pivot
  for (std::int64_t j = k + 1 + threadIdx.x; j <= i; j += blockDim.x) row[j] -= column[i] * column[j];
}

void run(const Cholesky::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  float* const column = launch.scratch<float>(static_cast<std::size_t>(p.n));

  copy_lower(p, launch.stream);
  for (std::int64_t k = 0; k < p.n; ++k) {  // each kernel starts when the one before it is done: one stream
    divide<<<lockstep::covering_blocks(p.n - k, block), block, 0, launch.stream>>>(p, k, column);
    lockstep::check_launch();
    eliminate<<<lockstep::covering_blocks(p.n - k, 1), block, 0, launch.stream>>>(p, k, column);
    lockstep::check_launch();
  }
}

const Version version{__FILE__, "two kernels a column, threads along the rows", run};

}  // namespace
