/// @file
/// @brief Cuts the lanes' logs at synchronisation points, and counts what the warps then issue.
#include "sim/observers/counting/profiler.hpp"

#include <bit>
#include <cstring>
#include <utility>

#include "sim/engine/program/steps.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/observers/counting/lanes.hpp"
#include "sim/observers/counting/memory_space.hpp"
#include "sim/runtime/memory/memory.hpp"
#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

namespace {

// Where the allocation begins, or the program's variables.
std::uint64_t start_of_global(std::uint64_t address) {
  const auto* const p = reinterpret_cast<const void*>(address);
  if (const Allocation* const allocation = find_allocation(p)) return reinterpret_cast<std::uintptr_t>(allocation->begin);
  const Variables* const variables = find_variables(p);
  return variables == nullptr ? 0 : reinterpret_cast<std::uintptr_t>(variables->begin);
}

void add_cost(const Sectors& cost, WarpRequest& request) {
  request.sectors = cost.touched;
  request.ideal_sectors = cost.ideal;
}

void add_cost(const Banks& cost, WarpRequest& request) {
  request.shared = true;
  request.wavefronts = cost.wavefronts;
  request.bank_conflicts = cost.conflicts;
  request.phases.assign(cost.phases.begin(), cost.phases.begin() + cost.phase_count);
}

}  // namespace

Observation Profiler::take() { return std::exchange(seen_, {}); }

Profiler::Watched& Profiler::watched(const Block& block) {
  if (last_ == nullptr || last_->block != &block) last_ = &blocks_[&block];
  return *last_;
}

void Profiler::grid_begins(const GridRun& grid) {
  const GridRequest& request = grid.request;
  LaunchCounters& launch = seen_.launches.emplace_back();
  launch.kernel = request.kernel->traits.name;
  launch.grid = {request.grid.x, request.grid.y, request.grid.z};
  launch.block = {request.block.x, request.block.y, request.block.z};
  if (requests_to_keep_ > 0) launch.requests.emplace();
  counts_.clear();
  entered_.clear();
  barriers_.clear();
  kept_.clear();
}

void Profiler::block_begins(const Block& block) {
  Watched& mine = watched(block);
  mine.block = &block;
  while (mine.warps.size() < block.warps.size()) mine.warps.push_back(std::make_unique<Reconvergence>());
  for (std::size_t warp = 0; warp < block.warps.size(); ++warp) mine.warps[warp]->reset(~block.warps[warp].exited);
}

void Profiler::access(const Thread& thread, const Access& access) { warp_of(thread).access(thread.lane(), access, widths_.of(access)); }
void Profiler::basic_block(const Thread& thread, const void* pc) { warp_of(thread).block(thread.lane(), pc); }
void Profiler::call_begins(const Thread& thread, const void* caller) { warp_of(thread).call(thread.lane(), caller); }
void Profiler::call_ends(const Thread& thread) { warp_of(thread).leave(thread.lane()); }

void Profiler::arrives(const Thread&, Sync what, std::uint32_t, Site site) {
  if (what == Sync::block_barrier) barrier_site_ = site;
}

void Profiler::completed(const Block& block, Sync what, std::uint32_t warp, std::uint32_t lanes) {
  switch (what) {
    case Sync::block_barrier:
      ++barriers_[{barrier_site_.file_name(), barrier_site_.line()}];
      [[fallthrough]];
    case Sync::grid_barrier:
    case Sync::cluster_barrier:
      return replay_all(block);
    default:
      break;
  }
  // All lanes that are left synchronize: nothing before can be one instruction with anything after.
  if ((lanes | block.warps[warp].exited) == ~0u) return replay(block, warp);
  watched(block).warps[warp]->synchronize(lanes);
}

void Profiler::thread_ends(const Thread& thread) {
  if (thread.block->warps[thread.rank / 32].exited == ~0u) replay(*thread.block, thread.rank / 32);
}

void Profiler::block_ends(const Block& block) { replay_all(block); }

void Profiler::replay(const Block& block, std::size_t warp) {
  replayed_ = &block;
  replayed_warp_ = warp;
  watched(block).warps[warp]->replay(flow_, *this);
}

