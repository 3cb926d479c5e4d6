/// @file
/// @brief Which accesses of a grid happen before which.
#include "observers/order.hpp"

#include <algorithm>
#include <bit>

#include "engine/block.hpp"

namespace lockstep::sim {

void Order::grid_begins() {
  infos_.assign(1, {});
  blocks_.clear();
  variables_.clear();
  last_block_ = nullptr;
}

void Order::block_begins(const Block& block) {
  BlockClock& clock = blocks_[&block];
  clock = {};
  clock.number = static_cast<std::uint32_t>(infos_.size());
  clock.threads.resize(block.threads_total);
  infos_.push_back({block.index, 0, 0, block.cluster});
  last_block_ = nullptr;
}

Order::BlockClock& Order::clock_of(const Block& block) {
  if (last_block_ != &block) {
    last_block_ = &block;
    last_clock_ = &blocks_[&block];
  }
  return *last_clock_;
}

void Order::join(Acquired& into, const Acquired& from) {
  for (const auto& [variable, prefix] : from) {
    auto& mine = into[variable];
    mine.first = std::max(mine.first, prefix.first);
    mine.second = mine.second || prefix.second;
  }
}

Moment Order::now(const Thread& thread) {
  const BlockClock& clock = clock_of(*thread.block);
  return {clock.number, clock.barrier, clock.threads[thread.rank].tick, static_cast<std::uint16_t>(thread.rank)};
}

void Order::fence(const Thread& thread, Scope scope) {
  BlockClock& block = clock_of(*thread.block);
  ThreadClock& mine = block.threads[thread.rank];
  join(mine.acquired, mine.observed);
  join(mine.acquired, block.observed);
  mine.observed.clear();
  Release release{now(thread), mine.seen, scope != Scope::block && scope != Scope::thread, mine.acquired};
  release.seen[thread.lane()] = ++mine.tick;  // later accesses are not covered
  join(release.acquired, block.acquired);
  mine.released = std::make_unique<Release>(std::move(release));
  if (mine.fenced_at != block.barrier) ++block.fenced;
  mine.fenced_at = block.barrier;
  block.dirty.push_back(thread.rank);
}

void Order::strong_access(const Thread& thread, const Access& access) {
  BlockClock& block = clock_of(*thread.block);
  ThreadClock& mine = block.threads[thread.rank];
  SyncVariable& variable = variables_[access.address];
  const bool wide = access.kind != AccessKind::atomic || (access.scope != Scope::block && access.scope != Scope::thread);
  const bool reads = access.kind == AccessKind::volatile_load || (access.kind == AccessKind::atomic && access.operation != AtomicOp::store);
  if (reads) {
    mine.observed[&variable] = {variable.log.size(), wide};
    if (block.dirty.empty() || block.dirty.back() != thread.rank) block.dirty.push_back(thread.rank);  // it may be spinning
  }
  if (access.writes() && mine.released != nullptr) {
    variable.log.push_back(*mine.released);
    variable.log.back().wide &= wide;
  }
}

void Order::met(const Block& block, Meet meet, std::uint32_t warp, std::uint32_t lanes) {
  if (meet == Meet::warp_barrier) return warp_barrier(block, warp, lanes);
  if (meet == Meet::warp_exchange || meet == Meet::convergence) return;
  barrier(block);
  BlockClock& clock = clock_of(block);
  if (meet == Meet::grid_barrier) infos_[clock.number].grid_floor = clock.barrier;
  if (meet == Meet::cluster_barrier) infos_[clock.number].cluster_floor = clock.barrier;
}

void Order::barrier(const Block& block) {
  BlockClock& clock = clock_of(block);
  const bool all_fenced = clock.fenced >= block.alive;
  ++clock.barrier;
  clock.fenced = 0;
  for (const std::uint32_t rank : clock.dirty) {
    ThreadClock& thread = clock.threads[rank];
    join(clock.acquired, thread.acquired);
    join(clock.observed, thread.observed);
    thread.acquired.clear();
    thread.observed.clear();
    // Where every thread fenced before the barrier, the store of one of them behind it releases what all of them wrote.
    if (all_fenced && thread.released != nullptr) thread.released->at.barrier = clock.barrier;
  }
  clock.dirty.clear();
}

void Order::warp_barrier(const Block& block, std::uint32_t warp, std::uint32_t lanes) {
  BlockClock& clock = clock_of(block);
  std::array<std::uint32_t, 32> together{};
  Acquired acquired, observed;
  const auto each = [&](auto visit) {
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      visit(lane, clock.threads[warp * 32 + lane]);
    }
  };
  each([&](std::uint32_t lane, ThreadClock& thread) {
    thread.seen[lane] = ++thread.tick;
    for (std::size_t i = 0; i < 32; ++i) together[i] = std::max(together[i], thread.seen[i]);
    join(acquired, thread.acquired);
    join(observed, thread.observed);
  });
  each([&](std::uint32_t lane, ThreadClock& thread) {
    thread.seen = together;
    if (acquired.empty() && observed.empty()) return;
    thread.acquired = acquired;
    thread.observed = observed;
    clock.dirty.push_back(warp * 32 + lane);
  });
}

bool Order::ordered(const Moment& before, const Thread& thread) {
  BlockClock& block = clock_of(*thread.block);
  const ThreadClock& mine = block.threads[thread.rank];
  const bool same_block = before.block == block.number;
  if (same_block) {
    if (before.rank == thread.rank || before.barrier < block.barrier) return true;
    if (before.rank / 32 == thread.rank / 32 && before.tick < mine.seen[before.rank % 32]) return true;
  } else {
    const BlockInfo& info = infos_[before.block];
    if (before.barrier < info.grid_floor) return true;
    if (before.barrier < info.cluster_floor && info.cluster == infos_[block.number].cluster) return true;
  }
  std::set<const SyncVariable*> visited;
  return reached(before, mine.acquired, visited, same_block) || reached(before, block.acquired, visited, same_block);
}

bool Order::reached(const Moment& before, const Acquired& acquired, std::set<const SyncVariable*>& visited, bool same_block) {
  for (const auto& [variable, prefix] : acquired) {
    if (!prefix.second && !same_block) continue;
    if (!visited.insert(variable).second) continue;
    for (std::size_t i = std::min(prefix.first, variable->log.size()); i-- > 0;) {
      const Release& release = variable->log[i];
      if (!release.wide && !same_block) continue;
      const bool covers = release.at.block == before.block &&
                          (before.barrier < release.at.barrier ||
                           (before.rank / 32 == release.at.rank / 32 && before.tick < release.seen[before.rank % 32]));
      if (covers || reached(before, release.acquired, visited, same_block)) return true;
    }
  }
  return false;
}

}  // namespace lockstep::sim
