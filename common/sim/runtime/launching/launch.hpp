/// @file
/// @brief A launch's configuration, and whether the device can run it.
#pragma once

#include <string>

#include "sim/engine/running/grid.hpp"
#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

struct LaunchSpec {
  dim3 grid, block;
  dim3 cluster{0, 0, 0};  ///< all zero: what the kernel says
  std::size_t dynamic_shared = 0;
  cudaStream_t stream = nullptr;
  bool cooperative = false;
  const void* launched_at = nullptr;  ///< the address after the call in host code; null where it is not known
};

/// Checks a launch as CUDA does, and says what is wrong with one that is refused; completes `spec.cluster`.
/// cudaErrorInvalidValue: an extent or the shared memory is beyond the limits, or an extent is zero (CUDA 13 answers so; CUDA 12 said
/// cudaErrorInvalidConfiguration). cudaErrorInvalidClusterSize, cudaErrorCooperativeLaunchTooLarge: as named.
cudaError_t check_launch(const KernelEntry& kernel, LaunchSpec& spec);

/// Says why the launch is refused. @return the error
cudaError_t refuse_launch(const KernelEntry& kernel, const LaunchSpec& spec, cudaError_t error, const std::string& why);

/// Binds `arguments` to the kernel at `function`: what a graph's node runs.
cudaError_t prepare_launch(const void* function, const LaunchSpec& spec, void** arguments, Operation* operation);

}  // namespace lockstep::sim
