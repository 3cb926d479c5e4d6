/// @file
/// @brief Exercise 11, solved: connected components. Each vertex gets the smallest vertex number that can be reached from it, its label.
///
/// A warp has a vertex: its lanes read the list together, each keeps the least label that it meets, and atomicMin puts them together. A
/// label only ever gets smaller, so it does not matter whether a neighbour's is read before or after that: the next round makes up for it.
/// When a round changes nothing, no neighbours have different labels, and that is the end.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/fetch.hpp"
#include "lockstep/grid.hpp"
#include "shared_words.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 64;    // blocks, if there is work for as many

__global__ void begin_labels(Components::Device p) {
  for (std::int64_t v = lockstep::global_thread(); v < p.vertices; v += lockstep::grid_threads())  // any number of vertices
    p.labels[v] = static_cast<std::int32_t>(v);
}

__global__ void spread(Components::Device p, unsigned* changed) {
  for (std::int64_t v = lockstep::global_thread() / 32; v < p.vertices; v += lockstep::grid_threads() / 32) {  // a warp a vertex
    const std::int32_t before = now(p.labels[v]);  // others may be changing it: a plain load would be a race
    std::int32_t least = before;                   // its own is among them, so that an empty list does no harm
    for (std::int64_t i = p.offsets[v] + lockstep::lane(); i < p.offsets[v + 1]; i += 32)  // lanes read side by side
      least = min(least, now(p.labels[p.neighbours[i]]));
    if (least < before) {  // most lanes found no smaller one, and need no atomic
      atomicMin(&p.labels[v], least);
      set(*changed, 1U);  // all threads that come here set the same
    }
  }
}

void run(const Components::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.vertices, kBlock, kGrid));
  unsigned* const changed = launch.scratch<unsigned>(1);

  begin_labels<<<grid, kBlock, 0, launch.stream>>>(p);
  lockstep::check_launch();
  do {
    lockstep::check(cudaMemsetAsync(changed, 0, sizeof *changed, launch.stream));  // otherwise no round would ever be the last
    spread<<<grid, kBlock, 0, launch.stream>>>(p, changed);
    lockstep::check_launch();
  } while (lockstep::fetch(changed, launch.stream) != 0);
}

const Version version{__FILE__, "connected components", run};

}  // namespace
