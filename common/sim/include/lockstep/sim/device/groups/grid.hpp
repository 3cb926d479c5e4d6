/// @file
/// @brief The grid and the cluster as cooperative groups.
#pragma once

#include "lockstep/sim/device/groups/thread_block.hpp"

namespace cooperative_groups {

class grid_group : public thread_group {
 public:
  /// True in a cooperative launch; only then may the grid synchronise.
  static bool is_valid() { return lockstep::sim::is_cooperative(); }
  static void sync(Site site = Site::current()) { lockstep::sim::grid_barrier(site); }
  static unsigned long long thread_rank() { return block_rank() * lockstep::sim::block_size() + lockstep::sim::thread_rank(); }
  static unsigned long long num_threads() { return num_blocks() * lockstep::sim::block_size(); }
  static unsigned long long size() { return num_threads(); }
  static unsigned long long block_rank() { return lockstep::sim::block_rank_in_grid(); }
  static unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
  static dim3 block_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_threads() { return {gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z}; }
  static dim3 thread_index() {
    return {blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z * blockDim.z + threadIdx.z};
  }
  static dim3 dim_clusters() {
    const dim3 cluster = lockstep::sim::cluster_extent();
    return {gridDim.x / cluster.x, gridDim.y / cluster.y, gridDim.z / cluster.z};
  }
  static unsigned long long num_clusters() { return num_blocks() / lockstep::sim::blocks_in_cluster(); }
  static dim3 cluster_index() {
    const dim3 cluster = lockstep::sim::cluster_extent();
    return {blockIdx.x / cluster.x, blockIdx.y / cluster.y, blockIdx.z / cluster.z};
  }
  static unsigned long long cluster_rank() {
    const dim3 index = cluster_index(), extent = dim_clusters();
    return index.x + 1ull * extent.x * (index.y + 1ull * extent.y * index.z);
  }

  /// Arriving only promises to wait: the wait is the whole barrier. A thread that arrives must also wait, as CUDA demands.
  struct arrival_token {};
  static arrival_token barrier_arrive() { return {}; }
  static void barrier_wait(arrival_token&&, Site site = Site::current()) { sync(site); }

 private:
  grid_group() : thread_group(Kind::grid) {}
  friend grid_group this_grid();
};

[[gnu::always_inline]] inline grid_group this_grid() { return {}; }

class cluster_group : public thread_group {
 public:
  struct arrival_token {};
  static void sync(Site site = Site::current()) {
    lockstep::sim::cluster_arrive(site);
    lockstep::sim::cluster_wait(site);
  }
  static arrival_token barrier_arrive(Site site = Site::current()) {
    lockstep::sim::cluster_arrive(site);
    return {};
  }
  static void barrier_wait(Site site = Site::current()) { lockstep::sim::cluster_wait(site); }
  static void barrier_wait(arrival_token&&, Site site = Site::current()) { lockstep::sim::cluster_wait(site); }

  /// The variable in block `rank` of the cluster that is what `shared` is in the calling block.
  template <class T>
  static T* map_shared_rank(T* shared, int rank, Site site = Site::current()) {
    return static_cast<T*>(lockstep::sim::map_shared_rank(shared, static_cast<unsigned>(rank), site));
  }
  /// The rank of the block whose shared memory holds the address.
  static unsigned query_shared_rank(const void* shared, Site site = Site::current()) {
    return lockstep::sim::query_shared_rank(shared, site);
  }

  static unsigned block_rank() { return lockstep::sim::block_rank_in_cluster(); }
  static unsigned num_blocks() { return lockstep::sim::blocks_in_cluster(); }
  static dim3 block_index() { return lockstep::sim::cluster_block_index(); }
  static dim3 dim_blocks() { return lockstep::sim::cluster_extent(); }
  static unsigned thread_rank() { return block_rank() * lockstep::sim::block_size() + lockstep::sim::thread_rank(); }
  static unsigned num_threads() { return num_blocks() * lockstep::sim::block_size(); }
  static unsigned size() { return num_threads(); }
  static dim3 dim_threads() {
    const dim3 blocks = dim_blocks();
    return {blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z};
  }
  static dim3 thread_index() {
    const dim3 block = block_index();
    return {block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y, block.z * blockDim.z + threadIdx.z};
  }

 private:
  cluster_group() : thread_group(Kind::cluster) {}
  friend cluster_group this_cluster();
};

[[gnu::always_inline]] inline cluster_group this_cluster() { return {}; }

}  // namespace cooperative_groups
