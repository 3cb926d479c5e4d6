/// @file
/// @brief Never clears what says that something has changed, so that the rounds never end.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/fetch.hpp"
#include "lockstep/grid.hpp"
#include "shared_words.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 64;    // blocks, if there is work for as many

__global__ void begin_labels(Components::Device p) {
  for (std::int64_t v = lockstep::global_thread(); v < p.vertices; v += lockstep::grid_threads())
    p.labels[v] = static_cast<std::int32_t>(v);
}

__global__ void spread(Components::Device p, unsigned* changed) {
  for (std::int64_t v = lockstep::global_thread() / 32; v < p.vertices; v += lockstep::grid_threads() / 32) {
    const std::int32_t before = now(p.labels[v]);
    std::int32_t least = before;
    for (std::int64_t i = p.offsets[v] + lockstep::lane(); i < p.offsets[v + 1]; i += 32)
      least = min(least, now(p.labels[p.neighbours[i]]));
    if (least < before) {
      atomicMin(&p.labels[v], least);
      set(*changed, 1U);
    }
  }
}

void run(const Components::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.vertices, kBlock, kGrid));
  unsigned* const changed = launch.scratch<unsigned>(1);

  begin_labels<<<grid, kBlock, 0, launch.stream>>>(p);
  lockstep::check_launch();
  lockstep::check(cudaMemsetAsync(changed, 0, sizeof *changed, launch.stream));
  do {
    spread<<<grid, kBlock, 0, launch.stream>>>(p, changed);
    lockstep::check_launch();
  } while (lockstep::fetch(changed, launch.stream) != 0);
}

const Version version{__FILE__, "connected components", run};

}  // namespace
