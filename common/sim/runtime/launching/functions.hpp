/// @file
/// @brief Kernels that the program names by address.
#pragma once

#include "lockstep/sim/launch.hpp"

namespace lockstep::sim {

/// The kernel at `function`. cudaErrorInvalidDeviceFunction: null. cudaErrorInvalidResourceHandle: it is data, not code.
cudaError_t find_kernel(const void* function, KernelEntry** kernel);

/// Bytes of the kernel's `__shared__` variables.
std::size_t static_shared_bytes(const KernelEntry& kernel);
/// The most dynamic shared memory that a launch may ask for, in bytes.
std::size_t dynamic_shared_limit(const KernelEntry& kernel);
/// The most threads in a block: the device's limit, or `__launch_bounds__`.
int thread_limit(const KernelEntry& kernel);

}  // namespace lockstep::sim
