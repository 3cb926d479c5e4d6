/// @file
/// @brief CUB: `cub::DeviceReduce::Sum`.
#include <cub/device/device_reduce.cuh>

#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

/// As CUB has it: with no `scratch` it only says how many bytes it needs.
void reduce(void* scratch, std::size_t& bytes, const Reduction::Device& p, cudaStream_t stream) {
  lockstep::check(cub::DeviceReduce::Sum(scratch, bytes, p.x, p.sum, p.n, stream));
}

void run(const Reduction::Device& p, const Launch& launch) {
  std::size_t bytes = 0;
  reduce(nullptr, bytes, p, launch.stream);
  reduce(launch.scratch<std::byte>(bytes), bytes, p, launch.stream);
}

const Version version{__FILE__, "cub::DeviceReduce::Sum", run};

}  // namespace
