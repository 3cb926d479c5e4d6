/// @file
/// @brief Advances the clocks of blocks, warps and threads, and asks them.
#include "sim/observers/races/happens_before.hpp"

#include <algorithm>
#include <bit>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/observers/counting/lanes.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uint32_t kMostBlockNumbers = 1u << 27;  // with 5 bits for the warp, a number has 32
constexpr std::uint32_t kAllLanes = ~0u;

bool is_beyond_block(Scope scope) { return scope != Scope::block && scope != Scope::thread; }
bool acquires(MemoryOrder order) { return order == MemoryOrder::acquire || order == MemoryOrder::acquire_release; }
bool takes_lock(const Access& access) {
  return access.kind == AccessKind::atomic && access.operation == AtomicOp::compare_exchange && !access.fails;
}
bool releases(MemoryOrder order) { return order == MemoryOrder::release || order == MemoryOrder::acquire_release; }

}  // namespace

void HappensBefore::Covered::join(const Covered& other) {
  floor = std::max(floor, other.floor);
  if (threads != other.threads) {  // lanes that have synchronized before bring the same
    threads.insert(threads.end(), other.threads.begin(), other.threads.end());
    VectorClock::keep_latest(threads);  // otherwise each __syncwarp() would make the lists of a warp 32 times as long
  }
  acquired.join(other.acquired);
  all = {};
}

const VectorClock& HappensBefore::Covered::message(std::uint32_t block) {
  if (all.empty() && !threads.empty()) {
    all = VectorClock(block, floor, threads);
    all.join(acquired);
  }
  return all;
}

std::uint32_t HappensBefore::grid_begins(dim3 grid, dim3 cluster, bool cooperative) {
  grid_ = grid;
  cluster_ = cluster;
  // Of a launch of more than kMostBlockNumbers blocks, the last ones have one number: races between those are missed.
  const std::uint32_t blocks =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{grid.x} * grid.y * grid.z, kMostBlockNumbers - 2));
  if (blocks >= kMostBlockNumbers - 1 - next_) {
    next_ = 1;
    ++restarts_;
  }
  first_ = next_;
  started_.clear();
  active_ = false;
  blocks_synchronized_ = false;
  const bool resident = cooperative || cluster.x * cluster.y * cluster.z > 1;
  grid_floors_.assign(resident ? blocks : 0, 0);
  cluster_floors_.assign(resident ? blocks : 0, 0);
  blocks_.clear();
  flags_.clear();
  supposed_.clear();
  last_block_ = nullptr;
  return first_ * 32;
}

std::uint32_t HappensBefore::block_begins(const Block& block) {
  BlockClock& clock = clock_of(block);
  const uint3 at = block.index;
  started_.push_back(at.x + grid_.x * (at.y + grid_.y * at.z));
  clock.number = next_;
  if (next_ < kMostBlockNumbers - 2) ++next_;
  clock.floor = clock.top = 0;
  const std::size_t warps = (block.threads_total + 31) / 32;
  clock.times.assign(warps * 32, 0);
  clock.warps.resize(warps);
  for (WarpClock& warp : clock.warps) {
    warp.floor = 0;
    warp.seen.reset();
  }
  clock.syncs.clear();
  clock.acquired = clock.supposed = {};
  clock.fenced = {};
  if (!flags_.empty()) flags_.erase(reinterpret_cast<std::uintptr_t>(block.shared) / kBlockSharedBytes);
  return clock.number * 32;
}

HappensBefore::BlockClock& HappensBefore::clock_of(const Block& block) {
  if (last_block_ != &block) {
    last_block_ = &block;
    last_clock_ = &blocks_[&block];
  }
  return *last_clock_;
}

uint3 HappensBefore::block_index(std::uint32_t warp) const {
  const std::uint32_t linear = started_[warp / 32 - first_];
  return {linear % grid_.x, linear / grid_.x % grid_.y, linear / grid_.x / grid_.y};
}

