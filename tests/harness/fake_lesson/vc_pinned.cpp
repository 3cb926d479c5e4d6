/// @file
/// @brief Two versions that copy from page-locked memory and back by themselves: one right, one that forgets the last element.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

void copy(const CopyArray::Device& p, const Launch& launch, std::size_t bytes) {
  float* const between = launch.scratch<float>(static_cast<std::size_t>(p.n));
  lockstep::check(cudaMemcpyAsync(between, p.x, p.bytes(), cudaMemcpyHostToDevice, launch.stream));
  lockstep::check(cudaMemcpyAsync(p.y, between, bytes, cudaMemcpyDeviceToHost, launch.stream));
}

void run(const CopyArray::Device& p, const Launch& launch) { copy(p, launch, p.bytes()); }
void forget(const CopyArray::Device& p, const Launch& launch) { copy(p, launch, p.bytes() - sizeof(float)); }

const Version version{__FILE__, "there and back", run, "", lockstep::Memory::pinned};
const Version other{__FILE__, "one element is left behind", forget, "short", lockstep::Memory::pinned};

}  // namespace
