/// @file
/// @brief Let threadIdx.x count columns, so that the lanes of a warp read neighbours of B and write neighbours of C.
///
/// Change from v1: x and y have changed places.
/// Look at: `./lockstep run 06 --kernel v1,v2`: sectors a load and a store. Try `--tile 16x16`, `--tile 32x8`, `--tile 8x32`.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "shape.hpp"

namespace {

template <class T>
__global__ void multiply(const Matrices<T> p) {
  const std::int64_t row = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const std::int64_t column = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= p.m || column >= p.n) return;  // blocks hang over both edges

  Sum<T> sum = 0;
  for (std::int64_t l = 0; l < p.k; ++l)
    sum += Sum<T>(p.a[row * p.k + l]) * Sum<T>(p.b[l * p.n + column]);  // lanes: A all the same, 1 sector; B side by side, 4
  p.c[row * p.n + column] = static_cast<T>(sum);
}

template <class T>
void run(const Matrices<T>& p, const Launch& launch) {
  const dim3 block = tile_of(launch);
  const dim3 grid(lockstep::covering_blocks(p.n, block.x), lockstep::covering_blocks(p.m, block.y, lockstep::kMostBlocksYZ));

  multiply<<<grid, block, 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "columns along threadIdx.x", [](const auto& p, const Launch& launch) { run(p, launch); }};

}  // namespace
