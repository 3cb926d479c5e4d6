/// @file
/// @brief Exercise 08, solved: Ax = b, where A = LLᵀ and L is known: Ly = b forward, then Lᵀx = y back.
///
/// Both passes read L along its rows. Forward, a row is one sum: a warp adds it up. Back, a row of L is a column of Lᵀ, an element of each
/// of many sums: a lane has a sum, and the rows of the tile, which belong to different warps, meet in shared memory.
#include "exercise.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kTile = 32;  // rows and columns of a tile of L: as many unknowns as a warp has lanes

/// By one warp: the unknowns first, first + 1, … of the tile on the diagonal. y has what is left of b on the right.
__global__ void forward_diagonal(const Substitution::Device p, std::int64_t first) {
  __shared__ float tile[kTile][kTile + 1];  // one column too many: the elements of a column lie in different banks
  const unsigned lane = threadIdx.x;
  const unsigned rows = static_cast<unsigned>(min(p.n - first, std::int64_t{kTile}));  // the last tile may be smaller
#pragma unroll
  for (unsigned r = 0; r < kTile; ++r)  // all loads in flight at once, a row each: coalesced
    if (lane <= r && r < rows) tile[r][lane] = p.l[(first + r) * p.pitch + first + lane];
  float rest = lane < rows ? p.y[first + lane] : 0;
  __syncwarp();  // lanes read what others have loaded
  for (unsigned k = 0; k < rows; ++k) {
    if (lane == k) rest /= tile[k][k];
    const float known = __shfl_sync(0xffffffff, rest, k);
    if (lane > k && lane < rows) rest -= tile[lane][k] * known;
  }
  if (lane < rows) p.y[first + lane] = rest;
}

/// Once these unknowns are known: takes them out of the rows below. A block has a tile, and a thread for each element of it.
__global__ void forward_below(const Substitution::Device p, std::int64_t first) {
  const std::int64_t i = first + (1 + std::int64_t{blockIdx.x}) * kTile + threadIdx.y, j = first + threadIdx.x;
  const float product = i < p.n ? p.l[i * p.pitch + j] * p.y[j] : 0;  // the last tile may have fewer rows, but all columns
  const float sum = lockstep::warp_sum(product);                      // a row of the tile is a warp
  if (threadIdx.x == 0 && i < p.n) p.y[i] -= sum;
}

/// The same two for Lᵀx = y. x has what is left of y on the right.
__global__ void back_diagonal(const Substitution::Device p, std::int64_t first) {
  __shared__ float tile[kTile][kTile];  // only rows are read: no column more is needed
  const unsigned lane = threadIdx.x;
  const unsigned rows = static_cast<unsigned>(min(p.n - first, std::int64_t{kTile}));
#pragma unroll
  for (unsigned r = 0; r < kTile; ++r)  // as above
    if (lane <= r && r < rows) tile[r][lane] = p.l[(first + r) * p.pitch + first + lane];
  float rest = lane < rows ? p.x[first + lane] : 0;
  __syncwarp();
  for (unsigned k = rows; k-- > 0;) {
    if (lane == k) rest /= tile[k][k];
    const float known = __shfl_sync(0xffffffff, rest, k);
    if (lane < k) rest -= tile[k][lane] * known;
  }
  if (lane < rows) p.x[first + lane] = rest;
}

__global__ void back_left(const Substitution::Device p, std::int64_t first) {
  __shared__ float products[kTile][kTile];
  const std::int64_t i = first + threadIdx.y, j = std::int64_t{blockIdx.x} * kTile + threadIdx.x;
  products[threadIdx.y][threadIdx.x] = i < p.n ? p.l[i * p.pitch + j] * p.x[i] : 0;  // the last tile may have fewer rows
  __syncthreads();  // all rows' products must be there before one warp adds them
  if (threadIdx.y > 0) return;
  float sum = 0;
  for (unsigned r = 0; r < kTile; ++r) sum += products[r][threadIdx.x];  // side by side: no bank twice
  p.x[j] -= sum;
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
  for (std::int64_t first = (p.n - 1) / kTile * kTile; first >= 0; first -= kTile) {
    back_diagonal<<<1, kTile, 0, launch.stream>>>(p, first);
    lockstep::check_launch();
    if (first == 0) break;  // nothing is left of the first tile
    back_left<<<static_cast<unsigned>(first / kTile), tile, 0, launch.stream>>>(p, first);
    lockstep::check_launch();
  }
}

const Version version{__FILE__, "forward and back substitution, 32 unknowns at a time", run};

}  // namespace
