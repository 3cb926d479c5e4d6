/// @file
/// @brief Barriers in memory, on the atomics of device code.
#include "lockstep/sim/device/phase_barrier.hpp"

#include "lockstep/sim/device/atomics.hpp"
#include "lockstep/sim/device/pipeline.hpp"
#include "lockstep/sim/device/warp.hpp"

namespace lockstep::sim {

namespace {

constexpr unsigned kCountBits = 20;
constexpr unsigned kMostExpected = (1u << kCountBits) - 1;
constexpr unsigned kBytesBits = 21;
constexpr int kMostBytes = (1 << (kBytesBits - 1)) - 1;
constexpr unsigned kPhaseBits = 3;

struct State {
  unsigned phase, expected, missing;
  int bytes = 0;  ///< announced and not arrived yet; below 0 where they arrived first
};

State unpack(unsigned long long word) {
  const auto bytes = static_cast<unsigned>(word >> 2 * kCountBits) << (32 - kBytesBits);
  return {static_cast<unsigned>(word >> (2 * kCountBits + kBytesBits)), static_cast<unsigned>(word >> kCountBits) & kMostExpected,
          static_cast<unsigned>(word) & kMostExpected, static_cast<int>(bytes) >> (32 - kBytesBits)};
}
unsigned long long pack(const State& state) {
  const unsigned long long phase = state.phase % (1u << kPhaseBits), bytes = static_cast<unsigned>(state.bytes) % (1u << kBytesBits);
  return phase << (2 * kCountBits + kBytesBits) | bytes << 2 * kCountBits | static_cast<unsigned long long>(state.expected) << kCountBits |
         state.missing;
}

State next_phase(const State& state) { return {state.phase + 1, state.expected, state.expected}; }

struct Arrivals {
  unsigned count, dropped;
  MemoryOrder order;
  bool end_phase;  ///< where they are the last
  int bytes = 0;
};
struct Arrived {
  State before, after;
};

Arrived add_arrivals(PhaseBarrier& barrier, const Arrivals& arrivals, Scope scope, Site site) {
  unsigned long long seen = atomic_update<AtomicOp::load>(&barrier.word, 0ull, scope, site);
  for (;;) {
    const State before = unpack(seen);
    if (arrivals.count > before.missing)
      fail_kernel(cudaErrorLaunchFailure, "more threads arrived at a barrier than it was made for, or it was never initialised", site);
    State after{before.phase, before.expected - arrivals.dropped, before.missing - arrivals.count, before.bytes + arrivals.bytes};
    if (after.bytes > kMostBytes || after.bytes < -kMostBytes)
      fail_kernel(cudaErrorLaunchFailure, "a phase of a barrier waits for 1048575 bytes at most", site);
    if (after.missing == 0 && after.bytes == 0 && arrivals.end_phase) after = next_phase(after);
    const unsigned long long found =
        atomic_compare_exchange(&barrier.word, seen, pack(after), scope, site, arrivals.order, MemoryOrder::relaxed);
    if (found == seen) return {before, after};
    seen = found;
  }
}

}  // namespace

void initialise(PhaseBarrier& barrier, unsigned expected, Scope scope, Site site) {
  if (expected == 0 || expected > kMostExpected)
    fail_kernel(cudaErrorLaunchFailure, "a barrier expects between 1 and 1048575 arrivals", site);
  atomic_update<AtomicOp::store>(&barrier.word, pack({0, expected, expected}), scope, site);
}

unsigned arrive(PhaseBarrier& barrier, unsigned count, unsigned dropped, Scope scope, Site site) {
  if (in_kernel()) pipeline_finish_uncommitted();
  return count_arrivals(barrier, count, dropped, scope, site);
}

unsigned count_arrivals(PhaseBarrier& barrier, unsigned count, unsigned dropped, Scope scope, Site site) {
  return add_arrivals(barrier, {count, dropped, MemoryOrder::release, true}, scope, site).before.phase;
}

unsigned arrive_with_bytes(PhaseBarrier& barrier, unsigned count, int bytes, Scope scope, Site site) {
  if (in_kernel()) pipeline_finish_uncommitted();
  return add_arrivals(barrier, {count, 0, MemoryOrder::release, true, bytes}, scope, site).before.phase;
}

bool arrive_before_end(PhaseBarrier& barrier, unsigned count, unsigned dropped, Scope scope, Site site, unsigned& phase) {
  if (in_kernel()) pipeline_finish_uncommitted();
  const Arrived arrived = add_arrivals(barrier, {count, dropped, MemoryOrder::acquire_release, false}, scope, site);
  phase = arrived.before.phase;
  return arrived.after.missing == 0;
}

void end_phase(PhaseBarrier& barrier, Scope scope, Site site) {
  const State state = unpack(atomic_update<AtomicOp::load>(&barrier.word, 0ull, scope, site));
  atomic_update<AtomicOp::store>(&barrier.word, pack(next_phase(state)), scope, site, MemoryOrder::release);
}

unsigned phases(PhaseBarrier& barrier, Scope scope, Site site) {
  return unpack(atomic_update<AtomicOp::load>(&barrier.word, 0ull, scope, site, MemoryOrder::acquire)).phase;
}

bool is_beyond(PhaseBarrier& barrier, unsigned before, Scope scope, Site site) {
  constexpr unsigned kHalf = 1u << (kPhaseBits - 1);  // the phase's number wraps: later means less than
                                                      // half the circle ahead
  return ((phases(barrier, scope, site) - before - 1) & (2 * kHalf - 1)) < kHalf;
}

void wait_beyond(PhaseBarrier& barrier, unsigned before, Scope scope, Site site) {
  while (!is_beyond(barrier, before, scope, site)) {
  }
}

}  // namespace lockstep::sim
