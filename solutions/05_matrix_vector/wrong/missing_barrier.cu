/// @file
/// @brief Fetches the next section while others still read the one before.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads of a block

__global__ void multiply(const float* a, std::int64_t pitch, const float* x, float* y, std::int64_t rows, std::int64_t columns) {
  __shared__ float section[kBlock];
  const std::int64_t j = lockstep::global_thread();
  float sum = 0;
  for (std::int64_t first = 0; first < rows; first += kBlock) {
    const std::int64_t length = min(std::int64_t{kBlock}, rows - first);
    if (threadIdx.x < length) section[threadIdx.x] = x[first + threadIdx.x];
    __syncthreads();
    if (j >= columns) continue;
#pragma unroll 16
    for (std::int64_t k = 0; k < length; ++k) sum += a[(first + k) * pitch + j] * section[k];
  }
  if (j < columns) y[j] = sum;
}

void run(const TransposedProduct::Device& p, const Launch& launch) {
  const unsigned across = lockstep::covering_blocks(p.columns, kBlock);
  multiply<<<across, kBlock, 0, launch.stream>>>(p.a, p.pitch, p.x, p.y, p.rows, p.columns);
  lockstep::check_launch();
}

const Version version{__FILE__, "the product with a transposed matrix", run};

}  // namespace
