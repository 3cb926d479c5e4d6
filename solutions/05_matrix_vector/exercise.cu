/// @file
/// @brief Exercise 05, solved: y = Aᵀx, where A has any number of rows and columns, and is not symmetric.
///
/// A thread has a column, so that neighbours read neighbours in each row: v4 of the lesson, which took its own columns for rows, was this
/// product all along. What is new is that A has two sizes: columns make threads, rows make sections.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads of a block
constexpr unsigned kRows = 32;    // of a block at least: an addition to y for each 32 elements of A
constexpr unsigned kGrid = 1056;  // blocks, if there is work for as many: 8 for each multiprocessor of a large GPU

/// Element (i, j) of A is a[i * pitch + j].
__global__ void multiply(const float* a, std::int64_t pitch, const float* x, float* y, std::int64_t rows, std::int64_t columns) {
  __shared__ float section[kBlock];  // of x: one element for each thread of the block
  const std::int64_t j = lockstep::global_thread();
  const std::int64_t each = (rows + gridDim.y - 1) / gridDim.y;
  const std::int64_t begin = blockIdx.y * each, end = min(begin + each, rows);  // rounded up: the last blocks may have no rows
  float sum = 0;
  for (std::int64_t first = begin; first < end; first += kBlock) {
    const std::int64_t length = min(std::int64_t{kBlock}, end - first);  // the last section may be shorter
    __syncthreads();                                                     // all must be done with the section before
    if (threadIdx.x < length) section[threadIdx.x] = x[first + threadIdx.x];
    __syncthreads();             // all of the section must be there
    if (j >= columns) continue;  // no column for this thread; but it fetches its part of x, and reaches the barriers
#pragma unroll 16
    for (std::int64_t k = 0; k < length; ++k) sum += a[(first + k) * pitch + j] * section[k];  // one row: neighbours read neighbours
  }
  if (j < columns) atomicAdd(&y[j], sum);  // the blocks above and below add to the same element
}

void run(const TransposedProduct::Device& p, const Launch& launch) {
  const unsigned across = lockstep::covering_blocks(p.columns, kBlock);
  const unsigned down = lockstep::enough_blocks(p.rows, kRows, std::max(1U, kGrid / across));  // few columns: many sections
  lockstep::check(cudaMemsetAsync(p.y, 0, static_cast<std::size_t>(p.columns) * sizeof(float), launch.stream));
  multiply<<<dim3(across, down), kBlock, 0, launch.stream>>>(p.a, p.pitch, p.x, p.y, p.rows, p.columns);
  lockstep::check_launch();
}

const Version version{__FILE__, "the product with a transposed matrix", run};

}  // namespace
