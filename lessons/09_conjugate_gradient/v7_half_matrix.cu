/// @file
/// @brief Read one triangle of A, where A is too large to stay: half of the bytes.
///
/// Change from v6 (v4's graph again): the product is that of lesson 05's v10. A block has a tile of the triangle, adds the tile's rows to
/// one section of q and its columns to another, and knows what both add to pᵀq.
/// Look at: `./lockstep run 09 --kernel v4,v7 --size 1024`: the bytes moved.
#include "graph_loop.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/device/triangle_tile.hpp"
#include "lockstep/grid.hpp"
#include "update_kernels.hpp"

namespace {

using lockstep::TriangleTile;
using TileSums = lockstep::TriangleTileSums;

constexpr unsigned kBlock = 256;  // threads

__global__ void __launch_bounds__(1024) multiply(const ConjugateGradient::Device s, Vectors v, const States* states, float* partial) {
  extern __shared__ float shared[];
  __shared__ lockstep::WarpSums<float> warp_sums;
  if (states->now.end != End::running) return;
  const TileSums sums(shared);
  const TriangleTile tile = TriangleTile::at(blockIdx.x);
  lockstep::add_triangle_tile(s.a, s.pitch, v.p, s.n, tile, sums);
  __syncthreads();  // all warps' sums must be there

  float product = 0;
  const auto add = [&](std::int64_t i, float sum) {
    if (i >= s.n) return;  // the last tiles reach beyond A
    atomicAdd(&v.q[i], sum);
    product += v.p[i] * sum;
  };
  for (unsigned k = threadIdx.x; k < TriangleTile::kSide; k += blockDim.x) {
    add(tile.row + k, sums.across[k]);
    add(tile.column + k, sums.down_sum(k));
  }
  const float pq = lockstep::block_sum(product, warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = pq;
}

void run(const ConjugateGradient::Device& s, const Launch& launch) {
  launch.refuse_grid();
  launch.refuse_elements();
  const unsigned block = launch.whole_warps_block_or(kBlock), elements = lockstep::covering_blocks(s.n, block);
  const unsigned tiles = lockstep::covering_blocks(TriangleTile::count(lockstep::ceil_div<std::int64_t>(s.n, TriangleTile::kSide)), 1);
  const Vectors v = scratch_vectors(s, launch);
  States* states = launch.scratch<States>(1);
  float *pq = launch.scratch<float>(tiles), *rr = launch.scratch<float>(elements);

  iterate_as_graph(s, v, states, launch, [&] {
    lockstep::check(cudaMemsetAsync(v.q, 0, static_cast<std::size_t>(s.n) * sizeof(float), launch.stream));  // the tiles add to it
    multiply<<<tiles, block, TileSums::bytes(block), launch.stream>>>(s, v, states, pq);
    lockstep::check_launch();
    update<<<elements, block, 0, launch.stream>>>(s, v, states, pq, tiles, rr);
    lockstep::check_launch();
    turn<<<elements, block, 0, launch.stream>>>(s, v, states, rr);
    lockstep::check_launch();
  });
}

const Version version{__FILE__, "one triangle of A, each element used twice", run};

}  // namespace
