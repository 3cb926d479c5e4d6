/// @file
/// @brief Chooses the warps, and reads memory around their accesses.
#include "sim/observers/tracing/tracer.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "sim/engine/failures/failure.hpp"
#include "sim/engine/failures/faults.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/observers/tracing/trace_events.hpp"

namespace lockstep::sim {

namespace {

// Of steps, which are more than events: entering a basic block is one, and need not be an event.
constexpr std::size_t kStepsOfAnEvent = 3;

template <class T>
bool is_in(const std::vector<T>& list, T value) {
  return std::ranges::find(list, value) != list.end();
}

void read(std::array<std::byte, 16>& to, const LaneAccess& from) {
  std::memcpy(to.data(), reinterpret_cast<const void*>(from.address), std::min<std::size_t>(from.bytes, to.size()));
}

}  // namespace

KernelTrace Tracer::take() { return std::exchange(seen_, {}); }

void Tracer::forget_launch() { seen_.cut_back(before_); }

void Tracer::grid_begins(const GridRun& grid) {
  before_ = seen_.extent();
  extent_ = grid.request.grid;
  blocks_.clear();
  unsettled_.clear();
  launch_.reset();
  const std::size_t left = wanted_.events - std::min(wanted_.events, seen_.events);
  if (!seen_.cut.empty()) return;
  launch_ = std::make_unique<TracedLaunch>();
  launch_->limit = kStepsOfAnEvent * (left + 1);
}

void Tracer::block_begins(const Block& block) {
  if (launch_ == nullptr || launch_->is_full()) return;
  const std::size_t number = number_in_grid({block.index.x, block.index.y, block.index.z}, extent_.x, extent_.y);
  if (!is_in(wanted_.blocks, number)) return;
  launch_->blocks.push_back({number, reinterpret_cast<std::uintptr_t>(block.shared)});
  Watched& mine = blocks_[&block];
  mine = Watched{};
  mine.number = number;
  for (std::size_t warp = 0; warp < block.warps.size(); ++warp)
    if (wanted_.warps.empty() || is_in(wanted_.warps, warp))
      mine.warps[warp] = std::make_unique<TracedWarp>(number, warp, ~block.warps[warp].exited, *launch_);
}

Tracer::Watched* Tracer::watched(const Block& block) {
  const auto found = blocks_.find(&block);
  return found == blocks_.end() ? nullptr : &found->second;
}

TracedWarp* Tracer::warp_of(const Thread& thread) {
  Watched* const block = watched(*thread.block);
  if (block == nullptr || launch_->is_full()) return nullptr;
  const auto found = block->warps.find(thread.rank / 32);
  return found == block->warps.end() ? nullptr : found->second.get();
}

// Called before each event, of any thread: what was announced before it has happened, and nothing else.
void Tracer::settle() {
  for (LaneAccess* const access : unsettled_) read(access->after, *access);
  unsettled_.clear();
}

void Tracer::access(const Thread& thread, const Access& access) {
  settle();
  TracedWarp* const warp = warp_of(thread);
  if (warp == nullptr) return;
  const ActingFor acting(access.pc);  // this may read where there is no memory
  const std::uint32_t width = widths_.of(access);
  for (std::uint32_t at = 0; at < access.bytes; at += width) {
    LaneAccess& part = warp->access(thread.lane(), access, access.address + at, width);
    read(part.before, part);
    part.after = part.before;
    if (access.writes()) unsettled_.push_back(&part);
  }
}

void Tracer::basic_block(const Thread& thread, const void* pc) {
  TracedWarp* const warp = warp_of(thread);
  if (warp == nullptr) return;
  if (launch_->entry == nullptr) launch_->entry = pc;
  warp->block(thread.lane(), pc);
}

void Tracer::call_begins(const Thread& thread, const void* caller) {
  if (TracedWarp* const warp = warp_of(thread)) warp->call(thread.lane(), caller);
}

void Tracer::call_ends(const Thread& thread) {
  if (TracedWarp* const warp = warp_of(thread)) warp->leave(thread.lane());
}

void Tracer::fence(const Thread& thread, Scope scope, Site site) {
  settle();
  if (TracedWarp* const warp = warp_of(thread)) warp->fence(thread.lane(), scope, site);
}

void Tracer::arrives(const Thread& thread, Sync what, std::uint32_t, Site site) {
  settle();
  Watched* const block = watched(*thread.block);
  if (block == nullptr) return;
  if (!is_of_warp(what)) {
    block->last_warp = thread.rank / 32;
    block->sites.insert_or_assign(block->last_warp, site);
    took_turn(*block, block->last_warp);
  }
  if (TracedWarp* const warp = warp_of(thread)) warp->waits_at(site);
}

void Tracer::completed(const Block& block, Sync what, std::uint32_t warp, std::uint32_t lanes) {
  Watched* const mine = watched(block);
  if (mine == nullptr) return;
  if (!is_of_warp(what) && what != Sync::convergence) return meet(block, *mine, what);
  const auto found = mine->warps.find(warp);
  const bool all = (lanes | block.warps[warp].exited) == ~0u;
  if (found != mine->warps.end()) found->second->synchronize(what, lanes, all, flow_);
}

void Tracer::took_turn(Watched& block, std::size_t warp) {
  Turns& turns = block.turns[warp];
  ++turns.count;
  turns.sum += ++block.turn;
}

// Warps are handed on one after the other, in the order of their threads' turns: from the last to the first where threads run in that
// order.
std::vector<std::size_t> Tracer::in_turn(std::vector<std::size_t> warps, const Watched& mine) {
  const auto turn = [&](std::size_t warp) {
    const auto found = mine.turns.find(warp);
    return found == mine.turns.end() ? std::numeric_limits<double>::infinity() : found->second.mean();
  };
  std::ranges::stable_sort(warps, {}, turn);
  return warps;
}

template <class Wanted>
void Tracer::replay(Watched& mine, const Wanted& wanted) {
  std::vector<std::size_t> warps;
  for (const auto& [number, warp] : mine.warps)
    if (wanted(number)) warps.push_back(number);
  for (const std::size_t warp : in_turn(std::move(warps), mine)) mine.warps.at(warp)->replay(flow_);
}

// All threads of the block have come to a barrier.
void Tracer::meet(const Block& block, Watched& mine, Sync what) {
  std::uint32_t there = 0;
  const auto wait = [&](StepKind kind, std::size_t warp) {
    TraceStep step{.kind = kind, .block = mine.number, .warp = warp, .lanes = ~block.warps[warp].exited};
    if (const auto site = mine.sites.find(warp); site != mine.sites.end()) step.site = site->second;
    step.sync = what;
    step.arrived = there;
    step.awaited = block.alive;
    launch_->add(std::move(step));
  };
  std::vector<std::size_t> warps(block.warps.size());
  std::iota(warps.begin(), warps.end(), std::size_t{0});
  for (const std::size_t warp : in_turn(std::move(warps), mine)) {
    if (const auto traced = mine.warps.find(warp); traced != mine.warps.end()) traced->second->replay(flow_);
    if (block.warps[warp].exited == ~0u) continue;
    there += static_cast<std::uint32_t>(std::popcount(~block.warps[warp].exited));
    wait(StepKind::arrive, warp);
  }
  wait(StepKind::barrier, mine.last_warp);
  mine.turns.clear();
}

void Tracer::exchanged(const Thread& thread, const LaneExchange& exchange) {
  if (TracedWarp* const warp = warp_of(thread)) warp->exchanged(thread.lane(), exchange);
}

// A warp that has ended is handed on at once, unless most (but not all) threads of another one ended before it.
void Tracer::thread_ends(const Thread& thread) {
  settle();
  Watched* const mine = watched(*thread.block);
  if (mine == nullptr) return;
  took_turn(*mine, thread.rank / 32);
  if (TracedWarp* const warp = warp_of(thread)) warp->exit(thread.lane());
  const std::vector<Warp>& warps = thread.block->warps;
  if (warps[thread.rank / 32].exited != ~0u) return;
  const auto is_ending = [&](const auto& turns) {
    const auto running = static_cast<std::size_t>(std::popcount(~warps[turns.first].exited));
    return running > 0 && turns.second.count > running;
  };
  if (std::ranges::any_of(mine->turns, is_ending)) return;
  replay(*mine, [&](std::size_t warp) { return warps[warp].exited == ~0u; });
}

void Tracer::replay_all(Watched& mine) {
  replay(mine, [](std::size_t) { return true; });
}

void Tracer::block_ends(const Block& block) {
  settle();
  if (Watched* const mine = watched(block)) replay_all(*mine);
  blocks_.erase(&block);
}

// It is printed all the same.
bool Tracer::launch_fails(const Failure& failure) {
  if (launch_ != nullptr) launch_->failure = {failure.kind, failure.text, failure.pc, failure.site};
  return false;
}

void Tracer::grid_ends(const GridRun& grid) {
  settle();
  for (auto& [block, mine] : blocks_) replay_all(mine);  // where the launch failed
  blocks_.clear();
  if (launch_ != nullptr) add_launch(seen_, grid, *launch_, wanted_.events);
  launch_.reset();
}

}  // namespace lockstep::sim
