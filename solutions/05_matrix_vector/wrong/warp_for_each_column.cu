/// @file
/// @brief A warp has a column, as it has a row in v5 of the lesson: its lanes read a pitch apart.
///
/// Rejected by: part5
#include "exercise.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads of a block

__global__ void multiply(const float* a, std::int64_t pitch, const float* x, float* y, std::int64_t rows, std::int64_t columns) {
  const std::int64_t j = lockstep::global_thread() / 32;
  if (j >= columns) return;
  float sum = 0;
  for (std::int64_t i = lockstep::lane(); i < rows; i += 32) sum += a[i * pitch + j] * x[i];
  sum = lockstep::warp_sum(sum);
  if (lockstep::lane() == 0) y[j] = sum;
}

void run(const TransposedProduct::Device& p, const Launch& launch) {
  const unsigned grid = lockstep::covering_blocks(p.columns, kBlock / 32);
  multiply<<<grid, kBlock, 0, launch.stream>>>(p.a, p.pitch, p.x, p.y, p.rows, p.columns);
  lockstep::check_launch();
}

const Version version{__FILE__, "the product with a transposed matrix", run};

}  // namespace
