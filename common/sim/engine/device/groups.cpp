/// @file
/// @brief Ranks and lanes of cooperative groups.
#include <bit>

#include "cooperative_groups.h"

namespace lockstep::sim {

unsigned lane_index() noexcept { return thread_rank() % 32; }
unsigned block_size() noexcept { return blockDim.x * blockDim.y * blockDim.z; }
unsigned long long block_rank_in_grid() noexcept { return blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z); }

unsigned block_rank_in_cluster() noexcept {
  const dim3 extent = cluster_extent(), index = cluster_block_index();
  return index.x + extent.x * (index.y + extent.y * index.z);
}

unsigned blocks_in_cluster() noexcept {
  const dim3 extent = cluster_extent();
  return extent.x * extent.y * extent.z;
}

unsigned lanes_of_warp() noexcept {
  const unsigned left = block_size() - thread_rank() / 32 * 32;
  return left >= 32 ? 0xffffffffu : (1u << left) - 1;
}

unsigned lane_of_rank(unsigned lanes, unsigned rank) noexcept {
  while (rank > 0 && lanes != 0) {
    lanes &= lanes - 1;
    --rank;
  }
  return static_cast<unsigned>(std::countr_zero(lanes));
}

unsigned rank_of_lane(unsigned lanes) noexcept { return static_cast<unsigned>(std::popcount(lanes & ((1u << lane_index()) - 1))); }

unsigned pack_lanes(unsigned lanes, unsigned word) noexcept {
  unsigned packed = 0;
  for (unsigned rank = 0; lanes != 0; lanes &= lanes - 1, ++rank) packed |= (word >> std::countr_zero(lanes) & 1u) << rank;
  return packed;
}

unsigned tile_of_lanes(unsigned parent, unsigned size) noexcept {
  const unsigned first = rank_of_lane(parent) / size * size;
  unsigned tile = 0;
  for (unsigned rank = 0; parent != 0 && rank < first + size; parent &= parent - 1, ++rank)
    if (rank >= first) tile |= parent & (~parent + 1);
  return tile;
}

unsigned coalesced_source(Shuffle kind, unsigned lanes, unsigned operand) noexcept {
  const unsigned rank = rank_of_lane(lanes);
  switch (kind) {
    case Shuffle::up:
      return operand <= rank ? lane_of_rank(lanes, rank - operand) : lane_index();
    case Shuffle::down:
      return rank + operand < static_cast<unsigned>(std::popcount(lanes)) ? lane_of_rank(lanes, rank + operand) : lane_index();
    default:
      return lane_of_rank(lanes, operand) % 32;
  }
}

}  // namespace lockstep::sim

namespace cooperative_groups {

void thread_group::sync(Site site) const {
  switch (kind_) {
    case Kind::lanes:
      return lockstep::sim::warp_barrier(lanes_, site);
    case Kind::block:
      return thread_block::sync(site);
    case Kind::cluster:
      return cluster_group::sync(site);
    case Kind::grid:
      return grid_group::sync(site);
  }
}

unsigned long long thread_group::size() const {
  switch (kind_) {
    case Kind::lanes:
      return static_cast<unsigned>(std::popcount(lanes_));
    case Kind::block:
      return thread_block::size();
    case Kind::cluster:
      return cluster_group::size();
    case Kind::grid:
      return grid_group::size();
  }
  return 0;
}

unsigned long long thread_group::thread_rank() const {
  switch (kind_) {
    case Kind::lanes:
      return lockstep::sim::rank_of_lane(lanes_);
    case Kind::block:
      return thread_block::thread_rank();
    case Kind::cluster:
      return cluster_group::thread_rank();
    case Kind::grid:
      return grid_group::thread_rank();
  }
  return 0;
}

thread_group tiled_partition(const thread_group& parent, unsigned size, Site site) {
  if (size == 0 || size > 32 || !std::has_single_bit(size))
    lockstep::sim::fail_kernel(cudaErrorLaunchFailure, "tiled_partition: a tile has 1, 2, 4, 8, 16 or 32 threads", site);
  const unsigned lanes = parent.kind_ == thread_group::Kind::lanes ? parent.lanes_ : lockstep::sim::lanes_of_warp();
  return thread_group(thread_group::Kind::lanes, lockstep::sim::tile_of_lanes(lanes, size));
}

}  // namespace cooperative_groups
