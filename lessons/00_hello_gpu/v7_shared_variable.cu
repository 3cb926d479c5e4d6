/// @file
/// @brief A variable that the threads of a block share, and the barrier that makes it safe to read.
///
/// Change from v3: thread 0 computes the block's first index, and all threads of the block read it.
/// Look at: `./lockstep run 00 --kernel v3,v7`: *barriers*: one a block.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void number_elements(std::int64_t* number, std::int64_t count) {
  __shared__ std::int64_t first;
  if (threadIdx.x == 0) first = std::int64_t{blockIdx.x} * blockDim.x;
  // The other threads may read `first` only after thread 0 has written it.
  __syncthreads();

  const std::int64_t i = first + threadIdx.x;
  if (i < count) number[i] = i;
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.count(), block);

  number_elements<<<grid, block, 0, launch.stream>>>(p.number, p.count());
  lockstep::check_launch();
}

const Version version{__FILE__, "__shared__: one thread writes, and its block reads", run};

}  // namespace
