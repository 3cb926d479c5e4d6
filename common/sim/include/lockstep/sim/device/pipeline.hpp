/// @file
/// @brief Asynchronous copies from global to shared memory, one thread at a time.
#pragma once

#include <cstddef>

#include "lockstep/sim/device/phase_barrier.hpp"
#include "lockstep/sim/engine.hpp"

namespace lockstep::sim {

/// Begins a copy of `bytes` (4, 8 or 16) to shared memory, of which the last `zeros` are filled with zero instead.
/// Ends the launch with a report where sizes, alignment or kinds of memory are not what the hardware takes.
void pipeline_copy(void* to, const void* from, std::size_t bytes, std::size_t zeros, Site site);
/// Makes one batch of the copies begun since the last one.
void pipeline_commit();
/// Finishes all batches but the newest `batches`.
void pipeline_wait_prior(std::size_t batches);

/// Finishes the copies that are in no batch yet: what arriving at a `cuda::barrier` promises.
void pipeline_finish_uncommitted();

/// The calling thread's part, the `rank`-th of `size`, of a copy of `bytes`: asynchronous from global to shared memory in the largest units
/// that the alignment allows, and done at once for what is left and for other kinds of memory.
void pipeline_copy_part(void* to, const void* from, std::size_t bytes, unsigned rank, unsigned size, Site site);

/// A copy by the hardware's copy engine from global to shared memory: addresses and size are multiples of 16. It is there when the barrier
/// has got its bytes.
void bulk_copy(void* to, const void* from, std::size_t bytes, PhaseBarrier& barrier, Site site);
/// The same from shared to global memory, which no barrier waits for.
void bulk_copy_out(void* to, const void* from, std::size_t bytes, Site site);

}  // namespace lockstep::sim
