/// @file
/// @brief Wrong in one element of more than a thousand: number 700 is number 701.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

void run(const CopyArray::Device& p, const Launch& launch) {
  lockstep::check(cudaMemcpyAsync(p.y, p.x, p.bytes(), cudaMemcpyDeviceToDevice, launch.stream));
  if (p.n > 1000) lockstep::check(cudaMemcpyAsync(p.y + 700, p.x + 701, sizeof(float), cudaMemcpyDeviceToDevice, launch.stream));
}

const Version version{__FILE__, "one element is its neighbour", run};

}  // namespace
