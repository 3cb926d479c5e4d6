/// @file
/// @brief The barrier of a tile of more than a warp: the lanes of each warp meet, and then a lane of each.
#include <algorithm>
#include <bit>

#include "lockstep/sim/device/groups/warps_tile.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

/// A tile's barrier, and how many warps it is for.
struct TileOfWarps {
  unsigned barrier;
  unsigned warps;
};

TileOfWarps tile_of(const Thread& thread, unsigned size) {
  const unsigned number = thread.rank / size;
  return {32 - 2 * (1024 / size) + number, (std::min(size, thread.block->threads_total - number * size) + 31) / 32};
}

}  // namespace

void tile_barrier(TileWorkspace& workspace, unsigned size, Site site) {
  Thread& me = current_worker->current();
  const unsigned lanes = warp_exchange(lanes_of_warp(), 0, "__syncwarp", site).lanes;
  if (me.lane() == static_cast<unsigned>(std::countr_zero(lanes))) {
    const TileOfWarps tile = tile_of(me, size);
    PhaseBarrier& barrier = workspace.barriers[tile.barrier];
    if ((me.block->tile_barriers >> tile.barrier & 1u) == 0) {
      me.block->tile_barriers |= 1u << tile.barrier;
      initialise(barrier, tile.warps, Scope::block, site);
    }
    wait_beyond(barrier, count_arrivals(barrier, 1, 0, Scope::block, site), Scope::block, site);
  }
  warp_barrier(lanes, site);
}

}  // namespace lockstep::sim
