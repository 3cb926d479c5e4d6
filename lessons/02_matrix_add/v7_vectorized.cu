/// @file
/// @brief Load and store quads, four neighbouring elements of a row, by accesses of 16 bytes.
///
/// Change from v6: a thread's four elements lie side by side, not one below the other, and move in
/// one access.
/// Look at: `./lockstep run 02 --kernel v6,v7`: 4 and 16 sectors for each load and each store, in
/// a quarter of the accesses.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "norm.hpp"
#include "problem.hpp"
#include "tile.hpp"

namespace {

constexpr unsigned kTile = 32;      // columns and rows
constexpr unsigned kThreads = 256;  // of a block: one per quad of the tile

__global__ void add(const MatrixAdd::Device p, float* partial) {
  // A tile of B, as it lies in B. The last column stays empty.
  __shared__ float tile[kTile][kTile + 1];
  __shared__ lockstep::WarpSums<float> warp_sums;
  const std::int64_t first_column = std::int64_t{blockIdx.x} * kTile;
  const std::int64_t first_row = std::int64_t{blockIdx.y} * kTile;
  // A row of the tile has eight quads: a warp takes four rows.
  const unsigned lane = lockstep::lane(), warp = lockstep::warp();
  const unsigned quad = 4 * (lane % 8), r = lane / 8 + 4 * warp;
  const std::int64_t b_column = first_row + quad, column = first_column + quad;
  const std::int64_t b_row = first_column + r, row = first_row + r;

  // A quad at the end of a row may run into the padding: there is memory, and nothing uses it.
  float4 b = {}, a = {};
  if (b_row < p.width && b_column < p.height) {
    b = lockstep::load_quad(p.b + b_row * p.b_pitch + b_column);
  }
  if (row < p.height && column < p.width) {
    a = lockstep::load_quad(p.a + row * p.pitch + column);
  }
  float* const to = &tile[r][quad];
  to[0] = b.x, to[1] = b.y, to[2] = b.z, to[3] = b.w;
  __syncthreads();

  float sum = 0;
  if (row < p.height && column < p.width) {
    float4 c = a;
    c.x += tile[quad][r], c.y += tile[quad + 1][r];
    c.z += tile[quad + 2][r], c.w += tile[quad + 3][r];
    // What sticks out over the edge counts as 0.
    c = lockstep::first_of(c, p.width - column);
    sum += lockstep::dot4(c, c);
    float* const c_row = p.c + row * p.pitch;
    if (column + 4 <= p.width) {
      // The index counts quads. Where it counts floats, nvcc makes four stores of 4 bytes.
      reinterpret_cast<float4*>(c_row)[column / 4] = c;
    } else {
      c_row[column] = c.x;
      if (column + 1 < p.width) c_row[column + 1] = c.y;
      if (column + 2 < p.width) c_row[column + 2] = c.z;
    }
  }
  sum = lockstep::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) partial[tile_number()] = sum;
}

void run(const MatrixAdd::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kThreads);
  const dim3 grid = covering_tiles(p, kTile, kTile);
  const std::int64_t tiles = std::int64_t{grid.x} * grid.y;
  float* partial = launch.scratch<float>(static_cast<std::size_t>(tiles));

  add<<<grid, kThreads, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  add_partials<<<1, kAddingThreads, 0, launch.stream>>>(partial, tiles, p.norm);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::reduction_optimized, "loads and stores of 16 bytes", run};

}  // namespace
