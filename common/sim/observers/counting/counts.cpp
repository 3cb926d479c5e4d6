/// @file
/// @brief Adds up, and reports under the names of the table of counters.
#include "sim/observers/counting/counts.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::sim {

namespace {

// In shared memory the hardware's profiler counts atomics with and without a result as one.
std::size_t shared_op(MemoryOp op) { return is_atomic(op) ? 2 : static_cast<std::size_t>(op); }

AtomicKind atomic_kind(const Access& which) {
  if (which.operation == AtomicOp::compare_exchange) return AtomicKind::compare_exchange;
  return which.ignores_result && which.counts_lanes ? AtomicKind::count : AtomicKind::update;
}

AccessCost cost_of_any(MemoryOp op, const WarpAccess& access) {
  AccessCost cost{.op = op, .lanes = static_cast<std::uint32_t>(std::popcount(access.lanes)), .bytes = access.bytes};
  if (is_atomic(op)) cost.contention = contention(access);
  return cost;
}

}  // namespace

bool is_atomic(MemoryOp op) { return op == MemoryOp::red || op == MemoryOp::atom; }

MemoryOp memory_op(const Access& access) {
  if (is_load(access.kind)) return MemoryOp::ld;
  if (access.kind != AccessKind::atomic) return MemoryOp::st;
  switch (access.operation) {
    case AtomicOp::load:
      return MemoryOp::ld;
    case AtomicOp::store:
      return MemoryOp::st;
    case AtomicOp::exchange:
    case AtomicOp::compare_exchange:
      return MemoryOp::atom;
    default:
      return access.ignores_result ? MemoryOp::red : MemoryOp::atom;
  }
}

void Counts::add_steps(const Steps& more) {
  steps += more.count;
  lane_steps += more.lanes;
}

AccessCost cost_of_global(MemoryOp op, const WarpAccess& access) {
  AccessCost cost = cost_of_any(op, access);
  const std::uint32_t distinct = sectors(access);
  cost.sectors = {.touched = is_atomic(op) ? atomic_sectors(access) : distinct, .ideal = ideal_sectors(access, distinct)};
  return cost;
}

Banks banks_of(const Access& which, const WarpAccess& access) {
  const MemoryOp op = memory_op(which);
  return is_atomic(op) ? atomic_banks(access, atomic_kind(which)) : banks(access, op == MemoryOp::ld);
}

AccessCost cost_of_shared(const Access& which, const WarpAccess& access, const Banks& banks) {
  AccessCost cost = cost_of_any(memory_op(which), access);
  cost.is_shared = true;
  cost.wavefronts = banks.wavefronts;
  cost.conflicts = banks.conflicts;
  return cost;
}

void Counts::add(const AccessCost& cost) {
  add_steps({1, cost.lanes});
  if (is_atomic(cost.op)) atomics += cost.lanes;
  contention = std::max<std::uint64_t>(contention, cost.contention);
  if (cost.is_shared) {
    Shared& mine = shared[shared_op(cost.op)];
    ++mine.requests;
    mine.wavefronts += cost.wavefronts;
    mine.conflicts += cost.conflicts;
    return;
  }
  Global& mine = global[static_cast<std::size_t>(cost.op)];
  ++mine.requests;
  mine.sectors += cost.sectors.touched;
  mine.ideal += cost.sectors.ideal;
  bytes_needed += std::uint64_t{cost.lanes} * cost.bytes;
}

void Counts::add(const Counts& other) {
  for (std::size_t op = 0; op < global.size(); ++op) {
    global[op].requests += other.global[op].requests;
    global[op].sectors += other.global[op].sectors;
    global[op].ideal += other.global[op].ideal;
  }
  for (std::size_t op = 0; op < shared.size(); ++op) {
    shared[op].requests += other.shared[op].requests;
    shared[op].wavefronts += other.shared[op].wavefronts;
    shared[op].conflicts += other.shared[op].conflicts;
  }
  steps += other.steps;
  lane_steps += other.lane_steps;
  bytes_needed += other.bytes_needed;
  atomics += other.atomics;
  contention = std::max(contention, other.contention);
  barriers += other.barriers;
}

Counters Counts::named() const {
  Counters all;
  const auto put = [&](const Counter& counter, std::uint64_t value) { all[counter.name] = static_cast<double>(value); };
  std::uint64_t moved = 0, ideal = 0;
  for (std::size_t op = 0; op < global.size(); ++op) {
    put(kCounters.requests[op], global[op].requests);
    put(kCounters.sectors[op], global[op].sectors);
    put(kCounters.ideal_sectors[op], global[op].ideal);
    moved += global[op].sectors;
    ideal += global[op].ideal;
  }
  for (std::size_t op = 0; op < shared.size(); ++op) {
    put(kCounters.shared_requests[op], shared[op].requests);
    put(kCounters.wavefronts[op], shared[op].wavefronts);
    put(kCounters.bank_conflicts[op], shared[op].conflicts);
  }
  put(kCounters.all_ideal_sectors, ideal);
  put(kCounters.bytes_moved, moved * kSectorBytes);
  put(kCounters.bytes_needed, bytes_needed);
  put(kCounters.steps, steps);
  put(kCounters.lane_steps, lane_steps);
  all[kCounters.lanes_per_step.name] = steps == 0 ? 0 : static_cast<double>(lane_steps) / static_cast<double>(steps);
  put(kCounters.atomics, atomics);
  put(kCounters.contention, contention);
  put(kCounters.barriers, barriers);
  return all;
}

}  // namespace lockstep::sim
