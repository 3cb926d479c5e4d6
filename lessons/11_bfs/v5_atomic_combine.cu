/// @file
/// @brief Let each warp add what it finds to the next level's queue itself, by one atomic addition.
///
/// Change from v4: no queue in shared memory, no barrier: a warp does not wait for its block.
/// Look at: `./lockstep run 11 --kernel v4,v5`: *barriers*, none, and *wavefronts*.
#include "frontier.hpp"
#include "levels.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/fetch.hpp"
#include "pieces.hpp"
#include "problem.hpp"
#include "top_down.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void expand(Search::Device p, const Piece* frontier, unsigned count, Piece* next, unsigned* next_count, std::int32_t level) {
  for (std::int64_t item = lockstep::global_thread() / 32; item < count; item += lockstep::grid_threads() / 32)
    expand_piece(p, frontier[item], level + 1, next, next_count);
}

void run(const Search::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const Queues queues = scratch_queues<Piece>(launch, most_pieces(p));

  begin(p, launch.stream);
  queue_source<<<1, 32, 0, launch.stream>>>(p, queues.frontier, queues.next_count, nullptr);
  lockstep::check_launch();
  expand_levels(p, launch, expand, block, queues, lockstep::fetch(queues.next_count, launch.stream));
}

const Version version{__FILE__, "one queue for all: a warp adds what it finds by one atomicAdd", run};

}  // namespace
