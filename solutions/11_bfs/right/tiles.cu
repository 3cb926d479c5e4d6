// Half a warp for each vertex, whose lanes find the least label together; and two arrays of labels,
// which the host swaps.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <utility>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/fetch.hpp"
#include "lockstep/grid.hpp"

namespace groups = cooperative_groups;

namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kLanes = 16;
constexpr unsigned kTiles = kBlock / kLanes;
constexpr unsigned kGrid = 256;

__global__ void begin_labels(std::int32_t* labels, std::int64_t vertices) {
  for (std::int64_t v = lockstep::global_thread(); v < vertices; v += lockstep::grid_threads())
    labels[v] = static_cast<std::int32_t>(v);
}

__global__ void spread(Components::Device p, const std::int32_t* from, std::int32_t* to,
                       unsigned* changed) {
  const auto tile = groups::tiled_partition<kLanes>(groups::this_thread_block());
  for (std::int64_t v = blockIdx.x * kTiles + tile.meta_group_rank(); v < p.vertices;
       v += gridDim.x * kTiles) {
    const std::int32_t before = from[v];
    std::int32_t least = before;
    for (std::int64_t i = p.offsets[v] + tile.thread_rank(); i < p.offsets[v + 1]; i += kLanes)
      least = min(least, from[p.neighbours[i]]);
    least = groups::reduce(tile, least, groups::less<std::int32_t>());
    if (tile.thread_rank() != 0) continue;
    least = min(least, from[least]);  // a label's own label is of the same component
    to[v] = least;
    if (least != before) atomicExch(changed, 1U);
  }
}

void run(const Components::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.vertices, kTiles, kGrid));
  auto* from = launch.scratch<std::int32_t>(static_cast<std::size_t>(p.vertices));
  auto* to = launch.scratch<std::int32_t>(static_cast<std::size_t>(p.vertices));
  auto* const changed = launch.scratch<unsigned>(1);
  begin_labels<<<grid, kBlock, 0, launch.stream>>>(from, p.vertices);
  lockstep::check_launch();
  do {
    lockstep::check(cudaMemsetAsync(changed, 0, sizeof *changed, launch.stream));
    spread<<<grid, kBlock, 0, launch.stream>>>(p, from, to, changed);
    lockstep::check_launch();
    std::swap(from, to);
  } while (lockstep::fetch(changed, launch.stream) != 0);
  const std::size_t bytes = static_cast<std::size_t>(p.vertices) * sizeof(std::int32_t);
  lockstep::check(cudaMemcpyAsync(p.labels, from, bytes, cudaMemcpyDeviceToDevice, launch.stream));
}

const Version version{__FILE__, "half a warp for each vertex", run};

}  // namespace
