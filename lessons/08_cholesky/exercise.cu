/// @file
/// @brief Exercise 08: solve Ax = b, where A = LLᵀ and L is known: Ly = b forward, then Lᵀx = y back.
///
/// Add lines where a TODO asks for them; no line that is here has to change. The parts build on each other:
/// part1 forward, round sizes, part2 back, part3 every size, part4 no hazards, part5 coalesced, part6 no bank conflicts, and on a GPU
/// part7: a tenth of the speed of cuBLAS, or more.
/// Look at: `./lockstep check 08`, and `./lockstep run 08 --exercise --lines` for the counters beside your lines.
#include "exercise.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kTile = 32;  // rows and columns of a tile of L: as many unknowns as a warp has lanes

/// By one warp: the unknowns first, first + 1, … of the tile on the diagonal. y has what is left of b on the right.
__global__ void forward_diagonal(const Substitution::Device p, std::int64_t first) {
  // TODO(part1): lane k has row first + k. Unknown after unknown: its lane divides, hands it out, and the lanes below subtract.
  // TODO(part3): how many rows are there?
  // TODO(part5): which elements do the lanes read together?
}

/// Once these unknowns are known: takes them out of the rows below. A block has a tile, and a thread for each element of it.
__global__ void forward_below(const Substitution::Device p, std::int64_t first) {
  // TODO(part1): y of row i -= the sum of l[i][j] y[j] over the tile's columns. Block 0 has the tile next to the diagonal.
}

/// The same two for Lᵀx = y. x has what is left of y on the right.
__global__ void back_diagonal(const Substitution::Device p, std::int64_t first) {
  // TODO(part2): the last unknown comes first.
}

__global__ void back_left(const Substitution::Device p, std::int64_t first) {
  // TODO(part2): x[j] -= the sum of l[i][j] x[i] over the tile's rows. Block 0 has the tile in columns 0 to 31.
  // TODO(part4): who adds what others have multiplied?
}

void run(const Substitution::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kTile * kTile);
  const dim3 tile(kTile, kTile);
  const std::size_t bytes = static_cast<std::size_t>(p.n) * sizeof(float);

  lockstep::check(cudaMemcpyAsync(p.y, p.b, bytes, cudaMemcpyDeviceToDevice, launch.stream));
  for (std::int64_t first = 0; first < p.n; first += kTile) {  // each kernel starts when the one before it is done: one stream
    forward_diagonal<<<1, kTile, 0, launch.stream>>>(p, first);
    lockstep::check_launch();
    if (first + kTile >= p.n) break;  // nothing is below the last tile
    forward_below<<<lockstep::covering_blocks(p.n - first - kTile, kTile), tile, 0, launch.stream>>>(p, first);
    lockstep::check_launch();
  }
  lockstep::check(cudaMemcpyAsync(p.x, p.y, bytes, cudaMemcpyDeviceToDevice, launch.stream));
  // TODO(part2): back_diagonal and back_left, for each tile. In which order?
}

const Version version{__FILE__, "forward and back substitution, 32 unknowns at a time", run};

}  // namespace
