/// @file
/// @brief Right, by a kernel for every type, with tiles of any shape.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

template <class T>
__global__ void add(const Boxes<T> p) {
  const std::int64_t column = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x,
                     row = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;
  if (column >= p.width || row >= p.height) return;
  T sum = 0;
  for (std::int64_t layer = 0; layer < p.depth; ++layer)
    sum = static_cast<T>(sum + p.factor * p.box[(layer * p.height + row) * p.width + column]);
  p.sums[row * p.width + column] = sum;
}

template <class T>
void run(const Boxes<T>& p, const Launch& launch) {
  launch.refuse_grid();
  const lockstep::Tile tile = launch.tile_or({8, 4});
  const dim3 block(tile.width, tile.height);
  const dim3 grid(lockstep::covering_blocks(p.width, block.x), lockstep::covering_blocks(p.height, block.y, lockstep::kMostBlocksYZ));
  add<T><<<grid, block, 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "a thread adds an element's layers", [](const auto& p, const Launch& launch) { run(p, launch); }};

}  // namespace
