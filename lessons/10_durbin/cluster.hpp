/// @file
/// @brief Clusters: blocks that run at the same time, with a barrier between them, and reach each other's shared memory.
#pragma once

#include <cooperative_groups.h>

#include <cstddef>
#include <string>
#include <utility>

#include "lockstep/cuda.hpp"

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

/// Blocks of the one cluster: as asked for, or else what the version prefers. @throws UsageError where a cluster cannot have so many
inline unsigned cluster_blocks_or(const lockstep::Launch& launch, unsigned preferred) {
  if (launch.grid > kMostBlocks)
    throw lockstep::UsageError("--grid " + std::to_string(launch.grid) + ": this version's grid is one cluster, of at most 16 blocks");
  return launch.grid_or(preferred);
}

/// Launches one cluster of `blocks` blocks of `threads` threads, with `bytes` of dynamic shared memory each.
/// @throws UsageError where a block cannot have so much
template <class... P>
void launch_cluster(void (*kernel)(P...), unsigned blocks, unsigned threads, std::size_t bytes, cudaStream_t stream, P... arguments) {
  constexpr std::size_t kMostBytes = 220 * 1024;  // a block may have 227 KB, static ones included
  if (bytes > kMostBytes)
    throw lockstep::UsageError("this size needs " + std::to_string(bytes / 1024) + " KB of shared memory in each of " +
                               std::to_string(blocks) + " blocks, of 220 KB: a smaller one fits" +
                               (blocks < kMostBlocks ? ", or more blocks (--grid 16)" : ""));
  lockstep::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
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
  lockstep::check(cudaLaunchKernelEx(&config, kernel, std::move(arguments)...));
}
