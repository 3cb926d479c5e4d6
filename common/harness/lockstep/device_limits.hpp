/// @file
/// @brief What the GPU has, for versions that not every GPU can run, or not in the same shape.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>

#include "lockstep/cuda_error.hpp"
#include "lockstep/machine_error.hpp"

namespace lockstep {

/// An attribute of the GPU in use.
inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0, value = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&value, attribute, device));
  return value;
}

/// Bytes of shared memory, static and dynamic, that a block can have: 64 KB with compute capability 7.5, 99 with 8.6, 227 with 9.0.
inline std::size_t most_shared_memory() { return static_cast<std::size_t>(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)); }

/// Allows a kernel more dynamic shared memory than the 48 KB that every kernel may have.
/// @throws MachineError where the GPU's blocks cannot have so much
template <class... Parameters>
void allow_shared_memory(void (*kernel)(Parameters...), std::size_t bytes) {
  const cudaError_t allowed = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
  if (allowed == cudaErrorInvalidValue) {
    static_cast<void>(cudaGetLastError());  // otherwise the next check would report it
    throw MachineError("this size needs " + std::to_string(bytes / 1024) + " KB of shared memory in a block; this GPU's blocks have " +
                       std::to_string(most_shared_memory() / 1024) + " KB at most");
  }
  check(allowed);
}

/// @param what  came with the compute capability `major`.0. @throws MachineError where the GPU has a lower one
inline void require_capability(int major, const std::string& what) {
  const int mine = device_attribute(cudaDevAttrComputeCapabilityMajor);
  if (mine < major)
    throw MachineError(what + " came with compute capability " + std::to_string(major) + ".0; this GPU has " + std::to_string(mine) + "." +
                       std::to_string(device_attribute(cudaDevAttrComputeCapabilityMinor)));
}

}  // namespace lockstep
