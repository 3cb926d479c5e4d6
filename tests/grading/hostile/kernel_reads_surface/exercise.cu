/// @file
/// @brief A kernel has the simulator read a surface into the host's memory.
/// Expected: 0
/// Says: wrote to host memory
#include <cstdlib>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
__global__ void copy(cudaSurfaceObject_t surface, std::int64_t n, float* to) {
  for (int i = 0; i < n; ++i) lockstep::sim::read_surface(surface, 4 * i, 0, 0, to + i, 4, cudaBoundaryModeTrap);
}
void run(const Norm::Device& p, const Launch& launch) {
  auto* const elements = static_cast<float*>(std::malloc(1024));
  cudaArray_t array;
  const auto format = cudaCreateChannelDesc<float>();
  lockstep::check(cudaMallocArray(&array, &format, 256, 1, cudaArraySurfaceLoadStore));
  lockstep::check(cudaMemcpyToArray(array, 0, 0, p.x, sizeof(float), cudaMemcpyDeviceToDevice));
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeArray;
  what.res.array.array = array;
  cudaSurfaceObject_t surface;
  lockstep::check(cudaCreateSurfaceObject(&surface, &what));
  copy<<<1, 1, 0, launch.stream>>>(surface, 1, elements);
  lockstep::check(cudaStreamSynchronize(launch.stream));
  std::free(elements);
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
