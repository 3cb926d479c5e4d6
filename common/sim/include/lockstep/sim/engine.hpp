/// @file
/// @brief What device code may ask of the simulator's engine: who am I, meet the others, fail.
///
/// CUDA's intrinsics (`__syncthreads`, `__shfl_sync`, `atomicAdd`, cooperative groups …) are thin inline functions over
/// the calls in this file. Nothing here may be called by host code, except `in_kernel`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver_types.h"
#include "lockstep/sim/site.hpp"
#include "vector_types.h"

namespace lockstep::sim {

/// What `blockDim` and `gridDim` are: a constant aggregate, because the compiler's hooks skip constants but not `dim3`, which has
/// constructors.
struct Extent {
  unsigned x, y, z;
  constexpr operator dim3() const { return {x, y, z}; }
  constexpr operator uint3() const { return {x, y, z}; }
};

/// True in a simulated CUDA thread, false in host code.
bool in_kernel() noexcept;

/// This thread's rank in its block: x fastest, then y, then z. Warps are 32 consecutive ranks.
unsigned thread_rank() noexcept;

// ---- The block ----------------------------------------------------------------------------------------------------

/// How `__syncthreads_count`, `_and` and `_or` combine the threads' predicates.
enum class Vote { none, count, all, any };

/// Waits until every thread of the block that has not exited is at the same barrier of the source.
/// @param name  the intrinsic as the student wrote it, for messages ("__syncthreads")
/// @return the combined predicate (0 for `Vote::none`)
/// A block whose threads wait at different barriers, or that can never be complete, ends the launch with a report.
unsigned block_barrier(Vote vote, bool predicate, const char* name, Site site);

/// The launch's dynamic shared memory of this block, at its start.
void* dynamic_shared_memory() noexcept;
/// Its size in bytes.
std::size_t dynamic_shared_bytes() noexcept;

// ---- The warp -----------------------------------------------------------------------------------------------------

/// What each lane brought to a synchronization; `value[i]` is meaningful only where bit i of `lanes` is set.
struct WarpExchange {
  std::uint32_t lanes;
  std::uint64_t value[32];
};

/// Waits until every lane of `mask` that has not exited has come to a synchronization of the same name and mask, and tells what each
/// brought. Ends the launch with a report where the caller is not in its own mask, or the synchronization can never be complete.
/// @return what stays as it is until the thread waits again
const WarpExchange& warp_exchange(std::uint32_t mask, std::uint64_t value, const char* name, Site site);

/// The lanes that are at this source line together: waits until each other lane of the warp is here too, blocked elsewhere, or gone.
/// This is `__activemask()`, with the most convergence that the program allows.
std::uint32_t converged_lanes(Site site);

// ---- Beyond the block ---------------------------------------------------------------------------------------------

/// `grid.sync()`; ends the launch with a report where it was not cooperative.
void grid_barrier(Site site);
/// True in a cooperative launch.
bool is_cooperative() noexcept;

/// The two halves of `cluster.sync()`.
void cluster_arrive(Site site);
void cluster_wait(Site site);
/// The cluster's extent in blocks (1,1,1 where there is none), and this block's place in it.
dim3 cluster_extent() noexcept;
dim3 cluster_block_index() noexcept;
/// The address in block `rank` of this cluster of what `shared` is in the calling block (`cluster.map_shared_rank`).
void* map_shared_rank(const void* shared, unsigned rank, Site site);
/// The rank in the cluster of the block that owns a shared-memory address.
unsigned query_shared_rank(const void* shared, Site site);

// ---- Time, spinning, failing --------------------------------------------------------------------------------------

/// Called by an atomic that left memory as it was, and by a volatile load: lets other threads run, so that locks make progress.
/// Ends the launch with a report when nothing in the whole grid has made progress for a long time.
void spin(Site site);
/// Called by an atomic that changed memory: what others spin for may have come.
void note_progress() noexcept;

/// Ends the calling thread where it stands.
[[noreturn]] void exit_thread() noexcept;

/// Ends the launch: prints `message` with block, thread and line, and makes `error` the context's sticky error.
[[noreturn]] void fail_kernel(cudaError_t error, const char* message, Site site);

}  // namespace lockstep::sim

// The coordinates of the running thread. The engine writes them on every switch; device code only ever sees constants.
extern const __thread uint3 threadIdx __attribute__((tls_model("initial-exec")));
extern const __thread uint3 blockIdx __attribute__((tls_model("initial-exec")));
extern const __thread lockstep::sim::Extent blockDim __attribute__((tls_model("initial-exec")));
extern const __thread lockstep::sim::Extent gridDim __attribute__((tls_model("initial-exec")));
inline constexpr int warpSize = 32;
