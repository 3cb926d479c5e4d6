/// @file
/// @brief As many blocks as it takes to give each element a thread of its own: the loop is gone.
///
/// Change from v2: blockIdx takes part in the index, and a bounds test stands where the loop was.
/// Look at: `./lockstep run 00 --kernel v3 --profile`: 586 blocks, where v2 has one.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void number_elements(std::int64_t* number, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  // The last block is a whole one, too: some of its threads may have no element.
  if (i < count) number[i] = i;
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.count(), block);

  number_elements<<<grid, block, 0, launch.stream>>>(p.number, p.count());
  lockstep::check_launch();
}

const Version version{__FILE__, "one thread an element: blockIdx and threadIdx say which", run};

}  // namespace
