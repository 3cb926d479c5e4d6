/// @file
/// @brief Makes a CUDA call that fails and looks at its result.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

void run(const CopyArray::Device&, const Launch& launch) {
  lockstep::check(cudaMemcpyAsync(nullptr, nullptr, 4, cudaMemcpyDeviceToDevice, launch.stream));
}

const Version version{__FILE__, "copies nothing to nowhere", run};

}  // namespace
