/// @file
/// @brief Counts what warps issue, for each worker; and adds it up.
#include "sim/observers/counting/profiler.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

#include "sim/engine/program/steps.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/engine/running/worker.hpp"
#include "sim/observers/counting/lanes.hpp"
#include "sim/observers/counting/memory_space.hpp"
#include "sim/runtime/memory/memory.hpp"
#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

namespace {

// Where the allocation begins, or the program's variables.
std::uint64_t start_of_global(std::uint64_t address) {
  return reinterpret_cast<std::uintptr_t>(array_around(reinterpret_cast<const void*>(address)).begin);
}

bool is_constant(const void* p) {
  const Variables* const variables = find_variables(p);
  return variables != nullptr && std::string_view(variables->qualifier) == "__constant__";
}

/// Are all lanes of a column that is not scattered in this part of the simulator's addresses? Memories begin where parts do.
bool is_in_part(const WarpLog& log, const WarpLog::Column& column, std::uint64_t part) {
  const std::uint64_t begin = space_layout.begin + kForecourtBytes + part * space_layout.part_bytes;
  const unsigned row = log.row();
  return std::ranges::all_of(std::array{row - 1, 32 - row, 31U},
                             [&](unsigned lane) { return log.address(column, lane) - begin < space_layout.part_bytes; });
}

/// The lanes that are in the same memory as the first of them.
std::uint32_t lanes_in_one_space(std::uint32_t lanes, const std::array<std::uint64_t, 32>& address) {
  const Space space = space_of(address[static_cast<unsigned>(std::countr_zero(lanes))]);
  std::uint32_t same = 0;
  for_each_lane(lanes, [&](unsigned lane) { same |= space_of(address[lane]) == space ? 1U << lane : 0U; });
  return same;
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

void WorkerProfile::grid_begins() {
  blocks_.clear();
  counts_.clear();
  entered_.clear();
  barriers_.clear();
  bytes_to_host_ = texture_bytes_ = 0;
  kept_.clear();
  requests_.clear();
  pictured_.clear();
  if (shares_) shares_->grid_begins();
}

void WorkerProfile::block_begins(const Block& block) {
  Warps& warps = blocks_[&block];
  while (warps.size() < block.warps.size()) warps.push_back(std::make_unique<Reconvergence>());
  for (std::size_t warp = 0; warp < block.warps.size(); ++warp) warps[warp]->reset(~block.warps[warp].exited);
  if (shares_) shares_->block_begins(block);
}

void WorkerProfile::warp_did(const Block& block, std::uint32_t warp, const WarpLog& log) {
  replayed_ = &block;
  replayed_warp_ = warp;
  if (shares_) shares_->turn_of(block, warp);
  blocks_[&block][warp]->replay(log, flow_, *this);
}

void WorkerProfile::enter(const void* pc, std::uint32_t lanes) {
  entered_[pc].add(lanes);
  if (shares_) shares_->entered(pc);
}

// Lanes may be in different memories: what they do in each is counted as an access of its own. Otherwise one lane in shared memory could
// hide what the others do.
void WorkerProfile::issue(const Access& which, const WarpAccess& access) {
  for (std::uint32_t rest = access.lanes; rest != 0;) {
    const std::uint32_t same = lanes_in_one_space(rest, access.address);
    if (same == access.lanes) return issue_in_one_space(which, access);
    Access there = which;
    there.address = access.address[static_cast<unsigned>(std::countr_zero(same))];
    issue_in_one_space(there, {.lanes = same, .bytes = access.bytes, .address = access.address});
    rest &= ~same;
  }
}

// What hooks wrote to a log themselves is of the access's own width.
void WorkerProfile::issue_in_one_space(const Access& which, const WarpAccess& access) {
  if (shares_) shares_->issued(which, access);
  const std::uint32_t width = widths_.of(which);
  if (width == access.bytes) return count(which, access);
  WarpAccess part = access;
  part.bytes = width;
  for (std::uint32_t at = 0; at < access.bytes; at += width) {
    count(which, part);
    for (std::uint64_t& address : part.address) address += width;
  }
}

void WorkerProfile::count(const Access& which, const WarpAccess& access) {
  const Space space = space_of(which.address);
  if (space == Space::other) return;
  Counts& counts = counts_[which.pc];
  if (space == Space::shared) {
    const Banks banks = banks_of(which, access);
    counts.add(cost_of_shared(which, access, banks));
    if (is_pictured(which.pc)) add_cost(banks, keep(which, access, reinterpret_cast<std::uintptr_t>(replayed_->shared)));
    return;
  }
  const AccessCost cost = cost_of_global(memory_op(which), access);
  counts.add(cost);
  if (is_pictured(which.pc)) add_cost(cost.sectors, keep(which, access, start_of_global(which.address)));
  if (which.writes() && space == Space::host_visible) bytes_to_host_ += std::uint64_t{cost.bytes} * cost.lanes;
}

bool WorkerProfile::issue_column(const WarpLog& log, const WarpLog::Column& column, std::uint32_t lanes) {
  if (may_be_pictured() || !space_layout.holds(column.first)) return false;
  const LaneKey key = WarpLog::key_of(column);
  const auto* const pc = reinterpret_cast<const void*>(address_of(key));
  const std::uint64_t begin = column.first % KnownCost::kPeriod;
  const std::uint64_t part = (column.first - space_layout.begin - kForecourtBytes) / space_layout.part_bytes;
  if (!is_in_part(log, column, part)) return false;
  KnownCost& known = known_costs_[pc][begin / 4];
  const bool same = known.key == key && known.lanes == lanes && known.row == log.row() && known.stride == column.stride &&
                    known.step == column.step && known.begin == begin && known.part == part;
  if (!same) {
    const unsigned first = static_cast<unsigned>(std::countr_zero(lanes));
    const Access which = access_of(key, log.address(column, first));
    if (widths_.of(which) != which.bytes) return false;
    WarpAccess access{.lanes = lanes, .bytes = which.bytes, .address = log.addresses(column), .is_line = log.is_line(column)};
    access.stride = column.stride;
    const Space space = space_of(which.address);
    known = {key, lanes, log.row(), column.stride, column.step, begin, part, which.writes() && space == Space::host_visible};
    known.cost = space == Space::shared ? cost_of_shared(which, access, banks_of(which, access)) : cost_of_global(memory_op(which), access);
  }
  counts_[pc].add(known.cost);
  if (shares_) share_column(log, column, lanes);
  if (known.reaches_host) bytes_to_host_ += std::uint64_t{known.cost.bytes} * known.cost.lanes;
  return true;
}

void WorkerProfile::share_column(const WarpLog& log, const WarpLog::Column& column, std::uint32_t lanes) {
  const LaneKey key = WarpLog::key_of(column);
  const Access which = access_of(key, log.address(column, static_cast<unsigned>(std::countr_zero(lanes))));
  shares_->issued(which, {.lanes = lanes, .bytes = which.bytes, .address = log.addresses(column)});
}

bool WorkerProfile::may_be_pictured() const {
  return requests_to_keep_ > 0 && replayed_warp_ == 0 && replayed_->index.x + replayed_->index.y + replayed_->index.z == 0;
}

bool WorkerProfile::is_pictured(const void* pc) { return may_be_pictured() && kept_[pc]++ < requests_to_keep_; }

WarpRequest& WorkerProfile::keep(const Access& which, const WarpAccess& access, std::uint64_t start) {
  const MemoryOp op = memory_op(which);
  WarpRequest& request = requests_.emplace_back();
  request.write = op != MemoryOp::ld;
  request.atomic = is_atomic(op);
  request.bytes = access.bytes;
  request.lanes = access.lanes;
  for_each_lane(access.lanes, [&](unsigned lane) { request.address[lane] = access.address[lane] - start / kSectorBytes * kSectorBytes; });
  pictured_.push_back(which.pc);  // its line is looked up when the launch is over: this is a CUDA thread's stack
  return request;
}

void WorkerProfile::add_to(Counts& total, std::map<CodeLine, Counts>& lines) const {
  for (const auto& [pc, counts] : counts_) {
    total.add(counts);
    lines[code_line(pc)].add(counts);
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
}

void WorkerProfile::add_to(std::vector<WarpRequest>& requests) {
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    const CodeLine line = code_line(pictured_[i]);
    requests_[i].file = line.file;
    requests_[i].line = line.line;
    requests.push_back(std::move(requests_[i]));
  }
}

Observation Profiler::take() { return std::exchange(seen_, {}); }

WorkerProfile& Profiler::mine() { return *workers_[current_worker->number()]; }

void Profiler::grid_begins(const GridRun& grid) {
  const GridRequest& request = grid.request;
  LaunchCounters& launch = seen_.launches.emplace_back();
  launch.kernel = request.kernel->traits.name;
  launch.grid = {request.grid.x, request.grid.y, request.grid.z};
  launch.block = {request.block.x, request.block.y, request.block.z};
  bytes_before_ = seen_.bytes_to_host;
  texture_bytes_before_ = seen_.texture_bytes;
  while (workers_.size() < grid.workers_at_most) workers_.push_back(std::make_unique<WorkerProfile>(requests_to_keep_, shares_));
  for (const auto& worker : workers_) worker->grid_begins();
}

void Profiler::block_begins(const Block& block) { mine().block_begins(block); }
void Profiler::warp_did(const Block& block, std::uint32_t warp, const WarpLog& log) { mine().warp_did(block, warp, log); }

void Profiler::arrives(const Thread&, Sync what, std::uint32_t, Site site) {
  if (what == Sync::block_barrier) mine().barrier_at(site);
}

void Profiler::completed(const Block&, Sync what, std::uint32_t, std::uint32_t) {
  if (what == Sync::block_barrier) mine().barrier_completed();
}

void Profiler::block_ends(const Block& block) { mine().block_ends(block); }

void Profiler::operation_begins(const Operation& operation) {
  if (operation.work != Work::copy || operation.reads.empty() || operation.writes.empty()) return;
  if (host_sees(operation.reads.front().begin)) return;
  if (host_sees(operation.writes.front().begin))
    seen_.bytes_to_host += bytes_of(operation.writes);
  else if (is_constant(operation.writes.front().begin))
    seen_.bytes_to_constants += bytes_of(operation.writes);
}

void Profiler::texture_access(const Thread& thread, const Access& access) {
  if (!access.writes()) mine().texture_read(thread, access);
}

void Profiler::trial_taken_back() {
  seen_.launches.pop_back();
  seen_.bytes_to_host = bytes_before_;
  seen_.texture_bytes = texture_bytes_before_;
}

WarpShares Profiler::shares() const {
  WorkerShares all;
  for (const auto& worker : workers_) worker->add_to(all);
  return all.named();
}

void Profiler::grid_ends(const GridRun&) {
  Counts total;
  std::map<CodeLine, Counts> lines;
  LaunchCounters& launch = seen_.launches.back();
  if (requests_to_keep_ > 0) launch.requests.emplace();
  for (const auto& worker : workers_) {
    worker->add_to(total, lines);
    seen_.bytes_to_host += worker->bytes_to_host();
    seen_.texture_bytes += worker->texture_bytes();
    if (launch.requests) worker->add_to(*launch.requests);
  }
  if (shares_) launch.shares = shares();
  launch.counters = total.named();
  for (const auto& [line, counts] : lines) launch.lines.push_back({line.file, line.line, counts.named()});
}

}  // namespace lockstep::sim
