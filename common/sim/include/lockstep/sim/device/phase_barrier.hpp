/// @file
/// @brief A barrier in memory that threads arrive at and wait for separately: what `cuda::barrier` and `cuda::pipeline` are made of.
#pragma once

#include <cstdint>

#include "lockstep/sim/device/barriers.hpp"

namespace lockstep::sim {

/// Counts arrivals, and bytes that copies bring. When all that are expected have come, a phase is over and the next begins.
struct PhaseBarrier {
  unsigned long long word;  ///< finished phases, bytes that are awaited, arrivals expected, arrivals still to come: 3, 21, 20 and 20 bits
};

/// Makes a barrier for a number of arrivals per phase. One thread does it before any other uses the barrier.
void initialise(PhaseBarrier& barrier, unsigned expected, Scope scope, Site site);
/// `count` arrivals; `dropped` of them are not expected in later phases. The thread's asynchronous copies that are in no batch are
/// finished first.
/// @return the number of phases that were over before
unsigned arrive(PhaseBarrier& barrier, unsigned count, unsigned dropped, Scope scope, Site site);
/// The same; but where these were the last arrivals, the phase goes on until `end_phase`. @return whether they were
bool arrive_before_end(PhaseBarrier& barrier, unsigned count, unsigned dropped, Scope scope, Site site, unsigned& phase);
void end_phase(PhaseBarrier& barrier, Scope scope, Site site);
/// `arrive`, but it leaves the thread's asynchronous copies alone.
unsigned count_arrivals(PhaseBarrier& barrier, unsigned count, unsigned dropped, Scope scope, Site site);
/// The same; and the phase also waits for that many bytes more, or fewer.
unsigned arrive_with_bytes(PhaseBarrier& barrier, unsigned count, int bytes, Scope scope, Site site);
/// The number of phases that are over.
unsigned phases(PhaseBarrier& barrier, Scope scope, Site site);
/// Are more than `before` phases over?
bool is_beyond(PhaseBarrier& barrier, unsigned before, Scope scope, Site site);
/// Waits until they are.
void wait_beyond(PhaseBarrier& barrier, unsigned before, Scope scope, Site site);

}  // namespace lockstep::sim
