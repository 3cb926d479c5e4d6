/// @file
/// @brief A block of 256 threads: each takes every 256th element.
///
/// Change from v1: the loop begins at the thread's own index and goes on in steps of the block.
/// Look at: `./lockstep run 00 --kernel v1,v2`: *active lanes* and *bytes moved*.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void number_elements(std::int64_t* number, std::int64_t count) {
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) number[i] = i;
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);

  number_elements<<<1, block, 0, launch.stream>>>(p.number, p.count());
  lockstep::check_launch();
}

const Version version{__FILE__, "one block: threadIdx says where a thread begins", run};

}  // namespace
