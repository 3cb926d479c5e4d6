/// @file
/// @brief Its kernel traps, after which the device is of no more use to the program.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

__global__ void trap() { __trap(); }

void run(const CopyArray::Device&, const Launch& launch) {
  trap<<<1, 1, 0, launch.stream>>>();
  lockstep::check_launch();
}

const Version version{__FILE__, "ends the context", run};

}  // namespace
