/// @file
/// @brief Every thread fetches all of a section, so that it need not wait for the others: the fast ones write the next section over what
/// the slow ones still read.
///
/// Rejected by: part4
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;   // threads of a block
constexpr unsigned kRows = 32;     // of a block at least: an addition to y for each 32 elements of A
constexpr unsigned kSection = 16;  // rows whose part of x is kept at a time
constexpr unsigned kGrid = 1056;   // blocks, if there is work for as many: 8 for each multiprocessor of a large GPU

__global__ void multiply(const float* a, std::int64_t pitch, const float* x, float* y, std::int64_t rows, std::int64_t columns) {
  __shared__ float section[kSection];
  const std::int64_t j = lockstep::global_thread();
  const std::int64_t each = (rows + gridDim.y - 1) / gridDim.y;
  const std::int64_t begin = blockIdx.y * each, end = min(begin + each, rows);
  float sum = 0;
  for (std::int64_t first = begin; first < end; first += kSection) {
    const std::int64_t length = min(std::int64_t{kSection}, end - first);
    for (std::int64_t k = 0; k < length; ++k) section[k] = x[first + k];
    if (j >= columns) continue;
#pragma unroll 16
    for (std::int64_t k = 0; k < length; ++k) sum += a[(first + k) * pitch + j] * section[k];
  }
  if (j < columns) atomicAdd(&y[j], sum);
}

void run(const TransposedProduct::Device& p, const Launch& launch) {
  const unsigned across = lockstep::covering_blocks(p.columns, kBlock);
  const unsigned down = lockstep::enough_blocks(p.rows, kRows, std::max(1U, kGrid / across));
  lockstep::check(cudaMemsetAsync(p.y, 0, static_cast<std::size_t>(p.columns) * sizeof(float), launch.stream));
  multiply<<<dim3(across, down), kBlock, 0, launch.stream>>>(p.a, p.pitch, p.x, p.y, p.rows, p.columns);
  lockstep::check_launch();
}

const Version version{__FILE__, "the product with a transposed matrix", run};

}  // namespace
