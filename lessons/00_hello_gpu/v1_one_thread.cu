/// @file
/// @brief The first kernel: one thread of the GPU counts through all elements.
///
/// Look at: `./lockstep run 00 --kernel v1 --profile`: one block of one thread.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

__global__ void number_elements(std::int64_t* number, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) number[i] = i;
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(1);

  number_elements<<<1, 1, 0, launch.stream>>>(p.number, p.count());
  lockstep::check_launch();
}

const Version version{__FILE__, "one thread counts through all elements", run};

}  // namespace
