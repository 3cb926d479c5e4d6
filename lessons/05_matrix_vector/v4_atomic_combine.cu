/// @file
/// @brief Share a row among blocks: a grid of two dimensions, whose blocks add to y by atomicAdd.
///
/// Change from v3: a block has the columns of blockIdx.y alone. So there are as many blocks as the
/// GPU holds, however few rows there are.
/// Look at: `./lockstep run 05 --kernel v3,v4`: blocks; and atomics, one for each row and block.
#include <algorithm>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;   // threads, rows, and elements of x in shared memory at a time
constexpr unsigned kColumns = 32;  // of a block at least, unless --grid or --elements decides

__global__ void multiply(const float* a, std::int64_t pitch, const float* x, float* y,
                         std::int64_t n, std::int64_t columns) {
  extern __shared__ float section[];  // of x: one element for each thread of the block
  const std::int64_t i = lockstep::global_thread();
  // `columns` is rounded up: the last blocks may have none.
  const std::int64_t begin = blockIdx.y * columns, end = min(begin + columns, n);
  float sum = 0;
  for (std::int64_t first = begin; first < end; first += blockDim.x) {
    // The last section may be shorter.
    const std::int64_t length = min(std::int64_t{blockDim.x}, end - first);

    __syncthreads();  // all threads must be done with the section before
    if (threadIdx.x < length) section[threadIdx.x] = x[first + threadIdx.x];
    __syncthreads();  // all of the section must be there

    if (i >= n) continue;  // no row left for this thread; but it must come to the barriers
#pragma unroll 16
    for (std::int64_t k = 0; k < length; ++k) sum += a[(first + k) * pitch + i] * section[k];
  }
  if (i < n) atomicAdd(&y[i], sum);  // neighbours add to neighbours: no two lanes of a warp meet
}

/// Blocks along blockIdx.y: with those along blockIdx.x they fill one wave (or `--grid`), or each
/// has the columns that `--elements` says.
unsigned sections_for(std::int64_t n, unsigned rows, unsigned block, const Launch& launch) {
  if (launch.elements != 0) {
    launch.refuse_grid();
    return lockstep::covering_blocks(n, launch.elements, lockstep::kMostBlocksYZ);
  }
  if (launch.grid != 0)
    return std::clamp(launch.grid / rows, 1U, static_cast<unsigned>(lockstep::kMostBlocksYZ));
  const unsigned wave = lockstep::one_wave(multiply, block, block * sizeof(float));
  return lockstep::enough_blocks(n, kColumns, std::max(1U, wave / rows));
}

void run(const MatrixVector::Device& p, const Launch& launch) {
  const unsigned block = launch.block_or(kBlock);
  const unsigned rows = lockstep::covering_blocks(p.n, block);
  const unsigned sections = sections_for(p.n, rows, block, launch);
  const auto columns = launch.elements != 0 ? std::int64_t{launch.elements}
                                            : lockstep::ceil_div<std::int64_t>(p.n, sections);
  const auto bytes = static_cast<std::size_t>(p.n) * sizeof(float);

  lockstep::check(cudaMemsetAsync(p.y, 0, bytes, launch.stream));  // the blocks add to it
  multiply<<<dim3(rows, sections), block, block * sizeof(float), launch.stream>>>(
      p.a, p.pitch, p.x, p.y, p.n, columns);
  lockstep::check_launch();
}

const Version version{__FILE__, "a grid of two dimensions; blocks add to y by atomicAdd", run};

}  // namespace
