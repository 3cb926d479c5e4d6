/// @file
/// @brief Exercise 11: connected components. Each vertex gets the smallest vertex number that can be reached from it, its label.
///
/// At first a vertex knows only itself. Then, again and again, it takes the least of its neighbours' labels.
/// Add lines where a TODO asks for them; no line that is here has to change. The parts build on each other:
/// part1 connected graphs, part2 of every size, part3 long paths, part4 disconnected graphs, part5 no hazards, part6 coalesced,
/// part7 few atomics.
/// Look at: `./lockstep check 11`, and `./lockstep run 11 --exercise --lines` for the counters beside your lines.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/fetch.hpp"
#include "lockstep/grid.hpp"
#include "shared_words.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 64;    // blocks, if there is work for as many

__global__ void begin_labels(Components::Device p) {
  // TODO(part1): each vertex's label is its own number.
  // TODO(part2): which vertices are there?
}

__global__ void spread(Components::Device p, unsigned* changed) {
  // TODO(part1): let the least label of a vertex and its neighbours be the vertex's label, for all vertices; the first neighbour in the
  // list of v is p.neighbours[p.offsets[v]]. Where a label gets smaller, set *changed.
  // TODO(part4): what if a list is empty?
  // TODO(part5): who else reads and writes a label at this moment?
  // TODO(part6): which entries do the lanes of a warp read together?
  // TODO(part7): when is an atomicMin of no use?
}

void run(const Components::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.vertices, kBlock, kGrid));
  unsigned* const changed = launch.scratch<unsigned>(1);

  begin_labels<<<grid, kBlock, 0, launch.stream>>>(p);
  lockstep::check_launch();
  // TODO(part1): launch spread, round after round. lockstep::fetch() brings *changed to the host.
  // TODO(part3): how many rounds are enough?
}

const Version version{__FILE__, "connected components", run};

}  // namespace