void Profiler::replay_all(const Block& block) {
  for (std::size_t warp = 0; warp < block.warps.size(); ++warp) replay(block, warp);
}

void Profiler::operation_begins(const Operation& operation) {
  if (operation.work != Work::copy || operation.reads.empty() || operation.writes.empty()) return;
  if (!host_sees(operation.reads.front().begin) && host_sees(operation.writes.front().begin))
    seen_.bytes_to_host += bytes_of(operation.writes);
}

void Profiler::enter(const void* pc, std::uint32_t lanes) { entered_[pc].add(lanes); }

// What hooks wrote to a log themselves is of the access's own width.
void Profiler::issue(const Access& which, const WarpAccess& access) {
  const std::uint32_t width = widths_.of(which);
  if (width == access.bytes) return count(which, access);
  WarpAccess part = access;
  part.bytes = width;
  for (std::uint32_t at = 0; at < access.bytes; at += width) {
    count(which, part);
    for (std::uint64_t& address : part.address) address += width;
  }
}

void Profiler::count(const Access& which, const WarpAccess& access) {
  const Space space = space_of(which.address);
  if (space == Space::other) return;
  Counts& counts = counts_[which.pc];
  if (space == Space::shared) {
    const Banks cost = counts.add_shared(which, access);
    if (is_pictured(which.pc)) add_cost(cost, keep(which, access, reinterpret_cast<std::uintptr_t>(replayed_->shared)));
  } else {
    const Sectors cost = counts.add_global(memory_op(which), access);
    if (is_pictured(which.pc)) add_cost(cost, keep(which, access, start_of_global(which.address)));
  }
  if (which.writes() && space == Space::host_visible)
    seen_.bytes_to_host += std::uint64_t{access.bytes} * static_cast<unsigned>(std::popcount(access.lanes));
}

bool Profiler::is_pictured(const void* pc) {
  const bool first_warp = replayed_warp_ == 0 && replayed_->index.x + replayed_->index.y + replayed_->index.z == 0;
  return requests_to_keep_ > 0 && first_warp && kept_[pc]++ < requests_to_keep_;
}

WarpRequest& Profiler::keep(const Access& which, const WarpAccess& access, std::uint64_t start) {
  const MemoryOp op = memory_op(which);
  WarpRequest& request = seen_.launches.back().requests->emplace_back();
  request.write = op != MemoryOp::ld;
  request.atomic = is_atomic(op);
  request.bytes = access.bytes;
  request.lanes = access.lanes;
  for_each_lane(access.lanes, [&](unsigned lane) { request.address[lane] = access.address[lane] - start / kSectorBytes * kSectorBytes; });
  pictured_.push_back(which.pc);  // its line is looked up when the launch is over: this is a CUDA thread's stack
  return request;
}

void Profiler::grid_ends(const GridRun&) {
  for (auto& [block, mine] : blocks_)
    if (mine.block != nullptr) replay_all(*mine.block);  // where the launch failed
  blocks_.clear();
  last_ = nullptr;

  Counts total;
  std::map<CodeLine, Counts> lines;
  for (const auto& [pc, counts] : counts_) {
    const CodeLine line = code_line(pc);
    total.add(counts);
    lines[line].add(counts);
  }
  for (const auto& [pc, entries] : entered_) {
    for (const Step& step : steps_of_block(pc)) {
      total.add_steps(entries);
      lines[step.line].add_steps(entries);
    }
  }
  for (const auto& [line, count] : barriers_) {
    total.barriers += count;
    lines[line].barriers += count;
  }
  LaunchCounters& launch = seen_.launches.back();
  launch.counters = total.named();
  for (const auto& [line, counts] : lines) launch.lines.push_back({line.file, line.line, counts.named()});
  for (std::size_t i = 0; i < pictured_.size(); ++i) {
    const CodeLine line = code_line(pictured_[i]);
    (*launch.requests)[i].file = line.file;
    (*launch.requests)[i].line = line.line;
  }
  pictured_.clear();
}

}  // namespace lockstep::sim