std::uint32_t HappensBefore::cluster_number(uint3 block) const {
  return block.x / cluster_.x + grid_.x / cluster_.x * (block.y / cluster_.y + grid_.y / cluster_.y * (block.z / cluster_.z));
}

std::uint32_t& HappensBefore::time_of(BlockClock& block, std::uint32_t rank) {
  std::uint32_t& time = block.times[rank];
  time = std::max(time, block.floor);
  return time;
}

Epoch HappensBefore::now(const Thread& thread) {
  BlockClock& block = clock_of(*thread.block);
  const std::uint32_t warp = thread.rank / 32;
  return {&thread, block.number * 32 + warp, 1u << thread.lane(), time_of(block, thread.rank), block.floor, block.warps[warp].floor};
}

bool HappensBefore::has_fenced(const Thread& thread) {
  if (!active_) return false;
  const BlockClock& block = clock_of(*thread.block);
  const auto sync = block.syncs.find(thread.rank);
  return !block.fenced.threads.empty() || (sync != block.syncs.end() && !sync->second.block_scope.threads.empty());
}

HappensBefore::Flag* HappensBefore::flag_at(std::uintptr_t address) {
  if (flags_.empty()) return nullptr;
  const auto stretch = flags_.find(address / kBlockSharedBytes);
  if (stretch == flags_.end()) return nullptr;
  const auto flag = stretch->second.find(address);
  return flag == stretch->second.end() ? nullptr : &flag->second;
}

// What the thread does now does not cover later accesses.
void HappensBefore::advance(BlockClock& block, std::uint32_t rank) { block.top = std::max(block.top, ++time_of(block, rank)); }

HappensBefore::Covered HappensBefore::everything_before(BlockClock& block, std::uint32_t rank) {
  advance(block, rank);
  Covered covered;
  covered.floor = block.floor;
  covered.threads.push_back({rank, block.times[rank]});
  const WarpClock& warp = block.warps[rank / 32];
  if (warp.floor > block.floor || warp.seen != nullptr)
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      covered.threads.push_back({rank / 32 * 32 + lane, std::max(warp.floor, warp.seen != nullptr ? (*warp.seen)[rank % 32][lane] : 0)});
  covered.acquired = block.acquired;
  if (const auto sync = block.syncs.find(rank); sync != block.syncs.end()) covered.acquired.join(sync->second.acquired);
  return covered;
}

void HappensBefore::fence(const Thread& thread, Scope scope) {
  active_ = true;
  BlockClock& block = clock_of(*thread.block);
  ThreadSync& sync = block.syncs[thread.rank];
  for (const ThreadSync::Seen& seen : {sync.seen, sync.taken}) {
    sync.acquired.join(seen.block_scope);
    if (is_beyond_block(scope)) sync.acquired.join(seen.device_scope);
  }
  sync.block_scope = everything_before(block, thread.rank);
  if (is_beyond_block(scope)) sync.device_scope = sync.block_scope;
}

void HappensBefore::strong_access(const Thread& thread, const Access& access) {
  BlockClock& block = clock_of(*thread.block);
  if (supposes_) suppose(block, thread.rank, access);
  if (!active_ && access.order == MemoryOrder::relaxed) return;
  active_ = true;
  const bool device_scope = access.kind != AccessKind::atomic || is_beyond_block(access.scope);
  if (access.reads_strongly()) {
    if (const Flag* const flag = flag_at(access.address)) read(block, block.syncs[thread.rank], access, device_scope, *flag);
  }
  if (access.writes()) release(block, thread.rank, access, device_scope);
}

