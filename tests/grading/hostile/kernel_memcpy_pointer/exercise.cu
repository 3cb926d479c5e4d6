/// @file
/// @brief A kernel copies the input to the host with memcpy, through a pointer.
/// Expected: 0
/// Says: error in kernel
#include <cstring>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
float elements[1 << 22];
using Copy = void* (*)(void*, const void*, std::size_t);
__global__ void copy(const float* x, std::int64_t n, Copy with) {
  if (threadIdx.x == 0 && blockIdx.x == 0) with(elements, x, static_cast<std::size_t>(n) * sizeof(float));
}
void run(const Norm::Device& p, const Launch& launch) {
  const Copy with = std::memcpy;
  copy<<<1, 32, 0, launch.stream>>>(p.x, p.n, with);
  cudaStreamSynchronize(launch.stream);
  double sum = 0;
  for (std::int64_t i = 0; i < p.n; ++i) sum += double{elements[i]} * elements[i];
  const auto norm = static_cast<float>(sqrt(sum));
  cudaMemcpyAsync(p.norm, &norm, sizeof norm, cudaMemcpyHostToDevice, launch.stream);
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
