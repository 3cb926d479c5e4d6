/// @file
/// @brief Give a warp's lanes their places in the queue by one prefix sum, as many places as each needs.
///
/// Change from v3: a warp adds to the count of the block's queue once, not once for each vertex. A lane may take several places: so a long
/// list of neighbours goes into the queue as many pieces, for many warps.
/// Look at: `./lockstep run 11 --kernel v3,v4`: *atomics*, and *at one word*: lanes no longer queue up for the count.
#include "frontier.hpp"
#include "levels.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/fetch.hpp"
#include "pieces.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;      // threads
constexpr unsigned kCapacity = 1024;  // pieces in a block's queue

__global__ void expand(Search::Device p, const Piece* frontier, unsigned count, Piece* next, unsigned* next_count, std::int32_t level) {
  __shared__ Piece queue[kCapacity];
  __shared__ unsigned found, place;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();  // the queue is empty before anybody puts something in

  for (std::int64_t item = lockstep::global_thread() / 32; item < count; item += lockstep::grid_threads() / 32) {
    const Piece piece = frontier[item];
    const std::int64_t last = piece.first + piece.length;
    for (std::int64_t i = piece.first; i < last; i += 32) {  // all lanes, as all must take part in take_places()
      const Pieces mine = reach(p, i + lockstep::lane(), last, level + 1);
      const unsigned count_of_mine = mine.count(), slot = take_places(&found, count_of_mine);
      const unsigned fit = slot < kCapacity ? min(count_of_mine, kCapacity - slot) : 0;
      for (unsigned k = 0; k < fit; ++k) queue[slot + k] = mine[k];
      const unsigned beyond = take_places(next_count, count_of_mine - fit);  // the block's queue is full
      for (unsigned k = fit; k < count_of_mine; ++k) next[beyond + k - fit] = mine[k];
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
  const Queues queues = scratch_queues<Piece>(launch, most_pieces(p));

  begin(p, launch.stream);
  queue_source<<<1, 32, 0, launch.stream>>>(p, queues.frontier, queues.next_count, nullptr);
  lockstep::check_launch();
  expand_levels(p, launch, expand, block, queues, lockstep::fetch(queues.next_count, launch.stream));
}

const Version version{__FILE__, "places by a prefix sum of the warp; long lists in pieces", run};

}  // namespace
