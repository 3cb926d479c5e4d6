/// @file
/// @brief Load x once per block: a section at a time, in shared memory.
///
/// Change from v2: the loop over j is cut into sections as long as the block. All threads load a
/// section of x together, one element each, and then each of them uses all of it.
/// Look at: `./lockstep run 05 --kernel v2,v3`: half of the loads are gone; wavefronts instead.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads, rows, and elements of a section

__global__ void multiply(const float* a, std::int64_t pitch, const float* x, float* y,
                         std::int64_t n) {
  extern __shared__ float section[];  // of x: one element for each thread of the block
  const std::int64_t i = lockstep::global_thread();
  float sum = 0;
  for (std::int64_t first = 0; first < n; first += blockDim.x) {
    // The last section may be shorter.
    const std::int64_t length = min(std::int64_t{blockDim.x}, n - first);

    __syncthreads();  // all threads must be done with the section before
    if (threadIdx.x < length) section[threadIdx.x] = x[first + threadIdx.x];
    __syncthreads();  // all of the section must be there

    if (i >= n) continue;  // no row left for this thread; but it must come to the barriers
#pragma unroll 16
    for (std::int64_t k = 0; k < length; ++k) sum += a[(first + k) * pitch + i] * section[k];
  }
  if (i < n) y[i] = sum;
}

void run(const MatrixVector::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.refuse_elements();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.n, block);

  multiply<<<grid, block, block * sizeof(float), launch.stream>>>(p.a, p.pitch, p.x, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "sections of x in shared memory", run};

}  // namespace
