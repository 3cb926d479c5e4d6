/// @file
/// @brief The barriers of a block, a cluster and a grid.
#include <algorithm>
#include <cstring>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

// By source position: the compiler may turn one barrier into several instructions.
bool same_call(const Site& a, const Site& b) {
  return a.line() == b.line() && a.column() == b.column() &&
         (a.file_name() == b.file_name() || std::strcmp(a.file_name(), b.file_name()) == 0);
}

void release_block(Worker& worker, Block& block) {
  if (block.barrier.mixed) fail_mixed_barrier(worker, block);
  BarrierState& barrier = block.barrier;
  barrier.result = barrier.vote == Vote::all   ? barrier.votes == barrier.arrived
                   : barrier.vote == Vote::any ? barrier.votes != 0
                                               : barrier.votes;
  barrier.arrived = 0;
  barrier.votes = 0;
  hand_over_logs(block);
  observe([&](Observer& observer) { observer.completed(block, Sync::block_barrier, 0, 0); });
  worker.wake_barrier(block);
}

void release_cluster(Worker& worker, Cluster& cluster) {
  cluster.arrived = 0;
  ++cluster.phase;
  for (const auto& block : cluster.blocks) hand_over_logs(*block);
  for (const auto& block : cluster.blocks) observe([&](Observer& observer) { observer.completed(*block, Sync::cluster_barrier, 0, 0); });
  for (const auto& block : cluster.blocks)
    for (std::uint32_t i = 0; i < block->threads_total; ++i)
      if (block->threads[i].wait == Wait::cluster_barrier) worker.wake(block->threads[i]);
}

// As on a GPU, a block that has exited as a whole still counts: grid.sync() waits for one thread of each block.
bool grid_is_complete(const Worker& worker) {
  return worker.grid_arrived != 0 && worker.grid_arrived == worker.grid_alive && worker.blocks_gone == 0;
}

void release_grid(Worker& worker) {
  worker.grid_arrived = 0;
  for (const auto& cluster : worker.resident())
    for (const auto& block : cluster->blocks) hand_over_logs(*block);
  for (const auto& cluster : worker.resident())
    for (const auto& block : cluster->blocks) observe([&](Observer& observer) { observer.completed(*block, Sync::grid_barrier, 0, 0); });
  for (const auto& cluster : worker.resident())
    for (const auto& block : cluster->blocks)
      for (std::uint32_t i = 0; i < block->threads_total; ++i)
        if (block->threads[i].wait == Wait::grid_barrier) worker.wake(block->threads[i]);
}

Cluster& my_cluster() { return *current_worker->current().block->cluster; }

Block& block_of_rank(unsigned rank, Site site) {
  Cluster& cluster = my_cluster();
  if (rank >= cluster.blocks.size()) fail_kernel(cudaErrorInvalidValue, "there is no block of that rank in the cluster", site);
  return *cluster.blocks[rank];
}

}  // namespace

unsigned block_barrier(Vote vote, bool predicate, const char* name, Site site) {
  Worker& worker = *current_worker;
  Thread& me = worker.current();
  Block& block = *me.block;
  BarrierState& barrier = block.barrier;
  if (barrier.arrived == 0) {
    barrier.site = site;
    barrier.vote = vote;
  } else if (barrier.vote != vote || !same_call(barrier.site, site)) {
    barrier.mixed = true;
  }
  barrier.votes += predicate;
  observe([&](Observer& observer) { observer.arrives(me, Sync::block_barrier, 0, site); });
  const bool last = ++barrier.arrived == block.alive;
  const bool reversed = worker.grid().schedule.reversed;
  if (last && barrier.mixed) {
    me.wait = Wait::block_barrier;  // so that the report counts it with the others
    me.name = name;
    me.site = site;
  }
  if (last && !reversed) {
    release_block(worker, block);
    return barrier.result;
  }
  barrier.waiting.push_back(&me);
  ++block.warps[me.rank / 32].at_barrier;
  if (last) {
    // In the usual order, the last to arrive goes on first; reversed, the first to arrive goes on last.
    std::rotate(barrier.waiting.begin(), barrier.waiting.begin() + 1, barrier.waiting.end());
    release_block(worker, block);
  }
  worker.suspend(Wait::block_barrier, name, site);
  return barrier.result;
}

void grid_barrier(Site site) {
  Worker& worker = *current_worker;
  if (!worker.grid().request.cooperative)
    fail_kernel(cudaErrorLaunchFailure, "grid.sync() needs a cooperative launch: use cudaLaunchCooperativeKernel", site);
  observe([&](Observer& observer) { observer.arrives(worker.current(), Sync::grid_barrier, 0, site); });
  ++worker.grid_arrived;
  if (grid_is_complete(worker)) {
    release_grid(worker);
  } else {
    worker.suspend(Wait::grid_barrier, "grid.sync()", site);
  }
}

void cluster_arrive(Site site) {
  Worker& worker = *current_worker;
  Cluster& cluster = my_cluster();
  observe([&](Observer& observer) { observer.arrives(worker.current(), Sync::cluster_barrier, 0, site); });
  worker.current().cluster_phase = cluster.phase;
  if (++cluster.arrived == cluster.alive) release_cluster(worker, cluster);
}

void cluster_wait(Site site) {
  Worker& worker = *current_worker;
  if (worker.current().cluster_phase == my_cluster().phase) worker.suspend(Wait::cluster_barrier, "cluster.sync()", site);
}

dim3 cluster_extent() noexcept { return current_worker->grid().request.cluster; }

dim3 cluster_block_index() noexcept {
  const Block& block = *current_worker->current().block;
  const uint3 first = block.cluster->first_block;
  return {block.index.x - first.x, block.index.y - first.y, block.index.z - first.z};
}

void* map_shared_rank(const void* shared, unsigned rank, Site site) {
  const Block& mine = *current_worker->current().block;
  const auto offset = static_cast<const std::byte*>(shared) - mine.shared;
  if (offset < 0 || static_cast<std::size_t>(offset) >= kBlockSharedBytes)
    fail_kernel(cudaErrorInvalidValue, "map_shared_rank takes an address in the block's own shared memory", site);
  return block_of_rank(rank, site).shared + offset;
}

unsigned query_shared_rank(const void* shared, Site site) {
  const Cluster& cluster = my_cluster();
  for (std::size_t rank = 0; rank < cluster.blocks.size(); ++rank) {
    const AddressRange range{cluster.blocks[rank]->shared, kBlockSharedBytes};
    if (range.holds(shared)) return static_cast<unsigned>(rank);
  }
  fail_kernel(cudaErrorInvalidValue, "query_shared_rank takes an address in the shared memory of the cluster", site);
}

bool is_cooperative() noexcept { return current_worker->grid().request.cooperative; }

void complete_without(Worker& worker, Thread& gone) {
  Block& block = *gone.block;
  if (block.barrier.arrived != 0 && block.barrier.arrived == block.alive) release_block(worker, block);
  const Warp& warp = block.warps[gone.rank / 32];
  if (warp.syncs.size() != 0 || warp.converging != 0) complete_warp_syncs(worker, block, gone);
  Cluster& cluster = *block.cluster;
  if (cluster.arrived != 0 && cluster.arrived == cluster.alive) release_cluster(worker, cluster);
  if (block.alive == 0) ++worker.blocks_gone;
  if (grid_is_complete(worker)) release_grid(worker);
}

}  // namespace lockstep::sim
