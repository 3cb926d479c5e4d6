/// @file
/// @brief Barriers by number: the lanes of a warp meet, one of them arrives for all and waits, and they meet again.
#include "lockstep/sim/device/named_barrier.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "lockstep/sim/device/atomics.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

constexpr unsigned kNamedBarriers = 16;
constexpr unsigned kWarp = 32;

unsigned lanes_that_exist(const Thread& thread) {
  const unsigned here = thread.block->threads_total - thread.rank / kWarp * kWarp;
  return here >= kWarp ? ~0u : (1u << here) - 1;
}

unsigned threads_of_warps(const Block& block) { return (block.threads_total + kWarp - 1) / kWarp * kWarp; }

void check_numbers(unsigned number, unsigned threads, const char* name, Site site) {
  if (number >= kNamedBarriers)
    fail_kernel(cudaErrorLaunchFailure, fmt::format("{} {}: a block has the barriers 0 to 15", name, number), site);
  if (threads % kWarp != 0)
    fail_kernel(cudaErrorLaunchFailure, fmt::format("{} {}, {}: the number of threads must be a multiple of 32", name, number, threads),
                site);
}

/// @return the phase that the warp has arrived in
unsigned arrive_for_warp(NamedBarrier& barrier, unsigned (&words)[2], unsigned number, unsigned threads, const char* name, Site site) {
  if (!barrier.is_used) {
    barrier.is_used = true;
    for (unsigned& word : words) atomic_update<AtomicOp::store>(&word, 0u, Scope::block, site);
  }
  if (barrier.arrived != 0 && barrier.expected != threads)
    fail_kernel(cudaErrorLaunchFailure,
                fmt::format("{} {}, {}: others have come to this barrier for {} threads", name, number, threads, barrier.expected), site);
  const unsigned phase = barrier.phase;
  barrier.expected = threads;
  atomic_update<AtomicOp::add>(&words[phase % 2], 1u, Scope::block, site, MemoryOrder::release);
  barrier.arrived += kWarp;
  if (barrier.arrived < threads) return phase;
  barrier.arrived = 0;
  ++barrier.phase;
  for (Thread* const thread : std::exchange(barrier.waiting, {})) current_worker->wake(*thread);
  return phase;
}

}  // namespace

void named_barrier(NamedBarriers& barriers, unsigned number, unsigned threads, bool waits, const char* name, Site site) {
  Thread& me = current_worker->current();
  Block& block = *me.block;
  check_numbers(number, threads, name, site);
  const unsigned all = threads_of_warps(block);
  if (threads == 0) threads = all;
  if (number == 0 && threads == all && waits) {  // the one of __syncthreads()
    block_barrier(Vote::none, false, name, site);
    return;
  }
  const unsigned lanes = warp_exchange(lanes_that_exist(me), 0, name, site).lanes;
  if (me.lane() == static_cast<unsigned>(std::countr_zero(lanes))) {
    if (block.named_barriers.empty()) block.named_barriers.resize(kNamedBarriers);
    NamedBarrier& barrier = block.named_barriers[number];
    const unsigned phase = arrive_for_warp(barrier, barriers.words[number], number, threads, name, site);
    if (waits && barrier.phase == phase) {
      barrier.waiting.push_back(&me);
      current_worker->suspend(Wait::named_barrier, name, site);
    }
    if (waits) atomic_update<AtomicOp::load>(&barriers.words[number][phase % 2], 0u, Scope::block, site, MemoryOrder::acquire);
  }
  if (waits) warp_exchange(lanes, 0, name, site);
}

}  // namespace lockstep::sim
