/// @file
/// @brief Finds the device.
#include "device.hpp"

#include <fmt/format.h>

#include "lockstep/cuda_error.hpp"
#include "machine_error.hpp"

namespace lockstep {

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
  return {.name = properties.name, .memory_bytes = properties.totalGlobalMem, .l2_bytes = static_cast<std::size_t>(properties.l2CacheSize)};
}

}  // namespace lockstep
