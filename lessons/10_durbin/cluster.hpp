/// @file
/// @brief Clusters: blocks that run at the same time, with a barrier between them, and reach each other's shared memory.
#pragma once

#include <cooperative_groups.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "lockstep/cuda.hpp"
#include "lockstep/device_limits.hpp"

constexpr unsigned kMostBlocks = 16;  ///< of a cluster; more than 8 must be asked for

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/// Waits for all threads of the cluster. What each wrote before, in any block's shared memory, all see after it.
inline __device__ void cluster_sync() { cooperative_groups::this_cluster().sync(); }
/// This block's place in its cluster, and the number of blocks.
inline __device__ unsigned cluster_rank() { return cooperative_groups::this_cluster().block_rank(); }
inline __device__ unsigned cluster_blocks() { return cooperative_groups::this_cluster().num_blocks(); }
/// What `shared` is in block `rank` of the cluster.
template <class T>
__device__ T* in_block(T* shared, unsigned rank) {
  return cooperative_groups::this_cluster().map_shared_rank(shared, static_cast<int>(rank));
}

#else  // hardware without clusters refuses the launch, so that these are never called

inline __device__ void cluster_sync() { __trap(); }
inline __device__ unsigned cluster_rank() { return 0; }
inline __device__ unsigned cluster_blocks() { return 1; }
template <class T>
__device__ T* in_block(T* shared, unsigned) {
  return shared;
}

#endif

/// Blocks of the largest cluster that the GPU has, whatever the kernel: 16 with compute capability 9.0 and 10.0, 8 with 12.0.
template <class... P>
unsigned largest_cluster(void (*kernel)(P...)) {
  cudaLaunchConfig_t config{};
  config.gridDim = kMostBlocks;
  config.blockDim = 32;
  int blocks = 0;
  lockstep::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  lockstep::check(cudaOccupancyMaxPotentialClusterSize(&blocks, kernel, &config));
  return static_cast<unsigned>(blocks);
}

/// Blocks of the one cluster: as asked for, or else what the version prefers, as far as the GPU has such clusters.
/// @throws UsageError where a cluster cannot have so many. @throws MachineError where the GPU has no clusters
template <class... P>
unsigned cluster_blocks_or(const lockstep::Launch& launch, void (*kernel)(P...), unsigned preferred) {
  lockstep::require_capability(9, "clusters of blocks");
  if (launch.grid > kMostBlocks)
    throw lockstep::UsageError("--grid " + std::to_string(launch.grid) + ": this version's grid is one cluster, of at most 16 blocks");
  static const unsigned largest = largest_cluster(kernel);  // the GPU's, so that one kernel may answer for all
  return launch.grid_or(std::min(preferred, largest));
}

/// Launches one cluster of `blocks` blocks of `threads` threads, with `bytes` of dynamic shared memory each.
/// @throws MachineError where the GPU has no cluster of so many such blocks
template <class... P>
void launch_cluster(void (*kernel)(P...), unsigned blocks, unsigned threads, std::size_t bytes, cudaStream_t stream, P... arguments) {
  if (bytes > lockstep::most_shared_memory() && blocks < largest_cluster(kernel))
    throw lockstep::MachineError("slices of " + std::to_string(bytes / 1024) + " KB do not fit into a block's shared memory, of " +
                                 std::to_string(lockstep::most_shared_memory() / 1024) + " KB; more blocks have shorter slices: --grid " +
                                 std::to_string(largest_cluster(kernel)));
  lockstep::allow_shared_memory(kernel, bytes);
  lockstep::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {blocks, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = threads;
  config.dynamicSmemBytes = bytes;
  config.stream = stream;
  config.attrs = &cluster;
  config.numAttrs = 1;
  const cudaError_t launched = cudaLaunchKernelEx(&config, kernel, std::move(arguments)...);
  if (launched == cudaErrorInvalidClusterSize) {
    static_cast<void>(cudaGetLastError());  // otherwise the next check would report it
    throw lockstep::MachineError("this GPU has no cluster of " + std::to_string(blocks) + " blocks with " + std::to_string(bytes / 1024) +
                                 " KB of shared memory each; try another --grid");
  }
  lockstep::check(launched);
}
