/// @file
/// @brief Keep a queue of the vertices of a level, so that nobody else is looked at; a block collects it in shared memory.
///
/// Change from v2: warps take vertices from the queue, not from the graph. Who reaches a vertex first puts it into the block's queue, and
/// a block adds that to the next level's as a whole.
/// Look at: `./lockstep run 11 --kernel v2,v3`: *bytes moved*; *atomics*, one for each vertex found and one for its place.
#include "frontier.hpp"
#include "levels.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;      // threads
constexpr unsigned kCapacity = 1024;  // vertices in a block's queue

__global__ void expand(Search::Device p, const std::int32_t* frontier, unsigned count, std::int32_t* next, unsigned* next_count,
                       std::int32_t level) {
  __shared__ std::int32_t queue[kCapacity];
  __shared__ unsigned found, place;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();  // the queue is empty before anybody puts something in

  for (std::int64_t item = lockstep::global_thread() / 32; item < count; item += lockstep::grid_threads() / 32) {
    const std::int32_t v = frontier[item];
    for (std::int64_t i = p.offsets[v] + lockstep::lane(); i < p.offsets[v + 1]; i += 32) {
      const std::int32_t u = p.neighbours[i];
      if (!claim(p, u, level + 1)) continue;
      const unsigned slot = atomicAdd(&found, 1);
      if (slot < kCapacity)
        queue[slot] = u;
      else
        next[atomicAdd(next_count, 1)] = u;  // the block's queue is full
    }
  }
  __syncthreads();  // all of the block have put in what they found
  const unsigned kept = min(found, kCapacity);
  if (threadIdx.x == 0) place = atomicAdd(next_count, kept);
  __syncthreads();  // thread 0 knows where the block's part begins
  for (unsigned i = threadIdx.x; i < kept; i += blockDim.x) next[place + i] = queue[i];
}

void run(const Search::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const Queues queues = scratch_queues<std::int32_t>(launch, static_cast<std::size_t>(p.vertices));

  begin(p, launch.stream);
  lockstep::check(cudaMemcpyAsync(queues.frontier, p.source, sizeof *p.source, cudaMemcpyDeviceToDevice, launch.stream));
  expand_levels(p, launch, expand, block, queues, 1);
}

const Version version{__FILE__, "a queue of the level's vertices, collected by blocks in shared memory", run};

}  // namespace