// As if each atomic and volatile access were an acquire and a release. Flags in shared memory are excluded.
void HappensBefore::suppose(BlockClock& block, std::uint32_t rank, const Access& access) {
  if (is_shared_address(access.address)) return;
  if (access.reads_strongly() && !access.ignores_result)
    if (const auto found = supposed_.find(access.address); found != supposed_.end()) block.syncs[rank].supposed.join(found->second);
  if (!access.writes()) return;
  VectorClock mine = everything_before(block, rank).message(block.number);
  mine.join(block.supposed);
  if (const auto sync = block.syncs.find(rank); sync != block.syncs.end()) mine.join(sync->second.supposed);
  VectorClock& all = supposed_[access.address];
  if (access.kind != AccessKind::atomic || access.operation == AtomicOp::store) all = {};
  all.join(mine);
}

void HappensBefore::read(const BlockClock& block, ThreadSync& sync, const Access& access, bool device_scope, const Flag& flag) {
  const bool block_scope = flag.releasing_block == block.number;
  if (acquires(access.order)) {
    if (block_scope) sync.acquired.join(flag.block_scope);
    if (device_scope) sync.acquired.join(flag.device_scope);
  } else {
    ThreadSync::Seen& seen = takes_lock(access) ? sync.taken : sync.seen;
    if (block_scope) seen.block_scope.join(flag.block_scope);
    if (device_scope) seen.device_scope.join(flag.device_scope);
  }
}

void HappensBefore::release(BlockClock& block, std::uint32_t rank, const Access& access, bool device_scope) {
  VectorClock block_scope, far;
  if (releases(access.order)) {
    far = block_scope = everything_before(block, rank).message(block.number);
  } else {
    if (const auto sync = block.syncs.find(rank); sync != block.syncs.end()) {
      block_scope = sync->second.block_scope.message(block.number);
      far = sync->second.device_scope.message(block.number);
    }
    far.join(block.fenced.message(block.number));
    block_scope.join(far);
  }
  const bool adds = access.kind == AccessKind::atomic && access.operation != AtomicOp::store;  // the releases before it stay visible
  if (block_scope.empty()) {
    if (!adds && flag_at(access.address) != nullptr) flags_[access.address / kBlockSharedBytes].erase(access.address);
    return;
  }
  Flag& flag = flags_[access.address / kBlockSharedBytes][access.address];
  if (!adds) flag = {};
  if (flag.releasing_block != block.number) flag.block_scope = {};
  flag.releasing_block = block.number;
  const bool as_one = device_scope && flag.block_scope.shares(flag.device_scope) && block_scope.shares(far);
  if (device_scope) flag.device_scope.join(far);
  if (as_one) {
    flag.block_scope = flag.device_scope;
  } else {
    flag.block_scope.join(block_scope);
  }
}

void HappensBefore::completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) {
  if (sync == Sync::warp_barrier) return warp_barrier(block, warp, lanes);
  if (sync == Sync::warp_exchange || sync == Sync::convergence) return;
  BlockClock& clock = clock_of(block);
  barrier(clock);
  if (sync == Sync::block_barrier || (sync == Sync::cluster_barrier && cluster_floors_.empty())) return;  // empty: clusters of one block
  blocks_synchronized_ = true;
  (sync == Sync::grid_barrier ? grid_floors_ : cluster_floors_)[clock.number - first_] = clock.floor;
}

void HappensBefore::barrier(BlockClock& block) {
  block.floor = ++block.top;
  for (auto& [rank, sync] : block.syncs) {
    block.acquired.join(sync.acquired);
    block.supposed.join(sync.supposed);
    for (const ThreadSync::Seen& seen : {sync.seen, sync.taken}) {
      block.acquired.join(seen.block_scope);
      block.acquired.join(seen.device_scope);
    }
    if (!sync.device_scope.threads.empty()) block.fenced.join(sync.device_scope);
  }
  block.syncs.clear();
}

