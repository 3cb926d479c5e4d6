/// @file
/// @brief Synchronizes the lanes of a warp, which bring values.
#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

Warp& warp_of(const Thread& thread) { return thread.block->warps[thread.rank / 32]; }

Thread* lane_of(Block& block, const Thread& of, unsigned lane) { return &block.threads[of.rank / 32 * 32 + lane]; }

bool is_open(const WarpSync& sync) { return sync.unread == 0; }

bool is_complete(const WarpSync& sync, const Warp& warp) { return (sync.mask & ~warp.exited & ~sync.exchange.lanes) == 0; }

// The open synchronization that a lane comes to; a new one where it is the first.
WarpSync& warp_sync_for(Warp& warp, std::uint32_t mask, const char* name) {
  for (const auto& sync : warp.syncs)
    if (is_open(*sync) && sync->mask == mask && (sync->name == name || std::strcmp(sync->name, name) == 0)) return *sync;
  WarpSync& fresh = warp.syncs.emplace_back();
  fresh.mask = mask;
  fresh.name = name;
  fresh.exchange.lanes = 0;
  return fresh;
}

// Barriers order memory; `bar.sync` and its family begin by meeting in the warp.
Sync kind_of(const char* name) {
  return std::strcmp(name, "__syncwarp") == 0 || is_block_instruction(name) ? Sync::warp_barrier : Sync::warp_exchange;
}

// These lanes have come to one point; where they are all that are left, nothing before can be one instruction with anything after.
void log_sync(Block& block, std::uint32_t warp, std::uint32_t lanes) {
  if (!any_log_readers) return;
  if ((lanes | block.warps[warp].exited) == ~0u) return hand_over_log(block, warp);
  block.warps[warp].log.add_sync(lanes);
}

// Lets all lanes go on but `last`, which need not wait.
void complete(Worker& worker, Block& block, const Thread& last, WarpSync& sync) {
  log_sync(block, last.rank / 32, sync.exchange.lanes);
  observe([&](Observer& observer) { observer.completed(block, kind_of(sync.name), last.rank / 32, sync.exchange.lanes); });
  sync.unread = static_cast<unsigned>(std::popcount(sync.exchange.lanes));
  const bool reversed = worker.grid().schedule.reversed;
  for (std::uint32_t rest = sync.exchange.lanes; rest != 0;) {
    const auto lane = static_cast<unsigned>(reversed ? 31 - std::countl_zero(rest) : std::countr_zero(rest));
    rest &= ~(1u << lane);
    Thread* const thread = lane_of(block, last, lane);
    if (thread->wait == Wait::warp_sync) worker.wake(*thread);
  }
}

// What was brought stays as it is until the next synchronization begins, which is after the thread has let others run.
const WarpExchange& read(Warp& warp, WarpSync& sync) {
  if (--sync.unread == 0) warp.syncs.erase(sync);
  return sync.exchange;
}

}  // namespace

const WarpExchange& warp_exchange(std::uint32_t mask, std::uint64_t value, const char* name, Site site) {
  Worker& worker = *current_worker;
  Thread& me = worker.current();
  if ((mask >> me.lane() & 1u) == 0)
    fail({.kind = "outside-mask",
          .text = fmt::format("{} was called by lane {}, which is not in its mask {:#010x}", name, me.lane(), mask),
          .fix = "include every calling lane in the mask, or keep the others out of the branch",
          .site = site});
  Warp& warp = warp_of(me);
  observe([&](Observer& observer) { observer.arrives(me, kind_of(name), mask, site); });
  WarpSync& sync = warp_sync_for(warp, mask, name);
  sync.exchange.lanes |= 1u << me.lane();
  sync.exchange.value[me.lane()] = value;
  if (is_complete(sync, warp)) {
    complete(worker, *me.block, me, sync);
    if (worker.grid().schedule.reversed) worker.step_back();
  } else {
    me.mask = mask;
    worker.suspend(Wait::warp_sync, name, site);
  }
  return read(warp, sync);
}

std::uint32_t converged_lanes(Site site) {
  Worker& worker = *current_worker;
  Thread& me = worker.current();
  warp_of(me).converging |= 1u << me.lane();
  worker.suspend(Wait::convergence, "__activemask()", site);
  return me.mask;
}

void release_converged(Worker& worker, Block& block, Warp& warp) {
  const auto first_rank = static_cast<std::uint32_t>(&warp - block.warps.data()) * 32;
  const Site site = block.threads[first_rank + static_cast<unsigned>(std::countr_zero(warp.converging))].site;
  std::uint32_t together = 0;
  for (std::uint32_t rest = warp.converging; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const Site other = block.threads[first_rank + lane].site;
    if (other.line() == site.line() && other.column() == site.column() && std::strcmp(other.file_name(), site.file_name()) == 0)
      together |= 1u << lane;
  }
  warp.converging &= ~together;
  log_sync(block, first_rank / 32, together);
  observe([&](Observer& observer) { observer.completed(block, Sync::convergence, first_rank / 32, together); });
  for (std::uint32_t rest = together; rest != 0; rest &= rest - 1) {
    Thread& thread = block.threads[first_rank + static_cast<unsigned>(std::countr_zero(rest))];
    thread.mask = together;
    worker.wake(thread);
  }
}

void complete_warp_syncs(Worker& worker, Block& block, const Thread& gone) {
  Warp& warp = warp_of(gone);
  // Index by index: completing one does not move the others, as those that wait have not read yet.
  for (std::size_t i = 0; i < warp.syncs.size(); ++i) {
    WarpSync& sync = *warp.syncs[i];
    if (is_open(sync) && is_complete(sync, warp)) complete(worker, block, gone, sync);
  }
  if (warp.runnable == 0 && warp.converging != 0) release_converged(worker, block, warp);
}

}  // namespace lockstep::sim
