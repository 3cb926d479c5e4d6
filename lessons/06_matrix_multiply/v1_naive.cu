/// @file
/// @brief Give each element of C a thread; threadIdx.x counts rows, as i does in cᵢⱼ.
///
/// Change from v0: the loops over rows and columns are the grid; the loop over k is all that a thread does.
/// Look at: `./lockstep run 06 --kernel v1 --lines`: the sectors of the line that reads A and B: 32 + 1 where 4 + 1 would do.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "shape.hpp"

namespace {

template <class T>
__global__ void multiply(const Matrices<T> p) {
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t column = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;
  if (row >= p.m || column >= p.n) return;  // blocks hang over both edges

  Sum<T> sum = 0;
  for (std::int64_t l = 0; l < p.k; ++l)
    sum += Sum<T>(p.a[row * p.k + l]) * Sum<T>(p.b[l * p.n + column]);  // lanes: A a row apart, 32 sectors; B all the same, 1
  p.c[row * p.n + column] = static_cast<T>(sum);
}

template <class T>
void run(const Matrices<T>& p, const Launch& launch) {
  const dim3 block = tile_of(launch);
  const dim3 grid(lockstep::covering_blocks(p.m, block.x), lockstep::covering_blocks(p.n, block.y, lockstep::kMostBlocksYZ));

  multiply<<<grid, block, 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "a thread an element, rows along threadIdx.x", [](const auto& p, const Launch& launch) { run(p, launch); }};

}  // namespace
