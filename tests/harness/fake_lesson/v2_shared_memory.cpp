/// @file
/// @brief Right, by way of scratch memory; wants a power of two for a block.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

void run(const CopyArray::Device& p, const Launch& launch) {
  launch.power_of_two_block_or(256);
  float* const between = launch.scratch<float>(static_cast<std::size_t>(p.n));
  lockstep::check(cudaMemcpyAsync(between, p.x, p.bytes(), cudaMemcpyDeviceToDevice, launch.stream));
  lockstep::check(cudaMemcpyAsync(p.y, between, p.bytes(), cudaMemcpyDeviceToDevice, launch.stream));
}

const Version version{__FILE__, "two copies, \"one\" through scratch memory", run};

}  // namespace
