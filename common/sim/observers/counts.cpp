/// @file
/// @brief Adds up, and names as the hardware's profiler does; what it has no name for is under `lockstep__`.
#include "observers/counts.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace lockstep::sim {

namespace {

constexpr std::array kOps = {"ld", "st", "red", "atom"};
constexpr double kSectorBytes = 32;

bool is_atomic(MemoryOp op) { return op == MemoryOp::red || op == MemoryOp::atom; }

}  // namespace

MemoryOp memory_op(const Access& access) {
  if (access.kind == AccessKind::load || access.kind == AccessKind::volatile_load) return MemoryOp::ld;
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
      return MemoryOp::red;
  }
}

void Counts::add_access(MemoryOp op, const WarpAccess& access) {
  const auto active = static_cast<std::uint64_t>(std::popcount(access.lanes));
  ++accesses;
  lanes += active;
  if (!is_atomic(op)) return;
  atomics += active;
  contention = std::max<std::uint64_t>(contention, lockstep::sim::contention(access));
}

void Counts::add_global(MemoryOp op, const WarpAccess& access) {
  add_access(op, access);
  Global& mine = global[static_cast<std::size_t>(op)];
  ++mine.requests;
  mine.sectors += is_atomic(op) ? atomic_sectors(access) : sectors(access);
  mine.ideal += ideal_sectors(access);
  bytes_needed += static_cast<std::uint64_t>(std::popcount(access.lanes)) * access.bytes;
}

void Counts::add_shared(MemoryOp op, const WarpAccess& access) {
  add_access(op, access);
  Shared& mine = shared[static_cast<std::size_t>(op)];
  const Banks cost = banks(access, op == MemoryOp::ld);
  ++mine.requests;
  mine.wavefronts += cost.wavefronts;
  mine.conflicts += cost.conflicts;
}

void Counts::add(const Counts& other) {
  for (std::size_t op = 0; op < kOps.size(); ++op) {
    global[op].requests += other.global[op].requests;
    global[op].sectors += other.global[op].sectors;
    global[op].ideal += other.global[op].ideal;
    shared[op].requests += other.shared[op].requests;
    shared[op].wavefronts += other.shared[op].wavefronts;
    shared[op].conflicts += other.shared[op].conflicts;
  }
  accesses += other.accesses;
  lanes += other.lanes;
  bytes_needed += other.bytes_needed;
  atomics += other.atomics;
  contention = std::max(contention, other.contention);
  barriers += other.barriers;
}

Counters Counts::named() const {
  Counters all;
  const auto put = [&](const std::string& name, std::uint64_t value) { all[name] = static_cast<double>(value); };
  std::uint64_t moved = 0, ideal = 0;
  for (std::size_t op = 0; op < kOps.size(); ++op) {
    const std::string global_op = std::string("_pipe_lsu_mem_global_op_") + kOps[op] + ".sum";
    put("l1tex__t_requests" + global_op, global[op].requests);
    put("l1tex__t_sectors" + global_op, global[op].sectors);
    put(std::string("lockstep__ideal_sectors_mem_global_op_") + kOps[op] + ".sum", global[op].ideal);
    put(std::string("smsp__inst_executed_op_shared_") + kOps[op] + ".sum", shared[op].requests);
    moved += global[op].sectors;
    ideal += global[op].ideal;
  }
  // The hardware counts a shared atomic's rounds with the stores'.
  const std::array<std::uint64_t, 2> wavefronts = {shared[0].wavefronts,
                                                   shared[1].wavefronts + shared[2].wavefronts + shared[3].wavefronts};
  const std::array<std::uint64_t, 2> conflicts = {shared[0].conflicts, shared[1].conflicts + shared[2].conflicts + shared[3].conflicts};
  for (std::size_t op = 0; op < 2; ++op) {
    put(std::string("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_") + kOps[op] + ".sum", wavefronts[op]);
    put(std::string("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_") + kOps[op] + ".sum", conflicts[op]);
  }
  put("memory_l2_theoretical_sectors_global_ideal", ideal);
  all["lockstep__bytes_moved.sum"] = static_cast<double>(moved) * kSectorBytes;
  put("lockstep__bytes_needed.sum", bytes_needed);
  put("lockstep__accesses.sum", accesses);
  all["lockstep__lanes_per_access.ratio"] = accesses == 0 ? 0 : static_cast<double>(lanes) / static_cast<double>(accesses);
  put("lockstep__atomics.sum", atomics);
  put("lockstep__atomic_contention.max", contention);
  put("lockstep__barriers.sum", barriers);
  return all;
}

}  // namespace lockstep::sim
