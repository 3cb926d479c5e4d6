/// @file
/// @brief Give a block a tile of 64 x 64: 128 bytes in flight for each thread.
///
/// Change from v7: four times the tile for the same threads. A thread asks for four quads of B and
/// four of A before it uses any of them.
/// Look at: `./lockstep run 02 --kernel v7,v8`: barriers, 385 and 97.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "norm.hpp"
#include "problem.hpp"
#include "tile.hpp"

namespace {

constexpr unsigned kTile = 64;      // columns and rows
constexpr unsigned kThreads = 256;  // of a block
constexpr unsigned kRows = 4;       // of the tile, for each thread

__global__ void add(const MatrixAdd::Device p, float* partial) {
  // A tile of B, as it lies in B. The last column stays empty.
  __shared__ float tile[kTile][kTile + 1];
  __shared__ lockstep::WarpSums<float> warp_sums;
  const std::int64_t first_column = std::int64_t{blockIdx.x} * kTile;
  const std::int64_t first_row = std::int64_t{blockIdx.y} * kTile;
  // A warp still takes eight quads of four rows: half a row, as a row of the tile has sixteen.
  const unsigned lane = lockstep::lane(), warp = lockstep::warp();
  const unsigned quad = 4 * (lane % 8 + 8 * (warp % 2)), top = lane / 8 + 4 * (warp / 2);
  const std::int64_t b_column = first_row + quad, column = first_column + quad;

  float4 b[kRows] = {}, a[kRows] = {};
  for (unsigned k = 0; k < kRows; ++k) {
    const unsigned r = top + 16 * k;
    const std::int64_t b_row = first_column + r, row = first_row + r;
    if (b_row < p.width && b_column < p.height) {
      b[k] = lockstep::load_quad(p.b + b_row * p.b_pitch + b_column);
    }
    if (row < p.height && column < p.width) {
      a[k] = lockstep::load_quad(p.a + row * p.pitch + column);
    }
  }
  for (unsigned k = 0; k < kRows; ++k) {
    float* const to = &tile[top + 16 * k][quad];
    to[0] = b[k].x, to[1] = b[k].y, to[2] = b[k].z, to[3] = b[k].w;
  }
  __syncthreads();

  float sum = 0;
  for (unsigned k = 0; k < kRows; ++k) {
    const unsigned r = top + 16 * k;
    const std::int64_t row = first_row + r;
    if (row < p.height && column < p.width) {
      float4 c = a[k];
      c.x += tile[quad][r], c.y += tile[quad + 1][r];
      c.z += tile[quad + 2][r], c.w += tile[quad + 3][r];
      c = lockstep::first_of(c, p.width - column);
      sum += lockstep::dot4(c, c);
      float* const c_row = p.c + row * p.pitch;
      if (column + 4 <= p.width) {
        reinterpret_cast<float4*>(c_row)[column / 4] = c;
      } else {
        c_row[column] = c.x;
        if (column + 1 < p.width) c_row[column + 1] = c.y;
        if (column + 2 < p.width) c_row[column + 2] = c.z;
      }
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

const Version version{__FILE__, Stage::reduction_optimized, "tile of 64 x 64: more in flight", run};

}  // namespace