void HappensBefore::warp_barrier(const Block& block, std::uint32_t warp, std::uint32_t lanes) {
  BlockClock& clock = clock_of(block);
  const std::uint32_t together = lanes | block.warps[warp].exited;  // a thread that has exited has done all it will do
  std::uint32_t time = 0;
  for_each_lane(together, [&](std::uint32_t lane) { time = std::max(time, time_of(clock, warp * 32 + lane)); });
  clock.top = std::max(clock.top, ++time);
  for_each_lane(together, [&](std::uint32_t lane) { clock.times[warp * 32 + lane] = time; });
  share_syncs(clock, warp, lanes);

  WarpClock& mine = clock.warps[warp];
  if (together == kAllLanes) {
    mine.floor = time;
    return;
  }
  if (mine.seen == nullptr) mine.seen = std::make_unique<std::array<std::array<std::uint32_t, 32>, 32>>();
  std::array<std::uint32_t, 32> seen{};
  for_each_lane(together, [&](std::uint32_t lane) {
    for (std::size_t i = 0; i < 32; ++i) seen[i] = std::max(seen[i], (*mine.seen)[lane][i]);
  });
  for_each_lane(together, [&](std::uint32_t lane) { seen[lane] = time; });
  for_each_lane(together, [&](std::uint32_t lane) { (*mine.seen)[lane] = seen; });
}

void HappensBefore::share_syncs(BlockClock& block, std::uint32_t warp, std::uint32_t lanes) {
  if (block.syncs.empty()) return;
  ThreadSync all;
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const auto found = block.syncs.find(warp * 32 + lane);
    if (found == block.syncs.end()) return;
    const ThreadSync& sync = found->second;
    all.seen.block_scope.join(sync.seen.block_scope);
    all.seen.device_scope.join(sync.seen.device_scope);
    all.taken.block_scope.join(sync.taken.block_scope);
    all.taken.device_scope.join(sync.taken.device_scope);
    all.acquired.join(sync.acquired);
    all.supposed.join(sync.supposed);
    all.block_scope.join(sync.block_scope);
    all.device_scope.join(sync.device_scope);
  });
  for_each_lane(lanes, [&](std::uint32_t lane) { block.syncs[warp * 32 + lane] = all; });
}

std::uint32_t HappensBefore::unordered(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time, const Epoch& now) {
  BlockClock& block = clock_of(*now.thread->block);
  if (warp / 32 == block.number) {
    if (time < now.block_floor) return 0;
    if (warp == now.warp) {
      lanes &= ~now.lane;
      if (time < now.warp_floor) return 0;
      if (const auto& seen = block.warps[warp % 32].seen; seen != nullptr) {
        const auto& mine = (*seen)[now.thread->lane()];
        for_each_lane(lanes, [&](std::uint32_t lane) {
          if (time < mine[lane]) lanes &= ~(1u << lane);
        });
      }
    }
  } else if (blocks_synchronized_) {
    const std::uint32_t other = warp / 32 - first_;
    if (time < grid_floors_[other]) return 0;
    if (time < cluster_floors_[other] && cluster_number(block_index(warp)) == cluster_number(now.thread->block->index)) return 0;
  }
  if (lanes == 0 || !active_) return lanes;
  lanes = block.acquired.missing(warp, lanes, time);
  if (lanes == 0) return 0;
  const auto sync = block.syncs.find(now.thread->rank);
  return sync == block.syncs.end() ? lanes : sync->second.acquired.missing(warp, lanes, time);
}

std::uint32_t HappensBefore::untold(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time, const Epoch& now) {
  lanes = unordered(warp, lanes, time, now);
  const BlockClock& block = clock_of(*now.thread->block);
  const auto sync = block.syncs.find(now.thread->rank);
  if (lanes == 0 || sync == block.syncs.end()) return lanes;
  return sync->second.seen.device_scope.missing(warp, sync->second.seen.block_scope.missing(warp, lanes, time), time);
}

std::uint32_t HappensBefore::unrelated(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time, const Epoch& now) {
  const BlockClock& block = clock_of(*now.thread->block);
  lanes = block.supposed.missing(warp, unordered(warp, lanes, time, now), time);
  const auto sync = block.syncs.find(now.thread->rank);
  return sync == block.syncs.end() ? lanes : sync->second.supposed.missing(warp, lanes, time);
}

}  // namespace lockstep::sim
