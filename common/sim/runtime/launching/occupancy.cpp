/// @file
/// @brief The functions of CUDA that say how many blocks or clusters of a kernel fit.
#include <algorithm>

#include "lockstep/sim/api/launch_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/device.hpp"
#include "sim/runtime/launching/functions.hpp"
#include "sim/runtime/launching/residency.hpp"

namespace lockstep::sim {

namespace {

int active_blocks(const KernelEntry& kernel, int threads, std::size_t dynamic_shared) {
  if (dynamic_shared > dynamic_shared_limit(kernel)) return 0;
  return blocks_per_multiprocessor(threads, static_shared_bytes(kernel) + dynamic_shared);
}

// The launch's cluster; zeros where it has none.
dim3 cluster_of(const cudaLaunchConfig_t& config) {
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const auto& extent = config.attrs[i].val.clusterDim;
    if (config.attrs[i].id == cudaLaunchAttributeClusterDimension) return {extent.x, extent.y, extent.z};
  }
  return {0, 0, 0};
}

bool divides(const dim3& part, const dim3& whole) { return whole.x % part.x == 0 && whole.y % part.y == 0 && whole.z % part.z == 0; }

int largest_cluster(const KernelEntry& kernel) { return kernel.non_portable_cluster ? device::kLargestCluster : device::kPortableCluster; }

int threads_of(const cudaLaunchConfig_t& config) { return static_cast<int>(config.blockDim.x * config.blockDim.y * config.blockDim.z); }

template <class Body>
cudaError_t with_kernel(const void* answer, const void* function, Body body) {
  return api([&] {
    if (answer == nullptr) return cudaErrorInvalidValue;
    KernelEntry* kernel = nullptr;
    if (const cudaError_t error = find_kernel(function, &kernel)) return error;
    return body(*kernel);
  });
}

}  // namespace

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func, int blockSize,
                                                                   std::size_t dynamicSMemSize, unsigned int flags) {
  return with_kernel(numBlocks, func, [&](const KernelEntry& kernel) {
    if (blockSize <= 0 || (flags & ~static_cast<unsigned>(cudaOccupancyDisableCachingOverride)) != 0) return cudaErrorInvalidValue;
    *numBlocks = active_blocks(kernel, blockSize, dynamicSMemSize);
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func, int blockSize, std::size_t dynamicSMemSize) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* dynamicSmemSize, const void* func, int numBlocks, int blockSize) {
  return with_kernel(dynamicSmemSize, func, [&](const KernelEntry& kernel) {
    if (numBlocks <= 0 || blockSize <= 0 || numBlocks > blocks_per_multiprocessor(blockSize, 0)) return cudaErrorInvalidValue;
    const std::size_t taken = static_shared_bytes(kernel) + device::kReservedSharedPerBlock;
    const std::size_t share =
        static_cast<std::size_t>(device::kSharedPerMultiprocessor / numBlocks) / device::kSharedGranularity * device::kSharedGranularity;
    if (share < taken) return cudaErrorInvalidValue;
    *dynamicSmemSize = std::min(share - taken, dynamic_shared_limit(kernel));
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, const void* func, const cudaLaunchConfig_t* launchConfig) {
  return with_kernel(clusterSize, func, [&](const KernelEntry& kernel) {
    if (launchConfig == nullptr || threads_of(*launchConfig) <= 0) return cudaErrorInvalidValue;
    const int resident = active_blocks(kernel, threads_of(*launchConfig), launchConfig->dynamicSmemBytes) * device::kMultiprocessors;
    *clusterSize = std::min(resident, largest_cluster(kernel));
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, const void* func, const cudaLaunchConfig_t* launchConfig) {
  return with_kernel(numClusters, func, [&](const KernelEntry& kernel) {
    if (launchConfig == nullptr || threads_of(*launchConfig) <= 0) return cudaErrorInvalidValue;
    const dim3 cluster = cluster_of(*launchConfig);
    const unsigned size = cluster.x * cluster.y * cluster.z;
    const bool fits = size == 0 || divides(cluster, launchConfig->gridDim);
    if (!fits || size > static_cast<unsigned>(largest_cluster(kernel))) return cudaErrorInvalidClusterSize;
    const int resident = active_blocks(kernel, threads_of(*launchConfig), launchConfig->dynamicSmemBytes) * device::kMultiprocessors;
    *numClusters = size == 0 ? 0 : resident / static_cast<int>(size);
    return cudaSuccess;
  });
}
