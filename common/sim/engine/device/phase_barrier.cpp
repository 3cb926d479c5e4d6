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
constexpr unsigned kPhaseBits = 24;

struct State {
  unsigned phase, expected, missing;
};

State unpack(unsigned long long word) {
  return {static_cast<unsigned>(word >> 2 * kCountBits), static_cast<unsigned>(word >> kCountBits) & kMostExpected,
          static_cast<unsigned>(word) & kMostExpected};
}
unsigned long long pack(const State& state) {
  const unsigned long long phase = state.phase & ((1u << kPhaseBits) - 1);
  return phase << 2 * kCountBits | static_cast<unsigned long long>(state.expected) << kCountBits | state.missing;
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
  unsigned long long seen = atomic_update<AtomicOp::load>(&barrier.word, 0ull, scope, site);
  for (;;) {
    State state = unpack(seen);
    const unsigned phase = state.phase;
    if (count > state.missing)
      fail_kernel(cudaErrorLaunchFailure, "more threads arrived at a barrier than it was made for, or it was never initialised", site);
    state.expected -= dropped;
    state.missing -= count;
    if (state.missing == 0) state = {phase + 1, state.expected, state.expected};
    const unsigned long long found =
        atomic_compare_exchange(&barrier.word, seen, pack(state), scope, site, MemoryOrder::release, MemoryOrder::relaxed);
    if (found == seen) return phase;
    seen = found;
  }
}

unsigned phases(PhaseBarrier& barrier, Scope scope, Site site) {
  return unpack(atomic_update<AtomicOp::load>(&barrier.word, 0ull, scope, site, MemoryOrder::acquire)).phase;
}

void wait_beyond(PhaseBarrier& barrier, unsigned before, Scope scope, Site site) {
  constexpr unsigned kHalf = 1u << (kPhaseBits - 1);  // the phase's number wraps: later means less than half the circle ahead
  while (((phases(barrier, scope, site) - before - 1) & (2 * kHalf - 1)) >= kHalf) {
  }
}

}  // namespace lockstep::sim
