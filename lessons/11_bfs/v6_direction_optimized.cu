/// @file
/// @brief When a level has very many edges, turn round: let those who are not reached yet look for one of its vertices among their own.
///
/// Change from v5: large levels are gone through from the other side, where a vertex is done with the first neighbour that fits; and all
/// levels are one launch, of as many blocks as the GPU holds, which meet after each.
/// Look at: `./lockstep run 11 --kernel v5,v6`: *bytes moved* and *atomics*; the time on a GPU.
#include <cooperative_groups.h>

#include "bottom_up.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;               // threads
constexpr unsigned long long kUpwards = 14;    // turns where the level has more than this part of the edges that are left
constexpr unsigned long long kDownwards = 24;  // and back where it has less than this part of the vertices

/// What levels pass on to each other. A level has the slots of its own number and the next one's. Starts at zero.
struct State {
  Found found[3];      // level n: [n % 3], as the one before may still be read
  unsigned pieces[3];  // in its queue
};

__device__ void add(Found& level, const Found& mine) {
  __shared__ lockstep::WarpSums<unsigned long long> of_vertices, of_entries;
  const unsigned long long vertices = lockstep::block_sum(mine.vertices, of_vertices);
  const unsigned long long entries = lockstep::block_sum(mine.entries, of_entries);
  if (threadIdx.x != 0 || vertices == 0) return;
  atomicAdd(&level.vertices, vertices);
  atomicAdd(&level.entries, entries);
}

// All that it does is wait for memory: 32 registers, so that a multiprocessor holds as many threads as it can.
__global__ void __launch_bounds__(1024, lockstep::kBlocksOf1024)
    search(Search::Device p, State* state, Piece* queues, std::int64_t pieces, unsigned* bitmaps, std::int64_t words) {
  const auto grid = cooperative_groups::this_grid();
  unsigned long long left = static_cast<unsigned long long>(p.entries);  // in lists of vertices that are not reached
  bool upwards = false;
  for (std::int32_t level = 0;; ++level) {
    const int here = level % 3, next = (level + 1) % 3;
    const Found found = state->found[here];
    if (found.vertices == 0) return;
    left -= found.entries;
    Piece *const queue = queues + level % 2 * pieces, *const next_queue = queues + (level + 1) % 2 * pieces;
    unsigned *const bits = bitmaps + level % 2 * words, *const next_bits = bitmaps + (level + 1) % 2 * words;
    const bool before = upwards;
    upwards = before ? found.vertices > static_cast<unsigned long long>(p.vertices) / kDownwards : found.entries > left / kUpwards;
    if (upwards != before) {
      upwards ? mark_level(p, level, bits) : queue_level(p, level, queue, &state->pieces[here]);
      grid.sync();  // the level is known in the other way
    }
    Found mine;
    if (upwards)
      mine = search_bottom_up(p, bits, next_bits, level + 1);
    else
      for (std::int64_t item = lockstep::global_thread() / 32; item < state->pieces[here]; item += lockstep::grid_threads() / 32) {
        const Found more = expand_piece(p, queue[item], level + 1, next_queue, &state->pieces[next]);
        mine.vertices += more.vertices, mine.entries += more.entries;
      }
    add(state->found[next], mine);
    if (grid.thread_rank() == 0) state->found[(level + 2) % 3] = {}, state->pieces[(level + 2) % 3] = 0;
    grid.sync();  // the next level is complete, and its slots after it are empty
  }
}

void run(const Search::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock), wave = lockstep::one_wave(search, block);
  const unsigned blocks = launch.grid_or(lockstep::enough_blocks(p.vertices, block, wave));
  if (blocks > wave)
    throw lockstep::UsageError("--grid " + std::to_string(blocks) + ": blocks that meet are at most " + std::to_string(wave));
  std::int64_t pieces = static_cast<std::int64_t>(most_pieces(p)), words = bitmap_words(p);
  State* state = launch.scratch<State>(1);
  Piece* queues = launch.scratch<Piece>(2 * most_pieces(p));
  unsigned* bitmaps = launch.scratch<unsigned>(2 * static_cast<std::size_t>(words));

  begin(p, launch.stream);
  lockstep::check(cudaMemsetAsync(state, 0, sizeof *state, launch.stream));
  queue_source<<<1, 32, 0, launch.stream>>>(p, queues, &state->pieces[0], &state->found[0]);
  lockstep::check_launch();
  Search::Device problem = p;
  void* arguments[] = {&problem, &state, &queues, &pieces, &bitmaps, &words};
  lockstep::check(cudaLaunchCooperativeKernel(search, blocks, block, arguments, 0, launch.stream));
}

const Version version{__FILE__, "large levels from the other side; all levels in one launch", run};

}  // namespace
