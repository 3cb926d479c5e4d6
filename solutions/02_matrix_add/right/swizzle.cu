// Dynamic shared memory with a swizzle instead of padding. Blocks of 1024 threads. A thread of the
// first warp adds up a row.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kTile = 32;

__device__ unsigned place(unsigned row, unsigned column) { return row * kTile + (row ^ column); }

__global__ void turn(const ScaledTranspose::Device p) {
  extern __shared__ float tile[];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const std::int64_t first_column = std::int64_t{blockIdx.x} * kTile,
                     first_row = std::int64_t{blockIdx.y} * kTile;
  const bool inside = first_column + tx < p.width && first_row + ty < p.height;
  tile[place(ty, tx)] = inside ? p.alpha * p.a[(first_row + ty) * p.pitch + first_column + tx] : 0;
  __syncthreads();

  if (first_row + tx < p.height && first_column + ty < p.width)
    p.t[(first_column + ty) * p.t_pitch + first_row + tx] = tile[place(tx, ty)];

  if (ty != 0 || first_row + tx >= p.height) return;
  float sum = 0;
  for (unsigned c = 0; c < kTile; ++c) sum += tile[place(tx, c)];
  atomicAdd(p.sums + first_row + tx, sum);
}

void run(const ScaledTranspose::Device& p, const Launch& launch) {
  const dim3 grid(lockstep::covering_blocks(p.width, kTile),
                  lockstep::covering_blocks(p.height, kTile, lockstep::kMostBlocksYZ));
  lockstep::check(cudaMemsetAsync(p.sums, 0, static_cast<std::size_t>(p.height) * sizeof(float),
                                  launch.stream));
  turn<<<grid, dim3(kTile, kTile), kTile * kTile * sizeof(float), launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "a matrix turned and scaled, and its column sums", run};

}  // namespace
