/// @file
/// @brief Give each vertex a warp, whose lanes read the vertex's list of neighbours together.
///
/// Change from v1: a warp in place of a thread. Its lanes read entries side by side, and a list of any length keeps them in step.
/// Look at: `./lockstep run 11 --kernel v1,v2`: *sectors a load*, and the active *lanes*.
#include "levels.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/fetch.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void expand(Search::Device p, std::int32_t level, unsigned* more) {
  const std::int64_t v = lockstep::global_thread() / 32;
  if (v >= p.vertices || now(p.distances[v]) != level) return;  // the last block is a ragged one
  for (std::int64_t i = p.offsets[v] + lockstep::lane(); i < p.offsets[v + 1]; i += 32) {
    std::int32_t& distance = p.distances[p.neighbours[i]];
    if (now(distance) != Search::kUnreached) continue;
    set(distance, level + 1);  // several threads may come here for one neighbour: all set the same
    set(*more, 1U);
  }
}

void run(const Search::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.whole_warps_block_or(kBlock), blocks = lockstep::covering_blocks(32 * p.vertices, block);
  unsigned* const more = launch.scratch<unsigned>(1);  // is there a vertex in the next level?

  begin(p, launch.stream);
  unsigned found = 1;
  for (std::int32_t level = 0; found != 0; ++level) {
    lockstep::check(cudaMemsetAsync(more, 0, sizeof *more, launch.stream));
    expand<<<blocks, block, 0, launch.stream>>>(p, level, more);
    lockstep::check_launch();
    found = lockstep::fetch(more, launch.stream);
  }
}

const Version version{__FILE__, "a warp a vertex: its lanes read the neighbours together", run};

}  // namespace
