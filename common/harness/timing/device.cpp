/// @file
/// @brief Finds the device.
#include "harness/timing/device.hpp"

#include <fmt/format.h>

#include "harness/timing/backend.hpp"
#include "lockstep/cuda_error.hpp"
#include "lockstep/machine_error.hpp"

namespace lockstep {
namespace {

std::string toolkit() {
  if (kOnSimulator) return {};
  int version = 0;
  check(cudaRuntimeGetVersion(&version));  // 1000 × major + 10 × minor
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace

Device find_device() {
  int count = 0;
  const cudaError_t found = cudaGetDeviceCount(&count);
  if (found == cudaErrorNoDevice || found == cudaErrorInsufficientDriver || (found == cudaSuccess && count == 0))
    throw MachineError(fmt::format("no usable NVIDIA GPU: {}; use the simulator (--backend sim)",
                                   found == cudaSuccess ? "none found" : cudaGetErrorString(found)));
  check(found);
  int device = 0;
  check(cudaGetDevice(&device));
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, device));
  return {.name = properties.name,
          .memory_bytes = properties.totalGlobalMem,
          .l2_bytes = static_cast<std::size_t>(properties.l2CacheSize),
          .toolkit = toolkit()};
}

}  // namespace lockstep
