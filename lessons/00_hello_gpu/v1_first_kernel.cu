/// @file
/// @brief One thread for each element: the loop is gone, and its body is the kernel.
///
/// Change from v0: no thread counts; each is told by blockIdx and threadIdx which element is its own.
/// Look at: `./lockstep run 00 --kernel v1 --lines`: a warp's 32 stores lie side by side, 8 sectors of 32 bytes.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void number_elements(std::int64_t* number, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) number[i] = i;  // the last block is a whole one, too: some of its threads have no element
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.count(), block);

  number_elements<<<grid, block, 0, launch.stream>>>(p.number, p.count());
  lockstep::check_launch();
}

const Version version{__FILE__, "one thread an element: blockIdx, blockDim and threadIdx say which", run};

}  // namespace
