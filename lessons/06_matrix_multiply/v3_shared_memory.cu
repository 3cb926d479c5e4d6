/// @file
/// @brief Let a block bring a tile of A and a tile of B into shared memory, where all of its threads use them.
///
/// Change from v2: k is cut into sections as long as the tile's shorter side. Of each, a thread loads one element of A and one of B (or
/// none), and then adds a product for every step of the section.
/// Look at: `./lockstep run 06 --kernel v2,v3`: bytes moved, a thirtieth; and shared wavefronts.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "shape.hpp"

namespace {

/// @tparam kDepth  the length of a section, so that addresses in its loop are constants; 0: `any_depth` says it
template <unsigned kDepth, class T>
__global__ void multiply(const Matrices<T> p, unsigned any_depth) {
  extern __shared__ __align__(16) unsigned char shared[];
  const unsigned depth = kDepth != 0 ? kDepth : any_depth, width = blockDim.x, height = blockDim.y;
  T* const a_tile = reinterpret_cast<T*>(shared);  // height x depth
  T* const b_tile = a_tile + height * depth;       // depth x width

  const unsigned thread = threadIdx.y * width + threadIdx.x;
  const std::int64_t top = std::int64_t{blockIdx.y} * height, left = std::int64_t{blockIdx.x} * width;
  const std::int64_t a_row = top + thread / depth, b_column = left + thread % width;  // of the elements that this thread loads
  const unsigned a_column = thread % depth, b_row = thread / width;

  Sum<T> sum = 0;
  for (std::int64_t first = 0; first < p.k; first += depth) {
    // Beyond the edges of A and B a tile has zeros, which add nothing.
    if (thread < height * depth) a_tile[thread] = a_row < p.m && first + a_column < p.k ? p.a[a_row * p.k + first + a_column] : T{0};
    if (thread < depth * width) b_tile[thread] = first + b_row < p.k && b_column < p.n ? p.b[(first + b_row) * p.n + b_column] : T{0};
    __syncthreads();  // a thread reads what others have loaded
#pragma unroll 4      // more would take registers, and leave room for one block of 1024 threads instead of two
    for (unsigned l = 0; l < depth; ++l) sum += Sum<T>(a_tile[threadIdx.y * depth + l]) * Sum<T>(b_tile[l * width + threadIdx.x]);
    __syncthreads();  // all must be done with the tiles before the next ones overwrite them
  }

  const std::int64_t row = top + threadIdx.y, column = left + threadIdx.x;
  if (row < p.m && column < p.n) p.c[row * p.n + column] = static_cast<T>(sum);  // blocks hang over both edges
}

template <unsigned kDepth, class T>
void launch_with(const Matrices<T>& p, dim3 block, unsigned depth, const Launch& launch) {
  const dim3 grid(lockstep::covering_blocks(p.n, block.x), lockstep::covering_blocks(p.m, block.y, lockstep::kMostBlocksYZ));
  multiply<kDepth><<<grid, block, (block.x + block.y) * depth * sizeof(T), launch.stream>>>(p, depth);
  lockstep::check_launch();
}

template <class T>
void run(const Matrices<T>& p, const Launch& launch) {
  const dim3 block = tile_of(launch);
  switch (const unsigned depth = std::min(block.x, block.y)) {
    case 32:
      return launch_with<32>(p, block, depth, launch);
    case 16:
      return launch_with<16>(p, block, depth, launch);
    case 8:
      return launch_with<8>(p, block, depth, launch);
    case 4:
      return launch_with<4>(p, block, depth, launch);
    default:
      return launch_with<0>(p, block, depth, launch);
  }
}

const Version version{__FILE__, "tiles of A and B in shared memory", [](const auto& p, const Launch& launch) { run(p, launch); }};

}  // namespace
